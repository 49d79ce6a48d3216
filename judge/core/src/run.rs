//! A tournament is run: bots loaded, games played on all threads, records kept.

mod address_space;
mod audit;
mod busiest;
mod cancellation;
mod executor;
mod files;
mod folder;
mod games;
mod journal;
mod live;
mod merge;
mod neighbours;
mod parts;
mod played;
mod prepare;
mod repro;
mod sample;
mod shard;
mod stage;
mod summary;
mod tournament;
mod verify;
mod voids;

#[cfg(test)]
pub(crate) mod tests;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use judge_bots::{Bot, Cache, Compiler, duplicates, start};
use judge_play::games::Seat;
use judge_play::text::{count, sanitize};
use judge_play::{Event, Line, SeatLine};
use judge_sandbox::{Limits, Sandbox, Variant};
use rayon::{ThreadPool, ThreadPoolBuilder};

use self::busiest::Busiest;
use crate::beacon;
use crate::bots;
use crate::error::{Error, Mistake};
use crate::results::{Evidence, Table};
use crate::schedule::{EntrantId, Fixture, Round, Schedule};
use crate::tournament::{Contestant, LeftOut, Tournament, Wasm};
pub use audit::audited;
pub use cancellation::{Cancellation, Reason};
pub use executor::{Executor, Played};
pub use folder::finished;
pub(crate) use folder::way;
pub(crate) use games::play_line;
pub use games::{PlayGame, game_runner};
pub use journal::{CannotOpen, GameKey, Holder, Journal, JournalSummary, Keys, Locking, NotTakenIn, Place};
pub use merge::{MergeRequest, Missing, merge};
pub use parts::{Standings, Status, standings, status};
pub use played::{Run, journaled};
pub use prepare::{Prepared, prepare};
pub use repro::{Reproduced, repro};
pub use sample::{Sample, percent};
pub use shard::{WhichShard, needs_stages, number_by_cluster, of as shard_of, write as write_part};
pub use tournament::{Ended, Extent, Request, run};
pub use verify::{Agreement, Check, Verified, verify};

/// How a tournament is run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Games played at a time; `None` for one a processor.
    pub jobs: Option<usize>,
    /// The judge's program, to compile bots in a process of their own; `None` to compile them in this
    /// process, which a hostile file may crash or slow down.
    pub program: Option<PathBuf>,
    /// Whether compiled code is kept for the next time.
    pub cache: CacheUse,
}

impl Options {
    /// Games played at a time.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(processors)
    }
}

/// Whether compiled code is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheUse {
    /// It is, in the user's own folder.
    Keep,
    /// It is, in this folder, where nothing is ever removed to make room.
    In(PathBuf),
    /// All is compiled anew, and nothing is kept.
    #[default]
    None,
}

/// What a person who waits may want to hear. All is optional.
pub trait Observer: Sync {
    /// Something that the person should know, on one line.
    fn notify(&self, _message: &str) {}

    /// A warning.
    fn warn(&self, message: &str) {
        self.notify(&format!("warning: {}", sanitize(message)));
    }

    /// So many bots are to be loaded, some of which may have to be compiled.
    fn begin_loading(&self, _bots: u64) {}

    /// So many games, or fewer, are to be played.
    fn begin(&self, _games: u64) {}

    /// So many events of a season are to be checked, some of which hold games.
    fn begin_events(&self, events: u64) {
        self.begin(events);
    }

    /// One game more is finished, one bot more is loaded, or one event more is checked.
    fn advance(&self) {}

    /// One game more is finished; `busiest` says who took most of the time since it was last asked, if anybody did.
    fn advance_with(&self, _busiest: &dyn Fn() -> Option<String>) {
        self.advance();
    }

    /// The standings while games are played, after so many of them.
    fn standings(&self, _table: &Table, _games: u64) {}

    /// No more games are played, or bots loaded.
    fn finish(&self) {}
}

/// Nobody listens.
impl Observer for () {}

/// A tournament whose bots are loaded: ready to be played.
pub struct Runner {
    /// The tournament.
    pub tournament: Tournament,
    /// Its bots, in the order of its contestants.
    pub bots: Vec<Bot>,
    /// What they run in.
    pub sandbox: Sandbox,
    threads: ThreadPool,
    warnings: Vec<String>,
    /// Each contestant's name with the SHA-256 of its file.
    identities: Vec<String>,
    /// The hash of all that its games depend on but the seed.
    inputs: String,
}

