//! Cancellation: set by whoever has a reason, and asked before each game.

use std::io;
use std::sync::OnceLock;

use crate::file;

/// Why games are not played any more, as soon as there is a reason.
#[derive(Debug, Default)]
pub struct Cancellation(OnceLock<Reason>);

/// Why games are not played any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody asked for it.
    Interrupted,
    /// The journal cannot be written, and why, with what to do about it.
    Journal(String),
    /// A game was not the same when it was played again; both, in words.
    Audit(String),
    /// A thread to play a game again on cannot be started, and why.
    Thread(String),
}

impl Reason {
    /// The journal cannot be written.
    #[must_use]
    pub fn journal(error: &io::Error) -> Self {
        Self::Journal(file::unwritten(error))
    }
}

impl Cancellation {
    /// Lets no further game begin.
    pub fn set(&self, reason: Reason) {
        // The first reason is the one that counts.
        let _ = self.0.set(reason);
    }

    /// Why no further game begins, if so.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.0.get()
    }
}
