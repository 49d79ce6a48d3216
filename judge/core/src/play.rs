//! Games of a schedule are played by loaded bots, on all threads: rounds in, results and their places in the journal out.
//! Writes no file but the journal.

#[cfg(test)]
pub(crate) mod tests;

mod audit;
pub mod bots;
pub(crate) mod executor;
mod games;
mod observer;
pub(crate) mod played;
mod sample;
mod voids;

use std::path::{Path, PathBuf};

use judge_bots::{Bot, duplicates, start};
use judge_play::Event;
use judge_play::games::Seat;
use judge_sandbox::{Limits, Sandbox};
use rayon::ThreadPool;

use crate::beacon;
use crate::error::{Error, Mistake, none};
use crate::host::{Cancellation, Options, compiler, processors, sandbox_for, thread_pool};
use crate::journal::{Journal, JournalKeys};
use crate::phases::{EntrantId, Fixture, Round, Schedule};
use crate::results::{Context, FileRow, file_rows};
use crate::tournament::{Contestant, LeftOut, Tournament};
pub use audit::audited;
pub use executor::{Executor, PlayedGame};
pub use games::{PlayGame, game_runner, play_rounds};
pub use observer::{Observer, warning};
pub use played::{Run, journaled};
pub use sample::{Miss, Sample, percent};
pub(crate) use voids::Voids;

/// A tournament whose bots are loaded: ready to be played.
pub struct Runner {
    /// The tournament.
    pub tournament: Tournament,
    /// Its bots, in the order of its contestants.
    pub bots: Vec<Bot>,
    /// Their sandbox.
    pub sandbox: Sandbox,
    pub(crate) threads: ThreadPool,
    pub(crate) warnings: Vec<String>,
    /// What the journal knows its games by.
    pub(crate) keys: JournalKeys,
    /// Each contestant's name with the SHA-256 of its file.
    pub(crate) identities: Vec<String>,
    /// Whose file is whose, of all that there are.
    pub(crate) files: Vec<FileRow>,
    /// The hash of all that its games depend on but the seed.
    pub(crate) inputs: String,
}

impl Runner {
    /// Loads the bots of a tournament.
    ///
    /// # Errors
    /// If bots are invalid, or the machine's trouble.
    pub fn new(tournament: Tournament, options: &Options, observer: &dyn Observer) -> Result<Self, Error> {
        let jobs = options.jobs();
        let threads = thread_pool(jobs)?;
        let sandbox = sandbox(&tournament, jobs, observer)?;
        let (compiler, trouble) = compiler(options);
        observer.begin_loading(tournament.contestants.len() as u64);
        let load = || bots::load_all(&tournament, &sandbox, &compiler, observer);
        let loaded = threads.install(load);
        observer.finish();
        let (bots, left_out) = loaded?;
        let inputs = inputs(&tournament, &bots, &left_out);
        let files = file_rows(&tournament, &bots, &left_out);
        let tournament = tournament.without(left_out)?;
        same_files(&tournament, &bots)?;
        let notes = bots.iter().flat_map(|bot| bot.notes.iter().cloned());
        let out = tournament.left_out.iter().filter(|out| !out.is_absent());
        let out = out.map(|out| format!("{} is left out: {}", out.name, out.reason));
        let of_names = [tournament.made_names(), tournament.few_openings()].into_iter().flatten();
        let warnings =
            trouble.into_iter().chain(of_names).chain(out).chain(notes).chain(duplicates(&bots)).collect();
        let identities = bots.iter().map(|bot| format!("{} {}", bot.name, hex::encode(bot.sha256))).collect();
        let keys = JournalKeys::new(&tournament, &bots);
        Ok(Self { tournament, bots, sandbox, threads, warnings, keys, identities, files, inputs })
    }

    /// What evidence says of it. `file` is the tournament's file, seen from the folder of evidence.
    pub(crate) fn context<'a>(&'a self, file: &'a str) -> Context<'a> {
        Context { tournament: &self.tournament, bots: &self.bots, contestants: self.bots.len(), file }
    }

