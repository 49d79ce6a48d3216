//! The judge's interfaces for core modules: `judge:arena/host` and `source` for all, `lines` for interpreters of programs
//! that read lines.
//!
//! Each function is one body, which may wait. Of a bot whose functions are called nothing waits: [`Form::Called`].

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use judge_meter::price;
use judge_meter::prices::PER_ENTRY;
use judge_wit::abi;
use judge_wit::preview1::NO_MEMORY_YET;
use wasmtime::{AsContextMut, Caller, Error, Extern, Linker, Memory, Result, StoreContextMut, Trap};

use super::{REALLOC, Realloc};
use crate::fuel::{charge, take};
use crate::host::{bank_left, fuel_left, option};
use crate::stop::Misuse;
use crate::{HOST, LINES, SOURCE, StoreData, fuel, lines, wasi};

/// A core module that calls the judge.
pub(super) type Bot<'a> = Caller<'a, StoreData>;

/// The form of a bot: how its host's functions are linked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Its functions are called, on the judge's own stack.
    Called,
    /// It is a program on a stack of its own, and may wait for lines.
    Program,
}

/// Fuel of the detour through which a component calls a function of so many parameters that reads its memory, up to that
/// call: the function's beginning, its arguments, a number and an indirect call. Bots have paid it ever since, whatever
/// they are called as.
const fn detour(params: u64) -> u64 {
    PER_ENTRY + params * price!(LocalGet) as u64 + (price!(I32Const) + price!(CallIndirect)) as u64
}
/// Fuel of its end. A bot that lacks that has called even so, and stops soon after.
const DETOUR_BACK: u64 = price!(End) as u64;

pub(crate) fn link(linker: &mut Linker<StoreData>, form: Form) -> Result<()> {
    linker.func_wrap(HOST, "log", log)?;
    linker.func_wrap(HOST, "fuel-left", |mut bot: Bot<'_>| fuel_left(&mut allowed(&mut bot)?))?;
    linker.func_wrap(HOST, "bank-left", |mut bot: Bot<'_>| bank_left(&mut allowed(&mut bot)?))?;
    if form == Form::Called {
        linker.func_wrap(HOST, "get-option", move |bot: Bot<'_>, at: u32, length: u32, to: u32| {
            at_once(get_option(bot, form, at, length, to))
        })?;
        linker.func_wrap(SOURCE, "read", move |bot: Bot<'_>, to: u32| at_once(read_source(bot, form, to)))?;
        return Ok(());
    }
    linker.func_wrap_async(HOST, "get-option", move |bot: Bot<'_>, (at, length, to): (u32, u32, u32)| {
        Box::new(get_option(bot, form, at, length, to))
    })?;
    linker.func_wrap_async(SOURCE, "read", move |bot: Bot<'_>, (to,): (u32,)| {
        Box::new(read_source(bot, form, to))
    })?;
    link_lines(linker)
}

/// Offers interpreters without WASI the lines, the clock and the random numbers of their programs.
fn link_lines(linker: &mut Linker<StoreData>) -> Result<()> {
    linker.func_wrap_async(LINES, "read", |mut bot: Bot<'_>, (bytes, to): (u32, u32)| {
        Box::new(async move {
            let read = lines::read(&mut begin(&mut bot)?, bytes.into()).await?;
            hand_over(&mut bot, Form::Program, Some(&read), to, 0).await
        })
    })?;
    linker.func_wrap_async(LINES, "print", |mut bot: Bot<'_>, (at, length): (u32, u32)| {
        Box::new(async move {
            allowed(&mut bot)?;
            let text = text(&mut bot, at, length)?;
            charge(&mut bot.as_context_mut(), text.len() as u64)?;
            lines::print(&mut bot.as_context_mut(), text.as_bytes()).await
        })
    })?;
    linker.func_wrap(LINES, "now", |mut bot: Bot<'_>| Ok(wasi::ask_clock(&mut begin(&mut bot)?)))?;
    linker.func_wrap(LINES, "sleep", |mut bot: Bot<'_>, nanoseconds: u64| {
        wasi::sleep(&mut begin(&mut bot)?, nanoseconds);
        Ok(())
    })?;
    linker.func_wrap(LINES, "random", |mut bot: Bot<'_>| Ok(wasi::random_number(&mut begin(&mut bot)?)))?;
    Ok(())
}

/// What work comes to that waits for nothing.
fn at_once<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("only programs on a stack of their own wait"),
    }
}

fn log(mut bot: Bot<'_>, at: u32, length: u32) -> Result<()> {
    let line = detoured(&mut bot, at, length, 2)?;
    let mut store = bot.as_context_mut();
    charge(&mut store, line.len() as u64)?;
    store.data_mut().written.log.push(&line);
    come_back(&mut bot);
    Ok(())
}

