//! The workers of a season: rounds in, parts in a shared folder out, and back what workers say that came of them.
//!
//! Nobody is believed. Of each part some games are played here, too; which ones follows from the season's secret. If one
//! differs, nothing of that worker counts that has not counted before, and it is barred. Whatever nobody plays in time is
//! played here, and so is what cannot be offered, and what is gone: nothing in the shared folder can stop the ladder. How
//! much workers get and how long they are waited for is the [`allotment`]'s business.

mod allotment;
mod claims;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use judge_core::file;
use judge_core::file::open_folder::FileMark;
use judge_core::tournament::{Name, Share};

use crate::log::digest::{Digest, Secret};
use crate::log::folder::Folder;
use crate::play::rounds_in_play::{Key, RoundsInPlay};
use crate::play::runner::{GameRunner, OpenRound};
use crate::workers::part::{GAMES_MAX, Part, PartRound};
use crate::workers::shared_work::SharedWork;
use crate::workers::work_folder::{FolderListing, Taken, WorkFolder};
use allotment::{Allotment, Waiting};
use claims::Claim;

/// The interval between looks at the workers' results.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
/// A look is followed by so many times what it took: somebody may have filled the folder.
const RESTS: u32 = 20;
/// The time until a folder that cannot be used is tried again.
const MENDED: Duration = Duration::from_secs(10);
/// The longest silence of a worker.
const LEASE: Duration = Duration::from_secs(10);
/// The longest time for a part: nobody waits longer.
const PART_MAX: Duration = Duration::from_mins(1);
/// This part of a batch is played here: the rounds that use most fuel.
const OWN: usize = 8;

/// The shares that an organiser sets.
#[derive(Clone, Copy, Debug)]
pub struct WorkShares {
    /// Of what workers play, this share is played here, too.
    pub audit: Share,
    /// Workers may cost this share of all time, beyond what they save.
    pub wait: Share,
}

/// A round to be played, with the fuel that its games may need.
pub(crate) type Drawn = (u64, (Key, OpenRound));

/// The workers of a season.
pub(crate) struct RemoteWorkers {
    work: Arc<SharedWork>,
    /// The bots in the folder that were what they should be.
    brought: BTreeMap<Digest, FileMark>,
    /// The mark that separates the parts of this server's run from those of others.
    run: String,
    audit: Share,
    parts: BTreeMap<String, Offered>,
    /// The number of the last part that was offered.
    last: u64,
    /// The times of the next look, and of the next try to share work.
    next_look: Instant,
    next_try: Instant,
    claims: Vec<Claim>,
    barred: BTreeSet<Name>,
    allotment: Allotment,
    /// Games that a worker has not handed over with its part, until they are played here.
    owed: Vec<(Name, Key, usize)>,
    /// The trouble with the shared folder, and whether it is still to be reported.
    trouble: Option<(String, bool)>,
}

/// A part that somebody plays, or nobody yet.
struct Offered {
    rounds: Vec<(Key, OpenRound)>,
    games: usize,
    fuel: u64,
    /// The worker that has it, and the last touch by the worker's clock, as of the last look.
    taken: Option<(Name, SystemTime)>,
    /// Whether it lay there then.
    lies_there: bool,
    /// The time when it was first taken, or gone: however often it changes hands, nobody waits longer.
    since: Option<Instant>,
    /// The seconds that this machine had waited for workers then.
    waited: f64,
    /// The last look at which it lay there, or its worker had played.
    seen: Instant,
    /// Whether that was too long before the last look.
    is_silent: bool,
}

impl RemoteWorkers {
    /// Workers that share this work. Who is barred stays so. This machine plays so many games at a time. If the folder cannot
    /// be used, all is played here until it can.
    pub(crate) fn new(
        work: Arc<SharedWork>,
        WorkShares { audit, wait }: WorkShares,
        jobs: usize,
        barred: BTreeSet<Name>,
    ) -> io::Result<Self> {
        let run = Secret::random()?.digest().to_string()[..16].to_owned();
        let (brought, parts, last, claims, owed, trouble) = Default::default();
        let now = Instant::now();
        let (next_look, next_try, allotment) = (now, now, Allotment::new(wait, jobs, now));
        for worker in &barred {
            work.counts(worker, |counts| counts.is_barred = true);
        }
        let mut workers = Self {
            work,
            brought,
            run,
            audit,
            parts,
            last,
            next_look,
            next_try,
            claims,
            barred,
            allotment,
            owed,
            trouble,
        };
        workers.prepare(now);
        Ok(workers)
    }

    /// Makes what is missing in the folder; false if nothing can be shared now.
    fn prepare(&mut self, now: Instant) -> bool {
        if now < self.next_try {
            return false;
        }
        let Err(error) = self.work.prepare().and_then(|()| self.bar_all()) else { return true };
        self.has_trouble(&error);
        self.next_try = pause_after(now, Instant::now(), MENDED);
        false
    }

