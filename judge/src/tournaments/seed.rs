//! `judge seed`: announces a public value, and derives a tournament's seed from it when it is known.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::beacon::{Draft, Template};
use judge_core::error::Error;
use judge_play::text::{count, shell_word};

use crate::shared::output::print;
use crate::shared::which_game::loader;

/// Derive the seed from a public value and all bots, so that nobody can choose it
#[derive(Args)]
pub(crate) struct SeedTournament {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// Write into the file which public value you will use, with {} for each of its whole numbers, {decimal} for one with a fraction and {hex} for a hash
    #[arg(long, value_name = "TEXT", value_parser = Template::new, conflicts_with = "beacon")]
    announce: Option<Template>,
    /// Enter the numbers of the announced public value; they and the seed that follows are written into the file
    #[arg(long, value_name = "VALUES")]
    beacon: Option<String>,
}

pub(crate) fn seed(command: &SeedTournament) -> Result<ExitCode, Error> {
    let draft = Draft::read(&command.tournament, command.announce.as_ref(), &loader()?)?;
    let file = shell_word(&command.tournament);
    let next = match &command.beacon {
        None => {
            if command.announce.is_some() {
                draft.write_announced()?;
            }
            format!(
                "Publish this line and {file}, before anybody can know the values of what you announce.\nWhen they are known:\n  judge seed {file} --beacon \"VALUES\"\n"
            )
        }
        Some(values) => {
            let (beacon, seed) = draft.write(values)?;
            format!("seed {seed}, from the beacon {:?}, written to {file}\n", beacon.text)
        }
    };
    let bots = count(draft.tournament.contestants.len() as u64, "bot");
    print(&format!(
        "inputs {}, of what is announced, {bots}, the rules, the limits and this judge\n{next}",
        draft.inputs
    ));
    Ok(ExitCode::SUCCESS)
}