    /// The schedule of its games.
    #[must_use]
    pub fn schedule(&self) -> Schedule<'_> {
        self.tournament.schedule(&self.identities)
    }

    /// Contestants of these names by seat, and their round, of which the game is this seat order; `None` if it cannot be.
    pub(crate) fn round<'n>(
        &self,
        names: impl Iterator<Item = &'n String>,
        number: u32,
        order: usize,
    ) -> Option<(Vec<EntrantId>, Round)> {
        let id = |name: &String| self.bots.iter().position(|bot| bot.name.as_str() == name).map(EntrantId);
        let seating: Vec<EntrantId> = names.map(id).collect::<Option<_>>()?;
        if seating.len() != self.tournament.rules.seats() || order >= seating.len() {
            return None;
        }
        let mut pairing = seating.clone();
        // Everybody moves up a seat in each order.
        pairing.rotate_right(order);
        let identities: Vec<&str> = self.identities.iter().map(String::as_str).collect();
        Some((seating, Round::new(&identities, pairing, number, self.tournament.seed)))
    }

    /// Plays all that `schedule` asks for, each game by `play`; records are in `journal`.
    pub fn play<'a>(
        &self,
        schedule: &'a Schedule<'a>,
        journal: &'a Journal,
        play: impl Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync + Send,
        observer: &dyn Observer,
    ) -> Run<'a> {
        let executor = Executor::new(self.tournament.disqualified(), self.tournament.faults, play);
        let games = schedule.games_max().unwrap_or(u64::MAX);
        self.install(games, observer, || Run::play(schedule, journal, executor, || observer.advance()))
    }

    /// Does some work on all threads, while somebody may wait for so many games.
    pub(crate) fn install<R: Send>(
        &self,
        games: u64,
        observer: &dyn Observer,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        observer.begin(games);
        let done = self.threads.install(work);
        observer.finish();
        done
    }

    /// Plays one game.
    pub(crate) fn play_one(&self, fixture: &Fixture<'_>) -> judge_play::Finished {
        let cancellation = Cancellation::default();
        let play = self.games(&cancellation);
        self.threads.install(|| play(fixture))
    }

    /// The function that plays its games.
    pub(crate) fn games<'a>(&'a self, cancellation: &'a Cancellation) -> PlayGame<'a> {
        game_runner(&self.tournament, &self.sandbox, &self.bots, cancellation)
    }

    /// All that the bot at a seat writes to its log in a game, as far as it is kept.
    #[must_use]
    pub fn log(&self, fixture: &Fixture<'_>, seat: Seat) -> String {
        let seats = fixture.seating().into_iter().map(|id| id.0);
        let line = self.tournament.line(fixture.round.number, fixture.seeds(), seats);
        self.threads.install(|| {
            let mut game = start(&line, &self.sandbox, &self.bots).expect("no action is set by hand");
            while !matches!(game.step(), Event::Over(_)) {}
            game.account(seat).log()
        })
    }

    /// Gives the organiser all warnings before the games begin.
    pub fn warn(&self, observer: &dyn Observer) {
        self.tournament.doubts.iter().for_each(|doubt| observer.doubt(doubt));
        self.warnings.iter().for_each(|warning| observer.warn(warning));
    }

    /// The default folder of the tournament's results.
    pub(crate) fn results_folder(&self) -> PathBuf {
        Path::new("results").join(self.tournament.stem())
    }
}

/// A sandbox with room for a game on each thread, and two instances to spare.
///
/// Where threads share processors, the watchdog waits longer for each call, in proportion.
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

/// The hash of the inputs: whoever is left out has handed in a file like all others.
fn inputs(tournament: &Tournament, bots: &[Bot], left_out: &[LeftOut]) -> String {
    let out = left_out.iter().map(|out| (out.name.as_str(), out.sha256.clone()));
    let bots = bots.iter().map(|bot| (bot.name.as_str(), Some(hex::encode(bot.sha256))));
    beacon::inputs(tournament, bots.chain(out))
}

/// Whether every file is the one that the tournament's file asks for.
fn same_files(tournament: &Tournament, bots: &[Bot]) -> Result<(), Error> {
    let mistake = |(contestant, bot): (&Contestant, &Bot)| {
        let wanted = contestant.sha256.filter(|wanted| *wanted != bot.sha256)?;
        let [wanted, found] = [wanted, bot.sha256].map(hex::encode);
        let text = format!(
            "contestant {:?}: the SHA-256 of {} is {found}, and must be {wanted}; get the right file",
            contestant.name.as_str(),
            contestant.wasm.in_words()
        );
        Some(Mistake::on_line(&tournament.file, contestant.line, text))
    };
    none(tournament.contestants.iter().zip(bots).filter_map(mistake)).map_err(Error::Mistakes)
}
