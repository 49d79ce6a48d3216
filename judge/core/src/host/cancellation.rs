//! Cancellation: set by whoever has a reason, and asked before each game.

use std::sync::OnceLock;

use judge_play::Record;
use judge_sandbox::{Interruption, Sandbox};

use crate::phases::Round;

/// The signal that no more games are played, with its reason.
#[derive(Debug, Default)]
pub struct Cancellation {
    reason: OnceLock<Reason>,
    /// Ends the calls of bots that are under way.
    calls: OnceLock<Interruption>,
}

/// The reason why no more games are played.
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
    /// The game, which is a file, broke a promise.
    Game(Box<BrokenMatch>),
}

/// A match that is void because its game, which is a file, broke a promise in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenMatch {
    /// Its round.
    pub round: Round,
    /// Which of the round's seat orders it is, from 0.
    pub order: usize,
    /// Its record.
    pub record: Record,
}

impl Cancellation {
    /// Lets no further game begin, and gives up those under way that last: they are played anew some other time.
    pub fn set(&self, reason: Reason) {
        // The first reason is the one that counts.
        let _ = self.reason.set(reason);
        if let Some(calls) = self.calls.get() {
            calls.set();
        }
    }

    /// Ends calls of this sandbox's bots, too. Nobody else may cancel what runs in it meanwhile.
    pub(crate) fn ends_calls_in(&self, sandbox: &Sandbox) {
        let calls = self.calls.get_or_init(|| {
            let calls = sandbox.interruption();
            // What was cancelled in it before is over.
            calls.clear();
            calls
        });
        if self.reason().is_some() {
            calls.set();
        }
    }

    /// The reason why no further game begins, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.get()
    }
}
