//! What a fault costs.

use serde::{Deserialize, Serialize};

/// What a fault costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultRule {
    /// The tournament.
    #[default]
    Disqualify,
    /// The game.
    Forfeit,
}
