//! `judge compile`: compiles one bot, from standard input to standard output, under limits.
//!
//! The judge starts itself so for every bot that it has not compiled before; nobody
//! else needs to.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use judge_bots::{Allowance, Task, compile_in_this_process};
use judge_core::error::Error;
use judge_play::GAMES;
use judge_sandbox::Variant;

use super::options::on_a_deep_stack;

/// Compile one bot, from standard input to standard output
#[derive(Args)]
pub(super) struct Compile {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.name)))]
    game: String,
    /// Seconds of processor time
    #[arg(long)]
    seconds: u64,
    /// Bytes of address space
    #[arg(long)]
    memory: u64,
    /// Threads to compile on
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Bytes of address space for a memory, if it is scarce where the bot runs
    #[arg(long)]
    reserve: Option<u64>,
    /// The number of a large core module in it that is compiled already
    #[arg(long)]
    kept: Vec<usize>,
}

pub(super) fn compile(command: &Compile) -> Result<ExitCode, Error> {
    let &Compile { ref game, seconds, memory, threads, reserve, ref kept } = command;
    let variant = reserve.map_or(Variant::Usual, |memory_bytes| Variant::Tight { memory_bytes });
    // It is the judge that started this process who looks at the clock.
    let allowance = Allowance { seconds, memory_bytes: memory, wall: Duration::MAX };
    let task = Task { game, variant, allowance: &allowance, threads, kept };
    // The first thread's stack depends on the system's settings, and grows while there is address space.
    let code = on_a_deep_stack(|| {
        compile_in_this_process(&task, std::io::stdin().lock(), std::io::stdout().lock())
    })?;
    code.map(ExitCode::from).map_err(|error| Error::Machine(error.to_string()))
}
