//! One file of evidence checked: its game is played again, and all that the file says is compared.

use std::path::Path;

use judge_bots::Bot;
use judge_play::text::count;

use crate::error::{Error, Mistake, none};
use crate::file::{self, Links};
use crate::game;
use crate::host::Options;
use crate::phases::{Fixture, Round};
use crate::play::{Observer, Runner};
use crate::results::{Context, Evidence, EvidenceTournament, NoSuchGame, What};
use crate::tournament::{BadFiles, Contestant, GameFiles, Tournament};

/// A game of evidence, played again.
pub struct Reproduced {
    /// The evidence in the file.
    pub then: Evidence,
    /// The evidence now; `None` if nobody at that seat does anything of the kind.
    pub now: Option<Evidence>,
    /// The end of the game now, in words.
    pub end: String,
    /// The whole log of the player now, where the file has the last lines only.
    pub log: String,
    /// All that is wrong in the file, in words.
    pub differences: Vec<String>,
    /// The part of the file that this game cannot confirm, in words.
    pub unconfirmed: Option<String>,
}

/// Plays the game of a file of evidence again; `tournament` is the tournament's file if it is not where it was.
///
/// # Errors
/// If the file is no evidence, its game cannot be, or its tournament or bots are not those of then.
pub fn repro(
    file: &Path,
    tournament: Option<&Path>,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Reproduced, Error> {
    let then = read(file)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let there = folder.join(&then.tournament.file);
    let tournament = Tournament::of_results(tournament, &there, &GameFiles::new(options))?;
    same_tournament(&then, &tournament)?;
    let no_such_game = |NoSuchGame| {
        let text = "this game is not in the tournament; run the tournament again to write the evidence anew";
        Mistake::in_file(file, text)
    };
    let names: Vec<&str> = then.bot.iter().map(|bot| bot.name.as_str()).collect();
    let at_the_table = game::at_the_table(tournament.clone(), &names)?;
    let playing = playing(tournament, options, observer)?;
    let number = then.number(&playing).map_err(no_such_game)?;
    let unconfirmed = number.is_none().then(|| unconfirmed(&then, &playing));
    let runner = Runner::new(at_the_table, options, observer)?;
    runner.warn(observer);
    same_bots(&then, &runner)?;
    let played = again(then, &runner, number).map_err(no_such_game)?;
    Ok(Reproduced { unconfirmed, ..played })
}

/// The tournament without those whose files are no bots, which its schedule does not count. Only that needs all files.
fn playing(tournament: Tournament, options: &Options, observer: &dyn Observer) -> Result<Tournament, Error> {
    match tournament.bad_files {
        BadFiles::Refuse => Ok(tournament),
        BadFiles::LeaveOut => Runner::new(tournament, options, observer).map(|runner| runner.tournament),
    }
}

/// Plays the game of evidence again; `number` is the game's in the schedule, if it is known.
pub(crate) fn again(
    then: Evidence,
    runner: &Runner,
    number: Option<usize>,
) -> Result<Reproduced, NoSuchGame> {
    let seat = then.what.seat();
    let player = seat.and_then(|seat| then.bot.get(seat.index())).map(|bot| &bot.name);
    let order = then.game.order;
    let round = runner.round(then.bot.iter().map(|bot| &bot.name), then.game.round, order);
    let is_it = |round: &Round| round.seed.hex() == then.game.seed && player == then.contestant.as_ref();
    let round = round.map(|(_, round)| round).filter(is_it).ok_or(NoSuchGame)?;
    let (fixture, number) = (&Fixture { round: &round, order }, number.unwrap_or(then.game.number));
    let record = runner.play_one(fixture).record;
    let EvidenceTournament { file, contestants, .. } = &then.tournament;
    let context = Context { contestants: *contestants, ..runner.context(file) };
    let is_it = |what: &What| what.seat() == seat && what.fault().is_some() == then.what.fault().is_some();
    let what = What::all(&record).find(is_it);
    let now = what.map(|what| Evidence::new(context, number, fixture, &record, &what));
    let log = match (now.as_ref().map(|now| &now.what), seat) {
        (Some(What::Fault(_)), Some(seat)) => runner.log(fixture, seat),
        (Some(What::Stall(stall)), _) => stall.log.join("\n"),
        _ => String::new(),
    };
    let differences = now.as_ref().map(|now| then.differences(now)).unwrap_or_default();
    Ok(Reproduced { then, now, end: record.verdict.to_string(), log, differences, unconfirmed: None })
}

fn read(file: &Path) -> Result<Evidence, Mistake> {
    const HINT: &str = "name a file of the folder faults/ in a tournament's results";
    let text = file::read_text(file, Links::Follow)
        .map_err(|error| Mistake::in_file(file, format!("it cannot be read: {error}; {HINT}")))?;
    let no_evidence = |why: &str| Mistake::in_file(file, format!("it is not evidence: {why}; {HINT}"));
    let evidence: Evidence =
        toml::from_str(&text).map_err(|error| match error.message().lines().next().unwrap_or_default() {
            // That is how the reader of TOML puts it, with a name of ours.
            why if why.starts_with("no variant of enum") => {
                no_evidence("it has one of [fault], [watchdog] and [broken]")
            }
            why => no_evidence(why),
        })?;
    if toml::Value::try_from(&evidence).is_err() {
        return Err(no_evidence("one of its numbers is too large to be true"));
    }
    Ok(evidence)
}

/// The tournament's file is the one of then.
fn same_tournament(then: &Evidence, tournament: &Tournament) -> Result<(), Mistake> {
    let then = &then.tournament;
    let [own, put_back] = ["name the old file with --tournament", "put the old file back"];
    for (what, recorded, now, remedy) in [
        ("the tournament's file", Some(&then.sha256), Some(hex::encode(tournament.sha256)), own),
        ("the game's file", then.game_sha256.as_ref(), tournament.terms().game_sha256, put_back),
        ("the file of openings", then.openings_sha256.as_ref(), tournament.openings_sha256(), put_back),
    ] {
        if recorded != now.as_ref() {
            let [recorded, now] = [recorded, now.as_ref()].map(|hash| hash.map_or("none", String::as_str));
            let text = format!(
                "{what} has changed since the evidence was written: its SHA-256 is {now}, and was {recorded}; {remedy}"
            );
            return Err(Mistake::in_file(&tournament.file, text));
        }
    }
    Ok(())
}

fn same_bots(then: &Evidence, runner: &Runner) -> Result<(), Error> {
    let changed = |(contestant, bot): (&Contestant, &Bot)| {
        let then = then.bot.iter().find(|then| then.name == bot.name.as_str())?;
        contestant.changed(&then.sha256, bot.sha256, "the evidence was")
    };
    let bots = runner.tournament.contestants.iter().zip(&runner.bots);
    none(bots.filter_map(changed)).map_err(Error::Mistakes)
}

/// The part of the evidence that this game alone cannot confirm, and why.
fn unconfirmed(then: &Evidence, tournament: &Tournament) -> String {
    if tournament.depends_on_results() {
        return "that these contestants met in this round, and the game's number: that depends on other games, and judge verify confirms it".into();
    }
    let contestants = count(then.tournament.contestants as u64, "contestant");
    format!("the game's number: for that the files of all {contestants} must be there")
}
