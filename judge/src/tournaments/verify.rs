//! `judge verify`: plays a tournament again, and compares its results.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use judge_core::error::{Error, Mistake, few};
use judge_core::file::{self, Links};
use judge_core::game::{recordings, scenes};
use judge_core::play::{Sample, percent};
use judge_core::tournament::Share;
use judge_core::verify::{Agreement, Check, Verified, verify as verify_results};
use judge_page::published::Published;
use judge_play::Seed;
use judge_play::text::{count, sanitize};
use judge_season::log::digest::Digest;
use judge_season::log::folder::Folder;
use judge_season::play::capacity;
use judge_season::state::receipt::Receipt;
use judge_season::terms::SeasonTerms;
use judge_season::verify;
use judge_serve::clients::remote;

use crate::shared::json;
use crate::shared::number::whole;
use crate::shared::options::{RunOptions, cancel_on_interrupt, interrupted_without_result, seed_or_random};
use crate::shared::output::print;

/// The report in a folder of results.
const REPORT: &str = "report.html";
/// The most bytes of a report that is compared.
pub(crate) const REPORT_BYTES_MAX: u64 = 1 << 28;

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
    /// Fail unless this is the SHA-256 of the tournament's file, of results.csv or of the inputs that judge seed printed;
    /// may be given several times. Of a season: an event's number and its hash, as in 17:HASH
    #[arg(long, value_name = "HASH", value_parser = expected)]
    expect: Vec<String>,
    /// Fail unless a season's log has what these receipts say; may be given several times
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// Fail unless this is the public key of the season, by which its receipts are signed
    #[arg(long, value_name = "KEY", value_parser = sha256)]
    season_key: Option<String>,
    /// Fail unless the seed follows from this public value; its numbers are enough
    #[arg(long, value_name = "TEXT")]
    beacon: Option<String>,
    /// A report that is written again and compared, too [default: report.html in the folder, if it has recorded scenes]
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A folder with bots that you have: of a season by its address their games are played, too
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// Print what agrees, or what differs, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn verify(command: &Verify) -> Result<ExitCode, Error> {
    let address = command.folder.to_str().filter(|text| remote::is_address(text));
    if let Some(address) = address {
        return season_at(command, address);
    }
    if command.bots.is_some() {
        let text = "--bots is for a season's address; a folder has its bots";
        return Err(Mistake::in_file(&command.folder, text).into());
    }
    if Folder::at(&command.folder).events().exists() {
        return season(command);
    }
    let has_head = command.expect.iter().any(|expected| expected.contains(':'));
    if !command.receipt.is_empty() || command.season_key.is_some() || has_head {
        let text = "--receipt, --season-key and --expect N:HASH are for a season; name its folder";
        return Err(Mistake::in_file(&command.folder, text).into());
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
    let verified = verify_results(&check, &command.options.options()?, &cancellation, &reporter)?;
    // What is recorded of games is worth comparing where these are the published ones.
    let report = match &verified {
        Verified::Agrees { .. } => compared_report(command)?,
        Verified::Differs(_) | Verified::Cancelled => Compared::default(),
    };
    let mut verified =
        if report.differences.is_empty() { verified } else { Verified::Differs(report.differences) };
    if let Verified::Agrees { agreement, .. } = &mut verified {
        agreement.unchecked.retain(|file| report.agrees.is_none() || file != REPORT);
    }
    match verified {
        Verified::Agrees { played, taken, agreement, misses } if command.json => {
            let sample = command.sample.map(|_| (seed.to_string(), &misses[..]));
            print(&json::text(&json::Verified::tournament(&agreement, (played, taken), sample)));
            Ok(ExitCode::SUCCESS)
        }
        Verified::Differs(differences) if command.json => {
            print(&json::text(&json::Verified::differs(&differences)));
            Ok(ExitCode::FAILURE)
        }
        Verified::Agrees { played, taken, agreement, misses } => {
            print(&agreed(&agreement));
            print(&report.agrees.unwrap_or_default());
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

/// A report that was compared.
#[derive(Default)]
struct Compared {
    /// A line that says what agrees; nothing if there was no report to compare.
    agrees: Option<String>,
    differences: Vec<String>,
}

/// Writes the report again, with the bots and the recorded games that whoever wrote it has chosen, and compares. Where nobody
/// asks for it, only a report with recorded scenes is compared, which nobody else can check.
fn compared_report(command: &Verify) -> Result<Compared, Error> {
    let path = command.report.clone().unwrap_or_else(|| command.folder.join(REPORT));
    let read =
        file::read_text_up_to(&path, Links::Follow, REPORT_BYTES_MAX).map_err(|error| error.to_string());
    let (page, chosen) = match read.and_then(|page| Ok((judge_page::chosen_in(&page)?, page))) {
        Ok((chosen, page)) if command.report.is_some() || !chosen.scenes.is_empty() => (page, chosen),
        Err(why) if command.report.is_some() => {
            return Err(Mistake::in_file(&path, format!("it cannot be compared: {why}")).into());
        }
        _ => return Ok(Compared::default()),
    };
    let (tournament, options) = (command.tournament.as_deref(), command.options.options()?);
    let mut published = Published::read(&command.folder, tournament, &command.options.game_files()?)?;
    let all = &published.manifest.contestant;
    let names = chosen.bots.iter().filter_map(|place| Some(all.get(*place)?.name.clone()));
    let names: Vec<String> = names.collect();
    published.keep_bots(&names);
    let (from, numbers) = ((&*command.folder, tournament), chosen.scenes.keys().copied().collect());
    let reporter = command.options.reporter();
    if !chosen.recorded.is_empty() {
        let found = recordings(from, &chosen.recorded, &options, &reporter)?;
        published.recordings = found.into_iter().map(|(number, found)| (number - 1, found)).collect();
    }
    if !chosen.scenes.is_empty() {
        published.scenes = scenes(from, &numbers, judge_page::packed, &options, &reporter)?;
    }
    let file = path.display();
    let differ = chosen.scenes.iter().filter(|(number, scenes)| published.scenes.get(number) != Some(scenes));
    let mut differences: Vec<String> =
        differ.map(|(number, _)| format!("{file}: game {number} is not as this judge records it")).collect();
    if differences.is_empty() && judge_page::report(&published) != page {
        differences
            .push(format!("{file}: it is not as this judge writes it; write it anew with judge report"));
    }
    let recorded = count((chosen.scenes.len() + chosen.recorded.len()) as u64, "game");
    let agrees = format!("report       {recorded} as recorded agree\n");
    Ok(Compared { agrees: Some(agrees), differences })
}

/// The same of a season.
fn season(command: &Verify) -> Result<ExitCode, Error> {
    let Some(file) = &command.tournament else {
        let text = "this is a season; name its TOML file with --tournament";
        return Err(Mistake::in_file(&command.folder, text).into());
    };
    let games = capacity::loader_in(&command.options.options()?, &Folder::at(&command.folder));
    let terms = SeasonTerms::read(file, &games)?;
    compare(command, terms, &command.folder, verify::SeasonCheck::default())
}

/// The same of a season that runs elsewhere.
fn season_at(command: &Verify, address: &str) -> Result<ExitCode, Error> {
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
                json::text(&json::Verified::season(&agreement))
            } else {
                season_agreed(&title, &agreement, check.sample.map(|_| seed))
            });
            Ok(if agreement.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        verify::SeasonVerified::Differs { event, difference } => {
            let text = format!("event {event}: {}", sanitize(&difference));
            print(&if command.json {
                json::text(&json::Verified::differs(&[text]))
            } else {
                format!("{text}\nthe season does not agree\n")
            });
            Ok(ExitCode::FAILURE)
        }
        verify::SeasonVerified::Cancelled => Ok(interrupted_without_result()),
    }
}

fn season_agreed(title: &str, agreement: &verify::SeasonAgreement, seed: Option<Seed>) -> String {
    let verify::SeasonAgreement { events, head, key, commitment, batches, games, void, files, .. } =
        agreement;
    let line = |what: &str, text: &str| format!("{what:<16}{}\n", sanitize(text));
    let mut text = format!(
        "{title}\n{}{}{}{}",
        line("season's key", &key.to_string()),
        line("seed's SHA-256", &commitment.to_string()),
        line("events", &events.to_string()),
        line("head", &head.to_string())
    );
    match agreement.receipts {
        [0, _] => {}
        [own, 0] => text += &line("receipts", &format!("{own}, which agree")),
        [own, others] => {
            text += &line("receipts", &format!("{own}, which agree, and {others} of other seasons"));
        }
    }
    if agreement.torn > 0 {
        let torn = count(agreement.torn, "byte");
        text += &line("torn", &format!("the log ends with {torn} that are no whole event, and say nothing"));
    }
    let (decided, signed) = (agreement.own_decisions, agreement.own_decisions_signed);
    if decided > 0 {
        let own = count(decided, "decision");
        text += &line("contestants", &format!("{own} of their own, {signed} signed with a key of theirs"));
    }
    text.extend(agreement.beacons.iter().map(|beacon| line("beacon", beacon)));
    text.extend(agreement.by_hand.iter().map(|by_hand| line("by hand", by_hand)));
    if *void > 0 {
        text += &line("void", &format!("{}, not comparable", count(*void, "game")));
    }
    match agreement.final_tournament {
        None => {}
        Some(verify::FinalVerdict::Agrees) => text += &line("final", "played again; its results agree"),
        Some(_) => text += &line("not checked", "the final: not all of its games can be played here"),
    }
    text.extend(agreement.decided.iter().map(|decided| line("decided here", decided)));
    for verify::OtherJudge { events: [first, last], by: [judge, engine] } in &agreement.others {
        let what = format!("events {first} to {last}, which need judge {judge} with engine {engine}");
        text += &line("not checked", &what);
    }
    if agreement.is_open {
        text += &line(
            "not checked",
            "drawings, files and games; the season is not closed, and its secret is not public",
        );
        return text + "the log's chain and its signatures agree\n";
    }
    if agreement.unseen > 0 {
        let all = agreement.unseen + agreement.taken + games + void;
        #[expect(clippy::cast_precision_loss, reason = "games are few")]
        let share = percent(agreement.unseen as f64 / all as f64);
        let files = count(agreement.unchecked as u64, "upload");
        text += &line(
            "not checked",
            &format!("{} of {all} games ({share}) and {files}, whose bots are not public", agreement.unseen),
        );
    }
    if let Some(seed) = seed {
        let taken = count(agreement.taken, "game");
        text += &line(
            "sample",
            &format!("{taken} taken from the log; to draw this sample again, give --seed {seed}"),
        );
    }
    let [files, drawn, games] =
        [count(*files as u64, "check"), count(u64::from(*batches), "drawing"), count(*games, "game")];
    let agrees = match agreement {
        whole if whole.is_whole() => "everything agrees",
        open if open.others.is_empty() => {
            "everything else agrees; what was decided here should not have been left open"
        }
        _ => "everything else agrees; check the events above with their judge, too",
    };
    text + &format!("done again: {files}, {drawn}, {games}; {agrees}\n")
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
fn power(misses: &[(u32, f64)]) -> String {
    let misses = misses.iter().map(|(games, misses)| {
        let forged = count(u64::from(*games), "forged game");
        format!("{forged} with a chance of {}", percent(*misses))
    });
    let misses: Vec<String> = misses.collect();
    if misses.is_empty() { String::new() } else { format!("this sample misses {}\n", misses.join(", ")) }
}

/// Receipts and hashes to compare with a season's log.
fn evidence(command: &Verify) -> Result<verify::OutsideEvidence, Error> {
    let mut receipts = Vec::new();
    for file in &command.receipt {
        let wrong = |text: String| Error::from(Mistake::in_file(file, text));
        let text =
            std::fs::read_to_string(file).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
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

/// An event's number and its hash.
pub(crate) fn noted(expected: &str) -> Option<(usize, Digest)> {
    let (event, hash) = expected.split_once(':')?;
    Some((event.parse().ok()?, Digest::parse(hash)?))
}

/// A SHA-256 in hexadecimal digits, or an event's number and one.
pub(crate) fn expected(text: &str) -> Result<String, String> {
    match text.split_once(':') {
        Some((event, hash)) if event.parse::<usize>().is_ok_and(|event| event > 0) => {
            Ok(format!("{event}:{}", sha256(hash)?))
        }
        Some(_) => Err("write an event's number and its hash, as in 17:HASH".into()),
        None => sha256(text),
    }
}

/// A SHA-256 in hexadecimal digits.
fn sha256(text: &str) -> Result<String, String> {
    let is_hash = text.len() == 64 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let hash = is_hash.then(|| text.to_ascii_lowercase());
    hash.ok_or_else(|| "write a SHA-256, which has 64 hexadecimal digits".into())
}
