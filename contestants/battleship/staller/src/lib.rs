//! Misdeed: a turn without end. It plays three turns by the rules and never returns from the fourth.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View, random_fleet};

/// The bot.
pub struct Staller {
    legal_turns: u8,
}

impl Battleship for Staller {
    fn name() -> String {
        "Staller".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        (Self { legal_turns: 3 }, random_fleet(setup, &mut Random::new(setup.seed)))
    }

    fn take_turn(&mut self, view: &View) -> Square {
        match self.legal_turns.checked_sub(1) {
            Some(left) => self.legal_turns = left,
            None => stall(),
        }
        view.unknown().next().expect("the game is over when all squares are known")
    }
}

fn stall() -> ! {
    let mut sheep: u64 = 0;
    loop {
        // The optimiser cannot know that nobody reads the count.
        sheep = std::hint::black_box(sheep.wrapping_add(1));
    }
}

judge_sdk::export!(battleship, Staller);
