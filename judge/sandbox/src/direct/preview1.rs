//! The first WASI for core modules, as [`judge_wit::preview1`] has it: its real functions here, the others by the table.
//!
//! Nothing asks the machine or waits for it. Time is the bot's fuel, random numbers come of the game's seed, and waiting
//! puts the clock on. A call takes its fee, and one for each byte that it hands over. No address of a bot's is believed:
//! what it reads or writes is checked as a whole before anything happens.

use judge_wit::preview1::{
    self, Answer, BADF, CLOCKS, EVENT_BYTES, Errno, FUNCTIONS, INVAL, ITEMS_MAX, MODULE, Pieces, Preview1,
    STDERR, STDIN, STDOUT, SUBSCRIPTION_BYTES, SUCCESS, Subscription, is_open, range,
};
use wasmtime::{AsContextMut, Error, FuncType, Linker, Result, Val, ValType};
use wasmtime_wasi::I32Exit;

use super::host::{Bot, Form, at_once, begin, memory};
use crate::host::charge_bytes;
use crate::{StoreData, lines, wasi};

/// The reason why a call is not done.
enum Failed {
    /// The bot hears of it.
    Errno(Errno),
    /// The bot stops.
    Stop(Error),
}

impl From<Errno> for Failed {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Stop(error)
    }
}

type Done = std::result::Result<(), Failed>;

/// What the bot's call returns.
fn returned(done: Done) -> Result<u32> {
    match done {
        Ok(()) => Ok(SUCCESS.into()),
        Err(Failed::Errno(errno)) => Ok(errno.into()),
        Err(Failed::Stop(error)) => Err(error),
    }
}

pub(super) fn link(linker: &mut Linker<StoreData>, form: Form) -> Result<()> {
    link_streams(linker, form)?;
    for name in ["args_sizes_get", "environ_sizes_get"] {
        linker.func_wrap(MODULE, name, |mut bot: Bot<'_>, count: u32, bytes: u32| {
            returned(nothing(&mut bot, count, bytes))
        })?;
    }
    linker.func_wrap(MODULE, "clock_res_get", |mut bot: Bot<'_>, clock: u32, to: u32| {
        returned(resolution(&mut bot, clock, to))
    })?;
    linker.func_wrap(MODULE, "clock_time_get", |mut bot: Bot<'_>, clock: u32, _: u64, to: u32| {
        returned(time(&mut bot, clock, to))
    })?;
    linker
        .func_wrap(MODULE, "fd_close", |mut bot: Bot<'_>, stream: u32| returned(close(&mut bot, stream)))?;
    linker.func_wrap(MODULE, "fd_fdstat_get", |mut bot: Bot<'_>, stream: u32, to: u32| {
        returned(stat(&mut bot, stream, to))
    })?;
    linker.func_wrap(
        MODULE,
        "poll_oneoff",
        |mut bot: Bot<'_>, from: u32, to: u32, count: u32, happened: u32| {
            returned(poll(&mut bot, from, to, count, happened))
        },
    )?;
    linker.func_wrap(MODULE, "proc_exit", |mut bot: Bot<'_>, status: u32| {
        begin(&mut bot)?;
        Err::<(), _>(I32Exit(status.cast_signed()).into())
    })?;
    linker.func_wrap(MODULE, "random_get", |mut bot: Bot<'_>, to: u32, bytes: u32| {
        returned(random(&mut bot, to, bytes))
    })?;
    FUNCTIONS.iter().try_for_each(|function| link_by_table(linker, function))
}

