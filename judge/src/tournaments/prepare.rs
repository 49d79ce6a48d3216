//! `judge prepare`: compiles all bots of a tournament before it is played.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::cluster;
use judge_core::error::Error;
use judge_core::tournament::Tournament;
use judge_play::text::{count, sanitize_path};

use crate::shared::options::RunOptions;
use crate::shared::output::print;

/// Compile all bots of a tournament, so that every machine of a cluster can start at once
#[derive(Args)]
pub(crate) struct Prepare {
    /// The tournament's TOML file
    tournament: PathBuf,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn prepare(command: &Prepare) -> Result<ExitCode, Error> {
    let reporter = command.options.reporter();
    let tournament = Tournament::read_with(&command.tournament, &command.options.game_files()?)?;
    let (bots, folder) = cluster::prepare(tournament, &command.options.options()?, &reporter)?;
    if !command.options.quiet {
        let (bots, folder) = (count(bots as u64, "bot"), sanitize_path(&folder));
        print(&format!("compiled: {bots}, in {folder}\n"));
    }
    Ok(ExitCode::SUCCESS)
}
