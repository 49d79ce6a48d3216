//! The original's second sample: ships stacked from column 5 on, shots anywhere, but never twice.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View, random_fleet};

/// The bot.
pub struct Tidy(Random);

impl Battleship for Tidy {
    fn name() -> String {
        "Tidy Player".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        let mut random = Random::new(setup.seed);
        let ships = if setup.no_touch || setup.fleet.len() > setup.size.into() {
            random_fleet(setup, &mut random)
        } else {
            stack(setup)
        };
        (Self(random), ships)
    }

    fn take_turn(&mut self, view: &View) -> Square {
        let unknown: Vec<Square> = view.unknown().collect();
        *self.0.choose(&unknown)
    }
}

/// A ship a row, further left than column 5 if it does not fit there.
fn stack(setup: &Setup) -> Vec<Ship> {
    let rows = (0..).zip(&setup.fleet);
    rows.map(|(y, &length)| Ship::across((setup.size - length).min(5), y, length)).collect()
}

judge_sdk::export!(battleship, Tidy);
