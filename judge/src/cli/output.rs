//! The folder of results, and standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Mistake};

/// The files of a tournament's results, in the order they are written.
const FILES: [&str; 3] = ["results.csv", "games.csv", "manifest.toml"];

/// The folder of a tournament's results.
///
/// Files are made under other names when the folder is opened, so that a folder
/// which cannot be written to is told before the first game; they get their own
/// names when they are whole.
pub(super) struct Folder {
    path: PathBuf,
    files: [NamedTempFile; 3],
}

impl Folder {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let cannot = |error: std::io::Error| {
            let text =
                format!("the folder for the results cannot be written to: {error}; name another with --out");
            Error::from(Mistake::in_file(path, text))
        };
        std::fs::create_dir_all(path).map_err(cannot)?;
        if let Some(name) = FILES.iter().find(|name| path.join(name).is_dir()) {
            let text = "it is a folder where a file of results should go; remove it, or name another folder with --out";
            return Err(Mistake::in_file(&path.join(name), text).into());
        }
        let file = |name: &str| new_file(path, name).map_err(cannot);
        let [results, games, manifest] = FILES;
        Ok(Self { path: path.to_owned(), files: [file(results)?, file(games)?, file(manifest)?] })
    }

    /// Writes all files, and says where they are.
    pub(super) fn write(self, results: &[u8], games: &[u8], manifest: &[u8]) -> Result<PathBuf, Error> {
        let Self { path, files } = self;
        for ((name, mut file), bytes) in FILES.iter().zip(files).zip([results, games, manifest]) {
            let written = file
                .write_all(bytes)
                .and_then(|()| file.persist(path.join(name)).map(drop).map_err(|error| error.error));
            written.map_err(|error| {
                Error::from(Mistake::in_file(&path.join(name), format!("it cannot be written: {error}")))
            })?;
        }
        Ok(path)
    }
}

fn new_file(folder: &Path, name: &str) -> std::io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    let prefix = format!(".{name}.");
    builder.prefix(&prefix);
    // Results are to be read by everybody the user's umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Prints to standard output. A reader that went away is no error.
pub(super) fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
