//! An action of a game whose rules are a file's, and why one is not legal: text that only the file reads.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::text::sanitize;

/// The most bytes of an action.
const ACTION_BYTES_MAX: usize = 4_000;

/// An action in the notation of its game: a line of text that only the game's file reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAction(pub(super) Box<str>);

impl Display for FileAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for FileAction {
    type Err = FileIllegal;

    fn from_str(text: &str) -> Result<Self, FileIllegal> {
        let refused = |why: &str| Err(FileIllegal(why.to_owned()));
        match text {
            "" => refused("it is no action; write one"),
            _ if text.len() > ACTION_BYTES_MAX => refused("it is too long for an action"),
            _ if text.trim() != text => refused("an action begins and ends with a visible character"),
            _ if sanitize(text) != text => refused("it has characters that cannot be shown"),
            _ => Ok(Self(text.into())),
        }
    }
}

/// The rule that an action broke, in the words of the game's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FileIllegal(pub(super) String);
