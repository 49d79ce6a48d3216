//! Tables at which visitors play with the season's bots. The judge plays the bots' turns. Nothing of it reaches the
//! ladder: it has a sandbox of its own, and no event is written.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use judge_core::game::{LoadedBots, Recording, Source};
use judge_core::host::Options;
use judge_core::tournament::Name;
use judge_page::watched::WatchedGame;
use judge_play::page_game::NotDone;
use judge_play::{Holder, Line, SeatLine, Seed};
use judge_sandbox::Limits;
use judge_season::log::digest::{Digest, Secret};
use judge_season::play::capacity::TABLES_MAX;
use judge_season::play::runner::MachineTrouble;
use judge_season::season::Season;
use judge_season::state::State;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::browser::{GuestHost, Job, work};
use crate::visitors::address_limits::{AddressLimits, ShareKind, TakenShare};

/// Messages that wait at a table. Each takes memory, and whoever sends them may be gone.
const WAITING_MAX: usize = 4;
/// Tables whose bots think at a time; the ladder wants to go on.
const THINKING_MAX: usize = 2;
/// The longest silence of a visitor; then the table is free.
const SILENT_MAX: Duration = Duration::from_mins(3);
/// The longest time without an action; then the table is free if another visitor wants one.
const STILL_MAX: Duration = Duration::from_mins(5);
/// The time at a table after which the same holds.
const TAKEN_MAX: Duration = Duration::from_hours(1);
/// The longest time that all bots of a table may think, all games together.
const BUSY_MAX: Duration = Duration::from_mins(5);
/// Games of visitors that can be looked at, the last ones.
const GAMES_SHOWN: usize = 100;
/// The name of a person at a table.
const VISITOR: &str = "a visitor";

/// All tables.
pub(crate) struct Tables {
    season: Arc<Season>,
    loaded_bots: Mutex<Option<Arc<TableBots>>>,
    seats: Arc<Semaphore>,
    turns: Semaphore,
    runtime: Handle,
    shares: AddressLimits,
    open: Mutex<BTreeMap<String, Table>>,
    /// Visitors' games that are over, the last ones.
    over: Mutex<VecDeque<Arc<WatchedGame>>>,
}

/// The bots that sit down with visitors, as long as nobody publishes another.
struct TableBots {
    loaded_bots: LoadedBots,
    /// The names that pages give them.
    names: Vec<String>,
}

/// A table that somebody has.
struct Table {
    jobs: SyncSender<Job>,
    heard: Instant,
    taken: Instant,
    /// The time of a person's last action. The table's own thread knows which actions are a person's.
    moved: Arc<Mutex<Instant>>,
}

impl Table {
    /// The time since a person's last action.
    fn still(&self) -> Duration {
        self.moved.lock().elapsed()
    }
}

/// The answer about a table that is another's.
pub(crate) const GONE: (StatusCode, &str) =
    (StatusCode::NOT_FOUND, "this table was given to somebody else\n");
/// The answer if so many messages wait that there is no room for another.
const FULL: (StatusCode, &str) = (
    StatusCode::TOO_MANY_REQUESTS,
    "the bots of this table are thinking, and too many messages wait; try again in some seconds\n",
);

impl Tables {
    /// No table is taken yet. The runtime that this is called in must outlive all tables.
    pub(crate) fn new(season: Arc<Season>, shares: AddressLimits) -> Self {
        Self {
            season,
            loaded_bots: Mutex::default(),
            seats: Arc::new(Semaphore::new(TABLES_MAX)),
            turns: Semaphore::new(THINKING_MAX),
            runtime: Handle::current(),
            shares,
            open: Mutex::default(),
            over: Mutex::default(),
        }
    }

    /// The names of the bots that sit down with visitors, in the order in which lines count them.
    pub(crate) fn names(&self) -> Vec<String> {
        self.season.store.read(|state| guests(state).map(|version| state.label(version)).collect())
    }