async fn get_option(mut bot: Bot<'_>, form: Form, at: u32, length: u32, to: u32) -> Result<()> {
    let name = detoured(&mut bot, at, length, 3)?;
    let text = option(&mut bot.as_context_mut(), &name)?;
    // First whether there is one.
    write(&mut bot, to, &[u8::from(text.is_some())], 12)?;
    hand_over(&mut bot, form, text.as_deref().map(str::as_bytes), to, 4).await?;
    come_back(&mut bot);
    Ok(())
}

async fn read_source(mut bot: Bot<'_>, form: Form, to: u32) -> Result<()> {
    let mut store = allowed(&mut bot)?;
    let source = store.data().shared.source.clone();
    charge(&mut store, source.len() as u64)?;
    hand_over(&mut bot, form, Some(&source), to, 0).await
}

/// Takes the text that a bot hands over, and the fuel of the detour to the function that wants it.
fn detoured(bot: &mut Bot<'_>, at: u32, length: u32, params: u64) -> Result<String> {
    // A component's detour is a function, and a bot that enters one must have fuel.
    if fuel::left(&mut *bot) == 0 {
        return Err(Trap::OutOfFuel.into());
    }
    allowed(bot)?;
    let text = text(bot, at, length)?;
    take(&mut bot.as_context_mut(), detour(params))?;
    Ok(text)
}

fn come_back(bot: &mut Bot<'_>) {
    let left = fuel::left(&mut *bot).saturating_sub(DETOUR_BACK);
    fuel::set(bot, left);
}

fn text(bot: &mut Bot<'_>, at: u32, length: u32) -> Result<String> {
    let memory = memory(bot)?;
    let bytes_max = bot.as_context_mut().hostcall_fuel();
    let text = abi::text(memory.data(&*bot), at as usize, length as usize, bytes_max);
    text.map(str::to_owned).map_err(|malformed| Error::msg(malformed.to_string()))
}

/// Puts bytes, if there are any, into room that the bot makes in the midst of its call, and their address and number behind
/// the first `skipped` bytes of the answer at `to`.
async fn hand_over(bot: &mut Bot<'_>, form: Form, bytes: Option<&[u8]>, to: u32, skipped: u32) -> Result<()> {
    write(bot, to, &[], u64::from(skipped) + 8)?;
    let Some(bytes) = bytes else { return Ok(()) };
    let realloc = bot.get_export(REALLOC).and_then(Extern::into_func);
    let realloc = realloc.ok_or_else(|| {
        Misuse(format!("it does not export {REALLOC}, which makes room for what the judge hands over"))
    })?;
    let realloc: Realloc = realloc.typed(&*bot)?;
    let length = u32::try_from(bytes.len())?;
    bot.data_mut().may_call = false;
    let at = call(&realloc, bot, form, (0, 0, 1, length)).await?;
    bot.data_mut().may_call = true;
    let room =
        memory(bot)?.data_mut(&mut *bot).get_mut(at as usize..).and_then(|room| room.get_mut(..bytes.len()));
    room.ok_or_else(|| Error::msg("realloc return: beyond end of memory"))?.copy_from_slice(bytes);
    let place = [at, length].map(u32::to_le_bytes).concat();
    write(bot, to + skipped, &place, 8)
}

async fn call(realloc: &Realloc, bot: &mut Bot<'_>, form: Form, params: (u32, u32, u32, u32)) -> Result<u32> {
    match form {
        Form::Called => realloc.call(&mut *bot, params),
        Form::Program => realloc.call_async(&mut *bot, params).await,
    }
}

/// Writes to an answer of so many bytes, which the bot has room for at a multiple of four.
fn write(bot: &mut Bot<'_>, to: u32, bytes: &[u8], room: u64) -> Result<()> {
    if !to.is_multiple_of(4) {
        return Err(Error::msg("pointer not aligned"));
    }
    let memory = memory(bot)?.data_mut(bot);
    if u64::from(to) + room > memory.len() as u64 {
        return Err(Error::msg("pointer out of bounds of memory"));
    }
    memory[to as usize..][..bytes.len()].copy_from_slice(bytes);
    Ok(())
}

/// The memory of a bot that calls.
pub(super) fn memory(bot: &Bot<'_>) -> Result<Memory> {
    bot.data().core_memory.ok_or_else(|| Misuse(NO_MEMORY_YET.into()).into())
}

/// Begins a call: it is allowed, and takes its fee.
pub(super) fn begin<'a>(bot: &'a mut Bot<'_>) -> Result<StoreContextMut<'a, StoreData>> {
    let mut store = allowed(bot)?;
    charge(&mut store, 0)?;
    Ok(store)
}

/// The store of a bot that calls, which it must not when it makes room for a question, or cleans up after an answer.
fn allowed<'a>(bot: &'a mut Bot<'_>) -> Result<StoreContextMut<'a, StoreData>> {
    if bot.data().may_call { Ok(bot.as_context_mut()) } else { Err(Trap::CannotLeaveComponent.into()) }
}
