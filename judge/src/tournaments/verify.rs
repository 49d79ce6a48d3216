//! `judge verify`: plays a tournament or a season again, and compares its results.

mod report;
mod season;
mod tournament;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::tournament::Share;
use judge_play::text::sanitize;
use judge_season::log::digest::Digest;
use judge_season::log::folder::Folder;
use judge_serve::clients::remote;

pub(crate) use self::report::REPORT_BYTES_MAX;
use crate::shared::json;
use crate::shared::number::whole;
use crate::shared::options::RunOptions;
use crate::shared::output::print;

/// What follows where not all of it was played again.
const NOTHING_SAID: &str = ": nothing can be said";

/// Play a tournament or a season again and compare its results; exit code 0 only if everything agrees
#[derive(Args)]
pub(crate) struct Verify {
    /// The folder of a tournament's results or of a season, or a season's address
    folder: PathBuf,
    /// The tournament's TOML file [default: where it was when the results were written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Play this share of the games and all games with a fault, such as 5%; take the others from the journal
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    sample: Option<Share>,
    /// Seed of the sample [default: a new one each time, which is printed]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), requires = "sample")]
    seed: Option<u64>,
    /// Require this SHA-256 of the tournament's file, of results.csv or of the inputs that judge seed printed, or of a
    /// season an event and its hash, as in 17:HASH; may be given several times
    #[arg(long, value_name = "HASH", value_parser = expected)]
    expect: Vec<String>,
    /// Require that the season's log agrees with these receipts, which judge submit wrote; may be given several times
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// Require that the season signs its receipts with this public key
    #[arg(long, value_name = "KEY", value_parser = sha256)]
    season_key: Option<String>,
    /// Require that the seed follows from this public value; its numbers are enough
    #[arg(long, value_name = "TEXT")]
    beacon: Option<String>,
    /// A report to write again and compare [default: report.html in the folder, if it has recorded scenes]
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// For a season's address: a folder with bots that you have; games between them are replayed, too
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// Print what agrees, or what differs, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    if let Some(address) = command.folder.to_str().filter(|text| remote::is_address(text)) {
        return season::at_address(command, address);
    }
    if command.bots.is_some() {
        let text = "--bots is for a season's address; a folder has its bots";
        return Err(Mistake::in_file(&command.folder, text).into());
    }
    if Folder::at(&command.folder).events().exists() {
        return season::in_folder(command);
    }
    let has_head = command.expect.iter().any(|expected| expected.contains(':'));
    if !command.receipt.is_empty() || command.season_key.is_some() || has_head {
        let text = "--receipt, --season-key and --expect N:HASH are for a season; name its folder";
        return Err(Mistake::in_file(&command.folder, text).into());
    }
    tournament::verify(command)
}

/// Prints what differs, and below it what that means.
fn differ(command: &Verify, differences: &[String], end: &str) -> ExitCode {
    let mut differences: Vec<String> = differences.iter().map(|difference| sanitize(difference)).collect();
    print(&if command.json {
        json::text(&json::VerifiedJson { differences, ..json::VerifiedJson::default() })
    } else {
        differences.push(format!("{end}\n"));
        differences.join("\n")
    });
    ExitCode::FAILURE
}

/// An event's number and its hash.
pub(crate) fn noted(expected: &str) -> Option<(usize, Digest)> {
    let (event, hash) = expected.split_once(':')?;
    Some((event.parse().ok()?, Digest::parse(hash)?))
}

/// A SHA-256 in hexadecimal digits, or an event's number and one.
pub(crate) fn expected(text: &str) -> Result<String, &'static str> {
    match text.split_once(':') {
        Some((event, hash)) if event.parse::<usize>().is_ok_and(|event| event > 0) => {
            Ok(format!("{event}:{}", sha256(hash)?))
        }
        Some(_) => Err("write an event's number and its hash, as in 17:HASH"),
        None => sha256(text),
    }
}

/// A SHA-256 in hexadecimal digits.
fn sha256(text: &str) -> Result<String, &'static str> {
    let is_hash = text.len() == 64 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let hash = is_hash.then(|| text.to_ascii_lowercase());
    hash.ok_or("write a SHA-256, which has 64 hexadecimal digits")
}
