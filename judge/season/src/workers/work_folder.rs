//! The folder that a season's server and its workers share: parts of batches as files, each in one place at a time. For
//! workers that reach no such folder the server does there what they ask it by HTTP.
//!
//! A part is `todo/PART.json` until a worker takes it by renaming it to `taken/PART.WORKER.json`. The worker touches that
//! file while it plays, so that its lease goes on. What it played is `done/PART.WORKER.journal`. Bots come by their hash,
//! and the season's file comes with the anchors by theirs. No secret is in this folder, but the seeds of rounds that are
//! played now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use judge_core::file::if_there;
use judge_core::file::open_folder::{FileMark, OpenFolder, Opening, UNFINISHED, read_up_to};
use judge_core::journal::Journal;
use judge_core::tournament::Name;
use serde::{Deserialize, Serialize};

use crate::log::digest::Digest;
use crate::log::event;
use crate::workers::part::{Part, TRIAL, journal_bytes_max};

/// Bytes of a part.
const PART_BYTES_MAX: u64 = 1 << 20;
/// Characters of a part's name; ours have up to 28. What is longer would be trouble of the file system.
const PART_CHARACTERS_MAX: usize = 64;
/// Files that are no part's and go at a look: somebody may make them faster.
const JUNK_MAX: usize = 1_000;
/// The season's file, as a worker asks for it.
pub const TERMS: &str = "season.toml";
/// The lock that only one server may hold.
const LOCK: &str = "server.lock";

/// The shared folder. All that may write there are strangers to one another.
#[derive(Clone, Debug)]
pub struct WorkFolder(Arc<WorkFolders>);

#[derive(Debug)]
struct WorkFolders {
    root: Arc<Root>,
    todo: OpenFolder,
    taken: OpenFolder,
    done: OpenFolder,
    bots: OpenFolder,
    barred: OpenFolder,
    /// How many rounds each worker may take at a time, by its name.
    allowed: OpenFolder,
}

#[derive(Debug)]
struct Root {
    folder: OpenFolder,
    /// The lock of a server, while it runs.
    _lock: Option<File>,
}

/// A file of a part that somebody has taken or played: which part, and who.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Taken {
    /// The part.
    pub part: String,
    /// The worker.
    #[serde(with = "event::name")]
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

/// The files in the shared folder that are of some parts.
#[derive(Debug, Default)]
pub(crate) struct FolderListing {
    /// Parts that nobody has taken.
    pub(crate) todo: BTreeSet<String>,
    /// Parts that are taken, each by whom, with the time of the last touch, by the clock of whoever touched it.
    pub(crate) taken: BTreeMap<String, (Name, SystemTime)>,
    /// Parts that were played.
    pub(crate) done: Vec<Taken>,
}

