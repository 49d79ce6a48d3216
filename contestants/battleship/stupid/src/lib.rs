//! The original's `StupidPlayer`: every ship at the left edge, shots anywhere, repeats and all.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View, random_fleet};

/// The bot.
pub struct Stupid(Random);

impl Battleship for Stupid {
    fn name() -> String {
        "Stupid Player".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        let mut random = Random::new(setup.seed);
        let rows = (0..).zip(&setup.fleet);
        let stack = || rows.map(|(y, &length)| Ship::across(0, y, length)).collect();
        let ships = if setup.no_touch { random_fleet(setup, &mut random) } else { stack() };
        (Self(random), ships)
    }

    fn take_turn(&mut self, view: &View) -> Square {
        let squares: Vec<Square> = view.squares().collect();
        *self.0.choose(&squares)
    }
}

judge_sdk::export!(battleship, Stupid);
