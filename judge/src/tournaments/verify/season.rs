//! A season whose events are gone through again, in its folder or at its address.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use judge_core::error::{Error, Mistake};
use judge_core::play::{Sample, percent};
use judge_play::Seed;
use judge_play::text::{count, sanitize};
use judge_season::log::digest::Digest;
use judge_season::log::folder::Folder;
use judge_season::play::capacity;
use judge_season::state::receipt::Receipt;
use judge_season::terms::SeasonTerms;
use judge_season::verify;
use judge_serve::clients::remote;

use super::{NOTHING_SAID, Verify, differ, noted};
use crate::shared::json;
use crate::shared::options::{cancel_on_interrupt, interrupted, seed_or_random};
use crate::shared::output::print;

/// Verifies a season by its folder.
pub(super) fn in_folder(command: &Verify) -> Result<ExitCode, Error> {
    let Some(file) = &command.tournament else {
        let text = "this is a season; name its TOML file with --tournament";
        return Err(Mistake::in_file(&command.folder, text).into());
    };
    let games = capacity::loader_in(&command.options.options()?, &Folder::at(&command.folder));
    let terms = SeasonTerms::read(file, &games)?;
    compare(command, terms, &command.folder, verify::SeasonCheck::default())
}

/// Verifies a season that runs elsewhere, by its address.
pub(super) fn at_address(command: &Verify, address: &str) -> Result<ExitCode, Error> {
    let wrong =
        |error: std::io::Error| Error::Machine(format!("{address}: {}", sanitize(&error.to_string())));
    let fetched = remote::bring(address, command.bots.as_deref()).map_err(wrong)?;
    let terms = SeasonTerms::read(&fetched.terms, &capacity::loader(&command.options.options()?))?;
    let evidence =
        verify::OutsideEvidence { signed_head: Some(fetched.head), ..verify::OutsideEvidence::default() };
    let check = verify::SeasonCheck { evidence, may_lack: true, results: fetched.results, sample: None };
    compare(command, terms, &fetched.data, check)
}

