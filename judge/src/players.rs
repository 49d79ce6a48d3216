//! Who sits at the board: asked with a view, answers with an action.
//!
//! The referee knows only [`Player`]; whether a bot or a script answers is
//! behind it.

#[cfg(test)]
pub(crate) mod scripted;
pub mod wasm;

use crate::contract::Contract;
use crate::fault::FaultKind;

/// Somebody seated in a game.
pub trait Player<G: Contract> {
    /// Begins the game; a player whose first question is what to begin with has nothing to do yet.
    ///
    /// # Errors
    /// If it does not come back.
    fn begin(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Decides on an action, seeing `view`.
    ///
    /// # Errors
    /// If there is no answer.
    fn decide(&mut self, view: G::View) -> Result<G::Action, Failure>;

    /// Is told what happened.
    ///
    /// # Errors
    /// If it does not come back.
    fn notify(&mut self, event: &G::Event) -> Result<(), Failure>;
}

/// Why a player gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The player's own doing.
    Fault(FaultKind, String),
    /// The judge's or the machine's trouble; says nothing about the player.
    Void(String),
}
