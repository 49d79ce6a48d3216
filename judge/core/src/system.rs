//! What differs between systems, in one place: the limit of address space, whether two files are one, and what this
//! machine is called.
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