impl Runner {
    /// Loads the bots of a tournament.
    ///
    /// # Errors
    /// What is wrong with the bots, or the machine's trouble.
    pub fn new(tournament: Tournament, options: &Options, observer: &dyn Observer) -> Result<Self, Error> {
        let jobs = options.jobs();
        let threads = threads(jobs)?;
        let sandbox = sandbox(&tournament, jobs, observer)?;
        let (compiler, trouble) = compiler(options);
        notify_of_large_bots(&tournament, observer);
        observer.begin_loading(tournament.contestants.len() as u64);
        let load = || bots::load_or_leave_out(&tournament, &sandbox, &compiler, &|| observer.advance());
        let loaded = threads.install(load);
        observer.finish();
        let (bots, left_out) = loaded?;
        let inputs = inputs(&tournament, &bots, &left_out);
        let tournament = tournament.without(left_out)?;
        same_files(&tournament, &bots)?;
        let notes = bots.iter().flat_map(|bot| bot.notes.iter().cloned());
        let out = tournament.left_out.iter().map(|out| format!("{} is left out: {}", out.name, out.reason));
        let warnings = trouble.into_iter().chain(out).chain(notes).chain(duplicates(&bots)).collect();
        let identities = bots.iter().map(|bot| format!("{} {}", bot.name, hex::encode(bot.sha256))).collect();
        Ok(Self { tournament, bots, sandbox, threads, warnings, identities, inputs })
    }

    /// Who meets whom.
    #[must_use]
    pub fn schedule(&self) -> Schedule<'_> {
        self.tournament.schedule(&self.identities)
    }

    /// The round and the seat order of a game that evidence tells of; `None` if there is no such game.
    #[must_use]
    pub fn round(&self, evidence: &Evidence) -> Option<(Round, usize)> {
        let names: Vec<&str> = self.bots.iter().map(|bot| bot.name.as_str()).collect();
        let identities: Vec<&str> = self.identities.iter().map(String::as_str).collect();
        evidence.round(&names, &identities, self.tournament.seed)
    }

    /// A round between these contestants, with its seed.
    #[must_use]
    pub fn round_of(&self, pairing: Vec<EntrantId>, number: u32) -> Round {
        let identities: Vec<&str> = self.identities.iter().map(String::as_str).collect();
        Round::new(&identities, pairing, number, self.tournament.seed)
    }

    /// Plays all that `schedule` asks for, each game by `play`; records are in `journal`.
    pub fn play<'a>(
        &self,
        schedule: &'a Schedule<'a>,
        journal: &'a Journal,
        play: impl Fn(&Fixture<'_>) -> Option<Played> + Sync + Send,
        observer: &dyn Observer,
    ) -> Run<'a> {
        let executor = Executor::new(self.tournament.disqualified(), self.tournament.faults, play);
        let games = schedule.games_max().unwrap_or(u64::MAX);
        let busiest = Busiest::new(&self.bots);
        let advance = || observer.advance_with(&|| busiest.tell());
        self.install(games, observer, || Run::play(schedule, journal, executor, advance))
    }

    /// Does some work on all threads, while somebody may wait for so many games.
    fn install<R: Send>(&self, games: u64, observer: &dyn Observer, work: impl FnOnce() -> R + Send) -> R {
        observer.begin(games);
        let done = self.threads.install(work);
        observer.finish();
        done
    }

    /// Plays one game.
    #[must_use]
    pub fn play_one(&self, fixture: &Fixture<'_>) -> judge_play::Finished {
        let cancellation = Cancellation::default();
        let play = game_runner(&self.tournament, &self.sandbox, &self.bots, &cancellation);
        self.threads.install(|| play(fixture))
    }

    /// All that the bot at a seat writes to its log in a game, as far as it is kept.
    #[must_use]
    pub fn log(&self, fixture: &Fixture<'_>, seat: Seat) -> String {
        let seats = fixture.seating().into_iter().map(|id| SeatLine::bot(id.0)).collect();
        let line = Line {
            seeds: fixture.seeds(),
            opening_plies: self.tournament.opening_plies,
            ..Line::new(self.tournament.rules.clone(), fixture.round.seed, seats)
        };
        self.threads.install(|| {
            let mut game = start(&line, &self.sandbox, &self.bots).expect("no action is set by hand");
            while !matches!(game.step(), Event::Over(_)) {}
            game.log(seat)
        })
    }

    /// Warns of what the organiser should know before the games begin.
    pub fn warn(&self, observer: &dyn Observer) {
        self.warnings.iter().for_each(|warning| observer.warn(warning));
    }

    /// Where the tournament's results go if nobody says otherwise.
    #[must_use]
    pub fn results_folder(&self) -> PathBuf {
        Path::new("results").join(self.tournament.stem())
    }
}

pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The hash of the inputs: whoever is left out has handed in a file like all others.
fn inputs(tournament: &Tournament, bots: &[Bot], left_out: &[LeftOut]) -> String {
    let out = left_out.iter().map(|out| (&out.name, out.sha256));
    beacon::inputs(tournament, bots.iter().map(|bot| (&bot.name, Some(bot.sha256))).chain(out))
}

