//! Players at the board: asked with a view, they answer with an action.
//!
//! The match knows only [`Player`]; a bot, a script or a recording is behind it. A person is
//! not a player in this sense: the match waits for a person's action instead of calling one.

pub mod called;
#[cfg(test)]
#[path = "player/tests/diligent.rs"]
pub(crate) mod diligent;
pub mod guided;
pub mod last_words;
pub mod lines;
pub mod scripted;

use crate::contract::Contract;
use crate::fault::{EXCEPTION, FaultKind};
use crate::verdict::VoidCause;
use judge_limits::Account;
use judge_limits::text::thousands;

/// A player in a match, which answers when called.
pub trait Player<G: Contract>: Send {
    /// Begins the game. Nothing to do for a player whose first question begins it.
    ///
    /// # Errors
    /// If the player does not come back.
    fn begin(&mut self) -> Result<(), NoAnswer> {
        Ok(())
    }

    /// Decides on an action, seeing `view`.
    ///
    /// # Errors
    /// If there is no answer.
    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer>;

    /// Hears what happened.
    ///
    /// # Errors
    /// If the player does not come back.
    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer>;

    /// Hears that a person, or a recording, took its turn: news from now on belongs to its next.
    fn skip_turn(&mut self) {}

    /// The player's usage and log.
    fn account(&self) -> &dyn Account {
        &()
    }
}

/// The reason why a player gave no answer.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The player's own doing.
    Fault(FaultKind, String),
    /// Trouble that says nothing about the player.
    Void(VoidCause, String),
}

impl NoAnswer {
    /// A trap; if a runtime ended the bot so after an exception or a panic, in the words of its log.
    pub fn trap(trap: String, log: &str) -> Self {
        let lines: Vec<String> = log.lines().map(str::to_owned).collect();
        let thrown = last_words::thrown(&trap, &lines).map(|exception| format!("{EXCEPTION}{exception}"));
        Self::Fault(FaultKind::Trap, thrown.unwrap_or(trap))
    }

    /// A turn that had so much fuel, and used it up.
    pub fn out_of_fuel(fuel: u64) -> Self {
        let text = format!("no answer within the turn's fuel of {} units", thousands(fuel));
        Self::Fault(FaultKind::OutOfFuel, text)
    }

    /// The same of a program that asked the clock, on which a unit of fuel is a nanosecond.
    pub fn out_of_fuel_by_clock(fuel: u64) -> Self {
        let (seconds, hundredths) = (fuel / 1_000_000_000, fuel % 1_000_000_000 / 10_000_000);
        let text = format!(
            "no answer within the turn's fuel of {} units, which are {seconds}.{hundredths:02} s on the clock that it asked; let it stop before, or raise fuel_per_turn in [limits]",
            thousands(fuel)
        );
        Self::Fault(FaultKind::OutOfFuel, text)
    }

    /// A turn that had only the rest of the bank as fuel, and used it up.
    pub fn bank_empty(fuel: u64) -> Self {
        let left = thousands(fuel);
        let text = format!("no answer within the {left} units that were left in the bank of fuel");
        Self::Fault(FaultKind::OutOfFuel, text)
    }

    /// A bot whose own start took more fuel than the start may take.
    pub fn not_started() -> Self {
        Self::Fault(FaultKind::OutOfFuel, "it did not start within fuel_to_start".into())
    }

    /// A bot that was refused memory, and gave up.
    pub fn out_of_memory() -> Self {
        Self::Fault(FaultKind::OutOfMemory, "it wanted more memory than the limit".into())
    }

    /// A program that reads lines and has ended, in such a way.
    pub fn ended(how: &str) -> Self {
        let text = format!("it ended with {how}; a bot reads lines until the judge stops it");
        Self::Fault(FaultKind::Exit, text)
    }

    /// A bot that has ended its own process.
    pub fn exited(status: u8) -> Self {
        Self::Fault(FaultKind::Exit, format!("it exited with status {status}"))
    }

    /// An answer that has more bytes than an answer may have.
    pub fn reply_too_long() -> Self {
        Self::Fault(FaultKind::BadReply, "it is longer than reply_size in [limits] lets it be".into())
    }
}