impl WorkFolder {
    /// The folder at a path, in which a server shares work.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::of(Arc::new(Root { folder: OpenFolder::open(path)?, _lock: None }), OpenFolder::folder)
    }

    fn of(root: Arc<Root>, folder: fn(&OpenFolder, &str) -> io::Result<OpenFolder>) -> io::Result<Self> {
        let open = |name| folder(&root.folder, name).map_err(|error| named(name, &error));
        Ok(Self(Arc::new(WorkFolders {
            todo: open("todo")?,
            taken: open("taken")?,
            done: open("done")?,
            bots: open("bots")?,
            barred: open("barred")?,
            allowed: open("allowed")?,
            root,
        })))
    }

    /// Makes the folder for a season, and forgets what another run of the server has left. Other servers are kept out.
    ///
    /// # Errors
    /// If another server shares it, or the file system refuses.
    pub(crate) fn begin(path: &Path, terms: &str) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let folder = OpenFolder::open(path)?;
        let lock = folder.file(LOCK, Opening::Keep).map_err(|error| named(LOCK, &error))?;
        // Where the file system has no locks, nobody can say.
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            let text = "another server shares it, or somebody holds its server.lock; end that one, or name another folder with --work";
            return Err(io::Error::new(ErrorKind::ResourceBusy, text));
        }
        let folder = Self::made(Arc::new(Root { folder, _lock: Some(lock) }), terms)?;
        let WorkFolders { root, todo, taken, done, allowed, .. } = &*folder.0;
        for folder in [todo, taken, done, allowed] {
            for name in folder.names()? {
                // Workers go on while the server is away: a file may have been moved or handed over by now. What is no
                // file is in nobody's way.
                let _ = folder.remove(&name);
            }
        }
        for name in root.folder.names()?.iter().filter(|name| name.starts_with(UNFINISHED)) {
            let _ = root.folder.remove(name);
        }
        Ok(folder)
    }

    /// The same folder with all that has to be in it: somebody may have removed or changed that.
    pub(crate) fn again(&self, terms: &str) -> io::Result<Self> {
        Self::made(Arc::clone(&self.0.root), terms)
    }

    fn made(root: Arc<Root>, terms: &str) -> io::Result<Self> {
        let folder = Self::of(root, OpenFolder::make)?;
        let root = &folder.0.root.folder;
        if root.read(TERMS, terms.len() as u64).ok().as_deref() != Some(terms.as_bytes()) {
            root.write(TERMS, terms.as_bytes()).map_err(|error| named(TERMS, &error))?;
        }
        Ok(folder)
    }

    /// A file that a worker needs of a season: the season's file, or a bot, by the server's name for it.
    pub fn need(&self, name: &str) -> io::Result<File> {
        match name.strip_prefix("bot/") {
            Some(bot) => self.0.bots.file(bot, Opening::Read),
            None => self.0.root.folder.file(TERMS, Opening::Read),
        }
    }

    pub(crate) fn offer(&self, name: &str, part: &Part) -> io::Result<()> {
        let json = serde_json::to_string(part).expect("it is plain data");
        self.0.todo.write(&todo(name), json.as_bytes())
    }

    /// Takes a part back that nobody has taken; false if somebody has.
    pub fn take_back(&self, name: &str) -> io::Result<bool> {
        gone(self.0.todo.remove(&todo(name)))
    }

    /// Takes the first part that nobody has taken and that is not too large for this worker, with what it is about. What is
    /// none is stepped over.
    pub fn take(&self, worker: &Name) -> io::Result<Option<(Taken, Part)>> {
        let allowed = self.0.allowed.read(worker.as_str(), 20).ok();
        let most = allowed.and_then(|text| str::from_utf8(&text).ok()?.parse().ok()).unwrap_or(TRIAL);
        let names = self.0.todo.names()?;
        for part in names.iter().filter_map(|name| in_todo(name)).filter(|part| size(part) <= most) {
            let taken = Taken { part: part.to_owned(), worker: worker.clone() };
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

    /// Gives a part back that one has taken.
    pub fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        gone(self.0.taken.rename(&taken.file("json"), &self.0.todo, &todo(&taken.part)))
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

    /// All files that are there of parts that are open. Of others, whoever has put them there, some go at each look.
    pub(crate) fn look(&self, is_open: impl Fn(&str) -> bool) -> io::Result<FolderListing> {
        let WorkFolders { todo, taken, done, .. } = &*self.0;
        let (mut found, mut junk) = (FolderListing::default(), 0);
        let mut remove = |folder: &OpenFolder, name: &str| {
            junk += 1;
            if junk <= JUNK_MAX {
                // What is no file stays, and is in nobody's way.
                let _ = folder.remove(name);
            }
        };
        // In the order in which parts move: none that does so meanwhile is missed.
        for name in todo.names()? {
            match in_todo(&name).filter(|part| is_open(part)) {
                Some(part) => drop(found.todo.insert(part.to_owned())),
                None => remove(todo, &name),
            }
        }
        for name in taken.names()? {
            let one = Taken::parse(&name, "json");
            let one = one.filter(|one| is_open(&one.part) && !found.taken.contains_key(&one.part));
            match one.and_then(|one| Some((taken.modified(&name).ok()?, one))) {
                Some((time, one)) => drop(found.taken.insert(one.part, (one.worker, time))),
                None => remove(taken, &name),
            }
        }
        // Those that are being written will be parts.
        for name in done.names()?.into_iter().filter(|name| !name.starts_with(UNFINISHED)) {
            match Taken::parse(&name, "journal").filter(|one| is_open(&one.part)) {
                Some(one) => found.done.push(one),
                None => remove(done, &name),
            }
        }
        Ok(found)
    }

    /// Forgets what somebody has taken or played. What is no file stays, and is in nobody's way.
    pub(crate) fn forget(&self, taken: &Taken) {
        let _ = self.0.done.remove(&taken.file("journal"));
        let _ = self.0.taken.remove(&taken.file("json"));
    }

    /// Says how many rounds a worker may take at a time.
    pub(crate) fn allow(&self, worker: &Name, rounds: usize) -> io::Result<()> {
        self.0.allowed.write(worker.as_str(), rounds.to_string().as_bytes())
    }

    /// Whether a worker is barred.
    pub fn is_barred(&self, worker: &Name) -> bool {
        self.0.barred.file(worker.as_str(), Opening::Read).is_ok()
    }

    /// Lets a worker take part no more.
    pub fn bar(&self, worker: &Name) -> io::Result<()> {
        self.0.barred.write(worker.as_str(), io::empty())
    }

    /// Brings a bot here, if it is not. Whoever may write here can put another file in its place: what is there is read,
    /// unless it has the mark that it had when it was right. The mark comes out, if it is right now.
    pub(crate) fn bring(
        &self,
        sha256: Digest,
        from: &Path,
        known: Option<FileMark>,
    ) -> io::Result<Option<FileMark>> {
        let name = format!("{sha256}.wasm");
        if let Ok(there) = self.0.bots.file(&name, Opening::Read) {
            let mark = FileMark::of(&there)?;
            let is_right = |bytes: Vec<u8>| Digest::of(bytes) == sha256;
            if known == Some(mark) || read_up_to(&there, fs::metadata(from)?.len()).is_ok_and(is_right) {
                return Ok(Some(mark));
            }
        }
        self.0.bots.write(&name, File::open(from)?).map_err(|error| named(&name, &error))?;
        Ok(None)
    }
}

/// The same error with the name of what it is about.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// The part that a file is which nobody has taken.
fn in_todo(file: &str) -> Option<&str> {
    file.strip_suffix(".json").filter(|part| is_named_as_ours(part))
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
    if_there(done).map(|done| done.is_some())
}

#[cfg(test)]
mod tests;
