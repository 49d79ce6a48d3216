//! Fuel that a module counts itself, with a probe that receives its function calls: what the profiler runs bots with.

use std::sync::{Arc, Mutex, PoisonError};

use judge_meter::PROBE;
use wasmtime::{Caller, Global, Linker, Trap};

use crate::{StoreData, fuel};

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

/// Offers the host's side of the probes.
pub(crate) fn link(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    linker.func_wrap(PROBE, "enter", |mut caller: Caller<'_, StoreData>, function: u32| {
        let left = fuel::left(&mut caller);
        meter(&caller).report(|probe| probe.enter(function, left));
    })?;
    linker.func_wrap(PROBE, "leave", |mut caller: Caller<'_, StoreData>| {
        let left = fuel::left(&mut caller);
        meter(&caller).report(|probe| probe.leave(left));
    })?;
    linker.func_wrap(PROBE, "empty", |mut caller: Caller<'_, StoreData>| {
        fuel::set(&mut caller, 0);
        Err::<(), _>(Trap::OutOfFuel.into())
    })?;
    Ok(())
}

/// The meter of a bot that was compiled to be watched.
fn meter<'a>(caller: &'a Caller<'_, StoreData>) -> &'a Meter {
    caller.data().meter.as_ref().expect("a sandbox that offers probes gives every bot a meter")
}
