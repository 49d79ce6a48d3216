//! The games of a season and the loading of its bots: versions and a batch in, games out.

use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use judge_bots::{Bot, Compiler, NotLoaded, Patience, from_bytes_with_seed};
use judge_core::error::Error;
use judge_core::file;
use judge_core::game::{Recording, scenes_of};
use judge_core::host::parallel::try_mapped;
use judge_core::host::{self, Cancellation, Options, Reason};
use judge_core::journal::{Journal, JournalKeys};
use judge_core::phases::{Fixture, Round};
use judge_core::play::{Observer, game_runner, journaled};
use judge_core::tournament::Name;
use judge_play::scenes::{Scene, Viewpoint};
use judge_play::text::sanitize;
use judge_play::{Event, Finished, Line, Moved, Record, Seeds, VoidCause};
use judge_sandbox::{Program, Sandbox};
use parking_lot::Mutex;
use rayon::ThreadPool;

use crate::ladder;
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Game, Pairing};
use crate::log::folder::Folder;
use crate::play::capacity::{self, SPARE, late_max};
use crate::play::lru_cache::LruCache;
use crate::state::State;
use crate::terms::SeasonTerms;

/// Bytes of code of all bots that are kept loaded when they do not play. Those with one interpreter count it each.
const LOADED_BYTES_MAX: u64 = 1 << 30;

/// Bots that are kept loaded when they do not play, at the most.
const LOADED_MAX: usize = 4_096;

/// The runner of a season's games, with the bots that it has loaded.
pub struct GameRunner {
    /// The terms of the season.
    pub season: SeasonTerms,
    /// The options of its games.
    pub options: Options,
    folder: Folder,
    /// The source of all random numbers of the season.
    pub(crate) secret: Secret,
    pub(crate) sandbox: Sandbox,
    compiler: Compiler,
    /// The threads for games.
    pub(crate) threads: ThreadPool,
    pub(crate) bots: Mutex<LruCache<Digest, Bot>>,
}

/// The machine's trouble, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MachineTrouble(pub String);

impl<T: Into<String>> From<T> for MachineTrouble {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl From<MachineTrouble> for Error {
    fn from(MachineTrouble(text): MachineTrouble) -> Self {
        Self::Machine(text)
    }
}

/// The trouble with something that cannot be written.
pub(crate) fn unwritten(what: &str) -> impl Fn(io::Error) -> MachineTrouble {
    move |error| format!("{what} cannot be written: {}", file::unwritten(&error)).into()
}

/// A round to be played: its seed, and the files of those in its pairing.
#[derive(Clone, Debug)]
pub struct OpenRound {
    /// The round, with its seed.
    pub round: Round,
    pub(crate) files: Vec<(Name, Digest)>,
}

impl OpenRound {
    /// A round of a batch.
    pub fn new(state: &State, secret: &Secret, batch: u32, pairing: &Pairing) -> Self {
        let file = |&id: &usize| (state.owner(id).name.clone(), state.versions[id].sha256);
        let files = pairing.versions.iter().map(file).collect();
        Self { round: ladder::round(state, secret, batch, pairing), files }
    }

    /// The seat orders of its games.
    pub(crate) fn orders(&self) -> Range<usize> {
        0..self.files.len()
    }
}

impl GameRunner {
    /// A runner for the games of a season with this secret, whose files are in `folder`.
    pub fn new(
        season: SeasonTerms,
        folder: Folder,
        secret: Secret,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        let games = options.jobs() + late_max(options.jobs());
        let sandbox = judge_core::play::sandbox(&season.tournament, games + SPARE, observer)?;
        let (compiler, trouble) = host::compiler(options);
        if let Some(trouble) = trouble {
            observer.warn(&trouble);
        }
        let threads = host::thread_pool(games)?;
        let options = options.clone();
        let bytes = |bot: &Bot| bot.program.as_ref().map_or(0, Program::code_bytes);
        let bots = Mutex::new(LruCache::new(loaded_max(), LOADED_BYTES_MAX, bytes));
        Ok(Self { season, options, folder, secret, sandbox, compiler, threads, bots })
    }

    /// Loads a file. Its bytes are parsed in depth by a child process only.
    ///
    /// # Errors
    /// The fault of the bot, in words for its author; or the machine's trouble.
    pub fn load(&self, name: &Name, sha256: Digest, patience: Patience) -> Result<Bot, NotLoaded> {
        let unread = |error| NotLoaded::Machine(format!("the file {sha256} cannot be read: {error}"));
        let bytes = self.folder.read_bot(sha256, self.sandbox.limits().file_bytes).map_err(unread)?;
        let rules = &self.season.tournament.rules;
        let seed = self.secret.admission(sha256);
        let load =
            || from_bytes_with_seed(name, &bytes, rules, &self.sandbox, &self.compiler, seed, patience);
        on_deep_stack(load).unwrap_or_else(|MachineTrouble(text)| Err(NotLoaded::Machine(text)))
    }

