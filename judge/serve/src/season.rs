//! A season that runs: opened from its folder, uploads checked, batches drawn and played. Knows no HTTP.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use judge_bots::{GAMES_VERSION, NotLoaded};
use judge_core::error::{self, Error, Mistake};
use judge_core::file;
use judge_core::run::{Cancellation, Journal, Observer, Options, Reason};
use judge_core::tournament::{Name, Season as Terms};
use judge_play::text::sanitize;
use judge_sandbox::{ENGINE_VERSION, Limits};
use serde::Serialize;

use crate::chain::{Broken, Chain, Written};
use crate::digest::{Digest, Secret};
use crate::event::{Anchor, Checked, Event};
use crate::folder::Folder;
use crate::grounds::{Due, Grounds};
use crate::invitation;
use crate::ladder;
use crate::retries::{Next, Retries};
use crate::state::State;
use crate::store::{NotWritten, Store, clock};

/// How often a batch is drawn beside what happens, before everybody else has to wait for it.
const DRAWN_ASIDE_MAX: usize = 3;

/// A season that runs.
pub struct Season {
    /// Its folder.
    pub folder: Folder,
    /// Its events, and what is true by them.
    pub store: Store,
    /// Where games are played.
    pub grounds: Grounds,
    journal: Journal,
    /// What ends games under way. After trouble with the disk there is a new one.
    cancellation: Mutex<Arc<Cancellation>>,
}

/// What somebody gets who follows an invitation; nobody is shown it again.
#[derive(Debug)]
pub struct Keys {
    /// Who it is.
    pub name: Name,
    /// What the browser keeps.
    pub cookie: Secret,
    /// What a program shows that hands in.
    pub token: Secret,
}

impl Season {
    /// Opens a season in its folder, or begins it.
    ///
    /// # Errors
    /// A person's mistakes, or the machine's trouble.
    pub fn open(
        terms: Terms,
        path: &Path,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        let folder = Folder::create(path).map_err(|error| cannot(path, &error.to_string()))?;
        let (journal, _) =
            Journal::open(&folder.games()).map_err(|error| cannot(path, &error.to_string()))?;
        folder.tidy().map_err(|error| cannot(path, &error.to_string()))?;
        let (mut chain, mut events) =
            Chain::open(&folder.events()).map_err(|error| broken(&folder.events(), &error))?;
        let secret = secret(&folder, events.is_empty())?;
        let anchors = anchors(&terms, &folder)?;
        if events.is_empty() {
            let opened = opened(&terms, anchors.clone(), &secret);
            let written = chain.append(&opened, clock());
            events
                .push(written.map_err(|error| Error::Machine(format!("the season cannot begin: {error}")))?);
        }
        if let Some(difference) = difference(&events, &opened(&terms, anchors, &secret)) {
            return Err(Mistake::in_file(path, difference).into());
        }
        let state = state(&folder, &events)?;
        let grounds = Grounds::new(terms, folder.clone(), secret, options, observer)?;
        let store = Store::new(chain, state);
        let season = Self { folder, store, grounds, journal, cancellation: Mutex::default() };
        season.see_to_the_deadline().map_err(Error::Machine)?;
        season.write_finals().map_err(Error::Machine)?;
        Ok(season)
    }

    /// Lets nothing new begin, and ends what is played now: it is played again when the season is opened again.
    pub fn stop(&self) {
        self.store.stop();
        self.cancellation().set(Reason::Interrupted);
    }

