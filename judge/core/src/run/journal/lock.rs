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
    /// Takes the lock file of the journal at `path`, also one that a process of this machine has left behind.
    fn take(path: &Path) -> Result<Self, CannotOpen> {
        let lock = Self { path: with_ending(path, SUFFIX), holder: Holder::this_process() };
        match lock.create() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok(created.map(|()| lock)?),
        }
        match Holder::of(&lock.path)? {
            Some(holder) if holder.has_ended() => lock.take_from(&holder),
            holder => Err(CannotOpen::Held(holder)),
        }
    }

    /// Takes the lock file that `ended` has left behind, unless another process is faster.
    fn take_from(self, ended: &Holder) -> Result<Self, CannotOpen> {
        // Whoever is faster may have made a new one by now. Which it is can only be said when nobody else can reach it.
        let aside = with_ending(&self.path, &format!(".{}", self.holder.process));
        match fs::rename(&self.path, &aside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
            Ok(()) => {
                let holder = Holder::of(&aside)?;
                if holder.as_ref() != Some(ended) {
                    fs::rename(&aside, &self.path)?;
                    return Err(CannotOpen::Held(holder));
                }
                fs::remove_file(&aside)?;
            }
        }
        match self.create() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(CannotOpen::Held(Holder::of(&self.path)?))
            }
            created => Ok(created.map(|()| self)?),
        }
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
        if Holder::of(&self.path).is_ok_and(|holder| holder.as_ref() == Some(&self.holder)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Holder {
    fn this_process() -> Self {
        Self { host: system::host(), process: std::process::id() }
    }

    /// Whom a lock file names.
    fn of(lock: &Path) -> io::Result<Option<Self>> {
        let text = file::read(lock, Links::Refuse, HOLDER_BYTES_MAX)?;
        Ok(Self::parse(&String::from_utf8_lossy(&text)))
    }

    fn parse(text: &str) -> Option<Self> {
        let (process, host) = text.trim_end().split_once(' ')?;
        Some(Self { host: host.to_owned(), process: process.parse().ok()? })
    }

    /// Whether it is known that the process has ended: of another machine's nothing is known. One with the number of this
    /// process was before it, as in a container that was started again, whose judge is always number 1.
    fn has_ended(&self) -> bool {
        let is_before_this = self.process == std::process::id();
        self.host == system::host() && (is_before_this || !system::is_alive(self.process))
    }
}

/// A path with more at its end.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut longer = path.as_os_str().to_owned();
    longer.push(ending);
    longer.into()
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} on {}", self.process, cut(&sanitize(&self.host), HOST_CHARACTERS_MAX))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn of_two_that_find_the_lock_of_one_that_has_ended_the_slower_is_refused() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("journal.lock");
        let [ended, faster] =
            [0, std::os::unix::process::parent_id()].map(|process| Holder { host: system::host(), process });
        let take = || LockFile { path: path.clone(), holder: Holder::this_process() }.take_from(&ended);
        let files = || fs::read_dir(folder.path()).expect("it can be read").count();
        // The faster one has taken it since the slower one has read it.
        fs::write(&path, format!("{} {}\n", faster.process, faster.host)).expect("it can be written");
        assert!(matches!(take(), Err(CannotOpen::Held(Some(holder))) if holder == faster));
        assert_eq!((Holder::of(&path).expect("it is there"), files()), (Some(faster), 1));
        // The faster one has put it aside, and made none yet.
        fs::remove_file(&path).expect("it is there");
        let lock = take().expect("nobody has it");
        assert_eq!((Holder::of(&path).expect("it is there").as_ref(), files()), (Some(&lock.holder), 1));
    }
}
