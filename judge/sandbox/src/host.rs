//! The interfaces `judge:arena/host`, `judge:arena/source` and `judge:arena/lines`, by which a bot calls the judge.

use wasmtime::StoreContextMut;
use wasmtime::component::{Linker, WasmStr};

use super::{StoreData, fuel, lines, wasi};
use judge_meter::prices::{PER_HOST_BYTE, PER_HOST_CALL};

/// A bot that calls the judge.
type Caller<'a> = StoreContextMut<'a, StoreData>;

pub(super) fn link(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut host = linker.instance(super::HOST)?;
    host.func_wrap("log", |mut store: StoreContextMut<'_, StoreData>, (line,): (WasmStr,)| {
        let text = line.to_str(&store)?.into_owned();
        charge(&mut store, text.len() as u64)?;
        store.data_mut().written.log.push(&text);
        Ok(())
    })?;
    host.func_wrap("fuel-left", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        fuel_left(&mut store).map(|left| (left,))
    })?;
    host.func_wrap("bank-left", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        bank_left(&mut store).map(|left| (left,))
    })?;
    host.func_wrap("get-option", |mut store: StoreContextMut<'_, StoreData>, (name,): (WasmStr,)| {
        let name = name.to_str(&store)?.into_owned();
        option(&mut store, &name).map(|text| (text,))
    })?;
    linker.instance(super::SOURCE)?.func_wrap("read", |mut store: StoreContextMut<'_, StoreData>, (): ()| {
        let source = store.data().shared.source.clone();
        charge(&mut store, source.len() as u64)?;
        Ok((source,))
    })
}

/// Offers programs that speak lines their standard streams, clock and random numbers, for interpreters without WASI.
pub(super) fn link_lines(linker: &mut Linker<StoreData>) -> wasmtime::Result<()> {
    let mut interface = linker.instance(super::LINES)?;
    interface.func_wrap_async("read", |mut store: Caller<'_>, (bytes,): (u32,)| {
        Box::new(async move {
            charge(&mut store, 0)?;
            Ok((lines::read(&mut store, bytes.into()).await?,))
        })
    })?;
    interface.func_wrap_async("print", |mut store: Caller<'_>, (text,): (WasmStr,)| {
        Box::new(async move {
            let text = text.to_str(&store)?.into_owned();
            charge(&mut store, text.len() as u64)?;
            lines::print(&mut store, text.as_bytes()).await
        })
    })?;
    interface.func_wrap("now", |mut store: Caller<'_>, (): ()| {
        charge(&mut store, 0)?;
        Ok((wasi::ask_clock(&mut store),))
    })?;
    interface.func_wrap("sleep", |mut store: Caller<'_>, (nanoseconds,): (u64,)| {
        charge(&mut store, 0)?;
        wasi::sleep(&mut store, nanoseconds);
        Ok(())
    })?;
    interface.func_wrap("random", |mut store: Caller<'_>, (): ()| {
        charge(&mut store, 0)?;
        Ok((wasi::random_number(&mut store),))
    })
}

/// The fuel that a bot may still spend in its turn.
pub(super) fn fuel_left(store: &mut StoreContextMut<'_, StoreData>) -> wasmtime::Result<u64> {
    charge(store, 0)?;
    // While a bot is started it has no turn, and the fuel for that depends on the host.
    let has_turn = store.data().game_time.is_running();
    Ok(if has_turn { fuel::left(&mut *store) } else { 0 })
}

/// The fuel that a bot may still spend in its game, this turn included.
pub(super) fn bank_left(store: &mut StoreContextMut<'_, StoreData>) -> wasmtime::Result<u64> {
    // While a bot is started nothing is beyond its fuel either.
    let left = fuel_left(store)?;
    Ok(left + store.data().bank_beyond)
}

/// The text of an option, if the bot has one of this name.
pub(super) fn option(
    store: &mut StoreContextMut<'_, StoreData>,
    name: &str,
) -> wasmtime::Result<Option<String>> {
    let text = store.data().options.get(name).map(str::to_owned);
    charge(store, (name.len() + text.as_ref().map_or(0, String::len)) as u64)?;
    Ok(text)
}

/// Takes a call's fee, and that for the `bytes` it reads or writes.
pub(super) fn charge(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> wasmtime::Result<()> {
    take(store, PER_HOST_CALL + PER_HOST_BYTE * bytes)
}

/// Takes the fee for `bytes` of a call whose own was taken.
pub(super) fn charge_bytes(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> wasmtime::Result<()> {
    take(store, PER_HOST_BYTE * bytes)
}

/// Takes the fee for a call that does the work of `calls` more.
pub(super) fn charge_calls(store: &mut StoreContextMut<'_, StoreData>, calls: u64) -> wasmtime::Result<()> {
    take(store, PER_HOST_CALL * calls)
}

/// Takes a fee. A bot that cannot pay is left with nothing, and stops at once.
pub(super) fn take(store: &mut StoreContextMut<'_, StoreData>, fee: u64) -> wasmtime::Result<()> {
    match fuel::left(&mut *store).checked_sub(fee) {
        Some(left) => {
            fuel::set(store, left);
            Ok(())
        }
        None => Err(wasmtime::Trap::OutOfFuel.into()),
    }
}