    fn cancellation(&self) -> Arc<Cancellation> {
        Arc::clone(&self.cancellation.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets games begin again after trouble, unless the season was stopped meanwhile.
    fn recover(&self) {
        self.grounds.recover();
        let fresh = Arc::<Cancellation>::default();
        *self.cancellation.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&fresh);
        if self.store.is_stopped() {
            fresh.set(Reason::Interrupted);
        }
    }

    /// Lets somebody in who follows an invitation; `None` if it does not hold.
    ///
    /// # Errors
    /// The machine's trouble.
    pub fn join(&self, invitation: &Secret) -> Result<Option<Keys>, String> {
        let digest = invitation.digest();
        let random = || Secret::random().map_err(|error| error.to_string());
        let (cookie, token) = (random()?, random()?);
        let decide = |state: &State, _| {
            let name = invitation::find(&self.folder, digest, clock()).ok_or(())?;
            if state.spelled_otherwise(&name).is_some() {
                return Err(());
            }
            let (cookie, token) = (cookie.digest(), token.digest());
            let needs_approval = self.grounds.season.serve.approval;
            let event = Event::Joined { name, invitation: digest, cookie, token, needs_approval };
            state.check(&event).map(|()| event).map_err(|_| ())
        };
        match self.store.append(decide) {
            Ok(Written { event: Event::Joined { name, .. }, .. }) => {
                invitation::remove(&self.folder, digest);
                Ok(Some(Keys { name, cookie, token }))
            }
            Ok(_) | Err(NotWritten::Refused(())) => Ok(None),
            Err(NotWritten::Machine(trouble)) => Err(trouble),
        }
    }

    /// Whom an invitation is for, if it still holds.
    #[must_use]
    pub fn invited(&self, invitation: &Secret) -> Option<Name> {
        let digest = invitation.digest();
        let used = self.store.read(|state| state.is_used(digest) || state.closed.is_some());
        let found = (!used).then(|| invitation::find(&self.folder, digest, clock())).flatten();
        // Two may have been invited by one name, and one of them is in already.
        found.filter(|name| self.store.read(|state| state.spelled_otherwise(name)).is_none())
    }

    /// Checks uploads as they come, until the season is stopped. What the machine is in the way of is tried again.
    pub fn check_uploads(&self, observer: &dyn Observer) {
        let mut retries = Retries::default();
        while !self.store.is_stopped() {
            let now = Instant::now();
            let (events, next) = self.store.read(|state| (state.events, retries.next(state.pending(), now)));
            match next {
                Next::Now(upload) => match self.check(upload, observer) {
                    Ok(()) => retries.done(upload),
                    Err(trouble) => {
                        observer.warn(&trouble);
                        self.store.count_trouble();
                        retries.put_off(upload, Instant::now());
                    }
                },
                Next::In(time) => self.store.wait_for(events, time),
                Next::Nothing => self.store.wait(events),
            }
        }
    }

    fn check(&self, upload: usize, observer: &dyn Observer) -> Result<(), String> {
        let (name, sha256) = self.store.read(|state| {
            let upload = &state.uploads[upload];
            (state.contestants[upload.contestant].name.clone(), upload.sha256)
        });
        let verdict = match self.grounds.load(&name, sha256) {
            Ok(bot) => {
                let calls_itself = bot.calls_itself.clone();
                self.grounds.keep(bot);
                Checked::Accepted { calls_itself }
            }
            Err(NotLoaded::Invalid(reason)) => Checked::Refused { reason: sanitize(&reason) },
            Err(NotLoaded::Machine(trouble)) => {
                return Err(format!(
                    "{name}: upload {} cannot be checked: {trouble}; it is tried again later",
                    upload + 1
                ));
            }
        };
        observer.notify(&format!("{name}: upload {} is checked", upload + 1));
        let event = Event::Checked { upload, verdict };
        written(self.store.append(|state, _| state.check(&event).map(|()| event)))
    }

    /// Draws and plays batches, until the season is stopped. After trouble with the machine it tries again: somebody
    /// may have made room.
    pub fn play(&self, observer: &dyn Observer) {
        let mut told = String::new();
        while !self.store.is_stopped() {
            let events = self.store.read(|state| state.events);
            match self.step(observer) {
                Ok(Step::Done) => told.clear(),
                Ok(Step::Rest) => self.store.wait(events),
                Err(_) if self.store.is_stopped() => return,
                Err(trouble) => {
                    if trouble != told {
                        observer.warn(&format!("{trouble}; nothing is played until that is mended"));
                    }
                    told = trouble;
                    self.store.rest();
                    self.recover();
                }
            }
        }
    }

    /// Plays the batch that is drawn, or draws one.
    ///
    /// # Errors
    /// The machine's trouble.
    pub fn step(&self, observer: &dyn Observer) -> Result<Step, String> {
        let due = self.store.read(|state| {
            let (batch, pairings) = state.drawn.as_ref()?;
            let due = pairings.iter().map(|pairing| Due::new(state, &self.grounds.secret, *batch, pairing));
            Some((*batch, due.collect::<Vec<_>>()))
        });
        let Some((batch, due)) = due else { return self.draw() };
        let rounds = self.grounds.play(&due, &self.journal, &self.cancellation(), observer)?;
        self.journal.settle().map_err(|error| format!("the journal cannot be written: {error}"))?;
        let event = Event::Played { batch, rounds };
        match self.store.append(|state, _| state.check(&event).map(|()| event)) {
            // The season was closed while they played.
            Err(NotWritten::Refused(_)) => Ok(Step::Rest),
            other => written(other).map(|()| Step::Done),
        }
    }

    /// Draws from a copy, so that nobody waits for the fit. If something has happened meanwhile that may change the
    /// batch it draws again, and at last with nothing in between.
    fn draw(&self) -> Result<Step, String> {
        for _ in 0..DRAWN_ASIDE_MAX {
            let copy = self.store.read(State::for_drawing);
            let Some(event) = self.batch(&copy) else { return Ok(Step::Rest) };
            let is_so = |state: &State, _| {
                if state.turns == copy.turns { Ok(event) } else { Err("it is not so any more") }
            };
            match self.store.append(is_so) {
                Err(NotWritten::Refused(_)) => {}
                other => return written(other).map(|()| Step::Done),
            }
        }
        match self.store.append(|state, _| self.batch(state).ok_or("nobody has rounds left")) {
            Err(NotWritten::Refused(_)) => Ok(Step::Rest),
            other => written(other).map(|()| Step::Done),
        }
    }

    /// The next batch; nothing if nobody has rounds left, or the season is closed.
    fn batch(&self, state: &State) -> Option<Event> {
        if state.closed.is_some() {
            return None;
        }
        let rounds_max = self.grounds.season.tournament.rounds;
        let rounds = ladder::draw(state, &ladder::known_strengths(state), &self.grounds.secret, rounds_max);
        (!rounds.is_empty()).then(|| Event::Drawn { batch: state.batches + 1, rounds })
    }

    /// Ends the season, and tells its secret seed.
    ///
    /// # Errors
    /// If it is closed already, or the machine is in trouble.
    pub fn close(&self) -> Result<(), NotWritten<String>> {
        let event = Event::Closed { secret: self.grounds.secret.clone() };
        self.store.append(|state, _| state.check(&event).map(|()| event).map_err(str::to_owned))?;
        Ok(())
    }

    /// The seed of a round that was drawn; nobody can follow from it to that of another.
    #[must_use]
    pub fn due(&self, state: &State, round: usize) -> Due {
        let round = &state.rounds[round];
        Due::new(state, &self.grounds.secret, round.batch, &round.pairing)
    }
}

/// What the ladder did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A batch was drawn or played.
    Done,
    /// Nobody has rounds left.
    Rest,
}

