//! What all instances of a program have in common, whatever game they play: what it reads, the time it takes, and
//! whether its calls are to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::watchdog::TICK;

/// What all instances of a program have in common.
#[derive(Debug, Default)]
pub struct Shared {
    /// The program that the bot may read, if it is an interpreter.
    pub(super) source: Arc<[u8]>,
    pub(super) interruption: Interruption,
    /// Ticks of the watchdog's that came while an instance was running: a sample of the time that they take.
    ticks: AtomicU64,
    turns: AtomicU64,
}

/// The time that a program took, for forecasts; nothing that counts depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeTaken {
    /// The time that went by in calls, as far as samples tell.
    pub time: Duration,
    /// Turns, those that are under way included.
    pub turns: u64,
}

/// Ends calls, those that are under way and those that begin, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Calls that last a while end in [`Stop::Interrupted`](super::Stop::Interrupted) from now on.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Calls are let be from now on.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Shared {
    pub(super) fn new(source: Arc<[u8]>, interruption: Interruption) -> Self {
        Self { source, interruption, ..Self::default() }
    }

    /// A tick came in a turn of an instance, that has had so many turns since it was last noted.
    pub(super) fn note_tick(&self, turns: u64) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
        self.note_turns(turns);
    }

    pub(super) fn note_turns(&self, turns: u64) {
        self.turns.fetch_add(turns, Ordering::Relaxed);
    }

    /// The time that all instances took so far.
    pub(super) fn time_taken(&self) -> TimeTaken {
        let ticks = u32::try_from(self.ticks.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        TimeTaken { time: TICK * ticks, turns: self.turns.load(Ordering::Relaxed) }
    }
}
