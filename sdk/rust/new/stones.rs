//! A bot for Stones.

use judge_sdk::Random;
use judge_sdk::stones::{Game, Setup, Step, Stones};

/// The bot: what it remembers in a game.
struct Bot {
    random: Random,
}

impl Stones for Bot {
    fn name() -> String {
        "NAME".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed) }
    }

    fn next_move(&mut self, game: &Game) -> Step {
        let legal: Vec<Step> = game.steps().collect();
        // THINK HERE: choose one of the steps in `legal`. A copy of `game` plays on.
        *self.random.choose(&legal)
    }
}

judge_sdk::export!(stones, Bot);
