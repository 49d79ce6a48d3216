//! `judge compile`: compiles one bot, from standard input to standard output, under limits.
//!
//! The judge starts itself so for every bot that it has not compiled before; nobody
//! else needs to.

use std::io::Read;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use judge_bots::{Allowance, FileKind, Task, compile_in_this_process};
use judge_core::error::Error;
use judge_play::GAMES;
use judge_play::wit::text::CONTRACT_BYTES_MAX;
use judge_sandbox::EngineVariant;

use crate::shared::options::on_a_deep_stack;

/// Compile one bot, from standard input to standard output
#[derive(Args)]
pub(super) struct Compile {
    /// The game that a bot is for
    game: String,
    /// The game is a file: so many bytes of its contract come before the bot
    #[arg(long)]
    contract: Option<usize>,
    /// It is no bot, but a game
    #[arg(long)]
    rules: bool,
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
    let &Compile { ref game, contract, rules, seconds, memory, threads, reserve, ref kept } = command;
    let variant = reserve.map_or(EngineVariant::Usual, |memory_bytes| EngineVariant::Tight { memory_bytes });
    // It is the judge that started this process who looks at the clock.
    let allowance = Allowance { seconds, memory_bytes: memory, wall: Duration::MAX };
    let cannot = |error: std::io::Error| Error::Machine(error.to_string());
    let kind = match contract {
        Some(bytes) => {
            let mut contract = vec![0; bytes.min(CONTRACT_BYTES_MAX)];
            std::io::stdin().read_exact(&mut contract).map_err(cannot)?;
            // The judge that started this process has read it.
            let contract = String::from_utf8_lossy(&contract);
            FileKind::bot_by_contract(game, &contract).map_err(Error::Machine)?
        }
        None if rules => FileKind::game(),
        None => match GAMES.iter().find(|known| known.name == game) {
            Some(known) => FileKind::bot(known.name),
            None => return Err(Error::Machine(format!("there is no game {game:?}"))),
        },
    };
    let task = Task { kind: &kind, variant, allowance: &allowance, threads, kept };
    // The first thread's stack depends on the system's settings, and grows while there is address space.
    let code = on_a_deep_stack(|| {
        compile_in_this_process(&task, std::io::stdin().lock(), std::io::stdout().lock())
    })?;
    code.map(ExitCode::from).map_err(|error| Error::Machine(error.to_string()))
}
