//! What commands that play games have in common: a tournament read, its bots loaded, threads ready.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::ThreadPool;

use super::output::{tell, warn};
use crate::entrant::{self, Allowance, Cache, Compiler, Entrant};
use crate::error::Error;
use crate::sandbox::{Limits, Sandbox};
use crate::tournament::Tournament;

/// The most games at a time: each needs address space for its bots' memories.
const JOBS_MAX: i64 = 256;

/// How games are played: on how many threads, and with what compiled code.
#[derive(Args)]
pub(super) struct Means {
    /// Games played at a time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=JOBS_MAX))]
    jobs: Option<u16>,
    /// Compile all bots anew, and keep nothing of it
    #[arg(long)]
    no_cache: bool,
    /// Show neither warnings, nor progress, nor the final table; what is wrong with results is told even so
    #[arg(long)]
    quiet: bool,
}

/// A tournament that is ready to be played.
pub(super) struct Setting {
    pub(super) tournament: Tournament,
    pub(super) threads: ThreadPool,
    pub(super) sandbox: Sandbox,
    pub(super) entrants: Vec<Entrant>,
    /// Whether there is to be neither a warning, nor progress, nor a table.
    pub(super) quiet: bool,
    /// What the organiser should know before the games begin.
    warnings: Vec<String>,
}

impl Setting {
    /// Reads a tournament's file, and loads the bots.
    pub(super) fn of(tournament: &Path, means: &Means) -> Result<Self, Error> {
        Self::ready(Tournament::read(tournament)?, means)
    }

    /// Loads the bots of a tournament.
    pub(super) fn ready(tournament: Tournament, means: &Means) -> Result<Self, Error> {
        let jobs = means.jobs.map_or_else(processors, usize::from);
        let threads = threads(jobs)?;
        let sandbox = sandbox(&tournament, jobs)?;
        let (compiler, trouble) = compiler(means)?;
        if !means.quiet {
            tell_of_interpreters(&tournament);
        }
        let entrants = threads.install(|| entrant::load_all(&tournament, &sandbox, &compiler))?;
        let notes = entrants.iter().flat_map(|entrant| entrant.notes.iter().cloned());
        let warnings = trouble.into_iter().chain(notes).chain(entrant::twins(&entrants)).collect();
        Ok(Self { tournament, threads, sandbox, entrants, quiet: means.quiet, warnings })
    }

    /// Tells what the organiser should know before the games begin.
    pub(super) fn warn(&self) {
        if !self.quiet {
            warn(self.warnings.iter().cloned());
        }
    }

    /// Where the tournament's results go if nobody says otherwise.
    pub(super) fn results(&self) -> PathBuf {
        Path::new("results").join(self.tournament.stem())
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Says why nothing happens for a while: bots that bring an interpreter take long to compile.
fn tell_of_interpreters(tournament: &Tournament) {
    let is_large =
        |file: &Path| std::fs::metadata(file).is_ok_and(|file| file.len() > Limits::default().file_bytes_max);
    for contestant in tournament.contestants.iter().filter(|contestant| is_large(&contestant.wasm)) {
        tell(&format!(
            "{}: the first time, a bot of this size takes half a minute to compile",
            contestant.name
        ));
    }
}

/// A compiler in children of this process, with what is in the way of its cache.
fn compiler(means: &Means) -> Result<(Compiler, Option<String>), Error> {
    let judge = std::env::current_exe()
        .map_err(|error| Error::Host(format!("the judge does not find its own program: {error}")))?;
    let compiler = Compiler::in_child(judge, Allowance::default());
    if means.no_cache {
        return Ok((compiler, None));
    }
    let folder = dirs::cache_dir().ok_or_else(|| "compiled code is not kept: there is no home folder".into());
    Ok(match folder.and_then(|folder| Cache::open(&folder.join("judge"))) {
        Ok(cache) => (compiler.with_cache(cache), None),
        Err(trouble) => (compiler, Some(trouble)),
    })
}

fn threads(jobs: usize) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(Limits::THREAD_STACK_BYTES)
        .build()
        .map_err(|error| Error::Host(format!("{jobs} threads cannot be started: {error}; lower --jobs")))
}

/// A sandbox with room for a game on each thread, and two instances to spare.
///
/// Where threads share processors, each call may take as much longer on the wall.
fn sandbox(tournament: &Tournament, jobs: usize) -> Result<Sandbox, Error> {
    let instances_max = u32::try_from(jobs * tournament.rules.seats() + 2).unwrap_or(u32::MAX);
    let crowd = u32::try_from(jobs.div_ceil(processors())).unwrap_or(u32::MAX);
    let limits = Limits { fuse: tournament.limits.fuse.saturating_mul(crowd), ..tournament.limits.clone() };
    Sandbox::new(limits, instances_max).map_err(|error| Error::Host(error.to_string()))
}
