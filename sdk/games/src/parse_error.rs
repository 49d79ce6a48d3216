//! The error of everything that is read from a text.

use std::fmt;

/// The reason why a text cannot be read, and how to write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(String);

impl ParseError {
    /// `text` is no `what`, which is written as `write` says: `"x" is no square; write x,y, as in 3,0`.
    #[must_use]
    pub fn new(text: &str, what: &str, write: &str) -> Self {
        Self(format!("{text:?} is no {what}; write {write}"))
    }

    /// The reason in words of its own.
    pub fn because(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}
