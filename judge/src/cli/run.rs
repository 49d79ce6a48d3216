//! `judge run`: plays a tournament and writes its results.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::output::Folder;
use super::progress::Progress;
use crate::arena::{self, GameResult};
use crate::entrant::{self, Entrant};
use crate::error::Error;
use crate::referee::Verdict;
use crate::sandbox::{Limits, Sandbox};
use crate::schedule::{Round, round_robin};
use crate::standings::{score, standings};
use crate::tournament::Tournament;
use crate::{game, report};

/// The most games at a time: each needs address space for its bots' memories.
const JOBS_MAX: i64 = 256;

/// Play a tournament and write its results
#[derive(Args)]
pub(super) struct Run {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// Games played at a time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=JOBS_MAX))]
    jobs: Option<u16>,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show neither progress nor the final table
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(command: &Run) -> Result<ExitCode, Error> {
    let tournament = Tournament::read(&command.tournament)?;
    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = command.jobs.map_or_else(processors, usize::from);
    let threads = threads(jobs)?;
    let sandbox = sandbox(&tournament, jobs)?;
    let entrants = threads.install(|| entrant::load_all(&tournament, &sandbox))?;
    let out = command.out.clone().unwrap_or_else(|| Path::new("results").join(tournament.stem()));
    let folder = Folder::create(&out)?;

    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let rounds: Vec<Round> =
        round_robin(&names, tournament.rules.seats(), tournament.rounds, tournament.seed).collect();
    let games = rounds.iter().map(|round| round.fixtures().count()).sum();
    let progress = Progress::new(games, command.quiet);
    let play = game::player(&tournament, &sandbox, &entrants);
    let results =
        threads.install(|| arena::play_all(&rounds, tournament.faults, play, || progress.advance()));
    progress.finish();

    publish(command, &tournament, &entrants, &rounds, &results, folder)
}

/// Writes the results' files, prints the table, and tells of void games.
fn publish(
    command: &Run,
    tournament: &Tournament,
    entrants: &[Entrant],
    rounds: &[Round],
    results: &[GameResult],
    folder: Folder,
) -> Result<ExitCode, Error> {
    let games = || score(rounds, results, tournament.faults);
    let standings = standings(entrants.len(), games());
    let path = folder.write(
        &report::results_csv(&standings, entrants),
        &report::games_csv(games(), &standings, entrants),
        &report::manifest_toml(tournament, entrants),
    )?;
    if !command.quiet {
        let table = report::table(&tournament.title, &standings, entrants);
        super::output::print(&format!("{table}\nwritten to {}\n", path.display()));
    }
    match results.iter().filter(|result| is_void(result)).count() {
        0 => Ok(ExitCode::SUCCESS),
        void => Err(Error::Host(format!(
            "{void} games are void, for reasons in games.csv that lie with this machine; nobody has points for them"
        ))),
    }
}

fn is_void(result: &GameResult) -> bool {
    matches!(result, GameResult::Played(record) if matches!(record.verdict, Verdict::Void(_)))
}

fn threads(jobs: usize) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(Limits::THREAD_STACK_BYTES)
        .build()
        .map_err(|error| Error::Host(format!("{jobs} threads cannot be started: {error}")))
}

/// A sandbox with room for a game on each thread, and two instances to spare.
fn sandbox(tournament: &Tournament, jobs: usize) -> Result<Sandbox, Error> {
    let instances_max = u32::try_from(jobs * tournament.rules.seats() + 2).unwrap_or(u32::MAX);
    Sandbox::new(tournament.limits.clone(), instances_max).map_err(|error| Error::Host(error.to_string()))
}
