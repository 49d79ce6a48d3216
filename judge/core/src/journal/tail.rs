//! The file of a journal: lines go to its end and are read from anywhere, and it must stay where it is.

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{io, mem};

use super::LinePlace;
use super::queue::{Queue, locked};
use crate::file::{self, Links, system};

/// The least time between two syncs to the disk: some disks take 50 ms for one.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The file, and its length.
pub(super) struct Tail {
    pub(super) file: Arc<File>,
    end: u64,
    /// The lines that are being written; empty, but its room is used again.
    lines: Vec<u8>,
    /// The path where the next run must find the file; `None` if it is temporary or only looked at.
    path: Option<PathBuf>,
    /// When it was last given out to be synced.
    kept: Instant,
}

impl Tail {
    /// A file that ends at `end`, and is to stay at its path, if it has one.
    pub(super) fn new(file: Arc<File>, end: u64, path: Option<PathBuf>) -> Self {
        Self { file, end, lines: Vec::new(), path, kept: Instant::now() }
    }

    /// Cuts off what is behind `end`.
    pub(super) fn cut(&mut self, end: u64) -> io::Result<()> {
        self.end = end;
        self.file.set_len(end)
    }

    /// Writes all lines of the queue.
    ///
    /// # Errors
    /// If the file system refuses. Lines that are not in the file are in the queue again.
    pub(super) fn write(&mut self, queue: &Mutex<Queue>) -> io::Result<()> {
        mem::swap(&mut locked(queue).bytes, &mut self.lines);
        let (written, end) = write_at(&self.file, &self.lines, self.end);
        // Half a line would tear the journal in the middle.
        let whole = self.lines[..written].iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        if end.is_err() {
            locked(queue).put_back(&self.lines[whole..]);
        }
        self.lines.clear();
        self.end += whole as u64;
        if end.is_err() {
            self.cut(self.end)?;
        }
        end
    }

    /// As [`Tail::keep`], at most once a second.
    pub(super) fn keep_if_due(&mut self) -> io::Result<Option<Arc<File>>> {
        if self.kept.elapsed() < SYNC_EVERY {
            return Ok(None);
        }
        self.kept = Instant::now();
        self.keep()
    }

    /// Gives the file out to be synced; nothing if it need not last.
    ///
    /// # Errors
    /// If it is not in its place any more: nobody would find what is written to it.
    pub(super) fn keep(&mut self) -> io::Result<Option<Arc<File>>> {
        let Some(path) = &self.path else { return Ok(None) };
        if !file::is_at(path, Links::Refuse, &self.file)? {
            return Err(io::Error::other("it was removed or replaced during the run"));
        }
        Ok(Some(self.file.clone()))
    }
}

/// Writes bytes at a place of a file: how many were written, and whether that is all.
fn write_at(file: &File, bytes: &[u8], at: u64) -> (usize, io::Result<()>) {
    let mut written = 0;
    while written < bytes.len() {
        match system::write_at(file, &bytes[written..], at + written as u64) {
            Ok(0) => return (written, Err(io::ErrorKind::WriteZero.into())),
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (written, Err(error)),
        }
    }
    (written, Ok(()))
}

/// The line at a place of a file.
pub(super) fn read(file: &File, place: LinePlace) -> io::Result<Vec<u8>> {
    let mut line = vec![0; place.bytes as usize];
    system::read_at(file, &mut line, place.offset)?;
    Ok(line)
}

impl Drop for Tail {
    fn drop(&mut self) {
        // Closing is not enough: a program that another thread starts just now holds the file for a moment, too.
        let _ = self.file.unlock();
    }
}
