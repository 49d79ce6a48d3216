//! The fuel of a bot that counts itself, and a probe that receives its function calls: what the profiler runs bots with.

use std::sync::{Arc, Mutex, PoisonError};

use wasmtime::Global;

/// Receives each function that a bot enters and leaves, with the fuel that is left there.
///
/// Functions have the numbers of [`judge_meter::watched_functions`]. A call that is stopped leaves nothing.
pub trait Probe: Send {
    /// A function is entered; its price is not taken yet.
    fn enter(&mut self, function: u32, fuel_left: u64);
    /// The function that was entered last comes back.
    fn leave(&mut self, fuel_left: u64);
    /// A program that reads lines is suspended: its calls stay open.
    fn suspend(&mut self, fuel_left: u64);
    /// It goes on, with the fuel of another turn.
    fn resume(&mut self, fuel_left: u64);
}

/// A probe that the caller reads, too.
pub type SharedProbe = Arc<Mutex<dyn Probe>>;

/// The fuel of a bot that counts itself.
pub(crate) struct Meter {
    /// The bot's own counter, once it has started; negative after a last overrun.
    pub(crate) counter: Option<Global>,
    /// The fuel for what it does until then.
    pub(crate) before: u64,
    probe: SharedProbe,
}

impl Meter {
    pub(crate) fn new(probe: SharedProbe) -> Self {
        Self { counter: None, before: 0, probe }
    }

    /// Tells the probe something.
    pub(crate) fn report(&self, what: impl FnOnce(&mut dyn Probe)) {
        what(&mut *self.probe.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
