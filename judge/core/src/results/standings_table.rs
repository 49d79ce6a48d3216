//! The standings for people: the rows, and the notes below them.

use std::collections::BTreeMap;

use judge_bots::Bot;
use judge_play::FaultKind;
use judge_play::last_words::last_lines;
use judge_play::text::{count, cut, sanitize};
use serde::Serialize;

use super::evidence::{Collection, FoundFault};
use super::pairs::{PairTally, Pairs};
use super::rows::{PhaseRows, ResultRow, TeamRow};
use crate::error::few;
use crate::phases::EntrantId;
use crate::tournament::LeftOut;
use judge_rating::{Rating, Ratings, Standing, Status, words};

/// The most repeated pairings that are named; the others are counted.
const REPEATED_SHOWN: usize = 5;
/// The most groups of contestants that never met whose members are named.
const GROUPS_SHOWN: usize = 5;
/// The most contestants whose faults are listed; `faults/` has all.
const OFFENDERS_SHOWN: usize = 20;

/// Characters of a line of a log that are shown.
const LINE_CHARACTERS_MAX: usize = 160;

/// The standings for people. Nothing in it needs escaping on a terminal.
#[derive(Clone, Debug)]
pub struct StandingsTable {
    /// The tournament's title.
    pub title: String,
    /// One row a contestant, in order.
    pub rows: Vec<ResultRow>,
    /// The phases so far; nothing if there is one only, without groups or matches.
    pub phases: Vec<PhaseRows>,
    /// The names that people are shown, of those who have one beside that in the tournament.
    pub public_names: BTreeMap<String, String>,
    /// The teams, in order.
    pub teams: Vec<TeamRow>,
    /// The cross table.
    pub cross: Cross,
    /// Notes about the ratings.
    pub remarks: Vec<String>,
    /// Faults of contestants.
    pub notes: Vec<TableNote>,
}

/// Something a contestant did wrong, or why it is out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableNote {
    /// The contestant and its fault.
    pub text: String,
    /// The last useful lines of its log.
    pub log: Vec<String>,
    /// The file in `faults/` with the evidence.
    pub evidence: Option<String>,
    /// The remedy.
    #[serde(skip)]
    pub remedy: Option<String>,
}

impl TableNote {
    fn plain(text: String) -> Self {
        Self { text, log: Vec::new(), evidence: None, remedy: None }
    }
}

/// The cross table, in the order of the standings.
#[derive(Clone, Debug)]
pub struct Cross {
    /// The contestants' names.
    pub names: Vec<String>,
    order: Vec<EntrantId>,
    pairs: Pairs,
}

impl StandingsTable {
    /// The table of an unfinished run: nobody is ranked, and the files of evidence are not written yet.
    #[must_use]
    pub fn unfinished(mut self) -> Self {
        // So that nobody takes them for results.
        let ranked = self.rows.iter_mut().filter(|row| row.status == "ranked");
        ranked.for_each(|row| row.status = "unfinished".into());
        self.notes.iter_mut().for_each(|note| note.evidence = None);
        self
    }
}

impl Cross {
    /// The cross table of these standings.
    pub(crate) fn new(standings: &[Standing], pairs: &Pairs, bots: &[Bot]) -> Self {
        let order: Vec<EntrantId> = standings.iter().map(|standing| standing.entrant).collect();
        let names = order.iter().map(|id| bots[id.0].name.to_string()).collect();
        Self { names, order, pairs: pairs.clone() }
    }

    /// The score of a row against a column; nothing if they did not meet.
    #[must_use]
    pub fn against(&self, row: usize, column: usize) -> Option<&PairTally> {
        self.pairs.of(self.order[row], self.order[column])
    }
}

/// The disqualified contestants with the reasons, all faults, and the contestants that are left out.
pub(crate) fn notes(
    standings: &[Standing],
    faults: &Collection,
    bots: &[Bot],
    left_out: &[LeftOut],
) -> Vec<TableNote> {
    let is_told = |standing: &&Standing| standing.status != Status::Ranked || standing.faults > 0;
    let offenders: Vec<&Standing> = standings.iter().filter(is_told).collect();
    let shown = offenders.iter().take(OFFENDERS_SHOWN);
    let mut notes: Vec<TableNote> = shown.flat_map(|standing| notes_of(standing, faults, bots)).collect();
    let more = offenders.len().saturating_sub(OFFENDERS_SHOWN) as u64;
    if more > 0 {
        let text = format!("and {} with faults; see faults/", count(more, "more contestant"));
        notes.push(TableNote::plain(text));
    }
    // Once is enough.
    notes.iter_mut().filter(|note| note.remedy.is_some()).skip(1).for_each(|note| note.remedy = None);
    notes.extend(left_out.iter().map(|out| {
        let (name, reason) = (&out.name, sanitize(&out.reason));
        if out.is_absent() {
            return TableNote::plain(format!("{name}: absent"));
        }
        TableNote::plain(format!("{name}: left out, because its file is no bot: {reason}"))
    }));
    notes
}

