//! Fuel that a component counts itself, with a probe that receives its function calls: what the profiler runs bots with.

use std::sync::{Arc, Mutex, PoisonError};

use judge_meter::calls::answer;
use judge_meter::{EMPTY, PROBE, UNKNOWN};
use wasmtime::component::{Linker, WasmList};
use wasmtime::{AsContextMut, StoreContextMut, Trap};

use super::StoreData;

/// Receives each function that a bot enters and leaves, with the fuel that is left there.
///
/// Functions have the numbers of [`judge_meter::WatchedComponent`]. A call that is stopped leaves nothing.
pub trait Probe: Send {
    /// A function is entered; its price is not taken yet.
    fn enter(&mut self, function: u32, fuel_left: u64);
    /// The function that was entered last comes back.
    fn leave(&mut self, fuel_left: u64);
    /// A program that reads lines is suspended: its calls stay open.
    fn suspend(&mut self, fuel_left: u64);
    /// It goes on, with the fuel of another turn.
    fn resume(&mut self, fuel_left: u64);
    /// The fuel taken around a call by functions that cannot be reported.
    fn unattributed(&mut self, what: Unattributed, fuel: u64);
}

/// A bot's work around a call, while it must not call the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unattributed {
    /// It makes room for the call's parameters, before it.
    Room,
    /// It cleans up after the answer was read.
    CleanUp,
}

/// A probe that the caller reads, too.
pub type SharedProbe = Arc<Mutex<dyn Probe>>;

/// The fuel of a bot that counts itself.
pub(super) struct Meter {
    /// Fuel that is left; negative after a last overrun.
    pub(super) left: i64,
    /// The place in memory to which the bot writes the counter while it must not call the judge.
    cell: Option<WasmList<i64>>,
    probe: SharedProbe,
    /// The memory that comes next is the first: the one that holds the cell.
    has_memory: bool,
}

impl Meter {
    pub(super) fn new(probe: SharedProbe) -> Self {
        Self { left: 0, cell: None, probe, has_memory: false }
    }

    /// Whether the memory that is made now is the counter's own, which every watched bot begins with.
    pub(super) fn is_first_memory(&mut self) -> bool {
        !std::mem::replace(&mut self.has_memory, true)
    }

    /// Tells the probe what is left.
    pub(super) fn report(&mut self, what: impl FnOnce(&mut dyn Probe, u64)) {
        self.tell(self.left, what);
    }

    fn tell(&mut self, left: i64, what: impl FnOnce(&mut dyn Probe, u64)) {
        self.left = left;
        let mut probe = self.probe.lock().unwrap_or_else(PoisonError::into_inner);
        what(&mut *probe, answer(left));
    }
}

/// Reads the counter of a watched bot after a call, and says whether the bot is out of fuel.
///
/// Fuel taken since its last report counts only if the call came back: else the counter was not written.
pub(super) fn settle(mut store: impl AsContextMut<Data = StoreData>, came_back: bool) -> bool {
    let mut store = store.as_context_mut();
    let Some(cell) = store.data_mut().meter.as_mut().and_then(|meter| meter.cell.take()) else {
        return false;
    };
    let now = cell.get(&mut store, 0).and_then(Result::ok).unwrap_or(EMPTY);
    let meter = meter(&mut store);
    meter.cell = Some(cell);
    if now == EMPTY {
        meter.left = 0;
        return true;
    }
    if came_back && now <= UNKNOWN / 2 {
        let taken = answer(meter.left).saturating_sub(answer(now));
        meter.tell(now, |probe, _| probe.unattributed(Unattributed::CleanUp, taken));
    }
    false
}

/// The meter of a bot that was compiled to be watched.
fn meter<'a>(store: &'a mut StoreContextMut<'_, StoreData>) -> &'a mut Meter {
    store.data_mut().meter.as_mut().expect("a sandbox that offers probes gives every bot a meter")
}

/// Offers the host's side of the counter.
pub(super) fn link(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut probe = linker.instance(PROBE)?;
    probe.func_wrap("attach", |mut store: StoreContextMut<'_, StoreData>, (cell,): (WasmList<i64>,)| {
        meter(&mut store).cell = Some(cell);
        Ok(())
    })?;
    probe.func_wrap("sync", |mut store: StoreContextMut<'_, StoreData>, (now, room): (i64, u32)| {
        let meter = meter(&mut store);
        if room == 1 {
            let taken = UNKNOWN.saturating_sub(now);
            let before = answer(meter.left);
            let left = meter.left.saturating_sub(taken);
            meter.tell(left, |probe, left| probe.unattributed(Unattributed::Room, before - left));
        }
        Ok((meter.left,))
    })?;
    probe.func_wrap("load", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        Ok((meter(&mut store).left,))
    })?;
    probe.func_wrap("store", |mut store: StoreContextMut<'_, StoreData>, (left,): (i64,)| {
        meter(&mut store).left = left;
        Ok(())
    })?;
    probe.func_wrap("empty", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        meter(&mut store).left = 0;
        Err::<(), _>(Trap::OutOfFuel.into())
    })?;
    probe.func_wrap("enter", |mut store: StoreContextMut<'_, StoreData>, (function, left): (u32, i64)| {
        meter(&mut store).tell(left, |probe, left| probe.enter(function, left));
        Ok(())
    })?;
    probe.func_wrap("leave", |mut store: StoreContextMut<'_, StoreData>, (left,): (i64,)| {
        meter(&mut store).tell(left, |probe, left| probe.leave(left));
        Ok(())
    })
}
