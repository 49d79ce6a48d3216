//! The most chips at once: places where most are flipped, any such square as likely as another.

use judge_sdk::Random;
use judge_sdk::othello::{Board, Othello, Setup, Square, squares};

/// The bot.
pub struct Greedy(Random);

impl Othello for Greedy {
    fn name() -> String {
        "Greedy".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn choose(&mut self, board: &Board) -> Square {
        let legal = || squares(board.legal_moves()).map(|square| (flipped(*board, square), square));
        let most = legal().map(|(flipped, _)| flipped).max();
        let best: Vec<Square> =
            legal().filter(|&(flipped, _)| Some(flipped) == most).map(|(_, square)| square).collect();
        *self.0.choose(&best)
    }
}

fn flipped(board: Board, square: Square) -> u32 {
    board.flips(u32::from(square.y) * 8 + u32::from(square.x)).count_ones()
}

judge_sdk::export!(othello, Greedy);
