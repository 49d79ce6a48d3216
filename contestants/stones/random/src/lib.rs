//! The original's `RandomPlayer`: any legal step, each as likely as any other.

use judge_sdk::Random;
use judge_sdk::stones::{Game, Setup, Step, Stones};

/// The bot.
pub struct Anything(Random);

impl Stones for Anything {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn next_move(&mut self, game: &Game) -> Step {
        let legal: Vec<Step> = game.steps().collect();
        *self.0.choose(&legal)
    }
}

judge_sdk::export!(stones, Anything);