pub(crate) fn written(done: Result<Written, NotWritten<&'static str>>) -> Result<(), String> {
    match done {
        Ok(_) => Ok(()),
        Err(NotWritten::Refused(why)) => Err(why.to_owned()),
        Err(NotWritten::Machine(trouble)) => Err(trouble),
    }
}

/// The season's secret, or a new one if it is to begin.
fn secret(folder: &Folder, is_new: bool) -> Result<Secret, Error> {
    let path = folder.path();
    let known =
        folder.secret().map_err(|error| cannot(path, &format!("its secret cannot be read: {error}")))?;
    match known {
        Some(_) if is_new => {
            let text = "it has a file secret, and events.log is missing or empty; put that back from your backup, or remove secret if the season never began";
            return Err(cannot(path, text));
        }
        Some(secret) => return Ok(secret),
        None if !is_new => {
            return Err(cannot(path, "its file secret is missing; put it back from your backup"));
        }
        None => {}
    }
    let trouble =
        |error: std::io::Error| Error::Machine(format!("the season's secret cannot be kept: {error}"));
    let secret = Secret::random().map_err(trouble)?;
    folder.keep_secret(&secret).map_err(trouble)?;
    Ok(secret)
}

/// The anchors, whose files are kept in the season's folder.
fn anchors(terms: &Terms, folder: &Folder) -> Result<Vec<Anchor>, Error> {
    let anchor = |contestant: &judge_core::tournament::Contestant| {
        let wrong = |error: std::io::Error| {
            Error::from(Mistake::in_file(
                contestant.wasm.path(),
                format!("this anchor cannot be read: {error}"),
            ))
        };
        let bytes = contestant.wasm.read(terms.tournament.limits.file_bytes).map_err(wrong)?;
        let sha256 = Digest::of(&bytes);
        if fs::metadata(folder.bot(sha256)).is_err() {
            folder.keep(&folder.bot(sha256), &bytes).map_err(wrong)?;
        }
        Ok(Anchor { name: contestant.name.clone(), sha256 })
    };
    terms.tournament.contestants.iter().map(anchor).collect()
}

