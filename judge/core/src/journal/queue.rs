//! Lines on their way to a journal's file: bytes and where they will be.

use std::sync::{Mutex, MutexGuard};

use super::LinePlace;

/// With so many bytes in the queue, who adds a line waits until it is written: some hundred games are in flight then.
const FULL_BYTES: usize = 64 << 10;

/// Lines that are to be written.
pub(super) struct Queue {
    /// Whole lines, which begin where the file ends.
    pub(super) bytes: Vec<u8>,
    /// The end of the file with all lines.
    end: u64,
    /// Its end before anything was added.
    end_before: u64,
    /// Lines that were added.
    pub(super) added: usize,
}

impl Queue {
    /// The queue of a file that ends at `end`.
    pub(super) fn new(end: u64) -> Self {
        Self { bytes: Vec::new(), end, end_before: end, added: 0 }
    }

    /// Adds a line, and says where it will be and whether there are too many.
    pub(super) fn push(&mut self, line: &[u8]) -> (LinePlace, bool) {
        let place = LinePlace::of(line, self.end);
        self.bytes.extend_from_slice(line);
        self.end += line.len() as u64;
        self.added += 1;
        (place, self.bytes.len() > FULL_BYTES)
    }

    /// Puts lines back that were not written.
    pub(super) fn put_back(&mut self, lines: &[u8]) {
        self.bytes.splice(..0, lines.iter().copied());
    }

    /// Forgets all that was added, written or not, and says where the file is to end.
    pub(super) fn forget_added(&mut self) -> u64 {
        *self = Self::new(self.end_before);
        self.end
    }
}

pub(super) fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().expect("nothing panics while it holds the queue")
}
