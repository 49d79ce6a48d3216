//! The folder that a season's server and its workers share: parts of batches as files, each in one place at a time. For
//! workers that reach no such folder the server does there what they ask it by HTTP.
//!
//! A part is `todo/PART.json` until a worker takes it by renaming it to `taken/PART.WORKER.json`. The worker touches that
//! file while it plays, so that its lease goes on. What it played is `done/PART.WORKER.journal`. Bots come by their hash,
//! and the season's file comes with the anchors by theirs. No secret is in this folder, but the seeds of rounds that are
//! played now.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use judge_core::file::place::{Opening, Place, UNFINISHED};
use judge_core::journal::Journal;
use judge_core::tournament::Name;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::log::digest::Digest;
use crate::workers::part::{Part, TRIAL, journal_bytes_max};

/// Bytes of a part.
const PART_BYTES_MAX: u64 = 1 << 20;
/// Workers that are counted: in a shared folder anybody can call itself what it likes.
const WORKERS_MAX: usize = 1_000;
/// Characters of a part's name; ours have up to 28. What is longer would be trouble of the file system.
const PART_CHARACTERS_MAX: usize = 64;
/// The season's file, as a worker asks for it.
pub const TERMS: &str = "season.toml";
/// The lock that only one server may hold.
const LOCK: &str = "server.lock";

/// The shared folder. All that may write there are strangers to one another.
#[derive(Clone, Debug)]
pub struct WorkFolder(Arc<Places>);

#[derive(Debug)]
struct Places {
    root: Place,
    todo: Place,
    taken: Place,
    done: Place,
    bots: Place,
    barred: Place,
    /// How many rounds each worker may take at a time, by its name.
    allowed: Place,
    /// What workers of this process's server have played.
    played: Mutex<BTreeMap<Name, WorkerCounts>>,
    begun: Instant,
    /// Tells those of this process who wait that there is more to be taken.
    offers: watch::Sender<u64>,
    /// The lock of a server, while it runs.
    _lock: Option<File>,
}

/// A file of a part that somebody has taken or played: which part, and who.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// The part.
    pub part: String,
    /// The worker.
    pub worker: Name,
}

impl Taken {
    /// Whether the part is named as the server names parts: nothing else becomes a file's name.
    pub fn is_named_as_ours(&self) -> bool {
        is_named_as_ours(&self.part)
    }

    fn file(&self, ending: &str) -> String {
        format!("{}.{}.{ending}", self.part, self.worker)
    }

    /// A part has no point in its name; a worker's may have.
    fn parse(file: &str, ending: &str) -> Option<Self> {
        let (part, worker) = file.strip_suffix(ending)?.strip_suffix('.')?.split_once('.')?;
        let taken = Self { part: part.to_owned(), worker: Name::new(worker).ok()? };
        taken.is_named_as_ours().then_some(taken)
    }
}

/// What a worker has played since the server runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkerCounts {
    /// Parts that it has played as it should.
    pub parts: u64,
    /// Parts that came late, or not whole.
    pub late: u64,
    /// Seconds that this machine has waited while it had a part; the same for all that had one then.
    pub waited: f64,
    /// Rounds that it may take at a time; none while it rests.
    pub rounds: Option<usize>,
}

/// The files in the shared folder.
#[derive(Debug, Default)]
pub struct FolderListing {
    /// Parts that nobody has taken.
    pub todo: Vec<String>,
    /// Parts that are taken, each with the time of its last touch, by the clock of whoever touched it.
    pub taken: Vec<(Taken, SystemTime)>,
    /// Parts that were played.
    pub done: Vec<Taken>,
}

