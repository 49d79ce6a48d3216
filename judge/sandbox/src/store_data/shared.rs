//! Data shared by all instances of a program, whatever game they play: the source that it reads, the time it takes,
//! and whether its calls are to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Data shared by all instances of a program.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The program that the bot may read, if it is an interpreter.
    pub(crate) source: Arc<[u8]>,
    pub(crate) interruption: Interruption,
    /// Ticks of the watchdog's that came while an instance was running: a sample of the time that they take.
    pub(crate) ticks: AtomicU32,
}

/// Ends calls, those that are under way and those that begin, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Calls that last a while end in [`Stop::Interrupted`](crate::Stop::Interrupted) from now on.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Calls run on as usual from now on.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
