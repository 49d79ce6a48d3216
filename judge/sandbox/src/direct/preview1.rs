//! The first WASI for core modules: [`judge_wit::preview1`] with the bot's memory, fuel and streams.
//!
//! Nothing asks the machine or waits for it. Time is the bot's fuel, random numbers come of the game's seed, and waiting
//! puts the clock on.

use std::borrow::Cow;

use judge_wit::preview1::{
    Answer, Caller, FUNCTIONS, MODULE, Outcome, Preview1, STDOUT, STREAMS, SUCCESS, call,
};
use wasmtime::{AsContextMut, Error, FuncType, Linker, Memory, Result, Val, ValType};
use wasmtime_wasi::I32Exit;

use super::host::{Bot, Form, begin, memory};
use crate::fuel::charge_bytes;
use crate::store_data::exchange::{SharedExchange, lock};
use crate::{StoreData, lines, wasi};

pub(super) fn link(linker: &mut Linker<StoreData>, form: Form) -> Result<()> {
    FUNCTIONS.iter().try_for_each(|function| {
        match function.answer {
            // A search asks for the time again and again.
            Answer::Time => {
                linker.func_wrap(
                    MODULE,
                    function.name,
                    move |bot: Bot<'_>, clock: u32, precise: u64, to: u32| {
                        at_once(function, bot, &[clock.into(), precise, to.into()])
                    },
                )?;
            }
            Answer::Read | Answer::Write if form == Form::Program => {
                linker.func_wrap_async(MODULE, function.name, move |bot: Bot<'_>, given| {
                    Box::new(may_wait(function, bot, given))
                })?;
            }
            _ => link_by_table(linker, function)?,
        }
        Ok(())
    })
}

/// Links a function with the type that the table says.
fn link_by_table(linker: &mut Linker<StoreData>, function: &'static Preview1) -> Result<()> {
    let params =
        function.params.chars().map(|letter| if letter == 'i' { ValType::I32 } else { ValType::I64 });
    let ty = FuncType::new(linker.engine(), params, function.returns().then_some(ValType::I32));
    linker.func_new(MODULE, function.name, ty, move |bot, given, results| {
        let word = |given: &Val| match given {
            Val::I64(number) => number.cast_unsigned(),
            number => number.unwrap_i32().cast_unsigned().into(),
        };
        let errno = at_once(function, bot, &given.iter().map(word).collect::<Vec<_>>())?;
        results[0] = Val::I32(errno.cast_signed());
        Ok(())
    })?;
    Ok(())
}

/// What a call returns that waits for nothing.
fn at_once(function: &Preview1, mut bot: Bot<'_>, given: &[u64]) -> Result<u32> {
    begin(&mut bot)?;
    match call(function, given, &mut Calling::new(&mut bot))? {
        Outcome::Returned(errno) => Ok(errno.into()),
        _ => unreachable!("only programs on a stack of their own wait"),
    }
}

/// What a call returns within which a program may be suspended.
async fn may_wait(
    function: &'static Preview1,
    mut bot: Bot<'_>,
    (stream, list, count, to): (u32, u32, u32, u32),
) -> Result<u32> {
    begin(&mut bot)?;
    loop {
        let given = [stream, list, count, to].map(u64::from);
        let outcome = call(function, &given, &mut Calling::new(&mut bot))?;
        if let Outcome::Returned(errno) = outcome {
            return Ok(errno.into());
        }
        lines::pause(&mut bot.as_context_mut()).await?;
        if outcome == Outcome::Answered {
            return Ok(SUCCESS.into());
        }
    }
}

/// A bot in its call.
struct Calling<'a, 'b> {
    bot: &'a mut Bot<'b>,
    memory: Option<Memory>,
    /// The lines of a program that reads them.
    talk: Option<SharedExchange>,
}

impl<'a, 'b> Calling<'a, 'b> {
    fn new(bot: &'a mut Bot<'b>) -> Self {
        let (memory, talk) = (bot.data().core_memory, bot.data().talk.clone());
        Self { bot, memory, talk }
    }

    /// Its memory, of which a place was checked.
    fn memory(&self) -> Memory {
        self.memory.expect("a place in it was checked")
    }
}

impl Caller for Calling<'_, '_> {
    type Stop = Error;

    fn memory_bytes(&mut self) -> Result<u64> {
        Ok(memory(self.bot)?.data_size(&*self.bot) as u64)
    }

    fn load(&self, at: u32, bytes: u32) -> Cow<'_, [u8]> {
        self.memory().data(&*self.bot)[at as usize..][..bytes as usize].into()
    }

    fn store(&mut self, at: u32, bytes: &[u8]) {
        self.memory().data_mut(&mut *self.bot)[at as usize..][..bytes.len()].copy_from_slice(bytes);
    }

    fn charge(&mut self, bytes: u64) -> Result<()> {
        charge_bytes(&mut self.bot.as_context_mut(), bytes)
    }

    fn open(&mut self) -> &mut [bool; STREAMS] {
        &mut self.bot.data_mut().open
    }

    fn ask_clock(&mut self) -> u64 {
        wasi::ask_clock(&mut self.bot.as_context_mut())
    }

    fn sleep_until(&mut self, moment: u64) -> u64 {
        let mut store = self.bot.as_context_mut();
        wasi::sleep_until(&mut store, moment);
        wasi::now(&mut store)
    }

    fn randomize(&mut self, at: u32, bytes: u32) {
        let (memory, data) = self.memory().data_and_store_mut(&mut *self.bot);
        data.wasi().random.fill(&mut memory[at as usize..][..bytes as usize]);
    }

    fn is_ready(&mut self) -> Result<bool> {
        self.talk.as_ref().map_or(Ok(true), |talk| Ok(lock(talk).talk.is_ready()?))
    }

    fn read(&mut self, at: u32, bytes: u32) -> u32 {
        let Some(talk) = &self.talk else { return 0 };
        let mut talk = lock(talk);
        let taken = talk.talk.take(bytes as usize);
        self.memory().data_mut(&mut *self.bot)[at as usize..][..taken.len()].copy_from_slice(taken);
        u32::try_from(taken.len()).expect("it was asked for no more")
    }

    fn print(&mut self, stream: u32, at: u32, bytes: u32) {
        let (memory, data) = self.memory().data_and_store_mut(&mut *self.bot);
        let text = &memory[at as usize..][..bytes as usize];
        match &self.talk {
            Some(talk) if stream == STDOUT => lock(talk).talk.print(text, 0),
            _ => {
                let (wasi, log) = data.wasi_and_log();
                let output = if stream == STDOUT { &mut wasi.stdout } else { &mut wasi.stderr };
                output.lines.write(text, log);
            }
        }
    }

    fn is_answered(&mut self) -> Result<bool> {
        self.talk.as_ref().map_or(Ok(false), |talk| Ok(lock(talk).talk.is_answered()?))
    }

    fn exit(&self, status: u32) -> Error {
        I32Exit(status.cast_signed()).into()
    }
}
