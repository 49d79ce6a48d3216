//! The folder of results, and what is printed.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::inputs::refuse_anothers;
use crate::error::{Error, Mistake};
use crate::evidence;
use crate::journal::{CannotOpen, Found, Journal};
use crate::printable::printable;
use crate::tournament::Tournament;

/// The files of a tournament's results, in the order they are written.
pub(super) const FILES: [&str; 3] = ["games.csv", "results.csv", "manifest.toml"];
/// The records of finished games.
pub(super) const JOURNAL: &str = "journal";

/// Both transcripts of a game that did not come to the same twice.
pub(super) const AUDIT: &str = "audit.txt";
/// How the names of files begin that are being written.
const UNFINISHED: &str = ".unfinished-";

/// The folder of evidence, one file for each contestant and kind of fault.
pub(super) const FAULTS: &str = "faults";

/// The folder of a tournament's results.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder at `path` for the results of `tournament`, made if need be.
    pub(super) fn create(path: &Path, tournament: &Tournament) -> Result<Self, Error> {
        std::fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
        let mut names = FILES.iter().chain([&JOURNAL]);
        if let Some(name) = names.find(|name| path.join(name).is_dir()) {
            let text = "it is a folder where a file of results should go; remove it, or name another folder with --out";
            return Err(Mistake::in_file(&path.join(name), text).into());
        }
        let faults = path.join(FAULTS);
        if faults.exists() && !faults.is_dir() {
            let text = "it is a file where a folder of evidence should go; remove it, or name another folder with --out";
            return Err(Mistake::in_file(&faults, text).into());
        }
        refuse_anothers(path, tournament)?;
        Ok(Self(path.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Whether a file of this name is in it.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The journal in it, which nobody else has open; what a judge that was killed had begun to
    /// write is cleared away.
    pub(super) fn journal(&self) -> Result<(Journal, Found), Error> {
        let path = self.0.join(JOURNAL);
        let opened = Journal::open(&path).map_err(|error| match error {
            CannotOpen::Io(error) => cannot_write(&self.0, &error),
            CannotOpen::InUse | CannotOpen::NoFile => Mistake::in_file(&path, error.to_string()).into(),
        })?;
        remove_files(&self.0, |name| name.starts_with(UNFINISHED))
            .map_err(|error| cannot_write(&self.0, &error))?;
        Ok(opened)
    }

    /// Removes a file, if it is there.
    pub(super) fn remove(&self, name: &str) -> Result<(), Error> {
        match std::fs::remove_file(self.0.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot_write(&self.0, &error)),
            _ => Ok(()),
        }
    }

    /// A file of results, which gets its name when it is whole.
    pub(super) fn file(&self) -> Result<NamedTempFile, Error> {
        let mut builder = Builder::new();
        builder.prefix(UNFINISHED);
        // Results are to be read by everybody the user's umask allows.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.0).map_err(|error| cannot_write(&self.0, &error))
    }

    /// Gives a file of results its name.
    pub(super) fn publish(&self, file: NamedTempFile, name: &str) -> Result<(), Error> {
        let path = self.0.join(name);
        file.persist(&path)
            .map(drop)
            .map_err(|error| Mistake::in_file(&path, format!("it cannot be written: {}", error.error)).into())
    }

    /// Writes files of evidence, by name, in the place of those that are there.
    pub(super) fn write_evidence(&self, files: &BTreeMap<String, String>) -> Result<(), Error> {
        let faults = self.0.join(FAULTS);
        let cannot = |error: io::Error| cannot_write(&faults, &error);
        remove_evidence(&faults).map_err(cannot)?;
        if !files.is_empty() {
            std::fs::create_dir_all(&faults).map_err(cannot)?;
        }
        files.iter().try_for_each(|(name, text)| self.write(&format!("{FAULTS}/{name}"), text.as_bytes()))
    }

    /// Writes a file of results.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let mut file = self.file()?;
        file.write_all(bytes).map_err(|error| cannot_write(&self.0, &error))?;
        self.publish(file, name)
    }
}

/// Removes the files whose names are meant.
fn remove_files(folder: &Path, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if is_meant(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Removes the evidence of an earlier run, and the folder if that was all.
fn remove_evidence(faults: &Path) -> io::Result<()> {
    if !faults.exists() {
        return Ok(());
    }
    remove_files(faults, evidence::is_file_name)?;
    if std::fs::read_dir(faults)?.next().is_none() { std::fs::remove_dir(faults) } else { Ok(()) }
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    let text = format!("the folder for the results cannot be written to: {error}; name another with --out");
    Mistake::in_file(path, text).into()
}

/// Prints to standard output. A reader that went away is no error.
pub(super) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Tells the person who runs the judge something, on standard error.
pub(super) fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints warnings to standard error, one a line. Paths and names in them may be anybody's.
pub(super) fn warn(warnings: impl Iterator<Item = String>) {
    warnings.for_each(|warning| tell(&format!("warning: {}", printable(&warning))));
}
