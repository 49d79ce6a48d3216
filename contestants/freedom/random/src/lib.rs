//! Any legal square, each as likely as any other.

use judge_sdk::Random;
use judge_sdk::freedom::{Freedom, Game, Setup, Square};

/// The bot.
pub struct Anything(Random);

impl Freedom for Anything {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn make_move(&mut self, game: &Game) -> Square {
        let legal = game.legal_squares();
        let chosen = self.0.below(legal.len());
        legal.iter().nth(chosen as usize).expect("there is a legal square")
    }
}

judge_sdk::export!(freedom, Anything);
