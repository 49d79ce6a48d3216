//! Windows.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::windows::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Opening;

/// There is no limit of address space.
pub(crate) fn address_space() -> Option<u64> {
    None
}

/// Opens a file to read it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// A file that is open cannot be replaced.
pub(crate) fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// What changes with every change of a file by whoever does not set its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMark(u64, SystemTime);

impl FileMark {
    /// The mark of a file that is open.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn of(file: &File) -> io::Result<Self> {
        let there = file.metadata()?;
        Ok(Self(there.len(), there.modified()?))
    }
}

/// Reads the bytes at a place of a file.
pub(crate) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_read(bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (bytes, at) = (&mut bytes[read..], at + read as u64),
        }
    }
    Ok(())
}

/// Writes at a place of a file, and says how many bytes.
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    file.seek_write(bytes, at)
}

/// The name of this machine; empty if the environment has none.
pub(crate) fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// A folder by its path: a link that is put in its place leads elsewhere.
#[derive(Debug)]
pub struct OpenFolder(PathBuf);

impl OpenFolder {
    /// The folder that a person named.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        fs::read_dir(path).map(|_| Self(path.to_owned()))
    }

    pub(crate) fn make_new(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    /// A folder in this one.
    ///
    /// # Errors
    /// If there is none, or a link.
    pub fn folder(&self, name: &str) -> io::Result<Self> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path)?.is_dir() {
            Ok(Self(path))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    pub(crate) fn any_file(&self, name: &str, opening: Opening) -> io::Result<File> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file()) {
            return Err(io::Error::other("it is not a plain file"));
        }
        let mut options = File::options();
        match opening {
            Opening::Read => options.read(true),
            Opening::Write => options.write(true),
            Opening::New => options.write(true).create_new(true),
            Opening::Keep => options.read(true).write(true).create(true).truncate(false),
        };
        options.open(path)
    }

    /// Renames a file, also into another folder. It replaces a file of that name.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn rename(&self, name: &str, to: &Self, its: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(its))
    }

    /// Removes a file or a link, but no folder.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    /// So many names at the most.
    pub(crate) fn some_names(&self, most: usize) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.0)?.filter_map(|entry| match entry {
            Ok(entry) => entry.file_name().into_string().ok().map(Ok),
            Err(error) => Some(Err(error)),
        });
        names.take(most).collect()
    }
}
