//! The differences between systems, in one place: the limit of address space, whether two files are one, reading and
//! writing at a place of a file, and the name of this machine.
//!
//! `unix` is Linux and macOS; `other` is Windows, and says of each what is missing there.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::*;

#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
pub use other::*;

/// The way to open a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// To read what is there.
    Read,
    /// To write to what is there.
    Write,
    /// To write what is not there.
    New,
    /// To keep it, such as for its lock, and make it if it is not there.
    Keep,
}
