//! A tournament as its file describes it: TOML in, a valid [`Tournament`] out.
//!
//! What a person may type is in `typed`; what comes out of here is true, and
//! nothing after it asks again. Opens no contestant's file.

mod contestants;
mod format;
mod limits;
mod name;
mod rules;
mod source;
mod typed;
mod words;

use std::path::{Path, PathBuf};

use judge_games::{battleship, freedom, gobblet, othello, stones};

use crate::arena::FaultRule;
use crate::error::{Error, Mistake};
use crate::sample::Share;
use crate::sandbox::Limits;
use crate::schedule::{EntrantId, Format, Schedule, Shard, StopRule};
use crate::seed::Seed;
pub use name::{InvalidName, Name};
pub use rules::{GameKeys, game_keys};

/// A tournament, valid.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The file it was read from.
    pub file: PathBuf,
    /// SHA-256 of the file's bytes.
    pub sha256: [u8; 32],
    /// What it is called.
    pub title: String,
    /// The game and its parameters.
    pub rules: Rules,
    /// What all random numbers come from.
    pub seed: Seed,
    /// How it is decided who meets whom.
    pub format: Format,
    /// The champions of a gauntlet; whom a Swiss or a knockout takes for the best, best first.
    pub first: Vec<EntrantId>,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// Whether it ends before all rounds are played.
    pub stop: StopRule,
    /// Random legal actions that a game begins with, the same in all games of a round.
    pub opening_plies: u32,
    /// What a fault costs.
    pub faults: FaultRule,
    /// Which share of the games is played twice, to see that they come to the same.
    pub audit: Share,
    /// What a bot may use.
    pub limits: Limits,
    /// Who takes part: enough for one game, sorted by name.
    pub contestants: Vec<Contestant>,
}

/// A game and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Battleship.
    Battleship(battleship::Params),
    /// Freedom.
    Freedom(freedom::Params),
    /// Gobblet.
    Gobblet(gobblet::Params),
    /// Othello.
    Othello(othello::Params),
    /// Stones.
    Stones(Box<stones::Params>),
}

impl Rules {
    /// The game's name, as in the contract and in a tournament's file.
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self {
            Self::Battleship(_) => "battleship",
            Self::Freedom(_) => "freedom",
            Self::Gobblet(_) => "gobblet",
            Self::Othello(_) => "othello",
            Self::Stones(_) => "stones",
        }
    }

    /// How many play in one game.
    #[must_use]
    pub fn seats(&self) -> usize {
        match self {
            Self::Stones(params) => params.rules().players().into(),
            _ => 2,
        }
    }
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// What it is called in this tournament.
    pub name: Name,
    /// Its `.wasm` file.
    pub wasm: PathBuf,
    /// The line of the tournament's file that names it, from 1.
    pub line: usize,
}

impl Tournament {
    /// Reads a tournament's file.
    ///
    /// # Errors
    /// Every mistake found in it, or that it cannot be read.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(file).map_err(|error| unreadable(file, &error))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Mistake::in_file(file, "it is no text in UTF-8, so no TOML"))?;
        typed::parse(file, &text)
    }

    /// Who meets whom.
    #[must_use]
    pub fn schedule(&self) -> Schedule<'_> {
        Schedule {
            format: self.format,
            names: self.contestants.iter().map(|contestant| contestant.name.as_str()).collect(),
            first: self.first.clone(),
            seats: self.rules.seats(),
            rounds: self.rounds,
            seed: self.seed,
            shard: Shard::WHOLE,
            stop: self.stop,
        }
    }

    /// What the tournament is called for short: its file's name without the ending.
    #[must_use]
    pub fn stem(&self) -> String {
        stem(&self.file)
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(|| "tournament".into(), |stem| stem.to_string_lossy().into_owned())
}

fn unreadable(file: &Path, error: &std::io::Error) -> Mistake {
    use std::io::ErrorKind;
    Mistake::in_file(
        file,
        match error.kind() {
            ErrorKind::NotFound => {
                "no such file; name a tournament's TOML, as in tournaments/october.toml".into()
            }
            ErrorKind::IsADirectory => "it is a folder; name the tournament's TOML in it".into(),
            _ => format!("it cannot be read: {error}"),
        },
    )
}
