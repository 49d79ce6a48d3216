//! `judge merge`: puts the parts of a tournament together, as if one machine had played it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::cluster::{self, MergeRequest, Missing};
use judge_core::error::Error;
use judge_core::play::Runner;
use judge_core::tournament::{Share, Tournament};

use super::run::{SAME_COMMAND, end};
use crate::shared::number::whole;
use crate::shared::options::{LockOptions, RunOptions, cancel_on_interrupt, seed_or_random};
use crate::shared::screen::StandingsOptions;

/// Put the parts of a tournament together; exit code 3 if another stage is to be played
#[derive(Args)]
pub(crate) struct Merge {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// The parts' folders, or their journals [default: results/TOURNAMENT/shard-*]
    parts: Vec<PathBuf>,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play the games that are in no part on this machine
    #[arg(long)]
    play_missing: bool,
    /// Replay this share of the games, such as 2%, and write no results if one differs
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, default_value = "1%")]
    audit: Share,
    /// Seed of the audit's sample [default: a new one each time, which is shown]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    locking: LockOptions,
    #[command(flatten)]
    standings: StandingsOptions,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn merge(command: &Merge) -> Result<ExitCode, Error> {
    let reporter = command.options.reporter();
    let tournament = Tournament::read_with(&command.tournament, &command.options.game_files()?)?;
    let request = MergeRequest {
        parts: command.parts.clone(),
        out: command.out.clone(),
        missing: if command.play_missing { Missing::Played } else { Missing::Told },
        audit: command.audit,
        seed: seed_or_random(command.seed)?,
        locking: command.locking.locking(),
    };
    let runner = Runner::new(tournament, &command.options.options()?, &reporter)?;
    let ended = cluster::merge(&runner, &request, &*cancel_on_interrupt()?, &reporter)?;
    end(&ended, &command.standings, &command.options, SAME_COMMAND)
}
