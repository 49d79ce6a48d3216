//! What the judge and a program that reads lines share: the lines, and what one tells the other where the program is suspended.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use judge_limits::talk::Talk;

use super::Written;

/// What both sides share. The judge cannot read the store of a program that is suspended.
pub(crate) struct Exchange {
    pub(crate) talk: Talk,
    pub(crate) turn: Turn,
    pub(crate) seen: Seen,
}

/// What the program may spend from where it goes on.
#[derive(Default)]
pub(crate) struct Turn {
    pub(crate) fuel: u64,
    pub(crate) bank_beyond: u64,
    pub(crate) is_new: bool,
}

/// What is known of the program since it was suspended.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) fuel_left: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) was_refused_memory: bool,
    pub(crate) asked_clock: bool,
    /// What it has written lies here as long as it is suspended.
    pub(crate) written: Written,
}

pub(crate) type SharedExchange = Arc<Mutex<Exchange>>;

pub(crate) fn lock(shared: &SharedExchange) -> MutexGuard<'_, Exchange> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
