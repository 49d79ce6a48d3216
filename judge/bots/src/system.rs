//! What differs between systems, in one place: limits of a process, and whose a file is.
//!
//! `unix` is Linux and macOS; `other` is what else there is, such as Windows, and says of each what is missing there.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
pub(crate) use other::*;