fn notes_of(standing: &Standing, faults: &Collection, bots: &[Bot]) -> Vec<TableNote> {
    let bot = &bots[standing.entrant.0];
    let name = &bot.name;
    let offences = faults.of(standing.entrant);
    let (status, reason) = (words::status(&standing.status), words::reason(&standing.status));
    let words = format!("{name}: {status}, {}", sanitize(&reason));
    let of_fuel = || out_of_fuel(bot, &standing.status);
    match &standing.status {
        Status::Excluded => vec![TableNote::plain(words)],
        Status::Disqualified { .. } => {
            offences.into_iter().take(1).map(|found| note(found, words.clone(), of_fuel)).collect()
        }
        Status::Ranked => {
            offences.into_iter().map(|found| note(found, forfeits(name.as_str(), found), of_fuel)).collect()
        }
    }
}

/// The remedy for a bot that ran out of fuel.
fn out_of_fuel(bot: &Bot, status: &Status) -> String {
    let look = if bot.speaks_lines() { "look at fuel_left of the question" } else { "ask fuel-left" };
    let plays_on = match status {
        Status::Disqualified { .. } => ", and faults = \"forfeit\" in the tournament's file lets it play on",
        Status::Ranked | Status::Excluded => "",
    };
    format!(
        "let the bot {look}, and answer while there is some; judge check shows what its turns take{plays_on}"
    )
}

/// The note on a contestant's faults of one kind: their number, and the first of them.
fn forfeits(name: &str, found: &FoundFault) -> String {
    let fault = &found.evidence.what;
    let number = found.evidence.game.number;
    match found.games {
        1 => format!("{name}: fault in game {number}: {fault}"),
        games => format!("{name}: fault in {games} games, the first is game {number}: {fault}"),
    }
}

fn note(found: &FoundFault, text: String, of_fuel: impl Fn() -> String) -> TableNote {
    // The texts of evidence are safe to be shown.
    let fault = found.evidence.what.fault();
    let log = fault.map(|fault| last_lines(&fault.log)).unwrap_or_default();
    let log = log.into_iter().map(|line| cut(line, LINE_CHARACTERS_MAX)).collect();
    let is_late = fault.is_some_and(|fault| fault.kind == FaultKind::OutOfFuel);
    let remedy = is_late.then(of_fuel);
    TableNote { text, log, evidence: Some(found.evidence.file_name()), remedy }
}

/// Notes about the ratings.
pub(crate) fn remarks<'a>(ratings: &Ratings, name: impl Fn(EntrantId) -> &'a str) -> Vec<String> {
    let names = |ids: &[EntrantId]| few(ids.iter().map(|id| name(*id)));
    let mut remarks = Vec::new();
    let shown = ratings.repeated.iter().take(REPEATED_SHOWN).map(|pairing| {
        let names: Vec<&str> = pairing.iter().map(|id| name(*id)).collect();
        names.join(" and ")
    });
    let shown = shown.collect::<Vec<_>>().join("; ");
    if !shown.is_empty() {
        let more = ratings.repeated.len().saturating_sub(REPEATED_SHOWN);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        remarks.push(format!("the same game in every round, which counts as one round: {shown}{more}"));
    }
    let rated: Vec<_> = ratings.entrants.iter().flatten().collect();
    let is_unrated = |rating: &&Rating| rating.elo.is_none() && rating.low.is_none() && rating.high.is_none();
    if rated.len() > 1 && rated.iter().all(is_unrated) {
        remarks.push("nobody has a rating yet: that takes three rounds".to_owned());
    }
    if ratings.groups.len() > 1 {
        let shown = ratings.groups.iter().take(GROUPS_SHOWN).map(|group| names(&group.members));
        let more = ratings.groups.len().saturating_sub(GROUPS_SHOWN);
        let more = (more > 0).then(|| count(more as u64, "more group"));
        let groups: Vec<String> = shown.chain(more).collect();
        remarks.push(format!("never met, so their ratings cannot be compared: {}", groups.join(" | ")));
    }
    for group in ratings.groups.iter().filter(|group| !group.core.is_empty()) {
        if group.core.len() < group.members.len() {
            remarks.push(format!("a rating of 1500 is the mean of {}", names(&group.core)));
        }
    }
    remarks
}
