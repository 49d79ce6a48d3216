//! The file of a journal: lines go to its end and are read from anywhere, and it must stay where it is.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Place;
use super::pace::Pace;
use crate::file::{self, Links};

/// The least time between two syncs to the disk: some disks take 50 ms for one.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The file, its length, and how many lines were added to it.
pub(super) struct Tail {
    file: File,
    end: u64,
    /// Whether the next write goes to the end.
    is_at_end: bool,
    added: usize,
    /// Its length in bytes before anything was added.
    end_before: u64,
    /// The path where the next run must find the file; `None` if it is temporary or only looked at.
    path: Option<PathBuf>,
    opened: Instant,
    pace: Pace,
}

impl Tail {
    /// A file that nobody needs to find again.
    pub(super) fn new(file: File, end: u64) -> Self {
        Self {
            file,
            end,
            is_at_end: false,
            added: 0,
            end_before: end,
            path: None,
            opened: Instant::now(),
            pace: Pace::at_most_once_in(SYNC_EVERY),
        }
    }

    /// A file that is to stay in its place.
    pub(super) fn at(path: PathBuf, file: File, end: u64) -> Self {
        let mut tail = Self::new(file, end);
        tail.path = Some(path);
        tail
    }

    pub(super) fn added(&self) -> usize {
        self.added
    }

    pub(super) fn clear(&mut self) -> io::Result<()> {
        (self.end, self.end_before) = (0, 0);
        self.file.set_len(0)
    }

    /// Cuts off what was added, and says where it ends now.
    pub(super) fn forget_added(&mut self) -> io::Result<u64> {
        (self.end, self.added) = (self.end_before, 0);
        self.file.set_len(self.end)?;
        Ok(self.end)
    }

    pub(super) fn append(&mut self, line: &[u8]) -> io::Result<Place> {
        let place = Place::of(line, self.end);
        if !std::mem::replace(&mut self.is_at_end, true) {
            self.file.seek(SeekFrom::End(0))?;
        }
        if let Err(error) = self.file.write_all(line) {
            // Half a line would tear the journal in the middle.
            self.file.set_len(self.end)?;
            return Err(error);
        }
        self.end += line.len() as u64;
        self.added += 1;
        Ok(place)
    }

    pub(super) fn read(&mut self, place: Place) -> io::Result<Vec<u8>> {
        self.is_at_end = false;
        read(&self.file, place)
    }

    /// As [`Tail::keep`], at most once a second.
    pub(super) fn keep_if_due(&mut self) -> io::Result<Option<File>> {
        if self.pace.is_due(self.opened.elapsed()) { self.keep() } else { Ok(None) }
    }

    /// Gives the file out to be synced; nothing if it need not last.
    ///
    /// # Errors
    /// If it is not in its place any more: nobody would find what is written to it.
    pub(super) fn keep(&mut self) -> io::Result<Option<File>> {
        let Some(path) = &self.path else { return Ok(None) };
        if !file::is_at(path, Links::Refuse, &self.file)? {
            return Err(io::Error::other("it was removed or replaced during the run"));
        }
        self.file.try_clone().map(Some)
    }
}

/// The line at a place of a file.
pub(super) fn read(mut file: &File, place: Place) -> io::Result<Vec<u8>> {
    let mut line = vec![0; place.bytes as usize];
    file.seek(SeekFrom::Start(place.offset))?;
    file.read_exact(&mut line)?;
    Ok(line)
}

impl Drop for Tail {
    fn drop(&mut self) {
        // Closing is not enough: a program that another thread starts just now holds the file for a moment, too.
        let _ = self.file.unlock();
    }
}
