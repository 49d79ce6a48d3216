//! Standard output and standard error.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process;

use judge_core::error::{Error, Mistake};

/// The exit code for trouble with the machine.
const FAILURE: i32 = 1;

/// Prints to standard output. A reader that went away is no error; a full disk ends the process.
pub(crate) fn print(text: &str) {
    print_from(&mut text.as_bytes());
}

/// The same with what is read, which may be more than fits into memory.
pub(crate) fn print_from(text: &mut dyn Read) {
    let mut stdout = io::stdout().lock();
    match io::copy(text, &mut stdout).and_then(|_| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprint(&format!("error: standard output cannot be written: {error}"));
            process::exit(FAILURE);
        }
        _ => {}
    }
}

/// Whether whoever read standard output went away: of a pipe one could otherwise know that only by writing.
#[cfg(unix)]
pub(crate) fn has_lost_its_reader() -> bool {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let stdout = io::stdout();
    let mut polled = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
    poll(&mut polled, PollTimeout::ZERO).is_ok_and(|_| polled[0].any() == Some(true))
}

/// It is known by writing.
#[cfg(not(unix))]
pub(crate) fn has_lost_its_reader() -> bool {
    false
}

/// A file that cannot be written.
pub(crate) fn unwritable(file: &Path, error: &io::Error) -> Error {
    Mistake::in_file(file, format!("it cannot be written: {error}")).into()
}

/// Prints a line to standard error. A reader that went away is no error.
pub(crate) fn eprint(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
