//! What a program has printed and nobody has taken: a thread reads it, and keeps a bounded part.

use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::work;

/// The most bytes that are kept.
const BYTES_MAX: usize = 1 << 20;

/// What happens to more than is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It is read, and forgotten.
    Lost,
    /// It is not read.
    Unread,
}

/// The bytes, as far as they are there.
#[derive(Default)]
pub(super) struct Bytes {
    pub(super) kept: Vec<u8>,
    /// Whether no more come.
    pub(super) is_over: bool,
    /// The thread that reads them, where the system has a name for it.
    reader: Option<PathBuf>,
}

impl Bytes {
    /// Whether there is a whole line.
    pub(super) fn has_line(&self) -> bool {
        self.kept.contains(&b'\n')
    }
}

/// The output of a program.
#[derive(Clone, Default)]
pub(super) struct ProgramOutput(Arc<(Mutex<Bytes>, Condvar)>);

impl ProgramOutput {
    /// Reads in a new thread, until the end.
    pub(super) fn new(mut from: impl Read + Send + 'static, beyond: Beyond) -> Self {
        let printed = Self::default();
        let theirs = printed.clone();
        thread::spawn(move || {
            theirs.lock().reader = work::this_thread();
            let mut read = [0; 8 << 10];
            let mut is_over = false;
            while !is_over {
                let count = match from.read(&mut read) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    count => count.unwrap_or(0),
                };
                let mut bytes = theirs.lock();
                let room = BYTES_MAX - bytes.kept.len();
                bytes.kept.extend_from_slice(&read[..count.min(room)]);
                is_over = count == 0 || (count > room && beyond == Beyond::Unread);
                bytes.is_over = is_over;
                theirs.0.1.notify_all();
            }
        });
        printed
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Bytes> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until that is so, no more bytes come, or so much time has passed.
    pub(super) fn wait(&self, time: Duration, is_enough: impl Fn(&Bytes) -> bool) -> MutexGuard<'_, Bytes> {
        let is_early = |bytes: &mut Bytes| !bytes.is_over && !is_enough(bytes);
        let waited = self.0.1.wait_timeout_while(self.lock(), time, is_early);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Whether its thread waits for bytes, so that there are no others than those here.
    pub(super) fn is_read(&self) -> bool {
        let reader = self.lock().reader.clone();
        reader.is_some_and(|reader| work::is_asleep(&reader) == Some(true))
    }
}
