//! Options for the use of the machine, from a command line or a server's file.

use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options for playing games: threads, the compiler and its cache.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Games played at a time; `None` for one a processor.
    pub jobs: Option<usize>,
    /// The judge's program, to compile bots in a child process; `None` to compile them in this
    /// process, which a hostile file may crash or slow down.
    pub program: Option<PathBuf>,
    /// Whether compiled code is kept for the next time.
    pub cache: CacheUse,
}

impl Options {
    /// Games played at a time.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(processors)
    }
}

/// Whether compiled code is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CacheUse {
    /// It is, in the user's own folder.
    Keep,
    /// It is, in this folder, where nothing is ever removed to make room.
    In(PathBuf),
    /// All is compiled anew, and nothing is kept.
    #[default]
    None,
}

/// Processors of this machine that the process may use.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
