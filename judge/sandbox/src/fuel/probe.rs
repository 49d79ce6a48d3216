//! The host's side of the probes in a module that counts its fuel itself.

use judge_meter::PROBE;
use wasmtime::{Caller, Linker, Trap};

use crate::store_data::meter::Meter;
use crate::{StoreData, fuel};

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
