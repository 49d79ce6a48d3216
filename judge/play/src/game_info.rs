//! A game's names and settings, and the reasons why a text is no rules of it.

use judge_games::{Key, Parameters, SettingError};
use judge_scenes::{Facts, Shown};

use crate::verdict::VoidCause;

/// A game's names, and the facts that hold before a match begins.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The game's name, as in the contract, in a tournament's file and on the command line.
    pub name: &'static str,
    /// The most players.
    pub seats_max: u8,
    /// Random legal actions that a game begins with by default; `None` if the game has no openings.
    pub opening_plies: Option<u32>,
    /// The settings.
    pub keys: &'static [Key],
    /// Facts shown to people: names, words, pieces, hidden information.
    pub facts: &'static Facts,
    /// The rules, in a page of text; nothing for the judge's own games, whose rules are in their documentation.
    pub help: &'static str,
}

impl GameInfo {
    /// The information that one of the judge's own games gives by its type.
    pub(crate) const fn of<G: Shown>() -> Self {
        Self {
            name: G::NAME,
            seats_max: G::Params::SEATS_MAX,
            opening_plies: G::OPENING_PLIES,
            keys: G::Params::KEYS,
            facts: G::FACTS,
            help: G::HELP,
        }
    }
}

/// The reason why a text makes no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// There is no game of this name, but there are these.
    #[error("there is no game {0:?}; the games are {known}", known = .1.join(", "))]
    UnknownGame(String, Vec<&'static str>),
    /// The game is a file, which is not at hand: its name, and the SHA-256 that is wanted.
    #[error("{0:?} is a game that is a file, and the file with SHA-256 {1} is not here")]
    NoFile(String, String),
    /// The file that is the game has broken a promise, or the machine cannot run it.
    #[error("the {}: {}", if *.0 == VoidCause::Machine { "machine cannot run the game" } else { "game is broken" }, .1)]
    Game(VoidCause, String),
    /// A setting is wrong.
    #[error("{0}")]
    Setting(SettingError),
}
