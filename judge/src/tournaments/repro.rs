//! `judge repro`: plays the game of an evidence file again, and compares.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::Error;
use judge_core::results::{Evidence, What};
use judge_core::verify;
use judge_play::text::sanitize;

use crate::shared::options::RunOptions;
use crate::shared::output::print;
use crate::shared::screen::line;

/// The exit code if the fault happened again, but not exactly as recorded.
const UNCONFIRMED: u8 = 3;

/// Play the game of an evidence file again; exit code 0 only if the fault happens again exactly as recorded
#[derive(Args)]
pub(crate) struct Repro {
    /// A file of the folder faults/ in a tournament's results
    evidence: PathBuf,
    /// The tournament's TOML file [default: where it was when the evidence was written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn repro(command: &Repro) -> Result<ExitCode, Error> {
    let reporter = command.options.reporter();
    let tournament = command.tournament.as_deref();
    let played = verify::repro(&command.evidence, tournament, &command.options.options()?, &reporter)?;
    let what = match played.then.what {
        What::Fault(_) => "fault",
        What::Broken(_) => "broken promise",
        What::Stall(_) => "timeout",
    };
    let Some(now) = &played.now else {
        let (who, end) = (played.then.contestant.as_deref().unwrap_or("the game"), &played.end);
        return Ok(different(&[format!("{who} has no {what} now; the game ends with {end}")]));
    };
    print(&text(now, &played.log));
    if let Some(unconfirmed) = &played.unconfirmed {
        print(&format!("not confirmed: {unconfirmed}\n"));
    }
    if !played.differences.is_empty() {
        return Ok(different(&played.differences));
    }
    print(&format!("the same {what} happened again\n"));
    Ok(if played.unconfirmed.is_none() { ExitCode::SUCCESS } else { ExitCode::from(UNCONFIRMED) })
}

fn different(differences: &[String]) -> ExitCode {
    let lines = differences.iter().map(|difference| format!("not the same: {}\n", sanitize(difference)));
    print(&lines.collect::<String>());
    ExitCode::FAILURE
}

/// A report of the event, with all of the log.
fn text(evidence: &Evidence, log: &str) -> String {
    let Evidence { contestant, what, game, bot, .. } = evidence;
    let names: Vec<&str> = bot.iter().map(|bot| bot.name.as_str()).collect();
    let who = match (contestant, what.seat()) {
        (Some(contestant), Some(seat)) => format!("{contestant} in seat {} of", seat.index() + 1),
        _ => "the game between".to_owned(),
    };
    let mut text = format!("{who} {}, round {}: {what}\n", names.join(" "), game.round);
    text += &line("opening", if game.opening.is_empty() { "none" } else { &game.opening });
    if let What::Fault(fault) = what {
        let (fuel, memory, all) = (fault.usage.fuel, fault.usage.memory_bytes, game.memory_bytes);
        text += &line("question", &fault.question);
        text += &line("answer", fault.answer.as_deref().unwrap_or("none"));
        text += &line("fuel", format!("{fuel} in this turn, {} in the game", game.fuel));
        text += &line("memory", format!("{memory} bytes more in this turn, {all} in all"));
    }
    if let What::Stall(stall) = what {
        text += &line("question", &stall.question);
    }
    text.extend(log.lines().map(|said| line("log", sanitize(said))));
    text
}
