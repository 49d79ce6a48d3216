//! The place of a contestant's bytes: in a file, or in the judge itself.

use std::io;
use std::path::{Path, PathBuf};

use crate::bot_word::examples::Example;
use crate::error::few;
use crate::file::{self, Links};

/// The place of a contestant's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wasm {
    /// In this file.
    File(PathBuf),
    /// In the judge: it is an example bot.
    Example(&'static Example),
    /// In one of these files of the folder that it is called after, and nobody says in which.
    OneOf(PathBuf, Vec<PathBuf>),
}

impl Wasm {
    /// The bytes.
    ///
    /// # Errors
    /// If the file cannot be read, or there are more than `bytes_max`.
    pub fn read(&self, bytes_max: u64) -> io::Result<Vec<u8>> {
        match self {
            Self::File(path) => file::read(path, Links::Follow, bytes_max),
            Self::Example(example) => file::read_up_to(example.wasm, bytes_max),
            Self::OneOf(_, files) => {
                let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
                let names = few(names.iter().map(|name| name.to_string_lossy()));
                let files = files.len();
                let text = format!("the folder is one contestant, and has {files} files: {names}; leave one");
                Err(io::Error::new(io::ErrorKind::InvalidInput, text))
            }
        }
    }

    /// The path for messages: the file, or the example bot by its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::OneOf(path, _) => path,
            Self::Example(example) => Path::new(example.name),
        }
    }

    /// The file or the example bot in words, safe to be shown.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::File(path) | Self::OneOf(path, _) => file::path_text(path),
            Self::Example(example) => format!("the example bot {}", example.name),
        }
    }

    /// Its files; none of an example bot.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match self {
            Self::File(path) => std::slice::from_ref(path),
            Self::Example(_) => &[],
            Self::OneOf(_, files) => files,
        }
    }

    /// The remedy where these are not the bytes that played.
    pub(crate) fn put_back(&self) -> &'static str {
        match self {
            Self::File(_) | Self::OneOf(..) => "put the old file back",
            Self::Example(_) => "use the judge of then, or name the old file in a [[contestant]] table",
        }
    }
}
