//! Verdicts on matches: a result by the rules, a forfeit, or void.

pub(crate) mod written;

use std::borrow::Cow;
use std::fmt::{self, Display};

use judge_games::{Ending, Outcome, Seat};
use serde::{Deserialize, Serialize};

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// By the rules.
    Decided(#[serde(with = "written::Outcome")] Outcome),
    /// By a fault that ends the game: the ranks of the seats, the offender's the last.
    Forfeit(Vec<u8>),
    /// By trouble that says nothing about the players.
    Void(Void),
}

/// The reason why a match is void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Void {
    /// The cause.
    pub cause: VoidCause,
    /// The seat whose player was called at that time, if one was.
    #[serde(with = "judge_scenes::written::optional_seat")]
    pub seat: Option<Seat>,
    /// The trouble in words.
    pub detail: String,
    /// The call that did not come back, if it was a player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Box<Call>>,
}

/// A call of a player, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The function that was called, by its name in the contract.
    pub function: Cow<'static, str>,
    /// The number of the player's turn, from 1; `None` before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The question or news before the player, in the game's notation; empty when the game began.
    pub question: String,
    /// The last lines of the player's log.
    pub log: Vec<String>,
}

/// The cause of a void match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoidCause {
    /// The watchdog ended a call that took too long.
    Watchdog,
    /// A bot recursed so deep that this machine cannot say how deep.
    Depth,
    /// The machine is short of something.
    Machine,
    /// The judge itself failed.
    Judge,
    /// The game, which is a file, broke a promise.
    Game,
}

impl Call {
    /// A call before the player's log is looked at.
    pub(crate) fn of(function: &'static str, turn: Option<u32>, question: String) -> Self {
        Self { function: function.into(), turn, question, log: Vec::new() }
    }
}

impl Verdict {
    /// The ranks of the seats; `None` if the match says nothing about the players.
    #[must_use]
    pub fn ranks(&self) -> Option<&[u8]> {
        match self {
            Self::Decided(outcome) => Some(&outcome.ranks),
            Self::Forfeit(ranks) => Some(ranks),
            Self::Void(_) => None,
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(Outcome { ranks, scores, ending }) => {
                write!(f, "{}: ranks {ranks:?}, scores {scores:?}", words(*ending))
            }
            Self::Forfeit(ranks) => write!(f, "forfeit: ranks {ranks:?}"),
            Self::Void(void) => write!(f, "void: {}", void.detail),
        }
    }
}

/// The reason why a game is over, in one word.
#[must_use]
pub fn words(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "rules",
        Ending::Repetition => "repetition",
        Ending::Cap => "cap",
    }
}
