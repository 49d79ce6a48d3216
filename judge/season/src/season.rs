//! A season that runs: opened from its folder, uploads checked, batches drawn and played. Knows no HTTP.

mod beginning;
mod checking;
mod deadline;
mod finals;
mod playing;
mod practice;
mod retries;
pub mod store;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use judge_core::error::{self, Error, Mistake};
use judge_core::file;
use judge_core::host::parallel::mapped;
use judge_core::host::{self, CacheUse, Cancellation, Options, Reason};
use judge_core::journal::Journal;
use judge_core::play::Observer;
use judge_sandbox::Limits;

use crate::log::chain::{BrokenLog, Chain, WrittenEvent};
use crate::log::digest::{Digest, Secret};
use crate::log::event::{SeasonEvent, utc};
use crate::log::folder::{Folder, SeenLog};
use crate::log::game;
use crate::log::people::People;
use crate::log::season_key::SeasonKey;
use crate::play::runner::{GameRunner, OpenRound};
use crate::season::store::{JUMP_MAX, NotWritten, Store, clock};
use crate::state::receipt::{About, Receipt};
use crate::state::{At, State, Upload};
use crate::terms::SeasonTerms;
use crate::workers::remote_workers::RemoteWorkers;
pub use crate::workers::remote_workers::WorkShares;
use crate::workers::shared_work::SharedWork;
use beginning::{anchors, difference, secrets};
pub use beginning::{digest, opened, update, update_game};
pub(crate) use beginning::{played_by, with_game};
use checking::Checking;
pub use finals::FILES;
pub(crate) use finals::{copy_files, missing, players, tournament};
use parking_lot::Mutex;
use playing::Ladder;
pub use practice::Practised;

/// Files that are missing and named, at the most.
const MISSING_MAX: usize = 5;

/// A season that runs.
pub struct Season {
    /// Its folder.
    pub folder: Folder,
    /// Its events, and the state that follows from them.
    pub store: Store,
    /// What is known of its people, which is no event.
    pub people: People,
    /// The runner of its games.
    pub runner: Arc<GameRunner>,
    journal: Arc<Journal>,
    key: SeasonKey,
    ladder: Mutex<Ladder>,
    checking: Checking,
    work: OnceLock<Arc<SharedWork>>,
    /// The secret of a proxy that says who has signed in, if one may.
    pub proxy: Option<Secret>,
    /// The handle that ends games under way. After trouble with the disk there is a new one.
    cancellation: Mutex<Arc<Cancellation>>,
}

impl Season {
    /// Opens a season in its folder, or begins it.
    pub fn open(
        terms: SeasonTerms,
        path: &Path,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        let folder = Folder::create(path).map_err(|error| cannot(path, &error))?;
        let (journal, _) = Journal::open(&folder.games()).map_err(|error| cannot(path, &error))?;
        folder.tidy().map_err(|error| cannot(path, &error))?;
        let (mut chain, mut events) =
            Chain::open(&folder.events()).map_err(|error| broken(&folder.events(), &error))?;
        let is_new = events.is_empty();
        let (secret, key) = secrets(&folder, is_new)?;
        let opened = opened(&terms, anchors(&terms, &folder)?, &secret, key.public());
        if is_new {
            let _ = std::fs::remove_file(folder.game());
            game::keep(&terms, &folder)?;
            // Before the log, so that there is never a log without it.
            let nothing = SeenLog { time: clock(), log: Some((0, Digest::default())) };
            folder.note_seen(&nothing, None).map_err(|error| cannot(path, &error))?;
            let written = chain.append(&SeasonEvent::Opened(opened.clone()), clock());
            events
                .push(written.map_err(|error| Error::Machine(format!("the season cannot begin: {error}")))?);
        }
        if let Some(difference) = difference(&events, &opened) {
            return Err(Mistake::in_file(path, difference).into());
        }
        game::keep(&terms, &folder)?;
        let state = state(&folder, &events)?;
        let seen = seen(&folder, &events, notes(options).as_deref())?;
        if let Some(jump) = jumped(seen.time.max(state.time), clock()) {
            return Err(Mistake::in_file(path, jump).into());
        }
        let game = game::sha256(&terms.tournament);
        let is_named = |sha256| game == Some(sha256) || state.names(sha256);
        folder.sweep(is_named).map_err(|error| cannot(path, &error))?;
        let people = People::open(&folder).map_err(|error| cannot(&folder.people(), &error))?;
        let runner = GameRunner::new(terms, folder.clone(), secret, options, observer)?;
        let store = Store::new(chain, state);
        let (runner, journal) = (Arc::new(runner), Arc::new(journal));
        let proxy = runner.season.serve.sign_in_by_proxy.then(|| folder.of_proxy()).transpose();
        let proxy = proxy.map_err(|error| cannot(path, &error))?;
        let (ladder, checking, work, cancellation) = Default::default();
        let season =
            Self { folder, store, people, runner, journal, key, ladder, checking, work, proxy, cancellation };
        season.settle_invitations();
        season.see_to_the_deadline()?;
        season.write_finals()?;
        Ok(season)
    }

