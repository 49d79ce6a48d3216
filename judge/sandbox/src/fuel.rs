//! A bot's fuel, whoever counts it: wasmtime, or the bot's own code with [`probes`](super::Probe) in it; and the fees for
//! its calls of the judge.

pub(crate) mod probe;

use judge_meter::calls::answer;
use judge_meter::prices::{PER_HOST_BYTE, PER_HOST_CALL};
use wasmtime::{AsContextMut, Result, StoreContextMut, Trap, Val};

use super::{StoreData, watchdog};
use crate::store_data::meter::Meter;

/// The fuel that is left.
#[inline]
pub(super) fn left(mut store: impl AsContextMut<Data = StoreData>) -> u64 {
    let store = store.as_context_mut();
    match &store.data().meter {
        None => store.get_fuel().expect("fuel is on"),
        Some(Meter { counter: None, before, .. }) => *before,
        Some(Meter { counter: Some(counter), .. }) => {
            let counter = *counter;
            answer(counter.get(store).unwrap_i64())
        }
    }
}

/// Sets it.
#[inline]
pub(super) fn set(mut store: impl AsContextMut<Data = StoreData>, fuel: u64) {
    let mut store = store.as_context_mut();
    match &mut store.data_mut().meter {
        None => store.set_fuel(fuel).expect("fuel is on"),
        Some(Meter { counter: None, before, .. }) => *before = fuel,
        Some(Meter { counter: Some(counter), .. }) => {
            let counter = *counter;
            let fuel = Val::I64(i64::try_from(fuel).unwrap_or(i64::MAX));
            counter.set(store, fuel).expect("it is a number that can be set");
        }
    }
}

/// Begins a call, which may spend so much, and take the whole time that the watchdog allows.
pub(super) fn begin_call(mut store: impl AsContextMut<Data = StoreData>, fuel: u64) {
    watchdog::begin_call(&mut store);
    set(store, fuel);
}

/// Takes a call's fee, and that for the `bytes` it reads or writes.
pub(super) fn charge(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> Result<()> {
    take(store, PER_HOST_CALL + PER_HOST_BYTE * bytes)
}

/// Takes the fee for `bytes` of a call whose own was taken.
pub(super) fn charge_bytes(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> Result<()> {
    take(store, PER_HOST_BYTE * bytes)
}

/// Takes the fee for a call that does the work of `calls` more.
pub(super) fn charge_calls(store: &mut StoreContextMut<'_, StoreData>, calls: u64) -> Result<()> {
    take(store, PER_HOST_CALL * calls)
}

/// Takes a fee. A bot that cannot pay is left with nothing, and stops at once.
pub(super) fn take(store: &mut StoreContextMut<'_, StoreData>, fee: u64) -> Result<()> {
    match left(&mut *store).checked_sub(fee) {
        Some(left) => {
            set(store, left);
            Ok(())
        }
        None => Err(Trap::OutOfFuel.into()),
    }
}
