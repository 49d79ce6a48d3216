//! `judge verify`: plays a tournament again, and compares its results.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::Error;
use judge_core::run::{self, Check, Verified};
use judge_core::tournament::Share;
use judge_play::Seed;
use judge_play::text::{count, sanitize};

use super::options::{RunOptions, cancel_on_interrupt, interrupted_without_result};
use super::output::print;

/// Play a tournament again and compare its results; exit code 0 only if everything agrees
#[derive(Args)]
pub(super) struct Verify {
    /// The folder of a tournament's results
    folder: PathBuf,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Play this share of the games and all games with a fault, such as 5%; take the others from the journal
    #[arg(long, value_name = "SHARE")]
    sample: Option<Share>,
    /// Seed of the sample [default: a new one each time, which is printed]
    #[arg(long, value_name = "N", requires = "sample")]
    seed: Option<u64>,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    let seed = command.seed.map_or_else(random_seed, |seed| Ok(Seed(seed)))?;
    let check = Check {
        folder: command.folder.clone(),
        tournament: command.tournament.clone(),
        share: command.sample.unwrap_or(Share::ALL),
        seed,
    };
    let reporter = command.options.reporter();
    let cancellation = cancel_on_interrupt()?;
    match run::verify(&check, &command.options.options()?, &cancellation, &reporter)? {
        Verified::Agrees { played, taken } => {
            if command.sample.is_some() {
                let taken = count(taken, "game");
                print(&format!("taken from the journal: {taken}; this sample is --seed {seed}\n"));
            }
            print(&format!("played again: {}; everything agrees\n", count(played, "game")));
            Ok(ExitCode::SUCCESS)
        }
        Verified::Differs(differences) => {
            let lines = differences.iter().map(|difference| format!("{}\n", sanitize(difference)));
            print(&lines.chain(["the results do not agree\n".to_owned()]).collect::<String>());
            Ok(ExitCode::FAILURE)
        }
        Verified::Cancelled => Ok(interrupted_without_result()),
    }
}

/// A seed that nobody could know when the results were written.
fn random_seed() -> Result<Seed, Error> {
    let trouble = |error| Error::Machine(format!("this machine has no random numbers: {error}; give --seed"));
    getrandom::u64().map(Seed).map_err(trouble)
}
