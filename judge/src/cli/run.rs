//! `judge run`: plays a tournament and writes its results.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::interrupt;
use super::output::{Folder, print, tell};
use super::progress::Progress;
use crate::arena::Arena;
use crate::contest::{Contest, Reason, journaled};
use crate::entrant::{self, Allowance, Cache, Compiler, Entrant};
use crate::error::Error;
use crate::journal::{Found, Journal, Keys};
use crate::report::{self, GamesCsv};
use crate::sandbox::{Limits, Sandbox};
use crate::standings::Sums;
use crate::tournament::Tournament;
use crate::{game, printable};

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
    /// Play all games anew, also those that are in the folder's journal
    #[arg(long)]
    fresh: bool,
    /// Compile all bots anew, and keep nothing of it
    #[arg(long)]
    no_cache: bool,
    /// Show neither warnings, nor progress, nor the final table
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(command: &Run) -> Result<ExitCode, Error> {
    let tournament = Tournament::read(&command.tournament)?;
    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = command.jobs.map_or_else(processors, usize::from);
    let threads = threads(jobs)?;
    let sandbox = sandbox(&tournament, jobs)?;
    let (compiler, trouble) = compiler(command)?;
    let entrants = threads.install(|| entrant::load_all(&tournament, &sandbox, &compiler))?;
    let out = command.out.clone().unwrap_or_else(|| Path::new("results").join(tournament.stem()));
    let folder = Folder::create(&out)?;
    let journal = journal(command, &folder)?;

    if !command.quiet {
        let notes = entrants.iter().flat_map(|entrant| entrant.notes.iter().cloned());
        super::output::warn(trouble.into_iter().chain(notes).chain(entrant::twins(&entrants)));
    }

    let schedule = tournament.schedule();
    let progress = Progress::new(schedule.games_max().unwrap_or(u64::MAX), command.quiet);
    let keys = Keys::new(&tournament, &entrants);
    let halt = interrupt::halt_on_interrupt()?;
    let play = journaled(game::player(&tournament, &sandbox, &entrants), &journal, &keys, &halt);
    let arena = Arena::new(entrants.len(), tournament.faults, play);
    let contest = threads.install(|| Contest::play(&schedule, arena, || progress.advance()));
    let mut contest = contest.map_err(|error| ledger_trouble(&error))?;
    progress.finish();

    if let Some(Reason::Journal(error)) = halt.reason() {
        return Err(Error::Host(format!(
            "{}: the journal cannot be written: {error}; make room and run again, which goes on where this ended",
            folder.path().display()
        )));
    }
    if contest.interrupted {
        return interrupted(&tournament, &entrants, &mut contest);
    }
    publish(command, &tournament, &entrants, &mut contest, &folder)
}

/// The folder's journal; says what is in it.
fn journal(command: &Run, folder: &Folder) -> Result<Journal, Error> {
    let (mut journal, Found { games, torn, damaged }) = folder.journal()?;
    if command.fresh {
        journal.clear().map_err(|error| Error::Host(format!("the journal cannot be emptied: {error}")))?;
        return Ok(journal);
    }
    let path = folder.path().join("journal");
    let path = printable::printable(&path.display().to_string());
    if torn {
        tell(&format!(
            "{path}: its last line was torn off when the judge was killed; that game is played again"
        ));
    }
    if damaged > 0 {
        tell(&format!("{path}: {damaged} lines are damaged; their games are played again"));
    }
    if games > 0 && !command.quiet {
        tell(&format!("{path}: going on with the {games} games in it; --fresh starts over"));
    }
    Ok(journal)
}

/// Prints the table so far, and how to go on.
fn interrupted(
    tournament: &Tournament,
    entrants: &[Entrant],
    contest: &mut Contest<'_>,
) -> Result<ExitCode, Error> {
    let mut sums = Sums::new(&contest.out.clone());
    let summed = contest.for_each_game(|scored| {
        sums.add(scored);
        Ok(())
    });
    summed.map_err(|error| ledger_trouble(&error))?;
    let table = report::table(&tournament.title, &sums.standings(None), entrants);
    print(&format!("{table}\ninterrupted: these are not the final standings\n"));
    tell("the games that were finished are kept; give the same command again to go on");
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

/// A compiler in children of this process, with what is in the way of its cache.
fn compiler(command: &Run) -> Result<(Compiler, Option<String>), Error> {
    let judge = std::env::current_exe()
        .map_err(|error| Error::Host(format!("the judge does not find its own program: {error}")))?;
    let compiler = Compiler::in_child(judge, Allowance::default());
    if command.no_cache {
        return Ok((compiler, None));
    }
    let folder = dirs::cache_dir().ok_or_else(|| "compiled code is not kept: there is no home folder".into());
    Ok(match folder.and_then(|folder| Cache::open(&folder.join("judge"))) {
        Ok(cache) => (compiler.with_cache(cache), None),
        Err(trouble) => (compiler, Some(trouble)),
    })
}

/// Writes the results' files, prints the table, and tells of void games.
fn publish(
    command: &Run,
    tournament: &Tournament,
    entrants: &[Entrant],
    contest: &mut Contest<'_>,
    folder: &Folder,
) -> Result<ExitCode, Error> {
    let out = contest.out.clone();
    let unwritten = |error: io::Error| Error::Host(format!("games.csv cannot be written: {error}"));
    let mut sums = Sums::new(&out);
    let mut games = GamesCsv::new(folder.file()?, entrants, &out).map_err(|error| unwritten(error.into()))?;
    let written = contest.for_each_game(|scored| {
        sums.add(scored);
        Ok(games.add(scored)?)
    });
    written.map_err(unwritten)?;
    let standings = sums.standings(contest.places().as_deref());
    folder.publish(games.finish().map_err(unwritten)?, "games.csv")?;
    folder.write("results.csv", &report::results_csv(&standings, entrants))?;
    folder.write("manifest.toml", &report::manifest_toml(tournament, entrants))?;
    if !command.quiet {
        let table = report::table(&tournament.title, &standings, entrants);
        print(&format!("{table}\nwritten to {}\n", folder.path().display()));
    }
    match contest.void() {
        0 => Ok(ExitCode::SUCCESS),
        void => Err(Error::Host(format!(
            "{void} games are void, for reasons in games.csv that lie with this machine; nobody has points for them"
        ))),
    }
}

fn ledger_trouble(error: &io::Error) -> Error {
    Error::Host(format!("there is no room for a temporary file with the results: {error}"))
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
