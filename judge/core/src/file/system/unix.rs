//! Linux and macOS.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use rlimit::Resource;
use rustix::fs::{self, AtFlags, Dir, Mode, OFlags};

use super::Opening;

/// The limit of this process's address space, if there is one.
pub(crate) fn address_space() -> Option<u64> {
    Resource::AS.get_soft().ok().filter(|bytes| *bytes != rlimit::INFINITY)
}

/// Opens a file to read it, without waiting: it may be a pipe by now, or a plain file of the system that waits for news.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    Ok(fs::open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// Whether two descriptions are of one file.
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// What changes with every change of a file, whatever somebody sets its times to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMark {
    inode: u64,
    bytes: u64,
    changed: (i64, i64),
}

impl FileMark {
    /// The mark of a file that is open.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn of(file: &File) -> io::Result<Self> {
        let there = file.metadata()?;
        let changed = (there.ctime(), there.ctime_nsec());
        Ok(Self { inode: there.ino(), bytes: there.len(), changed })
    }
}

/// Reads the bytes at a place of a file. Nobody's next read or write moves.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(bytes, at)
}

/// Writes at a place of a file, and says how many bytes.
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    file.write_at(bytes, at)
}

/// The name of this machine.
pub(crate) fn host() -> String {
    nix::unistd::gethostname().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A folder that is kept open: whoever renames it or puts a link in its place changes nothing.
#[derive(Debug)]
pub struct OpenFolder(File);

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

impl OpenFolder {
    /// The folder that a person named.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(fs::open(path, FOLDER, Mode::empty())?.into()))
    }

    pub(crate) fn make_new(&self, name: &str) -> io::Result<()> {
        Ok(fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// A folder in this one.
    ///
    /// # Errors
    /// If there is none, or a link.
    pub fn folder(&self, name: &str) -> io::Result<Self> {
        Ok(Self(fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?.into()))
    }

    pub(crate) fn any_file(&self, name: &str, opening: Opening) -> io::Result<File> {
        let how = match opening {
            Opening::Read => OFlags::RDONLY,
            Opening::Write => OFlags::WRONLY,
            Opening::New => OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL,
            Opening::Keep => OFlags::RDWR | OFlags::CREATE,
        };
        // Without waiting: it may be a pipe.
        let how = how | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(fs::openat(&self.0, name, how, Mode::from_raw_mode(0o666))?.into())
    }

    /// Renames a file, also into another folder. It replaces a file of that name.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn rename(&self, name: &str, to: &Self, its: &str) -> io::Result<()> {
        Ok(fs::renameat(&self.0, name, &to.0, its)?)
    }

    /// Removes a file or a link, but no folder.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// So many names at the most.
    pub(crate) fn some_names(&self, most: usize) -> io::Result<Vec<String>> {
        let names = Dir::read_from(&self.0)?.filter_map(|entry| match entry {
            Ok(entry) => entry.file_name().to_str().ok().map(|name| Ok(name.to_owned())),
            Err(error) => Some(Err(error.into())),
        });
        names.filter(|name| !matches!(name.as_deref(), Ok("." | ".."))).take(most).collect()
    }
}
