//! A bot for Othello.

use judge_sdk::Random;
use judge_sdk::othello::{Board, Othello, Setup, Square, squares};

/// The bot: what it remembers in a game.
struct Bot {
    random: Random,
}

impl Othello for Bot {
    fn name() -> String {
        "NAME".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed) }
    }

    fn choose(&mut self, board: &Board) -> Square {
        let legal: Vec<Square> = squares(board.legal_moves()).collect();
        // THINK HERE: choose one of the squares in `legal`. A copy of `board` plays on with `place`.
        *self.random.choose(&legal)
    }
}

judge_sdk::export!(othello, Bot);
