//! Where a journal belongs: a path that may lose its file while it is written to.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::CannotOpen;
use super::lock::{LockFile, Locking, TryLock, lock};
use crate::file::{self, Links};

/// How another journal is called that stands where ours belongs.
const OTHER: &str = "journal.other";

/// The path of a journal that is open.
#[derive(Debug)]
pub(super) struct Home {
    path: PathBuf,
    locking: Locking,
    try_lock: TryLock,
    lock_file: Option<LockFile>,
}

impl Home {
    /// Opens the file at `path`, makes it if need be, and keeps other processes out as long as it is open.
    ///
    /// # Errors
    /// If another process has it open, it is no plain file, or the file system refuses.
    pub(super) fn open(path: &Path, locking: Locking, try_lock: TryLock) -> Result<(Self, File), CannotOpen> {
        // Asked before it is opened: opening a pipe waits, and a link may lead anywhere.
        if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(CannotOpen::NotAFile);
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let lock_file = lock(&file, path, locking, try_lock)?;
        Ok((Self { path: path.to_owned(), locking, try_lock, lock_file }, file))
    }

    /// The lock file, if the file system has no locks.
    pub(super) fn lock_file(&self) -> Option<&Path> {
        self.lock_file.as_ref().map(LockFile::path)
    }

    /// Whether `file` is still what is found at the path.
    pub(super) fn has(&self, file: &File) -> io::Result<bool> {
        file::is_at(&self.path, Links::Refuse, file)
    }

    /// A new file at the path, in a folder that is made if need be. Another journal there gets another name.
    ///
    /// # Errors
    /// If another process uses it, or the file system refuses.
    pub(super) fn renew(&mut self) -> Result<File, CannotOpen> {
        // What is left of our own lock must not keep us out.
        self.lock_file = None;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if let Ok(other) = File::open(&self.path) {
            self.lock_file = self.lock(&other)?;
            fs::rename(&self.path, self.path.with_file_name(OTHER))?;
        }
        let file = OpenOptions::new().read(true).append(true).create_new(true).open(&self.path)?;
        if self.lock_file.is_none() {
            self.lock_file = self.lock(&file)?;
        }
        Ok(file)
    }

    fn lock(&self, file: &File) -> Result<Option<LockFile>, CannotOpen> {
        lock(file, &self.path, self.locking, self.try_lock)
    }
}
