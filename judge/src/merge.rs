//! `judge merge`: puts the parts of a tournament together, as if one machine had played it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::Error;
use judge_core::run::{self, Runner};
use judge_core::tournament::Tournament;

use super::options::{RunOptions, cancel_on_interrupt};
use super::run::{SAME_COMMAND, end};
use super::shown::Shown;

/// Put the parts of a tournament together that were played with --shard
#[derive(Args)]
pub(super) struct Merge {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// The parts' folders [default: results/TOURNAMENT/shard-*]
    parts: Vec<PathBuf>,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn merge(command: &Merge) -> Result<ExitCode, Error> {
    let reporter = command.options.reporter();
    let tournament = Tournament::read(&command.tournament)?;
    let runner = Runner::new(tournament, &command.options.options()?, &reporter)?;
    let cancellation = cancel_on_interrupt()?;
    let ended = run::merge(&runner, &command.parts, command.out.as_deref(), &cancellation, &reporter)?;
    end(&ended, &command.shown, &command.options, SAME_COMMAND)
}
