//! A bot's fuel, whoever counts it: wasmtime, or the bot's own code with [`probes`](super::Probe) in it.

use judge_meter::calls::answer;
use wasmtime::{AsContext, AsContextMut};

use super::StoreData;

/// The fuel that is left.
#[inline]
pub(super) fn left(store: impl AsContext<Data = StoreData>) -> u64 {
    let store = store.as_context();
    match &store.data().meter {
        Some(meter) => answer(meter.left),
        None => store.get_fuel().expect("fuel is on"),
    }
}

/// Sets it.
#[inline]
pub(super) fn set(mut store: impl AsContextMut<Data = StoreData>, fuel: u64) {
    let mut store = store.as_context_mut();
    match &mut store.data_mut().meter {
        Some(meter) => meter.left = i64::try_from(fuel).unwrap_or(i64::MAX),
        None => store.set_fuel(fuel).expect("fuel is on"),
    }
}
