//! The two things that can be wrong here: a text that is no interface, and a value that does not fit its type.

/// The reason why a text, or a description, is no interface of contracts.
pub type NoInterface = String;

/// A mistake, whose line is not known.
///
/// # Errors
/// Always.
pub fn no_interface<T>(what: impl Into<String>) -> Result<T, NoInterface> {
    Err(what.into())
}

/// The reason why a value does not fit its type, and the place in it.
pub type Misfit = String;
