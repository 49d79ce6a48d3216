//! Misdeed: an illegal fleet. All its ships lie on the square (0, 0), so that one looks like all of them.
//!
//! A fleet of one ship leaves it honest.

use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View};

/// The bot.
pub struct Cheater;

impl Battleship for Cheater {
    fn name() -> String {
        "Cheater".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        (Self, setup.fleet.iter().map(|&length| Ship::across(0, 0, length)).collect())
    }

    fn take_turn(&mut self, view: &View) -> Square {
        view.unknown().next().expect("the game is over when all squares are known")
    }
}

judge_sdk::export!(battleship, Cheater);
