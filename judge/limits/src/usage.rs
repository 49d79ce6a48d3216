//! The fuel and memory that a player used, in a turn or in a game, and its log.

use serde::{Deserialize, Serialize};

/// The fuel and memory that a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel spent in turns.
    pub fuel: u64,
    /// Bytes of linear memory, which never shrinks.
    pub memory_bytes: u64,
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
