//! Who may write to a journal: a lock of the system's, or a file that names the host and the process where there is none.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use judge_play::text::{cut, sanitize};

use super::CannotOpen;
use crate::file::{self, Links};
use crate::system;

/// What the name of a lock file ends with.
const SUFFIX: &str = ".lock";
/// The most bytes of a lock file, and characters of a host's name that are shown.
const HOLDER_BYTES_MAX: u64 = 1_000;
const HOST_CHARACTERS_MAX: usize = 100;
/// What NFS says without its lock daemon; it has no kind of its own.
const ENOLCK: i32 = 37;

/// Whether other judges are kept out of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locking {
    /// They are, by a lock of the file system's, or by a lock file where it has none.
    #[default]
    Locked,
    /// They are not: whoever started the judge sees to it.
    Unlocked,
}

/// How a file is locked by the system; tests put another in its place.
pub(super) type TryLock = fn(&File) -> Result<(), TryLockError>;

/// A file beside the journal that says who writes to it. It goes with this.
#[derive(Debug)]
pub(super) struct LockFile {
    path: PathBuf,
    holder: Holder,
}

/// A process on a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    host: String,
    process: u32,
}

/// Keeps other processes away from `file`, which is at `path`; a lock file is given out if it takes one.
pub(super) fn lock(
    file: &File,
    path: &Path,
    locking: Locking,
    try_lock: TryLock,
) -> Result<Option<LockFile>, CannotOpen> {
    if locking == Locking::Unlocked {
        return Ok(None);
    }
    match try_lock(file) {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => Err(CannotOpen::InUse),
        Err(TryLockError::Error(error)) if is_unavailable(&error) => LockFile::take(path).map(Some),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Whether the file system has no locks.
fn is_unavailable(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(ENOLCK)
}

impl LockFile {
    /// Takes the lock file of the journal at `path`. One that a process of this machine has left is removed.
    fn take(path: &Path) -> Result<Self, CannotOpen> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(SUFFIX);
        let lock = Self { path: path.with_file_name(name), holder: Holder::this_process() };
        match lock.create() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok(created.map(|()| lock)?),
        }
        let text = file::read(&lock.path, Links::Refuse, HOLDER_BYTES_MAX)?;
        let holder = Holder::parse(&String::from_utf8_lossy(&text));
        if holder.as_ref().is_none_or(|holder| !holder.has_ended()) {
            return Err(CannotOpen::Held(holder));
        }
        fs::remove_file(&lock.path)?;
        lock.create()?;
        Ok(lock)
    }

    fn create(&self) -> io::Result<()> {
        // Only one of several processes can make a file anew, on NFS too.
        let mut file = OpenOptions::new().write(true).create_new(true).open(&self.path)?;
        writeln!(file, "{} {}", self.holder.process, self.holder.host)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // If somebody has removed it, another may be there by now.
        let is_ours = fs::read_to_string(&self.path)
            .is_ok_and(|text| Holder::parse(&text).as_ref() == Some(&self.holder));
        if is_ours {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Holder {
    fn this_process() -> Self {
        Self { host: system::host(), process: std::process::id() }
    }

    fn parse(text: &str) -> Option<Self> {
        let (process, host) = text.trim_end().split_once(' ')?;
        Some(Self { host: host.to_owned(), process: process.parse().ok()? })
    }

    /// Whether it is known that the process has ended: of another machine's nothing is known.
    fn has_ended(&self) -> bool {
        self.host == system::host() && !system::is_alive(self.process)
    }
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} on {}", self.process, cut(&sanitize(&self.host), HOST_CHARACTERS_MAX))
    }
}
