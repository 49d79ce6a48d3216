//! Parse, run, exit code.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use judge::cli::{self, Arguments};
use judge::error::Error;

fn main() -> ExitCode {
    cli::tell_panics_on_a_line();
    match cli::execute(Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            match error {
                Error::Mistakes(_) => ExitCode::from(2),
                Error::Host(_) => ExitCode::FAILURE,
            }
        }
    }
}