    /// Looks whether all files that an event names are in the season's folder, and are what they were.
    ///
    /// # Errors
    /// Names those that are not.
    pub fn look_at_bots(&self) -> Result<(), Error> {
        let named: Vec<(Digest, String)> = self.store.read(|state| {
            let anchors = state.anchors().into_iter().map(|anchor| (anchor.sha256, anchor.name.to_string()));
            let name = |upload: &Upload| state.contestants[upload.contestant].name.to_string();
            let uploads = state.uploads.iter().map(|upload| (upload.sha256, name(upload)));
            let games =
                state.earlier_games.iter().map(|game| (*game, "an earlier file of the game".to_owned()));
            anchors.chain(uploads).chain(games).collect()
        });
        let wrong = |(sha256, whose): &(Digest, String)| {
            let error = self.folder.read_bot(*sha256, Limits::FILE_BYTES_MAX).err()?;
            Some(format!("{sha256}.wasm ({whose}): {error}"))
        };
        let mut wrong: Vec<String> = mapped(&named, wrong).into_iter().flatten().collect();
        let count = wrong.len();
        if count == 0 {
            return Ok(());
        }
        wrong.truncate(MISSING_MAX);
        let text = format!(
            "{} in it, which the log names, cannot be used: {}; put the folder back from your backup",
            judge_play::text::count(count as u64, "file"),
            wrong.join(", ")
        );
        Err(Mistake::in_file(self.folder.bots(), text).into())
    }

    /// Lets workers play that share this folder, as soon as it can be used.
    ///
    /// # Errors
    /// If there is no such folder, and it cannot be made.
    pub fn share_work(&self, path: &Path, shares: WorkShares) -> Result<(), Error> {
        let wrong = |error: std::io::Error| cannot(path, &error);
        std::fs::create_dir_all(path).map_err(wrong)?;
        let season = std::fs::read_to_string(&self.runner.season.tournament.file).map_err(wrong)?;
        let (anchors, barred) = self.store.read(|state| (state.anchors(), state.barred.clone()));
        let game = game::sha256(&self.runner.season.tournament);
        let terms = game::with_files(&season, &anchors, game, "bots").map_err(|text| cannot(path, &text))?;
        let work = self.work.get_or_init(|| Arc::new(SharedWork::new(path, terms, game)));
        let jobs = self.runner.options.jobs();
        let workers = RemoteWorkers::new(Arc::clone(work), shares, jobs, barred).map_err(wrong)?;
        self.ladder.lock().workers = Some(workers);
        Ok(())
    }

    /// The work that is shared with workers, if any is.
    pub fn work(&self) -> Option<&Arc<SharedWork>> {
        self.work.get()
    }

    /// Lets nothing new begin, and ends what is played now: it is played again when the season is opened again.
    pub fn stop(&self) {
        self.store.stop();
        self.cancellation().set(Reason::Interrupted);
    }

    fn cancellation(&self) -> Arc<Cancellation> {
        Arc::clone(&self.cancellation.lock())
    }

    /// Lets games begin again after trouble, unless the season was stopped meanwhile.
    fn recover(&self) {
        // Bots may be called again.
        self.runner.sandbox.interruption().clear();
        let fresh = Arc::<Cancellation>::default();
        *self.cancellation.lock() = Arc::clone(&fresh);
        if self.store.is_stopped() {
            fresh.set(Reason::Interrupted);
        }
    }

    /// Ends the season, and reveals its secret seed.
    pub fn close(&self) -> Result<(), NotWritten> {
        self.store.happen(SeasonEvent::Closed { secret: self.runner.secret.clone() }).map(drop)
    }

