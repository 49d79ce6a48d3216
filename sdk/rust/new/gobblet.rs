//! A bot for Gobblet.

use judge_sdk::Random;
use judge_sdk::gobblet::{Action, Gobblet, Position, Setup};

/// The bot: what it remembers in a game.
struct Bot {
    random: Random,
}

impl Gobblet for Bot {
    fn name() -> String {
        "NAME".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed) }
    }

    fn play(&mut self, position: &Position) -> Action {
        let legal: Vec<Action> = position.legal().collect();
        // THINK HERE: choose one of the actions in `legal`. `position.successors()` lists what they lead to.
        *self.random.choose(&legal)
    }
}

judge_sdk::export!(gobblet, Bot);