/// Links reading and writing, which suspend a program that speaks lines.
fn link_streams(linker: &mut Linker<StoreData>, form: Form) -> Result<()> {
    type Given = (u32, u32, u32, u32);
    if form == Form::Called {
        linker.func_wrap(
            MODULE,
            "fd_read",
            |bot: Bot<'_>, stream: u32, list: u32, count: u32, to: u32| {
                returned(at_once(read(bot, stream, list, count, to)))
            },
        )?;
        linker.func_wrap(
            MODULE,
            "fd_write",
            |bot: Bot<'_>, stream: u32, list: u32, count: u32, to: u32| {
                returned(at_once(write(bot, stream, list, count, to)))
            },
        )?;
        return Ok(());
    }
    linker.func_wrap_async(MODULE, "fd_read", |bot: Bot<'_>, (stream, list, count, to): Given| {
        Box::new(async move { returned(read(bot, stream, list, count, to).await) })
    })?;
    linker.func_wrap_async(MODULE, "fd_write", |bot: Bot<'_>, (stream, list, count, to): Given| {
        Box::new(async move { returned(write(bot, stream, list, count, to).await) })
    })?;
    Ok(())
}

/// Links a function that has one answer by its descriptor.
fn link_by_table(linker: &mut Linker<StoreData>, function: &'static Preview1) -> Result<()> {
    if function.answer == Answer::Real {
        return Ok(());
    }
    let params =
        function.params.chars().map(|letter| if letter == 'i' { ValType::I32 } else { ValType::I64 });
    let ty = FuncType::new(linker.engine(), params, [ValType::I32]);
    linker.func_new(MODULE, function.name, ty, |mut bot, given, results| {
        begin(&mut bot)?;
        let errno = match function.answer {
            Answer::Stream(place, _)
                if !is_open(bot.data().open, given[place].unwrap_i32().cast_unsigned()) =>
            {
                BADF
            }
            Answer::Stream(_, errno) | Answer::Always(errno) => errno,
            Answer::Real => unreachable!("it is linked by itself"),
        };
        results[0] = Val::I32(errno.into());
        Ok(())
    })?;
    Ok(())
}

/// Says that there are no arguments, or no variables.
fn nothing(bot: &mut Bot<'_>, count: u32, bytes: u32) -> Done {
    begin(bot)?;
    let memory = memory(bot)?.data_mut(bot);
    range(memory, count, 4)?;
    put(memory, bytes, &[0; 4])?;
    put(memory, count, &[0; 4])
}

/// Writes an answer to a bot's memory.
fn put(memory: &mut [u8], to: u32, answer: &[u8]) -> Done {
    range(memory, to, answer.len() as u64)?;
    memory[to as usize..][..answer.len()].copy_from_slice(answer);
    Ok(())
}

fn resolution(bot: &mut Bot<'_>, clock: u32, to: u32) -> Done {
    begin(bot)?;
    CLOCKS.get(clock as usize).ok_or(INVAL)?;
    put(memory(bot)?.data_mut(bot), to, &1_u64.to_le_bytes())
}

fn time(bot: &mut Bot<'_>, clock: u32, to: u32) -> Done {
    begin(bot)?;
    let start = CLOCKS.get(clock as usize).ok_or(INVAL)?;
    let time = wasi::ask_clock(&mut bot.as_context_mut()).saturating_add(*start);
    put(memory(bot)?.data_mut(bot), to, &time.to_le_bytes())
}

fn close(bot: &mut Bot<'_>, stream: u32) -> Done {
    begin(bot)?;
    check_open(bot, stream)?;
    bot.data_mut().open[stream as usize] = false;
    Ok(())
}

fn check_open(bot: &Bot<'_>, stream: u32) -> Done {
    if is_open(bot.data().open, stream) { Ok(()) } else { Err(BADF.into()) }
}

fn stat(bot: &mut Bot<'_>, stream: u32, to: u32) -> Done {
    begin(bot)?;
    check_open(bot, stream)?;
    put(memory(bot)?.data_mut(bot), to, &preview1::stat(stream))
}

fn random(bot: &mut Bot<'_>, to: u32, bytes: u32) -> Done {
    begin(bot)?;
    let memory = memory(bot)?;
    range(memory.data(&*bot), to, bytes.into())?;
    charge_bytes(&mut bot.as_context_mut(), bytes.into())?;
    let (memory, data) = memory.data_and_store_mut(bot);
    data.wasi().random.fill(&mut memory[to as usize..][..bytes as usize]);
    Ok(())
}