    /// Notes outside the log that the server runs, and how the log is.
    pub fn note_seen(&self) -> std::io::Result<()> {
        let log = self.store.read(|state| (state.events, state.head));
        let seen = SeenLog { time: self.store.clock(), log: Some(log) };
        self.folder.note_seen(&seen, notes(&self.runner.options).as_deref())
    }

    /// The season's signature of the log as it is.
    pub fn signed_head(&self, state: &State) -> Receipt {
        self.key.receipt(&At { event: state.events, head: state.head, time: state.time }, None)
    }

    /// The season's receipts of an upload: that it was taken, and its verdict when there is one.
    pub fn receipts(&self, state: &State, upload: usize) -> Vec<Receipt> {
        let all = About::upload(state, &state.uploads[upload]);
        all.map(|(at, about)| self.key.receipt(at, Some(about))).collect()
    }

    /// The seed of a round that was drawn; nobody can follow from it to that of another.
    pub fn open_round(&self, state: &State, round: usize) -> OpenRound {
        let round = &state.rounds[round];
        OpenRound::new(state, &self.runner.secret, round.batch, &round.pairing)
    }
}

/// The place outside of a season's folder that notes the length of its log. Orders without a server note nothing.
fn notes(options: &Options) -> Option<PathBuf> {
    (options.cache != CacheUse::None).then(host::notes).flatten()
}

/// The log as a server has last seen it; the log goes on from that.
fn seen(folder: &Folder, events: &[WrittenEvent], notes: Option<&Path>) -> Result<SeenLog, Error> {
    let wrong = |text: String| Error::from(Mistake::in_file(folder.path(), text));
    let unknown = |why: &str| {
        wrong(format!(
            "its file seen {why}, so its log may be an old one; start with --expect N:HASH, from a head that you noted or a receipt, or run judge serve accept-rollback --season FILE --data DIR"
        ))
    };
    let seen = folder.seen().map_err(|error| unknown(&format!("cannot be read: {error}")))?;
    let seen = seen.ok_or_else(|| unknown("is missing"))?;
    let others = notes.and_then(|_| folder.notes());
    let elsewhere = [notes, others.as_deref()].map(|notes| folder.seen_elsewhere(notes?));
    match [Some(seen)].into_iter().chain(elsewhere).flatten().find_map(|seen| rolled_back(&seen, events)) {
        Some(lost) => Err(wrong(lost)),
        None => Ok(seen),
    }
}

/// The problem if the log does not go on from the one that a server had written, if so, and no organiser has
/// accepted that.
pub fn rolled_back(seen: &SeenLog, events: &[WrittenEvent]) -> Option<String> {
    let (count, head) = seen.log?;
    let is_there =
        count.checked_sub(1).is_none_or(|last| events.get(last).is_some_and(|last| last.head == head));
    let is_accepted =
        || events.iter().any(|written| written.event == SeasonEvent::RolledBack { events: count, head });
    (!is_there && !is_accepted()).then(|| {
        format!("its log has {} events, and the server had written event {count} with the hash {head}; put the newest log back; if it is lost, run: judge serve accept-rollback --season FILE --data DIR", events.len())
    })
}

/// The problem if the clock has gone on for more than a day since the server was `seen`, if it has.
fn jumped(seen: u64, now: u64) -> Option<String> {
    (now > seen + JUMP_MAX).then(|| {
        let (then, now) = (utc(seen), utc(now));
        format!("the clock of this machine says {now}, and the server was last seen at {then}; correct the clock; if the new time is correct, run: judge serve set-time --season FILE --data DIR")
    })
}

fn state(folder: &Folder, events: &[WrittenEvent]) -> Result<State, Error> {
    State::after(events).map_err(|(number, problem)| {
        Error::from(error::Mistake::in_file(folder.events(), format!("event {number}: {problem}")))
    })
}

/// A log that cannot be gone on with.
pub(crate) fn broken(path: &Path, error: &BrokenLog) -> Error {
    match error {
        BrokenLog::Io(error) if file::is_trouble(error) => {
            Error::Machine(format!("the event log cannot be read: {error}"))
        }
        _ => Mistake::in_file(path, error.to_string()).into(),
    }
}

fn cannot(path: &Path, problem: &dyn Display) -> Error {
    Mistake::in_file(path, format!("no season can be kept here: {problem}")).into()
}

#[cfg(test)]
mod tests;
