//! `judge compile`: compiles one bot, from standard input to standard output, under limits.
//!
//! The judge starts itself so for every bot that it has not compiled before; nobody
//! else needs to.

use std::io::{Read, Write};
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::entrant;
use crate::error::Error;
use crate::sandbox::Variant;
use crate::tournament::game_keys;

/// Compile one bot, from standard input to standard output
#[derive(Args)]
pub(super) struct Compile {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(game_keys().map(|keys| keys.game)))]
    game: String,
    /// Processor time for it
    #[arg(long)]
    seconds: u64,
    /// Bytes of address space for it
    #[arg(long)]
    memory: u64,
}

pub(super) fn compile(command: &Compile) -> Result<ExitCode, Error> {
    let cannot = |error: std::io::Error| Error::Host(error.to_string());
    entrant::limit_this_process(command.seconds, command.memory).map_err(cannot)?;
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(cannot)?;
    let compiled = entrant::compile(&bytes, &command.game, Variant::Usual);
    let (answer, code) = match &compiled {
        Ok(artifact) => (artifact.bytes(), ExitCode::SUCCESS),
        Err(problem) => (problem.as_bytes(), ExitCode::from(entrant::UNFIT)),
    };
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(answer).and_then(|()| stdout.flush()).map_err(cannot)?;
    Ok(code)
}
