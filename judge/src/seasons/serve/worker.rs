//! `judge serve worker`: plays games for a season that runs on another machine.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::tournament::Name;
use judge_season::workers::worker::{PartSource, SharedFolder, work};
use judge_serve::clients::remote::is_address;
use judge_serve::clients::served::Served;
use judge_serve::clients::submit::is_safe;

use crate::seasons::submit::credential;
use crate::shared::options::{RunOptions, cancel_on_interrupt};
use crate::shared::output::eprint;

/// The variable with the key if no file is named.
const KEY: &str = "JUDGE_WORKER_KEY";

/// Play games for a season whose server was started with --work, until it is stopped
#[derive(Args)]
pub(super) struct Worker {
    /// The folder that the season's server and its workers share, or the season's address
    #[arg(value_name = "DIR|URL")]
    location: PathBuf,
    /// This worker's name in a shared folder, different from all others [default: the machine's name and a number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    // A comment would need backticks, and clap would print them.
    #[arg(
        long,
        value_name = "FILE",
        help = "A file with this worker's key, for an address [default: the key is in the environment variable JUDGE_WORKER_KEY]"
    )]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn worker(command: &Worker) -> Result<ExitCode, Error> {
    let address = command.location.to_str().filter(|text| is_address(text));
    let source: Box<dyn PartSource> = match address {
        Some(address) => Box::new(served(command, address)?),
        None => Box::new(shared(command)?),
    };
    let reporter = command.options.reporter();
    let cancellation = cancel_on_interrupt()?;
    eprint("waiting for work");
    work(source.as_ref(), &command.options.options()?, &cancellation, &reporter)?;
    Ok(ExitCode::SUCCESS)
}

fn shared(command: &Worker) -> Result<SharedFolder, Error> {
    if command.key.is_some() {
        let text = "a shared folder needs no key; leave it out, or name the season's address";
        return Err(Mistake::in_file("--key", text).into());
    }
    let typed = command.name.clone().unwrap_or_else(|| {
        let host = judge_core::host::name();
        let host: String = host.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        format!("w{host}-{}", std::process::id())
    });
    let name = Name::new(&typed).map_err(|error| Mistake::in_file("--name", error.to_string()))?;
    Ok(SharedFolder::new(command.location.clone(), name))
}

fn served(command: &Worker, address: &str) -> Result<Served, Error> {
    if !is_safe(address) {
        let text = "write https:// and the host: the key must not travel in the open, and http:// is for this machine only";
        return Err(Mistake::in_file(&command.location, text).into());
    }
    if command.name.is_some() {
        let text = "the key contains the worker's name; leave --name out";
        return Err(Mistake::in_file("--name", text).into());
    }
    let missing = "there is no key: name a file with --key, or put it into JUDGE_WORKER_KEY; judge serve worker-key makes one";
    Ok(Served::new(address, &credential("key", command.key.as_deref(), KEY, missing)?))
}
