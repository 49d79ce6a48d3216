//! Misdeed: a panic. It plays three turns by the rules and traps in the fourth.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View, random_fleet};

/// The bot.
pub struct Crasher {
    legal_turns: u8,
}

impl Battleship for Crasher {
    fn name() -> String {
        "Crasher".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        (Self { legal_turns: 3 }, random_fleet(setup, &mut Random::new(setup.seed)))
    }

    fn take_turn(&mut self, view: &View) -> Square {
        self.legal_turns = self.legal_turns.checked_sub(1).expect("I crash in my fourth turn");
        view.unknown().next().expect("the game is over when all squares are known")
    }
}

judge_sdk::export!(battleship, Crasher);
