//! The contract between judge and bot, as the judge needs it: the WIT's text, and
//! which of its functions asks what.

use judge_games::Game;
use judge_games::battleship::{Battleship, Question};

/// The package's WIT files: the host's interface, then one file per game.
pub const WIT_FILES: &[(&str, &str)] = &[
    ("host.wit", include_str!("../../sdk/wit/host.wit")),
    ("battleship.wit", include_str!("../../sdk/wit/battleship.wit")),
];

/// The interface that a bot for `game` exports, as in `judge:arena/battleship@1.0.0`.
#[must_use]
pub fn interface(game: &str) -> String {
    format!("judge:arena/{game}@1.0.0")
}

/// What a player is asked with a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The contract's function.
    pub function: &'static str,
    /// Whether the game has begun.
    pub phase: Phase,
}

/// Whether a game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Players place what the game begins with.
    Setup,
    /// Players take turns.
    Turns,
}

/// A game that has an interface in the contract.
pub trait Contract: Game {
    /// What a player is asked with `view`.
    fn asked(view: &Self::View) -> Asked;
}

impl Contract for Battleship {
    fn asked(question: &Question) -> Asked {
        match question {
            Question::NewGame => Asked { function: "new-game", phase: Phase::Setup },
            Question::TakeTurn(_) => Asked { function: "take-turn", phase: Phase::Turns },
        }
    }
}
