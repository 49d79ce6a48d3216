//! Records of finished games on disk, so that nothing is lost: an append-only
//! file, one line a game, keyed by all that the game depends on.
//!
//! The sum of a [line](judge_play::record::journal_line) tells one that was damaged, not one that was forged: nothing in a
//! journal is believed for it. A line is written at once when its
//! game is finished, or together with others as soon as the write is over that is under way. Whatever kills the process,
//! only games in flight are lost. Whatever stops the machine, no more is lost than what was written in the last second.
//! Knows no order: which games are wanted, and when, is its caller's business.

mod key;
mod lock;
mod queue;
mod tail;

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

pub use judge_play::record::journal_line::GameKey;
pub use key::JournalKeys;
pub use lock::Locking;

use judge_play::Record;
use judge_play::record::journal_line;
use lock::lock;
use queue::Queue;
use tail::Tail;

use crate::file::{self, Links};

/// Why no lock of a journal is poisoned.
const UNPOISONED: &str = "nothing panics while it holds the journal";
/// The longest line that is read. A record has some hundred bytes, and four for each of up to 50 000 turns; one with
/// faults of up to eight bots has some 16 000 characters of each besides, of which JSON may make six times as much.
const LINE_BYTES_MAX: u64 = 1 << 20;

/// The records of finished games, on disk.
pub struct Journal {
    /// Read at any place, by any thread.
    file: Arc<File>,
    /// Held only to add a line, or to take all.
    queue: Mutex<Queue>,
    /// Held while lines are written. Nobody waits for it who holds the queue.
    tail: Mutex<Tail>,
    /// Records that were there when the journal was opened. Is asked, never listed.
    found: HashMap<GameKey, LinePlace>,
}

/// The contents of a journal when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalSummary {
    /// Games with a whole record.
    pub games: usize,
    /// Whether the last line was torn: the game that was being written when the process was killed.
    pub torn: bool,
    /// Lines whose checksum is wrong, or that contradict an earlier line of the same game; their games are to be
    /// played again.
    pub damaged: usize,
}

/// The reason why a journal cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// Another process has it open.
    #[error("another judge is running in this folder; wait for it, or name another folder")]
    InUse,
    /// The file system has no locks.
    #[error(
        "this file system has no locks, so another judge in this folder would not be noticed; name a folder on another file system"
    )]
    NoLocks,
    /// It is a folder, a pipe or a device.
    #[error("it is not a plain file; remove it, or name another folder")]
    NotAFile,
    /// The file system refuses.
    #[error("it cannot be read and written: {0}")]
    Io(#[from] io::Error),
}

/// The reason why a journal's records cannot be added to another.
#[derive(Debug, thiserror::Error)]
pub enum NotTakenIn {
    /// The one that they are in cannot be read.
    #[error("it cannot be read: {0}")]
    Unread(io::Error),
    /// The one that they are added to cannot be written.
    #[error("the journal cannot be written: {}", file::unwritten(.0))]
    Unwritten(io::Error),
    /// One of them differs from the record of the same game here.
    #[error("it has another record of a game than the journal")]
    Contradicts(GameKey),
}

/// The place of a line in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePlace {
    offset: u64,
    bytes: u32,
    /// The line's checksum.
    check: u32,
}

impl LinePlace {
    /// The place of a line that begins at an offset. Its checksum is taken as it stands there.
    fn of(line: &[u8], offset: u64) -> Self {
        let bytes = u32::try_from(line.len()).expect("a line has a bounded length");
        Self { offset, bytes, check: journal_line::checksum(line).unwrap_or_default() }
    }
}

impl Journal {
    /// Opens the journal at `path`, makes it if need be, and keeps other processes out.
    ///
    /// A torn last line is dropped from the file.
    ///
    /// # Errors
    /// If another process has it open, or the file system refuses.
    pub fn open(path: &Path) -> Result<(Self, JournalSummary), CannotOpen> {
        Self::open_as(path, Locking::Locked)
    }

