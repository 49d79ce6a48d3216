//! The interface `judge:arena/host` for core modules: the same functions, the same fees, the same checks.

use judge_meter::price;
use judge_meter::prices::PER_ENTRY;
use wasmtime::{AsContextMut, Caller, Linker, Trap};

use crate::host::{charge, take};
use crate::{HOST, StoreData, fuel};
use judge_wit::abi;

/// Fuel of the detour through which a component calls the function that reads its memory, up to that call: the
/// function's beginning, two arguments, a number and an indirect call.
const DETOUR: u64 = PER_ENTRY + (2 * price!(LocalGet) + price!(I32Const) + price!(CallIndirect)) as u64;
/// Fuel of its end. A bot that lacks that has called even so, and stops soon after.
const DETOUR_BACK: u64 = price!(End) as u64;

/// The name of the function that reads a bot's memory.
pub(super) const LOG: &str = "log";

pub(crate) fn link(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    linker.func_wrap(HOST, LOG, log)?;
    linker.func_wrap(HOST, "fuel-left", fuel_left)?;
    linker.func_wrap(HOST, "bank-left", bank_left)?;
    Ok(())
}

fn log(mut caller: Caller<'_, StoreData>, at: u32, length: u32) -> wasmtime::Result<()> {
    // A component's detour is a function, and a bot that enters one must have fuel.
    if fuel::left(&caller) == 0 {
        return Err(Trap::OutOfFuel.into());
    }
    // And it leads nowhere before the bot has started.
    let memory = caller.data().direct_memory.ok_or(Trap::IndirectCallToNull)?;
    check_may_call(&caller)?;
    let mut store = caller.as_context_mut();
    let bytes_max = store.hostcall_fuel();
    let line = abi::text(memory.data(&store), at as usize, length as usize, bytes_max)
        .map_err(|malformed| wasmtime::Error::msg(malformed.to_string()))?
        .to_owned();
    take(&mut store, DETOUR)?;
    charge(&mut store, line.len() as u64)?;
    store.data_mut().log.push(&line);
    let left = fuel::left(&store).saturating_sub(DETOUR_BACK);
    fuel::set(&mut store, left);
    Ok(())
}

fn fuel_left(mut caller: Caller<'_, StoreData>) -> wasmtime::Result<u64> {
    check_may_call(&caller)?;
    crate::host::fuel_left(&mut caller.as_context_mut())
}

fn bank_left(mut caller: Caller<'_, StoreData>) -> wasmtime::Result<u64> {
    check_may_call(&caller)?;
    crate::host::bank_left(&mut caller.as_context_mut())
}

/// A bot that makes room for a question, or cleans up after an answer, must not call.
fn check_may_call(caller: &Caller<'_, StoreData>) -> wasmtime::Result<()> {
    if caller.data().may_call { Ok(()) } else { Err(Trap::CannotLeaveComponent.into()) }
}