/// The first event of a season on these terms.
#[must_use]
pub fn opened(terms: &Terms, anchors: Vec<Anchor>, secret: &Secret) -> Event {
    Event::Opened {
        commitment: secret.digest(),
        terms: digest(terms),
        judge: GAMES_VERSION.to_owned(),
        engine: ENGINE_VERSION.to_owned(),
        anchors,
    }
}

/// All that decides games and pairings beside the bots and the secret, hashed.
#[must_use]
pub fn digest(terms: &Terms) -> Digest {
    #[derive(Serialize)]
    struct Hashed<'a> {
        game: &'static str,
        rules: Vec<(&'static str, String)>,
        opening_plies: u32,
        rounds: u32,
        limits: &'a Limits,
    }
    let tournament = &terms.tournament;
    let hashed = Hashed {
        game: tournament.rules.game(),
        rules: tournament.rules.settings(),
        opening_plies: tournament.opening_plies,
        rounds: tournament.rounds,
        // The watchdog decides no game.
        limits: &Limits { watchdog_seconds: 0, ..tournament.limits.clone() },
    };
    Digest::of(serde_json::to_vec(&hashed).expect("it is plain data"))
}

/// What is different now from when the season began, in words.
fn difference(events: &[Written], now: &Event) -> Option<String> {
    let then = &events.first()?.event;
    let (
        Event::Opened { commitment, terms, judge, engine, anchors },
        Event::Opened {
            commitment: commitment_now,
            terms: terms_now,
            judge: judge_now,
            engine: engine_now,
            anchors: anchors_now,
        },
    ) = (then, now)
    else {
        return Some("the first event of its log does not open a season".into());
    };
    if commitment != commitment_now {
        return Some(
            "its secret is not the one it was begun with; put the file back from your backup".into(),
        );
    }
    if (judge, engine) != (judge_now, engine_now) {
        return Some(format!(
            "this season was begun by judge {judge} with engine {engine}, and this is judge {judge_now} with engine {engine_now}; go on with that one, or begin another season in another folder"
        ));
    }
    if terms != terms_now {
        return Some("the season's file has other rules, limits or rounds than when the season was begun; undo that, or begin another season in another folder".into());
    }
    (anchors != anchors_now).then(|| {
        "the season's file has other contestants than when the season was begun, or their files have changed; undo that, or begin another season in another folder".into()
    })
}

fn state(folder: &Folder, events: &[Written]) -> Result<State, Error> {
    State::after(events).map_err(|(number, problem)| {
        Error::from(error::Mistake::in_file(&folder.events(), format!("event {number}: {problem}")))
    })
}

/// A log that cannot be gone on with.
pub(crate) fn broken(path: &Path, error: &Broken) -> Error {
    match error {
        Broken::Io(error) if file::is_trouble(error) => {
            Error::Machine(format!("the event log cannot be read: {error}"))
        }
        _ => Mistake::in_file(path, error.to_string()).into(),
    }
}

fn cannot(path: &Path, problem: &str) -> Error {
    Mistake::in_file(path, format!("no season can be kept here: {problem}")).into()
}

#[cfg(test)]
mod tests;
