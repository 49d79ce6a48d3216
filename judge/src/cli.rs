//! The command line: one file per subcommand.

mod games;
mod interrupt;
mod output;
mod progress;
mod run;
mod wit;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Error;

/// Runs tournaments between WebAssembly bots nobody has to trust.
#[derive(Parser)]
#[command(version, about)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    /// List the games, with what a tournament's file may say about them
    Games,
    Wit(wit::Wit),
}

/// Does what the command line asks for.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn execute(arguments: Arguments) -> Result<ExitCode, Error> {
    match arguments.command {
        Command::Run(command) => run::run(&command),
        Command::Games => Ok(games::games()),
        Command::Wit(command) => Ok(wit::wit(&command)),
    }
}
