//! A bot's fuel, whoever counts it: wasmtime, or the bot's own code with [`probes`](super::Probe) in it.

pub(crate) mod probe;

use judge_meter::calls::answer;
use wasmtime::{AsContextMut, Val};

use super::StoreData;
use crate::fuel::probe::Meter;

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