    /// As [`Journal::open`], but other processes are kept out only if that is wanted.
    ///
    /// # Errors
    /// As of [`Journal::open`].
    pub fn open_as(path: &Path, locking: Locking) -> Result<(Self, JournalSummary), CannotOpen> {
        // Asked before it is opened: opening a pipe waits, and a link may lead anywhere.
        if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(CannotOpen::NotAFile);
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        lock(&file, locking, File::try_lock)?;
        let (found, places, end) = read_all(&file)?;
        if found.torn {
            file.set_len(end)?;
        }
        Ok((Self::of(file, end, Some(path), places), found))
    }

    /// A journal in a file without a name, which goes with it.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn temporary() -> io::Result<Self> {
        Ok(Self::of(tempfile::tempfile()?, 0, None, HashMap::new()))
    }

    /// Opens the journal at `path` to look things up, and changes nothing.
    ///
    /// # Errors
    /// If it is not there, or the file system refuses.
    pub fn look(path: &Path) -> io::Result<(Self, JournalSummary)> {
        Self::look_into(file::open(path, Links::Refuse)?)
    }

    /// The same of a file that is open.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn look_into(file: File) -> io::Result<(Self, JournalSummary)> {
        let (found, places, end) = read_all(&file)?;
        Ok((Self::of(file, end, None, places), found))
    }

    /// A journal whose lines end at `end`, and which the next run must find at `path`, if there is one.
    fn of(file: File, end: u64, path: Option<&Path>, found: HashMap<GameKey, LinePlace>) -> Self {
        let file = Arc::new(file);
        let tail = Mutex::new(Tail::new(file.clone(), end, path.map(Path::to_owned)));
        Self { file, queue: Mutex::new(Queue::new(end)), tail, found }
    }

    /// Forgets all records.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn clear(&mut self) -> io::Result<()> {
        self.found.clear();
        *self.queue() = Queue::new(0);
        self.tail().cut(0)
    }

    /// Whether there was a record of a game when the journal was opened, or one was taken in.
    #[must_use]
    pub fn has(&self, key: &GameKey) -> bool {
        self.found.contains_key(key)
    }

    /// Games with a record, as of [`Journal::has`].
    #[must_use]
    pub fn games(&self) -> usize {
        self.found.len()
    }

    /// The record of a game that was there when the journal was opened.
    #[must_use]
    pub fn find(&self, key: &GameKey) -> Option<(Record, LinePlace)> {
        let place = self.found.get(key)?;
        self.read(*place).ok().map(|record| (record, *place))
    }

    /// The record at a place in this journal.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged there.
    pub fn read(&self, place: LinePlace) -> io::Result<Record> {
        let line = tail::read(&self.file, place)?;
        let is_that = LinePlace::of(&line, place.offset) == place;
        let entry = is_that.then(|| journal_line::read(&line)).flatten();
        let changed = || io::Error::other("the journal was changed by somebody else");
        entry.map(|(_, record)| record).ok_or_else(changed)
    }

    /// Writes a game's record, and says where it is.
    ///
    /// While another thread writes, the line is left to it: it does not stop before all are written. Once a second all
    /// that was written is made to last.
    ///
    /// # Errors
    /// If the file system refuses, or somebody has removed the journal. The file ends with a whole line then, and what is
    /// not in it is tried again with the next line. The thread that writes is the one that is told.
    pub fn append(&self, key: &GameKey, record: &Record) -> io::Result<LinePlace> {
        let line = journal_line::written(key, record);
        let (place, is_full) = self.queue().push(line.as_bytes());
        loop {
            let mut tail = match self.tail.try_lock() {
                Ok(tail) => tail,
                Err(TryLockError::WouldBlock) if is_full => self.tail(),
                // Whoever has it looks at the queue once more after that.
                Err(TryLockError::WouldBlock) => return Ok(place),
                Err(TryLockError::Poisoned(_)) => panic!("{UNPOISONED}"),
            };
            tail.write(&self.queue)?;
            let to_sync = tail.keep_if_due()?;
            drop(tail);
            // The other threads need not wait for the disk.
            to_sync.map_or(Ok(()), |file| file.sync_data())?;
            if self.queue().bytes.is_empty() {
                return Ok(place);
            }
        }
    }

    /// Makes all that was written last.
    ///
    /// # Errors
    /// If the file system refuses, or somebody has removed the journal.
    pub fn settle(&self) -> io::Result<()> {
        let mut tail = self.tail();
        tail.write(&self.queue)?;
        let file = tail.keep()?;
        drop(tail);
        file.map_or(Ok(()), |file| file.sync_data())
    }

    /// Adds the records of another journal's file, as it stands, but for those that are here already. Says which
    /// games it has.
    ///
    /// # Errors
    /// If the other cannot be read or contradicts this one, or this one cannot be written.
    pub fn take_in(&mut self, path: &Path) -> Result<(JournalSummary, Vec<GameKey>), NotTakenIn> {
        let unread = NotTakenIn::Unread;
        let other = file::open(path, Links::Refuse).map_err(unread)?;
        let (found, places, _) = read_all(&other).map_err(unread)?;
        let mut places: Vec<(GameKey, LinePlace)> = places.into_iter().collect();
        places.sort_by_key(|(_, place)| place.offset);
        let mut keys = Vec::with_capacity(places.len());
        for (key, place) in places {
            keys.push(key);
            let line = tail::read(&other, place).map_err(unread)?;
            if let Some(here) = self.found.get(&key) {
                if say_the_same(&tail::read(&self.file, *here).map_err(NotTakenIn::Unwritten)?, &line) {
                    continue;
                }
                return Err(NotTakenIn::Contradicts(key));
            }
            let (place, _) = self.queue().push(&line);
            self.tail().write(&self.queue).map_err(NotTakenIn::Unwritten)?;
            self.found.insert(key, place);
        }
        Ok((found, keys))
    }

    /// Forgets all that was added since it was opened, taken in or played.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn forget_added(&mut self) -> io::Result<()> {
        let end = self.queue().forget_added();
        self.tail().cut(end)?;
        self.found.retain(|_, place| place.offset < end);
        Ok(())
    }

    /// The number of records added since it was opened, taken in or played.
    #[must_use]
    pub fn added(&self) -> usize {
        self.queue().added
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        queue::locked(&self.queue)
    }

    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().expect(UNPOISONED)
    }
}