impl WorkFolder {
    /// The folder at a path, in which a server shares work.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::of(Place::open(path)?, Place::folder, None)
    }

    fn of(
        root: Place,
        folder: fn(&Place, &str) -> io::Result<Place>,
        lock: Option<File>,
    ) -> io::Result<Self> {
        let place = |name| folder(&root, name);
        Ok(Self(Arc::new(Places {
            todo: place("todo")?,
            taken: place("taken")?,
            done: place("done")?,
            bots: place("bots")?,
            barred: place("barred")?,
            allowed: place("allowed")?,
            root,
            played: Mutex::default(),
            begun: Instant::now(),
            offers: watch::Sender::new(0),
            _lock: lock,
        })))
    }

    /// Makes the folder for a season, and forgets what another run of the server has left. Other servers are kept out.
    ///
    /// # Errors
    /// If another server shares it, or the file system refuses.
    pub fn begin(path: &Path, terms: &str) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        let root = Place::open(path)?;
        let lock = root.file(LOCK, Opening::Keep)?;
        // Where the file system has no locks, nobody can say.
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(io::Error::other("another server shares it; name another folder with --work"));
        }
        let folder = Self::of(root, Place::make, Some(lock))?;
        let Places { root, todo, taken, done, allowed, .. } = &*folder.0;
        for place in [todo, taken, done, allowed] {
            for name in place.names()? {
                // Workers go on while the server is away: a file may have been moved or handed over by now. What is no
                // file is in nobody's way.
                let _ = place.remove(&name);
            }
        }
        for name in root.names()?.iter().filter(|name| name.starts_with(UNFINISHED)) {
            let _ = root.remove(name);
        }
        root.write(TERMS, terms.as_bytes())?;
        Ok(folder)
    }

    /// A file that a worker needs of a season: the season's file, or a bot, by the server's name for it.
    pub fn need(&self, name: &str) -> io::Result<File> {
        match name.strip_prefix("bot/") {
            Some(bot) => self.0.bots.file(bot, Opening::Read),
            None => self.0.root.file(TERMS, Opening::Read),
        }
    }

    pub(crate) fn offer(&self, name: &str, part: &Part) -> io::Result<()> {
        let json = serde_json::to_string(part).expect("it is plain data");
        self.0.todo.write(&todo(name), json.as_bytes())?;
        self.is_offered();
        Ok(())
    }

    /// Changes whenever this process offers a part.
    pub fn offers(&self) -> watch::Receiver<u64> {
        self.0.offers.subscribe()
    }

    fn is_offered(&self) {
        self.0.offers.send_modify(|offers| *offers += 1);
    }

    /// Takes a part back that nobody has taken; false if somebody has.
    pub fn take_back(&self, name: &str) -> io::Result<bool> {
        gone(self.0.todo.remove(&todo(name)))
    }

    /// Takes the first part that nobody has taken and that is not too large for this worker, with what it is about. What is
    /// none is stepped over.
    pub fn take(&self, worker: &Name) -> io::Result<Option<(Taken, Part)>> {
        let allowed = self
            .0
            .allowed
            .read(worker.as_str(), 20)
            .ok()
            .and_then(|text| str::from_utf8(&text).ok()?.parse().ok());
        let most = allowed.unwrap_or(TRIAL);
        for part in self.todo()?.into_iter().filter(|part| size(part) <= most) {
            let taken = Taken { part, worker: worker.clone() };
            let file = taken.file("json");
            if self.0.todo.rename(&todo(&taken.part), &self.0.taken, &file).is_err() {
                continue;
            }
            if let Ok(part) = self.part(&taken)
                && self.touch(&taken)?
            {
                return Ok(Some((taken, part)));
            }
            // No worker is to blame that it is none.
            let _ = self.0.taken.remove(&file);
        }
        Ok(None)
    }

    fn todo(&self) -> io::Result<Vec<String>> {
        let part = |name: &String| {
            let part = name.strip_suffix(".json").filter(|part| is_named_as_ours(part));
            part.map(str::to_owned)
        };
        Ok(self.0.todo.names()?.iter().filter_map(part).collect())
    }

    /// Gives a part back that one has taken.
    pub fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        let is_given = gone(self.0.taken.rename(&taken.file("json"), &self.0.todo, &todo(&taken.part)))?;
        self.is_offered();
        Ok(is_given)
    }

    /// Says that one still plays a part; false if it was taken away.
    pub fn touch(&self, taken: &Taken) -> io::Result<bool> {
        let touched = self.0.taken.file(&taken.file("json"), Opening::Write);
        gone(touched.and_then(|file| file.set_modified(SystemTime::now())))
    }

    /// The content of a part that one has taken.
    pub fn part(&self, taken: &Taken) -> io::Result<Part> {
        let bytes = self.0.taken.read(&taken.file("json"), PART_BYTES_MAX)?;
        serde_json::from_slice(&bytes).map_err(io::Error::other)
    }

    /// Hands over what was played of a part; false if that was taken away.
    pub fn hand_over(&self, taken: &Taken, played: impl Read) -> io::Result<bool> {
        if !self.touch(taken)? {
            return Ok(false);
        }
        self.0.done.write(&taken.file("journal"), played)?;
        gone(self.0.taken.remove(&taken.file("json"))).map(|_| true)
    }

    /// A worker's games of a part of so many rounds and seats: a copy, which nobody changes any more.
    ///
    /// # Errors
    /// If it has more bytes than these can need, or cannot be read.
    pub(crate) fn played(&self, taken: &Taken, rounds: usize, seats: usize) -> io::Result<Journal> {
        let bytes = self.0.done.read(&taken.file("journal"), journal_bytes_max(rounds, seats))?;
        let mut copy = tempfile::tempfile()?;
        copy.write_all(&bytes)?;
        copy.rewind()?;
        Journal::look_into(copy).map(|(journal, _)| journal)
    }

    /// All files that are there.
    pub fn look(&self) -> io::Result<FolderListing> {
        let parse = |ending| move |name: &String| Taken::parse(name, ending);
        // In the order in which parts move: none that does so meanwhile is missed.
        let todo = self.todo()?;
        let names = self.0.taken.names()?;
        let touched = |taken: Taken| {
            let time = self.0.taken.modified(&taken.file("json")).ok()?;
            Some((taken, time))
        };
        let taken = names.iter().filter_map(parse("json")).filter_map(touched).collect();
        let done = self.0.done.names()?.iter().filter_map(parse("journal")).collect();
        Ok(FolderListing { todo, taken, done })
    }

    /// Forgets what somebody has taken or played. What is no file stays, and is in nobody's way.
    pub(crate) fn forget(&self, taken: &Taken) {
        let _ = self.0.done.remove(&taken.file("journal"));
        let _ = self.0.taken.remove(&taken.file("json"));
    }

    /// Says how many rounds a worker may take at a time.
    pub(crate) fn allow(&self, worker: &Name, rounds: usize) {
        let mut played = self.0.played.lock();
        let Some(counts) = played.get_mut(worker) else { return };
        // If that cannot be written it takes what it may not have, and that is taken away again.
        if counts.rounds.replace(rounds) != Some(rounds) {
            let _ = self.0.allowed.write(worker.as_str(), rounds.to_string().as_bytes());
        }
    }

    /// Counts what a worker has done. Of very many only some are counted.
    pub(crate) fn counts(&self, worker: &Name, count: impl FnOnce(&mut WorkerCounts)) {
        let mut played = self.0.played.lock();
        if played.len() < WORKERS_MAX || played.contains_key(worker) {
            count(played.entry(worker.clone()).or_default());
        }
    }

    /// Seconds for which this process has shared work.
    pub fn seconds(&self) -> f64 {
        self.0.begun.elapsed().as_secs_f64()
    }

    /// What workers have played for the server of this process.
    pub fn played_by(&self) -> BTreeMap<Name, WorkerCounts> {
        self.0.played.lock().clone()
    }

    /// Whether a worker is barred.
    pub fn is_barred(&self, worker: &Name) -> bool {
        self.0.barred.file(worker.as_str(), Opening::Read).is_ok()
    }

    /// Lets a worker take part no more.
    pub fn bar(&self, worker: &Name) -> io::Result<()> {
        self.0.barred.write(worker.as_str(), io::empty())
    }

    /// Brings a bot here, if it is not.
    pub fn bring(&self, sha256: Digest, from: &Path) -> io::Result<()> {
        let name = format!("{sha256}.wasm");
        match self.0.bots.file(&name, Opening::Read) {
            Ok(_) => Ok(()),
            Err(_) => self.0.bots.write(&name, File::open(from)?),
        }
    }
}

fn todo(part: &str) -> String {
    format!("{part}.json")
}

/// The number of a part's rounds, by its name.
fn size(part: &str) -> usize {
    part.split('-').nth(2).and_then(|size| usize::from_str_radix(size, 16).ok()).unwrap_or(TRIAL)
}

fn is_named_as_ours(part: &str) -> bool {
    (1..=PART_CHARACTERS_MAX).contains(&part.len()) && part.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// Whether it was done; false if the file was gone.
fn gone(done: io::Result<()>) -> io::Result<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
