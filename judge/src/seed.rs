//! `judge seed`: derives a tournament's seed from a public value, or says what to publish before.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::beacon::{self, Draft};
use judge_core::error::Error;
use judge_play::text::{count, sanitize_path};

use super::output::print;

/// Derive the seed from a public value and all bots, so that nobody can choose it
#[derive(Args)]
pub(super) struct Seed {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// Write the seed that follows from this public value into the file [default: print what to publish before]
    #[arg(long, value_name = "TEXT", value_parser = beacon)]
    beacon: Option<String>,
}

fn beacon(text: &str) -> Result<String, String> {
    beacon::problem(text).map_or_else(|| Ok(text.to_owned()), Err)
}

pub(super) fn seed(command: &Seed) -> Result<ExitCode, Error> {
    let draft = Draft::read(&command.tournament)?;
    let file = sanitize_path(&command.tournament);
    let bots = count(draft.tournament.contestants.len() as u64, "bot");
    print(&format!("inputs {}, of {}, the rules and the limits\n", draft.inputs, bots));
    print(&match &command.beacon {
        None => format!(
            "Publish this line, and say which public value of the future you will use.\nWhen it is known:\n  judge seed {file} --beacon \"VALUE\"\n"
        ),
        Some(beacon) => format!("seed {}, written to {file}\n", draft.write(beacon)?),
    });
    Ok(ExitCode::SUCCESS)
}
