//! `judge repro`: plays the game of an evidence file again, and compares.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_core::game;
use judge_core::results::{Context, Evidence};
use judge_core::run::{Observer, Runner};
use judge_core::schedule::Fixture;
use judge_core::tournament::Tournament;
use judge_play::text::sanitize;

use super::options::RunOptions;
use super::output::print;

/// Play the game of an evidence file again; exit code 0 only if the same fault happens
#[derive(Args)]
pub(super) struct Repro {
    /// A file of the folder faults/ in a tournament's results
    evidence: PathBuf,
    /// The tournament's TOML file [default: where it was when the evidence was written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

pub(super) fn repro(command: &Repro) -> Result<ExitCode, Error> {
    let file = &command.evidence;
    let evidence = read(file)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let default = || folder.join(&evidence.tournament.file);
    let tournament = at_the_table(&evidence, &command.tournament.clone().unwrap_or_else(default))?;
    let reporter = command.options.reporter();
    let runner = Runner::new(tournament, &command.options.options()?, &reporter)?;
    runner.warn(&reporter);
    warn_of_versions(&evidence, &reporter);
    same_bots(&evidence, &runner)?;

    let (round, order) = runner.round(&evidence).ok_or_else(|| {
        let text = "this game is not in the tournament; run the tournament again to write the evidence anew";
        Mistake::in_file(file, text)
    })?;
    let fixture = Fixture { round: &round, order };
    let record = runner.play_one(&fixture).record;
    let Some(fault) = record.faults.iter().find(|fault| fault.seat == evidence.fault.seat) else {
        let (who, end) = (&evidence.contestant, &record.verdict);
        return Ok(different(&format!("{who} commits no fault now; the game ends with {end}")));
    };
    let context =
        Context { tournament: &runner.tournament, bots: &runner.bots, file: &evidence.tournament.file };
    let now = Evidence::new(context, evidence.game.number, &fixture, &record, fault);
    // The evidence has the end of the log only.
    print(&text(&now, &runner.log(&fixture, fault.seat)));
    Ok(evidence.difference(&now).map_or_else(same, |difference| different(&difference)))
}

fn same() -> ExitCode {
    print("the same fault happened again\n");
    ExitCode::SUCCESS
}

fn different(difference: &str) -> ExitCode {
    print(&format!("not the same: {}\n", sanitize(difference)));
    ExitCode::FAILURE
}

fn read(file: &Path) -> Result<Evidence, Mistake> {
    const HINT: &str = "name a file of the folder faults/ in a tournament's results";
    let text = file::read_text(file, Links::Follow)
        .map_err(|error| Mistake::in_file(file, format!("it cannot be read: {error}; {HINT}")))?;
    toml::from_str(&text).map_err(|error| {
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        Mistake::in_file(file, format!("it is not evidence: {message}; {HINT}"))
    })
}

/// The tournament, with those contestants only who sat at the table.
fn at_the_table(evidence: &Evidence, file: &Path) -> Result<Tournament, Error> {
    let mistake = |text: String| Error::from(Mistake::in_file(file, text));
    if !file.exists() {
        return Err(mistake("the tournament's file is not there; name it with --tournament".into()));
    }
    let tournament = Tournament::read(file)?;
    let (then, now) = (&evidence.tournament.sha256, sha256(tournament.sha256));
    if *then != now {
        return Err(mistake(format!(
            "the tournament's file has changed since the evidence was written: its SHA-256 is {now}, and was {then}; name the old file with --tournament"
        )));
    }
    let names: Vec<&str> = evidence.bot.iter().map(|bot| bot.name.as_str()).collect();
    Ok(game::at_the_table(tournament, file, &names)?)
}

fn same_bots(evidence: &Evidence, runner: &Runner) -> Result<(), Error> {
    let mut mistakes = Vec::new();
    for (contestant, bot) in runner.tournament.contestants.iter().zip(&runner.bots) {
        let now = sha256(bot.sha256);
        let then = evidence.bot.iter().find(|then| then.name == bot.name.as_str()).map(|then| &then.sha256);
        if let Some(then) = then.filter(|then| **then != now) {
            let text = format!(
                "this bot has changed since the evidence was written: its SHA-256 is {now}, and was {then}; put the old file back"
            );
            mistakes.push(Mistake::in_file(&contestant.wasm, text));
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(Error::Mistakes(mistakes)) }
}

fn sha256(bytes: [u8; 32]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn warn_of_versions(evidence: &Evidence, observer: &dyn Observer) {
    let now = [("judge", GAMES_VERSION), ("engine", judge_sandbox::ENGINE_VERSION)];
    let then = [&evidence.tournament.judge, &evidence.tournament.engine];
    for (then, (what, here)) in then.into_iter().zip(now) {
        if then != here {
            observer.warn(&format!("{what} version differs: {then} then, {here} here"));
        }
    }
}

/// What happened, with all of the log.
fn text(evidence: &Evidence, log: &str) -> String {
    let Evidence { contestant, fault, game, bot, .. } = evidence;
    let names: Vec<&str> = bot.iter().map(|bot| bot.name.as_str()).collect();
    let seats = names.join(" ");
    let mut text = format!("{contestant} in seat {} of {seats}, round {}: {fault}\n", fault.seat, game.round);
    let mut line = |what: &str, value: &str| {
        writeln!(text, "  {what:<9} {value}").expect("a string takes all text");
    };
    line("opening", if game.opening.is_empty() { "none" } else { &game.opening });
    line("question", &fault.question);
    line("answer", fault.answer.as_deref().unwrap_or("none"));
    line("fuel", &format!("{} in this turn, {} in the game", fault.usage.fuel, game.fuel));
    let (turn, all) = (fault.usage.memory_bytes, game.memory_bytes);
    line("memory", &format!("{turn} bytes more in this turn, {all} in all"));
    log.lines().for_each(|said| line("log", &sanitize(said)));
    text
}
