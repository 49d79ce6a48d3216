//! Any legal turn, each as likely as any other.

use judge_sdk::Random;
use judge_sdk::gobblet::{Action, Gobblet, Position, Setup};

/// The bot.
pub struct Anything(Random);

impl Gobblet for Anything {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn play(&mut self, position: &Position) -> Action {
        let legal: Vec<Action> = position.legal().collect();
        *self.0.choose(&legal)
    }
}

judge_sdk::export!(gobblet, Anything);
