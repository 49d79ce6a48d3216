//! A bot for Freedom.

use judge_sdk::Random;
use judge_sdk::freedom::{Freedom, Game, Setup, Square};

/// The bot: what it remembers in a game.
struct Bot {
    random: Random,
}

impl Freedom for Bot {
    fn name() -> String {
        "NAME".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed) }
    }

    fn make_move(&mut self, game: &Game) -> Square {
        let legal: Vec<Square> = game.legal_squares().iter().collect();
        // THINK HERE: choose one of the squares in `legal`. A copy of `game` plays on.
        *self.random.choose(&legal)
    }
}

judge_sdk::export!(freedom, Bot);
