//! Ctrl-C: the first lets the games in flight finish, the second ends the process.

use std::process::ExitCode;
use std::sync::Arc;

use super::output::tell;
use crate::error::Error;
use crate::halt::{Halt, Reason};

/// The exit code of a program that was interrupted, as shells have it.
pub(super) const EXIT_CODE: u8 = 130;

/// Ends a command that was interrupted, and says how to go on: `again`.
pub(super) fn end(again: &str) -> ExitCode {
    tell(&format!("the games that were finished are kept; {again} to go on"));
    ExitCode::from(EXIT_CODE)
}

/// A halt that Ctrl-C sets.
pub(super) fn halt_on_interrupt() -> Result<Arc<Halt>, Error> {
    let halt = Arc::new(Halt::default());
    let on_signal = Arc::clone(&halt);
    let handle = move || match on_signal.reason() {
        None => on_signal.set(Reason::Interrupted),
        Some(_) => std::process::exit(EXIT_CODE.into()),
    };
    ctrlc::set_handler(handle)
        .map_err(|error| Error::Host(format!("Ctrl-C cannot be listened for: {error}")))?;
    Ok(halt)
}