/// Whether two lines have the same record of the same game.
fn say_the_same(one: &[u8], other: &[u8]) -> bool {
    one == other || journal_line::read(one).is_some_and(|one| journal_line::read(other) == Some(one))
}

/// Goes through a journal's lines: what there is, where it is, and where the last whole line ends.
///
/// A game has its last record. If an earlier one differs it has none, unless another earlier one is the same: so it is
/// played again, and that decides.
fn read_all(file: &File) -> io::Result<(JournalSummary, HashMap<GameKey, LinePlace>, u64)> {
    let mut found = JournalSummary { games: 0, torn: false, damaged: 0 };
    let (mut places, mut again) = (HashMap::new(), HashMap::<GameKey, Vec<LinePlace>>::new());
    let (mut reader, mut offset) = (BufReader::new(file), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = (&mut reader).take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
        if bytes == 0 {
            break;
        }
        if line.last() != Some(&b'\n') && reader.fill_buf()?.is_empty() {
            found.torn = true;
            break;
        }
        let place = LinePlace::of(&line, offset);
        match journal_line::key(&line) {
            Some(key) => {
                if let Some(earlier) = places.insert(key, place) {
                    again.entry(key).or_default().push(earlier);
                }
            }
            None => found.damaged += 1,
        }
        offset += bytes as u64;
    }
    for (key, earlier) in again {
        let last = tail::read(file, places[&key])?;
        // One line at a time: a stranger's file may have one game a million times.
        let mut lines = earlier.into_iter().map(|place| tail::read(file, place));
        let confirming = lines.find(|line| line.as_ref().map_or(true, |line| say_the_same(line, &last)));
        if confirming.transpose()?.is_none() {
            found.damaged += 1;
            places.remove(&key);
        }
    }
    found.games = places.len();
    Ok((found, places, offset))
}

#[cfg(test)]
mod tests;
