//! A tournament whose games are played again.

use std::process::ExitCode;

use judge_core::error::{Error, few};
use judge_core::game::ResultsFolder;
use judge_core::play::{Miss, percent};
use judge_core::tournament::Share;
use judge_core::verify::{Agreement, Verification, Verified, verify as verify_results};
use judge_play::text::{count, sanitize};

use super::report::{Compared, REPORT, compared};
use super::{NOTHING_SAID, Verify, differ};
use crate::shared::json;
use crate::shared::options::{cancel_on_interrupt, interrupted, seed_or_random};
use crate::shared::output::print;

pub(super) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    let seed = seed_or_random(command.seed)?;
    let (options, observer) = (&command.options.options()?, &command.options.reporter());
    let (folder, tournament) = (&*command.folder, command.tournament.as_deref());
    let from = ResultsFolder { folder, tournament, options, observer };
    let verified = verify_results(&Verification {
        from,
        share: command.sample.unwrap_or(Share::ALL),
        seed,
        expected: &command.expect,
        beacon: command.beacon.as_deref(),
        cancellation: &*cancel_on_interrupt()?,
    })?;
    // What is recorded of games is worth comparing where these are the published ones.
    let report = match &verified {
        Verified::Agrees { .. } => compared(command, from)?,
        Verified::Differs(_) | Verified::Cancelled => Compared::default(),
    };
    let mut verified =
        if report.differences.is_empty() { verified } else { Verified::Differs(report.differences) };
    if let Verified::Agrees { agreement, .. } = &mut verified {
        agreement.unchecked.retain(|file| report.agrees.is_none() || file != REPORT);
    }
    match verified {
        Verified::Agrees { played, taken, agreement, misses } => {
            let seed = command.sample.map(|_| seed.to_string());
            print(&if command.json {
                json::text(&json::VerifiedJson {
                    agrees: true,
                    games_played: Some(played),
                    games_taken: Some(taken),
                    sample_seed: seed,
                    misses,
                    tournament: Some(&agreement),
                    ..json::VerifiedJson::default()
                })
            } else {
                let report = report.agrees.unwrap_or_default();
                let sample = seed.map_or_else(String::new, |seed| {
                    let (taken, power) = (count(taken, "game"), power(&misses));
                    format!("taken from the journal: {taken}; to draw this sample again, give --seed {seed}\n{power}")
                });
                let played = count(played, "game");
                format!("{}{report}{sample}played again: {played}; everything agrees\n", agreed(&agreement))
            });
            Ok(ExitCode::SUCCESS)
        }
        Verified::Differs(differences) => Ok(differ(command, &differences, "the results do not agree")),
        Verified::Cancelled => Ok(interrupted(NOTHING_SAID)),
    }
}

/// Facts that agree, one a line, with decisions of the organiser.
fn agreed(agreement: &Agreement) -> String {
    let Agreement { title, file, tournament_sha256, seed, judge, engine, bots, .. } = agreement;
    let seed = match (&agreement.beacon, &agreement.inputs_sha256) {
        (Some(beacon), Some(inputs)) => format!("{seed}, from the beacon {beacon:?}\ninputs       {inputs}"),
        _ => format!("{seed}, chosen by the organiser"),
    };
    let (title, file) = (sanitize(title), sanitize(file));
    let list = |what: &str, names: &[String]| match names {
        [] => String::new(),
        names => format!("{what:<13}{}\n", few(names)),
    };
    let excluded = list("excluded", &agreement.excluded);
    let by_hand: String = agreement.by_hand.iter().map(|(what, names)| list(what, names)).collect();
    let unchecked = list("not checked", &agreement.unchecked);
    format!(
        "{title}\ntournament   {tournament_sha256}, {file}\nseed         {seed}\njudge        {judge}, {engine}\nbots         {bots}\n{excluded}{by_hand}results.csv  {}\n{unchecked}",
        agreement.results_sha256
    )
}

/// The chance that a sample misses forged games; nothing if there is none to miss.
fn power(misses: &[Miss]) -> String {
    let words = |Miss { forged_games, chance }: &Miss| {
        let forged = count(u64::from(*forged_games), "forged game");
        format!("{forged} with a chance of {}", percent(*chance))
    };
    let misses: Vec<String> = misses.iter().map(words).collect();
    if misses.is_empty() { String::new() } else { format!("this sample misses {}\n", misses.join(", ")) }
}
