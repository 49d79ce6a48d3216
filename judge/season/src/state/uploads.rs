//! Files that were handed in, and which of them wait for their check.

use super::State;
use crate::log::digest::Digest;
use crate::log::event::Checked;

/// A file that was handed in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The contestant.
    pub contestant: usize,
    /// The file.
    pub sha256: Digest,
    /// Its length.
    pub bytes: u64,
    /// The time of the upload, in seconds since 1970.
    pub time: u64,
    /// The event that took it.
    pub taken: At,
    /// The event of its verdict.
    pub verdict: Option<At>,
    /// The result of its check; nothing if it waits.
    pub checked: Option<Checked>,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The number of the event, from 1.
    pub event: usize,
    /// The hash of it and all before it.
    pub head: Digest,
    /// The time of the event, in seconds since 1970.
    pub time: u64,
}

impl State {
    /// The upload of a contestant that waits for its check.
    pub(crate) fn pending_of(&self, contestant: usize) -> Option<usize> {
        let last = *self.contestants[contestant].uploads.last()?;
        self.uploads[last].checked.is_none().then_some(last)
    }

    /// Uploads that wait for their check, in the order in which they are checked; none when the season is closed.
    pub fn pending(&self) -> impl Iterator<Item = usize> + '_ {
        let uploads = if self.closed.is_some() { 0 } else { self.uploads.len() };
        (0..uploads).filter(|&id| self.uploads[id].checked.is_none())
    }

    /// The number of files that a contestant has handed in since a time.
    pub(crate) fn uploads_since(&self, contestant: usize, time: u64) -> usize {
        let uploads = &self.contestants[contestant].uploads;
        uploads.iter().filter(|&&id| self.uploads[id].time > time).count()
    }
}
