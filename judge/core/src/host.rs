//! The machine that games are played on: its use, the compiler and the sandbox of bots, and all that ends a run
//! early.

mod cancellation;
mod compiler;
mod options;
pub mod parallel;
mod sandbox;

pub use cancellation::{BrokenMatch, Cancellation, Reason};
pub use compiler::compiler;
pub(crate) use compiler::{cache, compiling, is_slow_to_compile};
pub use options::{CacheUse, Options, processors};
pub(crate) use sandbox::sandbox_for;
pub use sandbox::{on_a_deep_stack, thread_pool};

/// The user's folder for notes outside of a season's folder, if there is one: that of the cache.
#[must_use]
pub fn notes() -> Option<std::path::PathBuf> {
    dirs::cache_dir().map(|folder| folder.join("judge"))
}

/// The name of this machine; empty if the system does not give one.
#[must_use]
pub fn name() -> String {
    crate::file::system::host()
}
