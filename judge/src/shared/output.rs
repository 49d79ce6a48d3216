//! Standard output and standard error.

use std::io::{self, ErrorKind, Write};
use std::process;

/// The exit code for trouble with the machine.
const FAILURE: i32 = 1;

/// Prints to standard output. A reader that went away is no error; a full disk ends the process.
pub(crate) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprint(&format!("error: standard output cannot be written: {error}"));
            process::exit(FAILURE);
        }
        _ => {}
    }
}

/// Prints a line to standard error. A reader that went away is no error.
pub(crate) fn eprint(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