fn compare(
    command: &Verify,
    terms: SeasonTerms,
    folder: &Path,
    mut check: verify::SeasonCheck,
) -> Result<ExitCode, Error> {
    let is_of_season = |expected: &String| expected.contains(':');
    if !command.expect.iter().all(is_of_season) || command.beacon.is_some() {
        let text = "--beacon and --expect without a number are for the results of a tournament; leave them out, or write --expect N:HASH";
        return Err(Mistake::in_file(&command.folder, text).into());
    }
    check.evidence =
        verify::OutsideEvidence { signed_head: check.evidence.signed_head, ..evidence(command)? };
    let seed = seed_or_random(command.seed)?;
    check.sample = command.sample.map(|share| Sample { purpose: "season", share, seed });
    let title = sanitize(&terms.tournament.title);
    let (options, reporter) = (command.options.options()?, command.options.reporter());
    let cancellation = cancel_on_interrupt()?;
    match verify::verify(terms, folder, &check, &options, &cancellation, &reporter)? {
        verify::SeasonVerified::Agrees(agreement) => {
            print(&if command.json {
                json::text(&json::VerifiedJson {
                    agrees: agreement.is_whole(),
                    games_played: Some(agreement.games),
                    season: Some(&agreement),
                    ..json::VerifiedJson::default()
                })
            } else {
                season_agreed(&title, &agreement, check.sample.map(|_| seed))
            });
            Ok(if agreement.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        verify::SeasonVerified::Differs { event, difference } => {
            let difference = format!("event {event}: {difference}");
            Ok(differ(command, &[difference], "the season does not agree"))
        }
        verify::SeasonVerified::Cancelled => Ok(interrupted(NOTHING_SAID)),
    }
}

fn season_agreed(title: &str, agreement: &verify::SeasonAgreement, seed: Option<Seed>) -> String {
    let verify::SeasonAgreement { batches, games, void, files, unseen, .. } = agreement;
    let mut text = format!("{title}\n{}", facts(agreement));
    for verify::OtherJudge { events: [first, last], by: [judge, engine] } in &agreement.others {
        let what = format!("events {first} to {last}, which need judge {judge} with engine {engine}");
        text += &line("not checked", what);
    }
    if agreement.is_open {
        let what = "drawings, files and games; the season is not closed, and its secret is not public";
        text += &line("not checked", what);
        return text + "the log's chain and its signatures agree\n";
    }
    if *unseen > 0 {
        let all = unseen + agreement.taken + games + void;
        #[expect(clippy::cast_precision_loss, reason = "games are few")]
        let share = percent(*unseen as f64 / all as f64);
        let files = count(agreement.unchecked as u64, "upload");
        let what = format!("{unseen} of {all} games ({share}) and {files}, whose bots are not public");
        text += &line("not checked", what);
    }
    if let Some(seed) = seed {
        let taken = count(agreement.taken, "game");
        let what = format!("{taken} taken from the log; to draw this sample again, give --seed {seed}");
        text += &line("sample", what);
    }
    let [files, drawn, games] =
        [count(*files as u64, "file check"), count(u64::from(*batches), "drawing"), count(*games, "game")];
    let agrees = match agreement {
        whole if whole.is_whole() => "everything agrees",
        open if open.others.is_empty() => {
            "everything else agrees; a game that has an outcome here is void in the log"
        }
        _ => "everything else agrees; check the events above with their judge, too",
    };
    text + &format!("repeated: {files}, {drawn}, {games}; {agrees}\n")
}

fn line(what: &str, text: impl Display) -> String {
    format!("{what:<16}{}\n", sanitize(&format!("{text}")))
}

/// Facts of a season that agree, one a line.
fn facts(agreement: &verify::SeasonAgreement) -> String {
    let verify::SeasonAgreement { events, head, key, commitment, void, .. } = agreement;
    let mut text = line("season's key", key) + &line("seed's SHA-256", commitment);
    text += &(line("events", events) + &line("head", head));
    match agreement.receipts {
        [0, _] => {}
        [own, 0] => text += &line("receipts", format!("{own}, which agree")),
        [own, others] => {
            text += &line("receipts", format!("{own}, which agree, and {others} of other seasons"));
        }
    }
    if agreement.torn > 0 {
        let torn = count(agreement.torn, "byte");
        text += &line("torn", format!("the log ends with {torn} that are no whole event, and say nothing"));
    }
    let (decided, signed) = (agreement.own_decisions, agreement.own_decisions_signed);
    if decided > 0 {
        let own = count(decided, "decision");
        text += &line("contestants", format!("{own} of their own, {signed} signed with a key of theirs"));
    }
    text.extend(agreement.beacons.iter().map(|beacon| line("beacon", beacon)));
    text.extend(agreement.by_hand.iter().map(|by_hand| line("by hand", by_hand)));
    if *void > 0 {
        text += &line("void", format!("{}, not comparable", count(*void, "game")));
    }
    match agreement.final_tournament {
        None => {}
        Some(verify::FinalVerdict::Agrees) => text += &line("final", "played again; its results agree"),
        Some(_) => text += &line("not checked", "the final: not all of its games can be played here"),
    }
    text.extend(agreement.decided.iter().map(|decided| line("decided here", decided)));
    text
}

/// Receipts and hashes to compare with a season's log.
fn evidence(command: &Verify) -> Result<verify::OutsideEvidence, Error> {
    let mut receipts = Vec::new();
    for file in &command.receipt {
        let wrong = |text: String| Error::from(Mistake::in_file(file, text));
        let text = std::fs::read_to_string(file).map_err(|error| Mistake::unread(file, &error))?;
        let all = Receipt::parse_all(&text).map_err(|line| wrong(format!("line {line} is no receipt")))?;
        if all.is_empty() {
            return Err(wrong("it has no receipts, so it says nothing of the season".into()));
        }
        if let Some(line) = all.iter().position(|receipt| !receipt.is_signed()) {
            let text = "is not signed by the key that it names; it proves nothing";
            return Err(wrong(format!("receipt {} {text}", line + 1)));
        }
        receipts.extend(all);
    }
    let heads = command.expect.iter().filter_map(|expected| noted(expected)).collect();
    let key = command.season_key.as_deref().and_then(Digest::parse);
    Ok(verify::OutsideEvidence { receipts, heads, key, signed_head: None })
}
