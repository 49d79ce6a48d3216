//! What a bot did wrong. It is data: it ends a game, never the tournament.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What kind of wrong it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// An instruction ended the bot: `unreachable`, a wild pointer, a division by zero.
    Trap,
    /// The turn's fuel was spent before there was an answer: a timeout.
    OutOfFuel,
    /// Memory beyond the limit was refused, and the bot gave up.
    OutOfMemory,
    /// The answer is no legal action.
    IllegalMove,
    /// The fleet breaks the rules of placing.
    IllegalFleet,
    /// The answer is malformed.
    BadReply,
    /// The bot ended itself.
    Exit,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Trap,
        Self::OutOfFuel,
        Self::OutOfMemory,
        Self::IllegalMove,
        Self::IllegalFleet,
        Self::BadReply,
        Self::Exit,
    ];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Trap => "trap",
            Self::OutOfFuel => "out-of-fuel",
            Self::OutOfMemory => "out-of-memory",
            Self::IllegalMove => "illegal-move",
            Self::IllegalFleet => "illegal-fleet",
            Self::BadReply => "bad-reply",
            Self::Exit => "exit",
        })
    }
}

/// What a player did wrong, when, and what came back instead of a good answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of wrong it was.
    pub kind: FaultKind,
    /// The function that was asked, by its name in the contract.
    pub asked: Cow<'static, str>,
    /// Which of the player's turns it was, from 1; `None` before its first.
    pub turn: Option<u32>,
    /// What came back, in words.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.kind, self.asked)?;
        if let Some(turn) = self.turn {
            write!(f, ", turn {turn}")?;
        }
        write!(f, ": {}", self.detail)
    }
}
