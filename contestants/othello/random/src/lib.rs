//! Any legal move, each as likely as any other.

use judge_sdk::Random;
use judge_sdk::othello::{Board, Othello, Setup, Square, squares};

/// The bot.
pub struct Anything(Random);

impl Othello for Anything {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn choose(&mut self, board: &Board) -> Square {
        let legal = board.legal_moves();
        let chosen = self.0.below(legal.count_ones());
        squares(legal).nth(chosen as usize).expect("there is a legal move")
    }
}

judge_sdk::export!(othello, Anything);
