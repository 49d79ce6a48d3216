//! `judge serve worker`: plays games for a season that runs on another machine.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::tournament::Name;
use judge_serve::worker::work;

use crate::options::{RunOptions, cancel_on_interrupt};
use crate::output::eprint;

/// Play games for a season whose server was started with --work and the same folder, until it is stopped
#[derive(Args)]
pub(super) struct Worker {
    /// The folder that the season's server and its workers share
    folder: PathBuf,
    /// What this worker is called; each has a name of its own [default: the machine's and a number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn worker(command: &Worker) -> Result<ExitCode, Error> {
    let typed = command.name.clone().unwrap_or_else(|| {
        let host = judge_core::host::name();
        let host: String = host.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        format!("w{host}-{}", std::process::id())
    });
    let wrong = |error| Mistake::in_file(std::path::Path::new("--name"), format!("{error}"));
    let name = Name::new(&typed).map_err(wrong)?;
    let reporter = command.options.reporter();
    let cancellation = cancel_on_interrupt()?;
    eprint(&format!("{name}: waiting for work"));
    work(&command.folder, &name, &command.options.options()?, &cancellation, &reporter)?;
    Ok(ExitCode::SUCCESS)
}
