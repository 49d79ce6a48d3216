//! The command line: one file per subcommand.

mod compile;
mod games;
mod inputs;
mod interrupt;
mod merge;
mod output;
mod progress;
mod relative;
mod repro;
mod results;
mod run;
mod setting;
mod shard;
mod verify;
mod wit;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Error;
use crate::printable;

/// Runs tournaments between WebAssembly bots nobody has to trust.
#[derive(Parser)]
#[command(version = crate::VERSION, about)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Merge(merge::Merge),
    Verify(verify::Verify),
    Repro(repro::Repro),
    /// List the games, with what a tournament's file may say about them
    Games,
    Wit(wit::Wit),
    #[command(hide = true)]
    Compile(compile::Compile),
}

/// Has panics told on one line each, in place of a text that overwrites the progress.
///
/// A panic is the judge's own fault. One in a game makes that game void; one
/// elsewhere ends the process.
pub fn tell_panics_on_a_line() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
        let text = printable::panic_text(info.payload());
        let _ = writeln!(std::io::stderr(), "error: the judge broke down{place}: {text}; please report it");
    }));
}

/// Does what the command line asks for.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn execute(arguments: Arguments) -> Result<ExitCode, Error> {
    match arguments.command {
        Command::Run(command) => run::run(&command),
        Command::Merge(command) => merge::merge(&command),
        Command::Verify(command) => verify::verify(&command),
        Command::Repro(command) => repro::repro(&command),
        Command::Games => Ok(games::games()),
        Command::Wit(command) => Ok(wit::wit(&command)),
        Command::Compile(command) => compile::compile(&command),
    }
}
