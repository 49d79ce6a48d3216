//! Ctrl-Z where the judge reads keys one by one: it stops itself, as the system does elsewhere, and goes on with `fg`.

/// Whether this system can stop a program and go on with it.
pub(super) const IS_KNOWN: bool = cfg!(unix);

/// Stops this program, and all that was started with it, until the person goes on with it.
#[cfg(unix)]
pub(super) fn until_continued() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // A shell that does not let its programs stop goes on at once.
    let _ = kill(Pid::from_raw(0), Signal::SIGTSTP);
}

#[cfg(not(unix))]
pub(super) fn until_continued() {}
