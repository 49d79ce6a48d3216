//! A bot for Battleship.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View};

/// The bot: what it remembers in a game.
struct Bot {
    random: Random,
}

impl Battleship for Bot {
    fn name() -> String {
        "NAME".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        let apart = if setup.no_touch { 2 } else { 1 };
        let rows = (0..).step_by(apart);
        let ships = rows.zip(&setup.fleet).map(|(y, &length)| Ship::across(0, y, length)).collect();
        (Self { random: Random::new(setup.seed) }, ships)
    }

    fn take_turn(&mut self, view: &View) -> Square {
        let unknown: Vec<Square> = view.unknown().collect();
        // THINK HERE: choose one of the squares in `unknown`.
        *self.random.choose(&unknown)
    }
}

judge_sdk::export!(battleship, Bot);