/// Whether every file is the one that the tournament's file asks for.
fn same_files(tournament: &Tournament, bots: &[Bot]) -> Result<(), Error> {
    let mistake = |(contestant, bot): (&Contestant, &Bot)| {
        let wanted = contestant.sha256.filter(|wanted| *wanted != bot.sha256)?;
        let [wanted, found] = [wanted, bot.sha256].map(hex::encode);
        let text = format!(
            "contestant {:?}: the SHA-256 of {} is {found}, and must be {wanted}; get the right file",
            contestant.name.as_str(),
            contestant.wasm.shown()
        );
        Some(Mistake::on_line(&tournament.file, contestant.line, text))
    };
    let mistakes: Vec<Mistake> = tournament.contestants.iter().zip(bots).filter_map(mistake).collect();
    if mistakes.is_empty() { Ok(()) } else { Err(Error::Mistakes(mistakes)) }
}

/// Says why nothing happens for a while: bots that bring an interpreter take long to compile.
fn notify_of_large_bots(tournament: &Tournament, observer: &dyn Observer) {
    let is_large = |wasm: &Wasm| match wasm {
        Wasm::File(file) => std::fs::metadata(file).is_ok_and(|file| file.len() > Limits::FILE_BYTES_NARROW),
        Wasm::Example(_) => false,
    };
    let large = tournament.contestants.iter().filter(|contestant| is_large(&contestant.wasm));
    let names: Vec<&str> = large.map(|contestant| contestant.name.as_str()).collect();
    if !names.is_empty() {
        observer.notify(&format!(
            "{}: compiling an interpreter takes up to half a minute, the first time",
            names.join(", ")
        ));
    }
}

/// The compiler, with what is in the way of its cache.
#[must_use]
pub fn compiler(options: &Options) -> (Compiler, Option<String>) {
    let compiler = match &options.program {
        Some(program) => {
            let threads = NonZeroUsize::new(options.jobs()).unwrap_or(NonZeroUsize::MIN);
            Compiler::in_child(program.clone()).with_threads(threads)
        }
        None => Compiler::here(),
    };
    match cache(&options.cache) {
        None => (compiler, None),
        Some(Ok(cache)) => (compiler.with_cache(cache), None),
        Some(Err(trouble)) => (compiler, Some(trouble)),
    }
}

/// Where compiled code is kept, if it is, or why it cannot be.
fn cache(wanted: &CacheUse) -> Option<Result<Cache, String>> {
    match wanted {
        CacheUse::None => None,
        CacheUse::In(folder) => Some(Cache::open(folder).map(Cache::without_bound)),
        CacheUse::Keep => {
            let folder = dirs::cache_dir();
            let folder = folder.ok_or_else(|| {
                "compiled code is not kept: there is no home folder; name one with --cache".to_owned()
            });
            Some(folder.and_then(|folder| Cache::open(&folder.join("judge"))))
        }
    }
}

/// Threads with stacks for bots.
///
/// # Errors
/// If they cannot be started.
pub fn thread_pool(jobs: usize) -> Result<ThreadPool, Error> {
    threads(jobs)
}

pub(crate) fn threads(jobs: usize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(Limits::THREAD_STACK_BYTES)
        .build()
        .map_err(|error| Error::Machine(format!("{jobs} threads cannot be started: {error}; lower --jobs")))
}

/// A sandbox with room for a game on each thread, and two instances to spare.
///
/// Where threads share processors, each call may take as much longer on the wall.
///
/// # Errors
/// If this machine has not the address space.
pub fn sandbox(tournament: &Tournament, jobs: usize, observer: &dyn Observer) -> Result<Sandbox, Error> {
    let instances_max = u32::try_from(jobs * tournament.rules.seats() + 2).unwrap_or(u32::MAX);
    let crowd = jobs.div_ceil(processors()) as u64;
    let limits = &tournament.limits;
    let limits = Limits { watchdog_seconds: limits.watchdog_seconds.saturating_mul(crowd), ..limits.clone() };
    let (sandbox, note) = sandbox_for(limits, instances_max)?;
    if let Some(note) = note {
        observer.notify(&note);
    }
    Ok(sandbox)
}

/// A sandbox for so many instances, set up for the address space that there is, and what the person should know of it.
///
/// # Errors
/// If this machine has not the address space.
pub(crate) fn sandbox_for(limits: Limits, instances_max: u32) -> Result<(Sandbox, Option<String>), Error> {
    let (variant, note) = address_space::variant(limits.memory_bytes, instances_max);
    let remedy = match variant {
        Variant::Tight { .. } => {
            "raise the limit of address space (ulimit -v), or lower --jobs or memory in [limits]"
        }
        _ => "lower --jobs",
    };
    let sandbox = Sandbox::set_up(limits, instances_max, variant)
        .map_err(|error| Error::Machine(format!("{error}; {remedy}")))?;
    Ok((sandbox, note))
}

/// The start of a sentence about a number of things: `1 game is`, `2 games are`.
fn count_are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number as u64, noun), if number == 1 { "is" } else { "are" })
}