async fn read(mut bot: Bot<'_>, stream: u32, list: u32, count: u32, to: u32) -> Done {
    begin(&mut bot)?;
    if stream != STDIN {
        return Err(BADF.into());
    }
    check_open(&bot, stream)?;
    let memory = memory(&bot)?;
    let pieces = Pieces::listed(memory.data(&bot), list, count)?;
    range(memory.data(&bot), to, 4)?;
    let mut read = 0;
    // A bot whose functions are called has nothing to read.
    if bot.data().talk.is_some() && pieces.bytes > 0 {
        let shared = lines::wait(&mut bot.as_context_mut()).await?;
        let (mut shared, memory) = (lines::lock(&shared), memory.data_mut(&mut bot));
        for place in pieces.places() {
            let piece = pieces.piece(memory, place)?;
            let taken = shared.talk.take(piece.len());
            memory[piece][..taken.len()].copy_from_slice(taken);
            read += taken.len() as u64;
        }
    }
    charge_bytes(&mut bot.as_context_mut(), read)?;
    let read = u32::try_from(read).expect("it was asked for no more");
    put(memory.data_mut(&mut bot), to, &read.to_le_bytes())
}

async fn write(mut bot: Bot<'_>, stream: u32, list: u32, count: u32, to: u32) -> Done {
    begin(&mut bot)?;
    if ![STDOUT, STDERR].contains(&stream) {
        return Err(BADF.into());
    }
    check_open(&bot, stream)?;
    let memory = memory(&bot)?;
    let pieces = Pieces::listed(memory.data(&bot), list, count)?;
    range(memory.data(&bot), to, 4)?;
    charge_bytes(&mut bot.as_context_mut(), pieces.bytes.into())?;
    let (bytes, data) = memory.data_and_store_mut(&mut bot);
    let is_answer = stream == STDOUT && data.talk.is_some();
    for place in pieces.places() {
        print(data, stream, &bytes[pieces.piece(bytes, place)?]);
    }
    put(bytes, to, &pieces.bytes.to_le_bytes())?;
    if is_answer {
        lines::printed(&mut bot.as_context_mut()).await?;
    }
    Ok(())
}

/// Prints to the judge, who reads the lines of a program, or to the log.
fn print(data: &mut StoreData, stream: u32, text: &[u8]) {
    match &data.talk {
        Some(shared) if stream == STDOUT => lines::lock(shared).talk.print(text, 0),
        _ => {
            let (wasi, log) = data.wasi_and_log();
            let output = if stream == STDOUT { &mut wasi.stdout } else { &mut wasi.stderr };
            output.lines.write(text, log);
        }
    }
}

fn poll(bot: &mut Bot<'_>, from: u32, to: u32, count: u32, happened: u32) -> Done {
    begin(bot)?;
    // Who waits for nothing would wait for ever.
    if count == 0 || count > ITEMS_MAX {
        return Err(INVAL.into());
    }
    let memory = memory(bot)?;
    let bytes = memory.data(&*bot);
    range(bytes, to, u64::from(count) * EVENT_BYTES as u64)?;
    range(bytes, happened, 4)?;
    let length = count as usize * SUBSCRIPTION_BYTES;
    range(bytes, from, length as u64)?;
    let awaited = Subscription::list(&bytes[from as usize..][..length])?;
    charge_bytes(&mut bot.as_context_mut(), length as u64)?;
    let (open, mut store) = (bot.data().open, bot.as_context_mut());
    let before = wasi::now(&mut store);
    let events = preview1::poll(&awaited, open, before, |moment| {
        wasi::sleep_until(&mut store, moment);
        wasi::now(&mut store)
    });
    let bytes = memory.data_mut(bot);
    put(bytes, to, &events)?;
    let count = u32::try_from(events.len() / EVENT_BYTES).expect("there are few");
    put(bytes, happened, &count.to_le_bytes())
}