    /// Gives a table to a visitor; what comes out is its secret name.
    ///
    /// # Errors
    /// That all are taken, in words for the visitor, or the machine's trouble.
    pub(crate) fn take(self: &Arc<Self>, client: Option<IpAddr>) -> Result<String, String> {
        self.free();
        let share = self.shares.take(ShareKind::Table, client);
        let share = share.ok_or("you have many tables already; leave one, or try again in some minutes")?;
        let seat = Arc::clone(&self.seats)
            .try_acquire_owned()
            .map_err(|_| format!("all {TABLES_MAX} tables are taken; try again in some minutes"))?;
        let trouble =
            |error: std::io::Error| format!("there is no table: {}", judge_core::file::unwritten(&error));
        let name = Secret::random().map_err(trouble)?.reveal();
        let (jobs, waiting) = mpsc::sync_channel(WAITING_MAX);
        let (tables, now) = (Arc::clone(self), Instant::now());
        let moved = Arc::new(Mutex::new(now));
        let table = Table { jobs, heard: now, taken: now, moved: Arc::clone(&moved) };
        thread::Builder::new()
            .stack_size(Limits::THREAD_STACK_BYTES)
            .spawn(move || tables.host((seat, share), client, &waiting, &moved))
            .map_err(trouble)?;
        self.open.lock().insert(name.clone(), table);
        Ok(name)
    }

    /// Hands a message to a table, which does what it asks for after what it does now.
    ///
    /// # Errors
    /// The answer if it does not.
    pub(crate) fn ask(&self, table: &str, job: Job) -> Result<(), (StatusCode, &'static str)> {
        let mut open = self.open.lock();
        let there = open.get_mut(table).ok_or(GONE)?;
        there.heard = Instant::now();
        there.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => FULL,
            TrySendError::Disconnected(_) => {
                open.remove(table);
                GONE
            }
        })
    }

    /// Hears that somebody is still there; false if there is no such table.
    pub(crate) fn stays(&self, table: &str) -> bool {
        let mut open = self.open.lock();
        free_silent(&mut open);
        open.get_mut(table).map(|there| there.heard = Instant::now()).is_some()
    }

    /// Frees a table.
    pub(crate) fn leave(&self, table: &str) {
        self.open.lock().remove(table);
    }

    /// A visitor's game that is over.
    pub(crate) fn visit(&self, number: usize) -> Option<Arc<WatchedGame>> {
        self.over.lock().iter().find(|visit| visit.number == number).cloned()
    }

    /// Visitors' games that are over, the last first.
    pub(crate) fn visits(&self) -> Vec<Arc<WatchedGame>> {
        self.over.lock().iter().rev().cloned().collect()
    }

    /// Frees tables of which nobody was heard; and if all are taken, one at which nobody has moved for long, or which
    /// somebody has had for very long.
    fn free(&self) {
        let mut open = self.open.lock();
        free_silent(&mut open);
        if open.len() >= TABLES_MAX {
            let still = open.iter().max_by_key(|(_, table)| table.still());
            let still = still.filter(|(_, table)| table.still() > STILL_MAX);
            let oldest = open.iter().max_by_key(|(_, table)| table.taken.elapsed());
            let oldest = oldest.filter(|(_, table)| table.taken.elapsed() > TAKEN_MAX);
            let name = still.or(oldest).map(|(name, _)| name.clone());
            name.and_then(|name| open.remove(&name));
        }
    }

    /// Plays at a table until it is free.
    fn host(
        &self,
        _held: (OwnedSemaphorePermit, TakenShare),
        client: Option<IpAddr>,
        jobs: &Receiver<Job>,
        moved: &Mutex<Instant>,
    ) {
        match self.guests() {
            Ok(guests) => {
                let loaded_bots = &guests.loaded_bots;
                let persons = vec![SeatLine::person(); loaded_bots.rules().seats()];
                let line = Line::new(loaded_bots.rules().clone(), Seed(0), persons);
                let busy = Duration::ZERO;
                let mut visitor = Visitor { tables: self, guests: &guests, moved, client, busy };
                work(loaded_bots, &line, jobs, &mut visitor);
            }
            Err(trouble) => {
                // It may name folders of this machine.
                self.season.store.tell(format!("no bot can sit down with visitors: {trouble}"));
                let trouble =
                    "there is no table now: this machine has a problem, and the organiser is informed";
                for job in jobs {
                    job.is_refused(trouble);
                }
            }
        }
    }

    /// The bots that sit down with visitors. Who has a table keeps those that were there when it took it.
    fn guests(&self) -> Result<Arc<TableBots>, MachineTrouble> {
        let mut known = self.loaded_bots.lock();
        let count = self.season.store.read(|state| guests(state).count());
        if let Some(guests) = known.as_ref().filter(|guests| guests.names.len() == count) {
            return Ok(Arc::clone(guests));
        }
        let guests = Arc::new(self.invite()?);
        *known = Some(Arc::clone(&guests));
        Ok(guests)
    }

    fn invite(&self) -> Result<TableBots, MachineTrouble> {
        let tournament = &self.season.runner.season.tournament;
        // Each change of a game starts its bots once more before the old ones go.
        let options = Options { jobs: Some(2 * TABLES_MAX), ..self.season.runner.options.clone() };
        let limits = tournament.limits.clone();
        let mut loaded_bots =
            LoadedBots::new(tournament.rules.clone(), limits, &options).map_err(|why| why.to_string())?;
        let files: Vec<(Name, String, Digest)> = self.season.store.read(|state| {
            let file = |id| (state.owner(id).name.clone(), state.label(id), state.versions[id].sha256);
            guests(state).map(file).collect()
        });
        let mut names = Vec::new();
        for (name, label, sha256) in files {
            let bytes = self.season.folder.read_bot(sha256, tournament.limits.file_bytes);
            let bytes = bytes.map_err(|error| format!("{name} cannot be read: {error}"))?;
            let source = Source::File(self.season.folder.bot(sha256));
            loaded_bots.add_bytes(name.as_str(), &bytes, source).map_err(|why| why.to_string())?;
            names.push(label);
        }
        Ok(TableBots { loaded_bots, names })
    }
}