    fn bar_all(&self) -> io::Result<()> {
        let folder = self.work.folder()?;
        let mut missing = self.barred.iter().filter(|worker| !folder.is_barred(worker));
        missing.try_for_each(|worker| folder.bar(worker))
    }

    /// Does something in the folder. What cannot be done now is done when the folder is made again.
    fn in_folder<T>(&self, work: impl FnOnce(&WorkFolder) -> io::Result<T>) -> io::Result<T> {
        self.work.folder().and_then(|folder| work(&folder))
    }

    /// The number of a batch's rounds that are played here from the start.
    pub(crate) fn own(rounds: usize) -> usize {
        rounds.div_ceil(OWN).min(rounds)
    }

    /// Offers rounds to workers, as many as they may have; what comes out are the others.
    pub(crate) fn offer(&mut self, mut rounds: Vec<Drawn>, bots: &Folder) -> Vec<(Key, OpenRound)> {
        let now = Instant::now();
        self.allotment.passes(now, 0.0);
        let seats = rounds.first().map_or(1, |(_, (_, open))| open.files.len());
        let sizes = self.allotment.parts(rounds.len(), GAMES_MAX / seats, now);
        let sizes = if sizes.is_empty() || self.prepare(now) { sizes } else { Vec::new() };
        let mut left = rounds.split_off(sizes.iter().sum());
        for size in sizes.into_iter().rev() {
            let part = rounds.split_off(rounds.len() - size);
            if let Err(error) = self.offer_part(&part, seats, bots) {
                self.has_trouble(&error);
                left.extend(part);
            }
        }
        self.tell_workers(now);
        self.allotment.spends(now.elapsed());
        left.into_iter().map(|(_, round)| round).collect()
    }

    fn offer_part(&mut self, part: &[Drawn], seats: usize, bots: &Folder) -> io::Result<()> {
        let folder = self.work.folder()?;
        let files = part.iter().flat_map(|(_, (_, open))| &open.files).map(|(_, sha256)| *sha256);
        for sha256 in files.chain(self.work.game).collect::<BTreeSet<Digest>>() {
            let known = self.brought.remove(&sha256);
            let mark = folder.bring(sha256, &bots.bot(sha256), known)?;
            self.brought.extend(mark.map(|mark| (sha256, mark)));
        }
        let rounds = part.iter().map(|(_, (_, open))| PartRound::of(open)).collect();
        self.last += 1;
        let name = format!("{}-{:08}-{:x}", self.run, self.last, part.len());
        folder.offer(&name, &Part::new(Digest::of(&self.work.terms), rounds))?;
        self.work.is_offered();
        let (games, fuel) = (seats * part.len(), part.iter().map(|(fuel, _)| fuel).sum());
        let (taken, since, waited, is_silent) = Default::default();
        let (lies_there, seen) = (true, Instant::now());
        let rounds = part.iter().map(|(_, round)| round.clone()).collect();
        let offered = Offered { rounds, games, fuel, taken, lies_there, since, waited, seen, is_silent };
        self.parts.insert(name, offered);
        Ok(())
    }

    /// Writes down what workers may take now.
    fn tell_workers(&mut self, now: Instant) {
        for worker in self.work.seen().workers.into_keys() {
            self.work.allow(&worker, self.allotment.rounds(&worker, now));
        }
    }

    /// Notes that the shared folder cannot be used.
    fn has_trouble(&mut self, error: &io::Error) {
        let text = match error.kind() {
            // That is known.
            ErrorKind::NotConnected => return,
            ErrorKind::ResourceBusy => error.to_string(),
            ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::Other => {
                format!("{error}; remove it")
            }
            _ => file::unwritten(error),
        };
        if self.trouble.as_ref().is_none_or(|(known, _)| *known != text) {
            self.trouble = Some((text, true));
        }
    }

    /// The trouble of the shared folder to be reported; each once.
    pub(crate) fn untold(&mut self) -> Option<String> {
        let (text, is_new) = self.trouble.as_mut()?;
        std::mem::take(is_new).then(|| {
            format!("the folder that is shared with workers cannot be used: {text}; until then everything is played here")
        })
    }

    /// Whether anything is with workers, or is being checked.
    pub(crate) fn is_out(&self) -> bool {
        !self.parts.is_empty() || !self.claims.is_empty()
    }

    /// Takes a part back that nobody has taken, to play it here; false if there is none.
    pub(crate) fn take_back(&mut self, in_play: &mut RoundsInPlay) -> bool {
        let is_free = |part: &Offered| part.taken.is_none() && part.lies_there;
        let free = self.parts.iter().filter(|(_, part)| is_free(part)).map(|(name, _)| name.clone());
        for name in free.collect::<Vec<String>>() {
            if self.in_folder(|folder| folder.take_back(&name)).unwrap_or(true) {
                self.play_here(&name, in_play);
                return true;
            }
            // Somebody has taken it, or it is gone.
            self.parts.get_mut(&name).expect("it is out").lies_there = false;
        }
        false
    }

    /// Notes which share of this machine waits for workers from now on.
    pub(crate) fn are_waited_for(&mut self, waiting: f64) {
        let waiting = if self.is_out() { waiting } else { 0.0 };
        self.allotment.passes(Instant::now(), waiting);
    }

