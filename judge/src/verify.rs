//! `judge verify`: plays a tournament again, and compares its results.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake};
use judge_core::run::{self, Agreement, Check, Verified};
use judge_core::tournament::{Share, Tournament};
use judge_play::text::{count, sanitize};
use judge_serve::folder::Folder;
use judge_serve::verify;

use super::number::whole;
use super::options::{RunOptions, cancel_on_interrupt, interrupted_without_result, seed_or_random};
use super::output::print;

/// Play a tournament or a season again and compare its results; exit code 0 only if everything agrees
#[derive(Args)]
pub(super) struct Verify {
    /// The folder of a tournament's results, or of a season
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
    /// Fail unless this is the SHA-256 of the tournament's file, of results.csv or of the inputs that judge seed printed;
    /// may be given several times
    #[arg(long, value_name = "HASH", value_parser = sha256)]
    expect: Vec<String>,
    /// Fail unless the seed follows from this public value; its numbers are enough
    #[arg(long, value_name = "TEXT")]
    beacon: Option<String>,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    if Folder::at(&command.folder).events().exists() {
        return season(command);
    }
    let seed = seed_or_random(command.seed)?;
    let check = Check {
        folder: command.folder.clone(),
        tournament: command.tournament.clone(),
        share: command.sample.unwrap_or(Share::ALL),
        seed,
        expected: command.expect.clone(),
        beacon: command.beacon.clone(),
    };
    let reporter = command.options.reporter();
    let cancellation = cancel_on_interrupt()?;
    match run::verify(&check, &command.options.options()?, &cancellation, &reporter)? {
        Verified::Agrees { played, taken, agreement, misses } => {
            print(&agreed(&agreement));
            if command.sample.is_some() {
                let taken = count(taken, "game");
                print(&format!(
                    "taken from the journal: {taken}; to draw this sample again, give --seed {seed}\n"
                ));
                print(&power(&misses));
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

/// The same of a season.
fn season(command: &Verify) -> Result<ExitCode, Error> {
    let Some(file) = &command.tournament else {
        let text = "this is a season; name its TOML file with --tournament";
        return Err(Mistake::in_file(&command.folder, text).into());
    };
    if command.sample.is_some() || !command.expect.is_empty() || command.beacon.is_some() {
        let text = "--sample, --expect and --beacon are for the results of a tournament; leave them out";
        return Err(Mistake::in_file(&command.folder, text).into());
    }
    let terms = Tournament::read_season(file)?;
    let title = sanitize(&terms.tournament.title);
    let (options, reporter) = (command.options.options()?, command.options.reporter());
    let cancellation = cancel_on_interrupt()?;
    match verify::verify(terms, &command.folder, &options, &cancellation, &reporter)? {
        verify::Verified::Agrees(agreement) => {
            print(&season_agreed(&title, &agreement));
            Ok(ExitCode::SUCCESS)
        }
        verify::Verified::Differs { event, difference } => {
            print(&format!("event {event}: {}\nthe season does not agree\n", sanitize(&difference)));
            Ok(ExitCode::FAILURE)
        }
        verify::Verified::Cancelled => Ok(interrupted_without_result()),
    }
}

fn season_agreed(title: &str, agreement: &verify::Agreement) -> String {
    let verify::Agreement { events, head, commitment, batches, games, void, files } = agreement;
    let void = match void {
        0 => String::new(),
        void => format!("void, and not comparable: {}\n", count(*void, "game")),
    };
    let [files, drawn, games] =
        [count(*files as u64, "check"), count(u64::from(*batches), "drawing"), count(*games, "game")];
    format!(
        "{title}\nseed's SHA-256  {commitment}\nevents          {events}\nhead            {head}\n{void}done again: {files}, {drawn}, {games}; everything agrees\n"
    )
}

/// What was agreed on, one thing a line, with what the organiser decided by hand.
fn agreed(agreement: &Agreement) -> String {
    let Agreement { title, file, tournament_sha256, seed, beacon, judge, engine, bots, .. } = agreement;
    let seed = match beacon {
        None => format!("{seed}, chosen by the organiser"),
        Some((beacon, inputs)) => format!("{seed}, from the beacon {beacon:?}\ninputs       {inputs}"),
    };
    let (title, file) = (sanitize(title), sanitize(file));
    let list = |what: &str, names: &[String]| match names {
        [] => String::new(),
        names => format!("{what:<13}{}\n", names.join(", ")),
    };
    let (excluded, unchecked) =
        (list("excluded", &agreement.excluded), list("not checked", &agreement.unchecked));
    format!(
        "{title}\ntournament   {tournament_sha256}, {file}\nseed         {seed}\njudge        {judge}, {engine}\nbots         {bots}\n{excluded}results.csv  {}\n{unchecked}",
        agreement.results_sha256
    )
}

/// How likely a sample misses forged games; nothing if there is none to miss.
fn power(misses: &[(u32, f64)]) -> String {
    let misses = misses.iter().map(|(games, misses)| {
        let forged = count(u64::from(*games), "forged game");
        format!("{forged} with a chance of {}", run::percent(*misses))
    });
    let misses: Vec<String> = misses.collect();
    if misses.is_empty() { String::new() } else { format!("this sample misses {}\n", misses.join(", ")) }
}

/// A SHA-256 in hexadecimal digits.
fn sha256(text: &str) -> Result<String, String> {
    let is_hash = text.len() == 64 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let hash = is_hash.then(|| text.to_ascii_lowercase());
    hash.ok_or_else(|| "write a SHA-256, which has 64 hexadecimal digits".into())
}
