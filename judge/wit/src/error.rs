//! The two things that can be wrong here: a text that is no interface, and a value that does not fit its type.

use std::fmt::Display;

/// The reason why a text, or a description, is no interface of contracts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoInterface(String);

impl NoInterface {
    /// The same in a line of the text, as it is written.
    pub(crate) fn in_line(self, line: &str) -> Self {
        Self(format!("{line:?}: {self}"))
    }
}

/// A mistake, whose line is not known.
///
/// # Errors
/// Always.
pub fn no_interface<T>(what: impl Into<String>) -> Result<T, NoInterface> {
    Err(NoInterface(what.into()))
}

/// The reason why a value does not fit its type, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(String);

impl Misfit {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }

    /// The same as a part of something.
    pub(crate) fn within(self, part: impl Display) -> Self {
        Self(format!("{part}: {self}"))
    }
}
