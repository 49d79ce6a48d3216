//! The interfaces `judge:arena/host`, `judge:arena/source` and `judge:arena/lines`, by which a component calls the judge.
//! Core modules have the same ones, in `direct/host`.

use wasmtime::component::{Linker, WasmStr};
use wasmtime::{Result, StoreContextMut};

use super::fuel::charge;
use super::wasi::Interface;
use super::{StoreData, fuel, lines, wasi};

/// A bot that calls the judge.
type Caller<'a> = StoreContextMut<'a, StoreData>;

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut host = linker.instance(super::HOST)?;
    host.func_wrap("log", |mut store: Caller<'_>, (line,): (WasmStr,)| {
        let text = line.to_str(&store)?.into_owned();
        charge(&mut store, text.len() as u64)?;
        store.data_mut().written.log.push(&text);
        Ok(())
    })?;
    host.func_wrap("fuel-left", |mut store: Caller<'_>, (): ()| Ok((fuel_left(&mut store)?,)))?;
    host.func_wrap("bank-left", |mut store: Caller<'_>, (): ()| Ok((bank_left(&mut store)?,)))?;
    host.func_wrap("get-option", |mut store: Caller<'_>, (name,): (WasmStr,)| {
        let name = name.to_str(&store)?.into_owned();
        Ok((option(&mut store, &name)?,))
    })?;
    linker.instance(super::SOURCE)?.func_wrap("read", |mut store: Caller<'_>, (): ()| {
        let source = store.data().shared.source.clone();
        charge(&mut store, source.len() as u64)?;
        Ok((source,))
    })?;
    link_lines(linker)
}

/// Offers interpreters without WASI their standard streams, clock and random numbers.
fn link_lines(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut interface = Interface(linker.instance(super::LINES)?);
    interface.0.func_wrap_async("read", |mut store: Caller<'_>, (bytes,): (u32,)| {
        Box::new(async move {
            charge(&mut store, 0)?;
            Ok((lines::read(&mut store, bytes.into()).await?,))
        })
    })?;
    interface.0.func_wrap_async("print", |mut store: Caller<'_>, (text,): (WasmStr,)| {
        Box::new(async move {
            let text = text.to_str(&store)?.into_owned();
            charge(&mut store, text.len() as u64)?;
            lines::print(&mut store, text.as_bytes()).await
        })
    })?;
    interface.function("now", |store, (): ()| Ok((wasi::ask_clock(store),)))?;
    interface.function("sleep", |store, (nanoseconds,): (u64,)| {
        wasi::sleep(store, nanoseconds);
        Ok(())
    })?;
    interface.function("random", |store, (): ()| Ok((wasi::random_number(store),)))
}

/// The fuel that a bot may still spend in its turn.
pub(super) fn fuel_left(store: &mut Caller<'_>) -> Result<u64> {
    charge(store, 0)?;
    // While a bot is started it has no turn, and the fuel for that depends on the host.
    let has_turn = store.data().game_time.is_running();
    Ok(if has_turn { fuel::left(&mut *store) } else { 0 })
}

/// The fuel that a bot may still spend in its game, this turn included.
pub(super) fn bank_left(store: &mut Caller<'_>) -> Result<u64> {
    // While a bot is started nothing is beyond its fuel either.
    let left = fuel_left(store)?;
    Ok(left + store.data().bank_beyond)
}

/// The text of an option, if the bot has one of this name.
pub(super) fn option(store: &mut Caller<'_>, name: &str) -> Result<Option<String>> {
    let text = store.data().options.get(name).map(str::to_owned);
    charge(store, (name.len() + text.as_ref().map_or(0, String::len)) as u64)?;
    Ok(text)
}
