//! What a player used, in a turn or in a game, and what it wrote.

use serde::{Deserialize, Serialize};

/// What a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel spent in turns.
    pub fuel: u64,
    /// Bytes of linear memory, which never shrinks.
    pub memory_bytes: u64,
}

/// What a player used and wrote so far. Nobody counts for a player that is no bot: its account is `()`.
pub trait Account {
    /// What it has used so far.
    fn usage(&self) -> Usage {
        Usage::default()
    }

    /// What it used in the turn under way, or in the last turn.
    fn usage_in_turn(&self) -> Usage {
        Usage::default()
    }

    /// What it wrote to its log, as far as it is kept.
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
