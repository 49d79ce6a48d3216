//! Ctrl-Z where the judge reads keys one by one: it stops itself, as the system does elsewhere, and goes on with `fg`.

/// Whether this system can stop a program and go on with it.
pub(crate) const IS_KNOWN: bool = cfg!(unix);

/// Stops this program until the person goes on with it.
#[cfg(unix)]
pub(crate) fn until_continued() {
    use nix::sys::signal::{Signal, raise};
    // To this thread, which so does nothing more before. Where nobody could go on with it, it is not stopped.
    let _ = raise(Signal::SIGTSTP);
}

#[cfg(not(unix))]
pub(crate) fn until_continued() {}
