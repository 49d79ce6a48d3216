//! The reason why an event of a season does not agree.

use judge_core::error::Error;

/// The reason why an event does not agree.
pub(super) enum Deviation {
    /// It is not what it has to be, and how it differs.
    Differs(String),
    /// Nobody can say.
    Unknown(Error),
}

impl From<Error> for Deviation {
    fn from(error: Error) -> Self {
        Self::Unknown(error)
    }
}

impl From<String> for Deviation {
    fn from(difference: String) -> Self {
        Self::Differs(difference)
    }
}

/// An event agrees if it does not differ.
pub(super) fn agrees(difference: Option<String>) -> Result<(), Deviation> {
    difference.map_or(Ok(()), |difference| Err(difference.into()))
}
