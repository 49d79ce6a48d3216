//! Options that all commands have that play games, and Ctrl-C.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use judge_core::error::Error;
use judge_core::host::{self, CacheUse, Cancellation, Options, Reason};
use judge_core::journal::Locking;
use judge_core::tournament::GameFiles;
use judge_play::Seed;

use super::number::whole;
use super::output::eprint;
use super::progress::Reporter;

/// The most games at a time: each needs address space for its bots' memories.
const JOBS_MAX: u16 = 256;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// How games are played, and what is shown of it.
#[derive(Clone, Args)]
pub(crate) struct RunOptions {
    /// Games played at a time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = whole(1..=JOBS_MAX))]
    jobs: Option<u16>,
    /// Compile all bots again, without the cache
    #[arg(long)]
    no_cache: bool,
    /// Keep compiled bots in this folder, which only you may write to [default: judge in your folder of caches]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Show no warnings, no progress and no table; errors, and doubts whether the file means what it says, are shown all the same
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Whether a folder is locked while games are played.
#[derive(Args)]
pub(crate) struct LockOptions {
    /// Do not lock the results folder; make sure that no other judge writes there
    #[arg(long)]
    no_lock: bool,
}

impl LockOptions {
    pub(crate) fn locking(&self) -> Locking {
        if self.no_lock { Locking::Unlocked } else { Locking::Locked }
    }
}

impl RunOptions {
    /// The same options in the library's form.
    pub(crate) fn options(&self) -> Result<Options, Error> {
        let cache = match &self.cache {
            _ if self.no_cache => CacheUse::None,
            Some(folder) => CacheUse::In(folder.clone()),
            None => CacheUse::Keep,
        };
        own_options(self.jobs.map(usize::from), cache)
    }

    /// A loader of games that reports why it takes a while.
    pub(crate) fn game_files(&self) -> Result<GameFiles, Error> {
        Ok(GameFiles::new(&self.options()?).telling(self.reporter().teller()))
    }

    /// The reporter of progress while games are played.
    pub(crate) fn reporter(&self) -> Reporter {
        if self.quiet { Reporter::quiet() } else { Reporter::default() }
    }
}

/// The library's options, with the judge's own program, which compiles bots in a child process.
pub(crate) fn own_options(jobs: Option<usize>, cache: CacheUse) -> Result<Options, Error> {
    let trouble = |error| Error::Machine(format!("the judge cannot find its own program: {error}"));
    let program = Some(std::env::current_exe().map_err(trouble)?);
    Ok(Options { jobs, program, cache })
}

/// Runs a command on a thread whose stack is deep enough for bots.
pub(crate) fn on_a_deep_stack<T: Send>(command: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let ended = host::on_a_deep_stack(command);
    let ended = ended.map_err(|error| Error::Machine(format!("a thread cannot be started: {error}")))?;
    ended.map_err(|_| Error::Machine("the judge failed; please report it".to_owned()))
}

/// The seed that was given, or one that nobody could know before.
pub(crate) fn seed_or_random(given: Option<u64>) -> Result<Seed, Error> {
    let trouble = |error| Error::Machine(format!("this machine has no random numbers: {error}; give --seed"));
    given.map_or_else(|| getrandom::u64().map_err(trouble), Ok).map(Seed)
}

/// Says that a command was interrupted, and what follows from that.
pub(crate) fn interrupted(what_follows: &str) -> ExitCode {
    eprint(&format!("interrupted{what_follows}"));
    ExitCode::from(INTERRUPTED)
}

/// A cancellation by Ctrl-C: the first gives up the games in progress, the second ends the process.
pub(crate) fn cancel_on_interrupt() -> Result<Arc<Cancellation>, Error> {
    let cancellation = Arc::new(Cancellation::default());
    let on_signal = Arc::clone(&cancellation);
    let handle = move || match on_signal.reason() {
        None => on_signal.set(Reason::Interrupted),
        Some(_) => std::process::exit(INTERRUPTED.into()),
    };
    ctrlc::set_handler(handle)
        .map_err(|error| Error::Machine(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(cancellation)
}
