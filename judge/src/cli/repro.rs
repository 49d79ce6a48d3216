//! `judge repro`: plays the game of an evidence file again, and compares.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::output::{print, tell};
use super::setting::{Means, Setting};
use crate::entrant::programs;
use crate::error::{Error, Mistake};
use crate::evidence::{BotPart, Context, Evidence};
use crate::game::{self, Finished};
use crate::printable::printable;
use crate::sandbox;
use crate::schedule::Fixture;
use crate::tournament::Tournament;

/// Play the game of an evidence file again; exit code 0 only if the same fault happens
#[derive(Args)]
pub(super) struct Repro {
    /// A file of the folder faults/ in a tournament's results
    evidence: PathBuf,
    /// The tournament's TOML file [default: where it was when the evidence was written]
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    #[command(flatten)]
    means: Means,
}

pub(super) fn repro(command: &Repro) -> Result<ExitCode, Error> {
    let file = &command.evidence;
    let evidence = read(file)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let default = || folder.join(&evidence.tournament.file);
    let tournament = at_the_table(&evidence, &command.tournament.clone().unwrap_or_else(default))?;
    let setting = Setting::ready(tournament, &command.means)?;
    setting.warn();
    if !setting.quiet {
        warn_of_versions(&evidence);
    }
    same_bots(&evidence, &setting)?;

    let names = setting.tournament.contestants.iter().map(|contestant| contestant.name.as_str());
    let names: Vec<&str> = names.collect();
    let (round, order) = evidence.round(&names, setting.tournament.seed).ok_or_else(|| {
        Mistake::in_file(
            file,
            "it speaks of a game that is not in this tournament; run the tournament again to have it written anew",
        )
    })?;
    let fixture = Fixture { round: &round, order };
    let play = game::player(&setting.tournament, &setting.sandbox, &programs(&setting.entrants));
    let Finished { record, .. } = setting.threads.install(|| play(&fixture));
    let seat = evidence.game.seat;
    let mut offences = record.offences.iter().filter(|kept| kept.offence.seat.index() == seat);
    let Some(kept) = offences.next() else {
        let (who, end) = (&evidence.contestant, &record.verdict);
        return Ok(another(&format!("{who} commits no fault now; the game ends with {end}")));
    };
    let context = Context {
        tournament: &setting.tournament,
        entrants: &setting.entrants,
        file: &evidence.tournament.file,
    };
    let now = Evidence::new(context, evidence.game.number, &fixture, &record, kept);
    print(&told(&now, &kept.log));
    Ok(evidence.difference(&now).map_or_else(same, |difference| another(&difference)))
}

fn same() -> ExitCode {
    print("the same fault happened again\n");
    ExitCode::SUCCESS
}

fn another(difference: &str) -> ExitCode {
    print(&format!("it is not the same: {}\n", printable(difference)));
    ExitCode::FAILURE
}

fn read(file: &Path) -> Result<Evidence, Mistake> {
    const HINT: &str = "name a file of the folder faults/ in a tournament's results";
    let text = std::fs::read_to_string(file)
        .map_err(|error| Mistake::in_file(file, format!("it cannot be read: {error}; {HINT}")))?;
    toml::from_str(&text).map_err(|error| {
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        Mistake::in_file(file, format!("it is no evidence: {message}; {HINT}"))
    })
}

/// The tournament, with those contestants only who sat at the table.
fn at_the_table(evidence: &Evidence, file: &Path) -> Result<Tournament, Error> {
    if !file.exists() {
        return Err(
            Mistake::in_file(file, "the tournament's file is not there; name it with --tournament").into()
        );
    }
    let mut tournament = Tournament::read(file)?;
    let (then, now) = (&evidence.tournament.sha256, hex::encode(tournament.sha256));
    if *then != now {
        let text = format!(
            "it is not the tournament's file that the evidence is of: its SHA-256 is {now}, and was {then}; name that file with --tournament"
        );
        return Err(Mistake::in_file(file, text).into());
    }
    let seated = |name: &str| evidence.bot.iter().any(|bot| bot.name == name);
    tournament.contestants.retain(|contestant| seated(contestant.name.as_str()));
    tournament.first.clear();
    let is_there =
        |bot: &&BotPart| tournament.contestants.iter().any(|other| other.name.as_str() == bot.name);
    match evidence.bot.iter().find(|bot| !is_there(bot)) {
        None => Ok(tournament),
        Some(bot) => {
            let text = format!("there is no contestant {:?} any more; put its file back", bot.name);
            Err(Mistake::in_file(file, text).into())
        }
    }
}

fn same_bots(evidence: &Evidence, setting: &Setting) -> Result<(), Error> {
    let mut mistakes = Vec::new();
    for (contestant, entrant) in setting.tournament.contestants.iter().zip(&setting.entrants) {
        let now = hex::encode(entrant.sha256);
        let then = evidence.bot.iter().find(|bot| bot.name == entrant.name.as_str()).map(|bot| &bot.sha256);
        if let Some(then) = then.filter(|then| **then != now) {
            let text = format!(
                "it is not the bot that the evidence is of: its SHA-256 is {now}, and was {then}; put that file back"
            );
            mistakes.push(Mistake::in_file(&contestant.wasm, text));
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(Error::Mistakes(mistakes)) }
}

fn warn_of_versions(evidence: &Evidence) {
    let here = [crate::VERSION, sandbox::ENGINE_VERSION];
    let then = [&evidence.tournament.judge, &evidence.tournament.engine];
    for (then, here) in then.into_iter().zip(["judge", "engine"].into_iter().zip(here)) {
        let (what, here) = here;
        if then != here {
            tell(&format!("warning: the {what} was {}, and is {here} here", printable(then)));
        }
    }
}

/// What happened, with all of the log.
fn told(evidence: &Evidence, log: &str) -> String {
    let Evidence { contestant, fault, game, bot, .. } = evidence;
    let names: Vec<&str> = bot.iter().map(|bot| bot.name.as_str()).collect();
    let turn = fault.turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
    let mut text = format!(
        "{contestant} in seat {} of {}, round {}: {} in {}{turn}: {}\n",
        game.seat,
        names.join(" "),
        game.round,
        fault.kind,
        fault.function,
        fault.detail
    );
    let mut line = |what: &str, value: &str| {
        writeln!(text, "  {what:<9} {value}").expect("a string takes all text");
    };
    line("opening", if game.opening.is_empty() { "none" } else { &game.opening });
    line("question", &fault.question);
    line("answer", fault.answer.as_deref().unwrap_or("none"));
    line("fuel", &format!("{} in this turn, {} in the game", fault.fuel_in_turn, fault.fuel_in_game));
    line(
        "memory",
        &format!("{} bytes more in this turn, {} in all", fault.memory_in_turn, fault.memory_in_game),
    );
    log.lines().for_each(|said| line("log", &printable(said)));
    text
}