/// Frees tables of which nobody was heard.
fn free_silent(open: &mut BTreeMap<String, Table>) {
    open.retain(|_, table| table.heard.elapsed() < SILENT_MAX);
}

/// Versions that sit down with visitors: the anchors, and the published ones. Others only come behind them, so that a
/// page and a table that are not equally new mean the same bots.
fn guests(state: &State) -> impl Iterator<Item = usize> {
    state.anchors_versions().chain(state.published.iter().copied())
}

/// Somebody at a table.
struct Visitor<'a> {
    tables: &'a Tables,
    guests: &'a TableBots,
    moved: &'a Mutex<Instant>,
    client: Option<IpAddr>,
    busy: Duration,
}

impl GuestHost for Visitor<'_> {
    fn step(&mut self, step: &mut dyn FnMut()) -> Result<(), NotDone> {
        if self.busy > BUSY_MAX {
            let why = "the bots of this table have used all their time for thinking; load the page again";
            return Err(why.into());
        }
        // Taking one table after the other gives no more time.
        let may_think = |client| self.tables.shares.may_think(client, Duration::ZERO, Instant::now());
        if !self.client.is_none_or(may_think) {
            let why = "the bots have thought for you for 5 minutes within this hour; come back later";
            return Err(why.into());
        }
        let _turn = self.tables.runtime.block_on(self.tables.turns.acquire());
        let begun = Instant::now();
        step();
        self.busy += begun.elapsed();
        if let Some(client) = self.client {
            let _ = self.tables.shares.may_think(client, begun.elapsed(), Instant::now());
        }
        Ok(())
    }

    fn acted(&mut self) {
        *self.moved.lock() = Instant::now();
    }

    fn over(&mut self, line: &Line) {
        let mut played = None;
        // Its bots think a second time.
        let again = self.step(&mut || {
            played = self.guests.loaded_bots.start(line).ok().map(|mut game| {
                let recording = Recording::of(&mut *game, line.seats.len());
                (game, recording)
            });
        });
        let (Ok(()), Some((game, recording))) = (again, played) else { return };
        let Some(ranks) = game.verdict().and_then(|verdict| verdict.ranks().map(<[u8]>::to_vec)) else {
            return;
        };
        let last = ranks.iter().copied().max().unwrap_or(1);
        let name = |seat: &SeatLine| match seat.bot.filter(|_| seat.holders.at(u32::MAX) == Holder::Player) {
            Some(bot) => self.guests.names[bot].clone(),
            None => VISITOR.to_owned(),
        };
        let mut over = self.tables.over.lock();
        let visit = WatchedGame {
            number: over.back().map_or(1, |last| last.number + 1),
            seats: line.seats.iter().map(name).collect(),
            seed: line.seeds.round.0,
            order: line.seeds.order,
            opening_plies: line.opening_plies,
            points: ranks.iter().map(|rank| u64::from(last - rank)).collect(),
            turns: u32::try_from(recording.moves.len()).expect("a match is shorter"),
            transcript_sha256: hex::encode(game.finish().record.transcript_sha256),
            recording,
            scenes: None,
        };
        over.push_back(Arc::new(visit));
        if over.len() > GAMES_SHOWN {
            over.pop_front();
        }
    }
}
