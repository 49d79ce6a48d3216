//! What a player used, in a turn or in a game.

use serde::{Deserialize, Serialize};

/// What a player used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel spent in turns.
    pub fuel: u64,
    /// Bytes of linear memory, which never shrinks.
    pub memory_bytes: u64,
}