    /// The next drawing.
    pub(crate) fn draw(&self, state: &State) -> Vec<Pairing> {
        ladder::draw(state, &self.secret, ladder::RoundNumbers::of(&self.season, state))
    }

    /// Keeps a bot that is loaded, if there is room: each is memory, and an open file.
    pub fn keep(&self, bot: Bot) {
        self.bots.lock().keep(Digest(bot.sha256), bot);
    }

    /// Plays rounds, each in all seat orders; games of the journal are not played again. Games of a file that was a bot
    /// once and no longer compiles, for instance because it now takes a little longer, are void.
    pub fn play(
        &self,
        open: &[OpenRound],
        journal: &Journal,
        cancellation: &Cancellation,
        observer: &dyn Observer,
    ) -> Result<Vec<PlayedRound>, MachineTrouble> {
        let round = |open: &OpenRound| {
            let meeting = Meeting::new(open.clone());
            let games = open.orders().map(|order| self.game((&meeting, order), journal, cancellation, None));
            let games = games.collect::<Result<Vec<(Game, Result<Record, _>)>, MachineTrouble>>();
            if let Some(why) = meeting.void() {
                observer.warn(why);
            }
            self.over(meeting);
            let (games, records): (Vec<Game>, Vec<_>) = games?.into_iter().unzip();
            let broken = (0..).zip(records).find_map(|(order, record)| Some((order, record.err()??)));
            Ok(PlayedRound { games, broken })
        };
        self.threads.install(|| try_mapped(open, round))
    }

    /// Loads the bots of a round, if they are not; what comes out is the time then.
    pub(crate) fn load_bots(&self, meeting: &Meeting) -> Instant {
        meeting.bots.get_or_init(|| self.take(&meeting.open));
        Instant::now()
    }

    /// Plays one game of a round, by its order, with its record; void without one, with the reason if the game, which is a
    /// file, broke a promise. Fuel is added to what was `spent` after each turn, if somebody looks at that.
    pub(crate) fn game(
        &self,
        (meeting, order): (&Meeting, usize),
        journal: &Journal,
        cancellation: &Cancellation,
        spent: Option<&AtomicU64>,
    ) -> Result<(Game, Result<Record, Option<String>>), MachineTrouble> {
        let void = || Game::void(meeting.open.files.len());
        let bots = match meeting.bots.get_or_init(|| self.take(&meeting.open)) {
            Ok(bots) => bots,
            Err(NotLoaded::Invalid(_)) => return Ok((void(), Err(None))),
            Err(NotLoaded::Machine(trouble)) => return Err(trouble.as_str().into()),
        };
        let tournament = &self.season.tournament;
        let keys = JournalKeys::new(tournament, bots);
        let play = game_runner(tournament, &self.sandbox, bots, cancellation);
        let watched = |fixture: &Fixture<'_>| spent.and_then(|spent| self.watched(fixture, bots, spent));
        let broken = Mutex::new(None);
        let play = |fixture: &Fixture<'_>| {
            let finished = watched(fixture).unwrap_or_else(|| play(fixture));
            let of_game = finished.record.void().filter(|void| void.cause == VoidCause::Game);
            *broken.lock() = of_game.map(|void| sanitize(&void.detail));
            broken.lock().is_none().then_some(finished.record)
        };
        let play = journaled(play, journal, &keys, cancellation);
        let played = play(&Fixture { round: &meeting.open.round, order });
        let why = broken.lock().take();
        match (played, why, cancellation.reason()) {
            (Some(played), ..) => Ok((Game::new(&played.record), Ok(played.record))),
            (None, why @ Some(_), None) => Ok((void(), Err(why))),
            (None, _, Some(Reason::Journal(why))) => {
                Err(format!("the journal cannot be written: {why}").into())
            }
            (None, _, reason) => Err(format!("the games were not all played: {reason:?}").into()),
        }
    }

    /// Plays a game turn by turn, and adds the fuel of each. Nothing if it is void: then it is played as others are, which
    /// know how often that is tried again.
    fn watched(&self, fixture: &Fixture<'_>, bots: &[Bot], spent: &AtomicU64) -> Option<Finished> {
        let line = self.line(fixture);
        let mut used = 0;
        let play = || {
            let mut game = judge_bots::start(&line, &self.sandbox, bots).expect("no action is set by hand");
            loop {
                match game.step() {
                    Event::Moved(moved) => {
                        used += moved.usage.fuel;
                        spent.fetch_add(moved.usage.fuel, Ordering::Relaxed);
                    }
                    Event::Over(_) => return game.finish(),
                    _ => {}
                }
            }
        };
        let finished = catch_unwind(AssertUnwindSafe(play)).ok();
        let counts = finished.filter(|finished| finished.record.void().is_none());
        if counts.is_none() {
            spent.fetch_sub(used, Ordering::Relaxed);
        }
        counts
    }

