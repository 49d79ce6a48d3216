//! The two things that can be wrong here: a text that is no interface, and a value that does not fit its type.

/// The reason why a text, or a description, is no interface of contracts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", .line.iter().map(|line| format!("{line:?}: ")).collect::<Vec<_>>().concat())]
pub struct NoInterface {
    /// The line of the text that has the mistake, as it is written, where it is known.
    pub line: Option<String>,
    /// The mistake and its remedy, in words.
    pub what: String,
}

/// A mistake, whose line is not known.
///
/// # Errors
/// Always.
pub fn no_interface<T>(what: impl Into<String>) -> Result<T, NoInterface> {
    Err(NoInterface { line: None, what: what.into() })
}

/// The reason why a value does not fit its type, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", .within.iter().rev().map(|part| format!("{part}: ")).collect::<Vec<_>>().concat())]
pub struct Misfit {
    /// The fields, cases and items in which it lies, the innermost first.
    pub within: Vec<String>,
    /// What is there, and what should be.
    pub what: String,
}

impl Misfit {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { within: Vec::new(), what: what.into() }
    }

    /// The same as a part of something.
    pub(crate) fn within(mut self, part: impl Into<String>) -> Self {
        self.within.push(part.into());
        self
    }
}
