//! The differences between systems, in one place: limits of a process, what ends with it, and the owner of a file.
//!
//! `unix` is Linux and macOS; `other` is the rest, such as Windows, and says of each what is missing there.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
pub(crate) use other::*;