    /// A game of a round as a line of play that nobody has changed.
    fn line(&self, fixture: &Fixture<'_>) -> Line {
        let tournament = &self.season.tournament;
        let seeds = Seeds { round: fixture.round.seed, order: fixture.order };
        tournament.line(fixture.round.number, seeds, fixture.seating().iter().map(|id| id.0))
    }

    /// Puts the bots of a round back that was played.
    pub(crate) fn over(&self, meeting: Meeting) {
        for bot in meeting.bots.into_inner().and_then(Result::ok).unwrap_or_default() {
            self.keep(bot);
        }
    }

    /// The bots of a round, in its pairing's order.
    fn take(&self, open: &OpenRound) -> Result<Vec<Bot>, NotLoaded> {
        let take = |(name, sha256): &(Name, Digest)| {
            let kept = self.bots.lock().take(sha256);
            let bot = kept.map_or_else(|| self.load(name, *sha256, Patience::Usual), Ok);
            bot.map_err(|why| match why {
                NotLoaded::Invalid(why) => NotLoaded::Invalid(format!(
                    "{name}: its games are void, since its file is no bot any more: {why}"
                )),
                NotLoaded::Machine(trouble) => NotLoaded::Machine(format!("{name}: {trouble}")),
            })
        };
        open.files.iter().map(take).collect()
    }

    /// Plays one game of a round again, turn by turn; and once more for its scenes, if somebody wants them.
    pub fn replay(
        &self,
        open: &OpenRound,
        order: usize,
        wants_scenes: bool,
    ) -> Result<Replayed, MachineTrouble> {
        let load = |(name, sha256): &(Name, Digest)| {
            self.load(name, *sha256, Patience::Usual).map_err(|why| format!("{name}: {why}"))
        };
        let bots = open.files.iter().map(load).collect::<Result<Vec<Bot>, _>>()?;
        let line = self.line(&Fixture { round: &open.round, order });
        let play = || {
            let start = |line: &Line| judge_bots::start(line, &self.sandbox, &bots);
            let limits = self.season.tournament.limits.clone();
            let seen = wants_scenes.then(|| scenes_of(line.clone(), limits, start)).transpose();
            let seen = seen?.flatten();
            let mut game = start(&line).expect("no action is set by hand");
            let recording = Recording::of(&mut *game, bots.len());
            let mut turns = game.moves().to_vec();
            turns.iter_mut().flat_map(|moved| &mut moved.log).for_each(|line| *line = sanitize(line));
            let last = game.scene(Viewpoint::Everything);
            Ok(Replayed { turns, recording, last, scenes: seen.map(|(scenes, _)| scenes) })
        };
        on_deep_stack(play)?
    }
}

/// A round that is played: its bots, as soon as they are loaded.
pub(crate) struct Meeting {
    open: OpenRound,
    bots: OnceLock<Result<Vec<Bot>, NotLoaded>>,
}

impl Meeting {
    pub(crate) fn new(open: OpenRound) -> Self {
        Self { open, bots: OnceLock::new() }
    }

    /// The reason why its games are void, if a file is no bot any more.
    pub(crate) fn void(&self) -> Option<&str> {
        match self.bots.get() {
            Some(Err(NotLoaded::Invalid(why))) => Some(why),
            _ => None,
        }
    }
}

/// A round that was played.
#[derive(Debug)]
pub struct PlayedRound {
    /// Its games, one for each seat order.
    pub games: Vec<Game>,
    /// The first of them in which the game broke a promise, and how.
    pub broken: Option<(usize, String)>,
}

/// Loaded bots that do not play, at most: an eighth of the files that may be open, since the code of a bot may
/// have several.
fn loaded_max() -> usize {
    let files = capacity::open_files();
    usize::try_from(files / 8).map_or(LOADED_MAX, |bots| bots.clamp(1, LOADED_MAX))
}

/// Does on a thread of its own, whose stack is deep enough for bots, what must not wait for the batch in the pool.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, MachineTrouble> {
    let done = host::on_a_deep_stack(work).map_err(|error| format!("no thread is free: {error}"))?;
    Ok(done.unwrap_or_else(|panic| resume_unwind(panic)))
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Its actions, with what they took; what bots logged is safe to be shown.
    pub turns: Vec<Moved>,
    /// The recording of the game.
    pub recording: Recording,
    /// The position at its end.
    pub last: Scene,
    /// All that a spectator sees of it, as [`scenes_of`] has it, if somebody asked for that and it is not too much.
    pub scenes: Option<String>,
}
