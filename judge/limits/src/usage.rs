//! The fuel and memory that a player used, in a turn or in a game, and its log.

use serde::{Deserialize, Serialize};

/// The fuel and memory that a player used.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel spent in turns.
    pub fuel: u64,
    /// Bytes of linear memory, which never shrinks.
    pub memory_bytes: u64,
}

/// The use of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LimitUse {
    /// What is counted, in the plural, or another resource.
    pub what: &'static str,
    /// The use.
    pub used: u64,
    /// The limit.
    pub limit: u64,
}

impl LimitUse {
    /// The share, from 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "it is shown in per cent")]
    pub fn share(&self) -> f64 {
        self.used as f64 / self.limit.max(1) as f64
    }
}

/// What happened to a player that its author should know of. It decides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// Whether it was refused memory beyond the limit.
    pub was_refused_memory: bool,
    /// The line that it was handed last, if it reads lines.
    pub line: String,
    /// The bytes of the longest line.
    pub longest_line: usize,
}

/// The usage and the log of a player so far. Nobody counts for a player that is no bot: its account is `()`.
pub trait Account {
    /// The usage so far.
    fn usage(&self) -> Usage {
        Usage::default()
    }

    /// The usage in the turn under way, or in the last turn.
    fn usage_in_turn(&self) -> Usage {
        Usage::default()
    }

    /// What its author should know of.
    fn traces(&self) -> Traces {
        Traces::default()
    }

    /// Its log, as far as it is kept.
    fn log(&self) -> String {
        String::new()
    }

    /// Bytes at the beginning of the log that stay as they are. After them may come what the next turn changes: lines
    /// that were begun, and a note of what was cut.
    fn log_kept_bytes(&self) -> usize {
        self.log().len()
    }
}

impl Account for () {}