    /// Notes how long a game took here.
    pub(crate) fn measures(&mut self, took: Duration, fuel: u64) {
        self.allotment.measures(took, fuel);
    }

    fn play_here(&mut self, part: &str, in_play: &mut RoundsInPlay) {
        for (key, open) in self.parts.remove(part).into_iter().flat_map(|part| part.rounds) {
            in_play.play_here(key, &open, open.orders());
        }
    }

    /// Looks what workers did, if that is due, and how long they take. What they say that came of their games is checked.
    pub(crate) fn tend(&mut self, runner: &GameRunner, in_play: &mut RoundsInPlay, now: Instant) {
        if now >= self.next_look {
            let parts = &self.parts;
            let listing = self.in_folder(|folder| folder.look(|part| parts.contains_key(part)));
            // Whoever fills the folder makes looks rare, and not dear. What is taken in is bounded by what was given out.
            self.next_look = pause_after(now, Instant::now(), LOOK);
            let FolderListing { todo, mut taken, done } = listing.unwrap_or_else(|error| {
                self.has_trouble(&error);
                FolderListing::default()
            });
            let playing: BTreeSet<&Name> = taken.values().map(|(worker, _)| worker).collect();
            self.work.are_out(todo.len(), taken.len(), playing.len());
            for done in done {
                if !self.barred.contains(&done.worker)
                    && let Some(part) = self.parts.remove(&done.part)
                {
                    self.claimed(runner, in_play, &done, part);
                }
                self.forget(&done);
            }
            for (name, part) in &mut self.parts {
                part.is_found(taken.remove(name), todo.contains(name), now);
            }
            self.allotment.spends(now.elapsed());
        }
        for name in self.parts.keys().cloned().collect::<Vec<String>>() {
            self.see_to(&name, in_play, now);
        }
    }

    fn forget(&self, taken: &Taken) {
        let _ = self.work.folder().map(|folder| folder.forget(taken));
    }

    /// Sees to a part that somebody has taken, or that lies there, or that is gone.
    fn see_to(&mut self, name: &str, in_play: &mut RoundsInPlay, now: Instant) {
        let part = self.parts.get_mut(name).expect("it is out");
        if (part.taken.is_some() || !part.lies_there) && part.since.is_none() {
            (part.since, part.waited) = (Some(now), self.allotment.waited);
        }
        let is_over = part.is_silent || part.since.is_some_and(|since| now.duration_since(since) > PART_MAX);
        let (size, waited) =
            (part.rounds.len(), self.allotment.waits_for(part.games, part.fuel, part.waited));
        let cost = part.since.map_or(0.0, |_| self.allotment.waited - part.waited);
        let Some((worker, _)) = part.taken.clone() else {
            // Whoever can write to the shared folder can remove it: what is gone is waited for as what is taken.
            if is_over || !part.lies_there && waited != Waiting::Goes {
                let _ = self.in_folder(|folder| folder.take_back(name));
                self.play_here(name, in_play);
            }
            return;
        };
        // Whoever can write to the shared folder can take what it may not have.
        let is_let = !self.barred.contains(&worker) && size <= self.allotment.rounds(&worker, now);
        match waited {
            Waiting::Goes if is_let && !is_over => return,
            _ if !is_let => {}
            Waiting::Ends if !is_over => self.allotment.was_cut_off(&worker),
            _ => self.was_late(&worker, now),
        }
        self.work.counts(&worker, |played| played.waited += cost);
        self.forget(&Taken { part: name.to_owned(), worker });
        self.play_here(name, in_play);
    }

    fn was_late(&mut self, worker: &Name, now: Instant) {
        self.allotment.was_late(worker, now);
        self.work.counts(worker, |played| played.late += 1);
        self.work.allow(worker, self.allotment.rounds(worker, now));
    }

    /// Forgets what is out: all of it is drawn from the state again.
    pub(crate) fn clear(&mut self) {
        for name in std::mem::take(&mut self.parts).into_keys() {
            // The games of a worker that has taken it do not count any more.
            let _ = self.in_folder(|folder| folder.take_back(&name));
        }
        self.claims.clear();
        self.owed.clear();
        self.allotment.passes(Instant::now(), 0.0);
        self.trouble = None;
    }
}

impl Offered {
    /// Notes what a look has found of it: who has taken it, and whether it lies there.
    fn is_found(&mut self, holder: Option<(Name, SystemTime)>, lies_there: bool, now: Instant) {
        if lies_there || holder.is_some() && holder != self.taken {
            self.seen = now;
        }
        (self.taken, self.lies_there) = (holder, lies_there);
        self.is_silent = now.duration_since(self.seen) > LEASE;
    }
}

/// The time until which something is not done again that began and ended then: so it takes at most a twentieth of all time.
fn pause_after(begun: Instant, ended: Instant, least: Duration) -> Instant {
    ended + least.max(RESTS * ended.duration_since(begun))
}

#[cfg(test)]
mod tests;
