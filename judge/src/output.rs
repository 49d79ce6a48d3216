//! Standard output and standard error.

use std::io::{self, Write};

/// Prints to standard output. A reader that went away is no error.
pub(super) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Prints a line to standard error. A reader that went away is no error.
pub(super) fn eprint(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
