//! The lock of a journal: only the process that has the file system's lock of its file may write to it.

use std::fs::{File, TryLockError};
use std::io;

use super::CannotOpen;

/// The error of NFS without its lock daemon; `ErrorKind` has no kind for it.
const ENOLCK: i32 = 37;

/// Whether other judges are kept out of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locking {
    /// They are, by a lock of the file system's.
    #[default]
    Locked,
    /// They are not: whoever started the judge sees to it.
    Unlocked,
}

/// Keeps other processes away from `file` by `try_lock`, in whose place tests put another.
pub(super) fn lock(
    file: &File,
    locking: Locking,
    try_lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<(), CannotOpen> {
    if locking == Locking::Unlocked {
        return Ok(());
    }
    try_lock(file).map_err(|error| match error {
        TryLockError::WouldBlock => CannotOpen::InUse,
        TryLockError::Error(error) if is_unavailable(&error) => CannotOpen::NoLocks,
        TryLockError::Error(error) => error.into(),
    })
}

/// Whether the file system has no locks.
fn is_unavailable(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(ENOLCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_locks_a_journal_is_refused_unless_it_need_not_be_locked() {
        const ENOSYS: i32 = 38;
        let file = tempfile::tempfile().expect("there is room for temporary files");
        let open = |number: i32, locking| {
            let no_locks: fn(&File) -> _ = match number {
                ENOLCK => |_| Err(TryLockError::Error(io::Error::from_raw_os_error(ENOLCK))),
                _ => |_| Err(TryLockError::Error(io::Error::from_raw_os_error(ENOSYS))),
            };
            lock(&file, locking, no_locks)
        };
        for number in [ENOLCK, ENOSYS] {
            assert!(matches!(open(number, Locking::Locked), Err(CannotOpen::NoLocks)), "{number}");
            assert!(open(number, Locking::Unlocked).is_ok(), "{number}");
        }
    }
}
