//! The machine that games are played on: its use, the compiler and the sandbox of bots, and all that ends a run
//! early.

mod cancellation;
mod compiler;
pub mod parallel;
mod sandbox;

use std::num::NonZeroUsize;
use std::path::PathBuf;

pub use cancellation::{BrokenMatch, Cancellation, Reason};
pub use compiler::compiler;
pub(crate) use compiler::{cache, compiling, is_slow_to_compile};
pub(crate) use sandbox::sandbox_for;
pub use sandbox::{on_a_deep_stack, thread_pool};

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

/// The user's folder for notes outside of a season's folder, if there is one: that of the cache.
#[must_use]
pub fn notes() -> Option<PathBuf> {
    dirs::cache_dir().map(|folder| folder.join("judge"))
}

/// The name of this machine; empty if the system does not give one.
#[must_use]
pub fn name() -> String {
    crate::file::system::host()
}
