//! Folders into which untrusted processes write: kept open, and only plain files are used in them.
//!
//! Whoever may write there may put a link, a pipe or a folder in the place of anything, also of a folder. None of that leads
//! elsewhere: names are looked up in the folder that is open, links are not followed, and nothing is written to a file that
//! was there.

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read};
use std::time::SystemTime;

pub use crate::file::system::{FileMark, OpenFolder, Opening};
pub use crate::file::{UNFINISHED, read_up_to};

/// Names that are looked at in a folder. Somebody may fill it.
const NAMES_MAX: usize = 10_000;

impl OpenFolder {
    /// A folder in this one, which is made if there is none.
    ///
    /// # Errors
    /// As of [`OpenFolder::folder`], or if it cannot be made.
    pub fn make(&self, name: &str) -> io::Result<Self> {
        match self.make_new(name) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => self.folder(name),
        }
    }

    /// A plain file.
    ///
    /// # Errors
    /// If it is something else, or cannot be opened so.
    pub fn file(&self, name: &str, opening: Opening) -> io::Result<File> {
        let file = self.any_file(name, opening)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a plain file")) }
    }

    /// The bytes of a plain file.
    ///
    /// # Errors
    /// As of [`OpenFolder::file`], or if it has more than so many.
    pub fn read(&self, name: &str, bytes_max: u64) -> io::Result<Vec<u8>> {
        read_up_to(self.file(name, Opening::Read)?, bytes_max)
    }

    /// Writes a file that is there as a whole or not at all.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn write(&self, name: &str, mut from: impl Read) -> io::Result<()> {
        // Nobody can foresee it, and be in its way.
        let unfinished = format!("{UNFINISHED}{:016x}", RandomState::new().build_hasher().finish());
        let mut file = self.any_file(&unfinished, Opening::New)?;
        let written = io::copy(&mut from, &mut file).and_then(|_| self.rename(&unfinished, self, name));
        if written.is_err() {
            let _ = self.remove(&unfinished);
        }
        written
    }

    /// The time a plain file was changed last, by the clock of whoever did so.
    ///
    /// # Errors
    /// As of [`OpenFolder::file`].
    pub fn modified(&self, name: &str) -> io::Result<SystemTime> {
        self.file(name, Opening::Read)?.metadata()?.modified()
    }

    /// The names in it, sorted; of very many only some.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = self.some_names(NAMES_MAX)?;
        names.sort();
        Ok(names)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_in_an_open_folder_leads_elsewhere() {
        let folder = tempfile::tempdir().expect("there is room");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("shared")).expect("it can be made");
        fs::write(at("log"), "events").expect("it can be written");
        let shared = OpenFolder::open(&at("shared")).expect("it is there");
        symlink(at("log"), at("shared/link")).expect("it can be made");
        symlink(folder.path(), at("shared/done")).expect("it can be made");
        fs::create_dir(at("shared/folder")).expect("it can be made");
        for name in ["link", "done", "folder"] {
            for opening in [Opening::Read, Opening::Write, Opening::New, Opening::Keep] {
                assert!(shared.file(name, opening).is_err(), "{name} {opening:?}");
            }
            assert!(shared.read(name, 100).is_err() && shared.modified(name).is_err(), "{name}");
        }
        assert!(shared.make("done").is_err(), "a link is no folder");
        shared.write("link", &b"part"[..]).expect("the link goes");
        assert_eq!(shared.read("link", 4).expect("it is plain now"), b"part");
        assert!(shared.read("link", 3).is_err(), "it has more");
        assert!(shared.write("folder", &b"part"[..]).is_err(), "a folder stays");
        assert_eq!(fs::read_to_string(at("log")).expect("it is there"), "events");
        assert_eq!(shared.names().expect("it can be read"), ["done", "folder", "link"], "nothing is left");
    }

    #[test]
    fn a_folder_that_is_open_stays_the_one_that_it_was() {
        let folder = tempfile::tempdir().expect("there is room");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("shared")).expect("it can be made");
        fs::create_dir_all(at("data")).expect("it can be made");
        let todo =
            OpenFolder::open(&at("shared")).and_then(|shared| shared.make("todo")).expect("it is made");
        fs::rename(at("shared/todo"), at("shared/other")).expect("it can be moved");
        symlink(at("data"), at("shared/todo")).expect("it can be made");
        todo.write("part", &b"x"[..]).expect("it is open");
        assert!(!at("data/part").exists() && at("shared/other/part").exists());
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("there is room");
        let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
        assert!(made.expect("it can be started").success());
        let open = OpenFolder::open(folder.path()).expect("it is there");
        assert!(open.read("pipe", 1).is_err() && open.file("pipe", Opening::Write).is_err());
    }
}
