//! How a tournament went, a section a phase: its tables with a bar below those who went on, its brackets, whom each met in
//! each round, or the race for points.

use std::collections::BTreeMap;

use judge_rating::phases::{EntrantId, Match, Row, Stage, phase_at, title};
use judge_rating::rows::GameRow;

use crate::race::{Race, race};
use crate::{Results, TournamentFacts};

/// Contestants that a table of rounds has at most.
const LISTED_MAX: usize = 40;

/// Stages, whose matches lie in slots, one for each match of the next stage.
type Tree<'a> = Vec<Vec<Vec<&'a Match>>>;

/// A phase as it is drawn, of those who are in the standings.
pub(crate) struct Section<'a> {
    /// What the phase was.
    pub(crate) title: String,
    /// The table of each group, or that of all.
    pub(crate) tables: Vec<Vec<&'a Row>>,
    /// The bracket of each group, or that of all.
    pub(crate) brackets: Vec<Vec<Tree<'a>>>,
    pub(crate) rounds: Option<RoundsTable>,
    pub(crate) race: Option<Race>,
}

/// The rounds of a phase in which each meets one in each round.
pub(crate) struct RoundsTable {
    /// The rounds' numbers.
    pub(crate) numbers: Vec<u32>,
    /// The place of each contestant that is shown in the standings' list, and for each round what it did.
    pub(crate) rows: Vec<(usize, Vec<String>)>,
    /// How many more there are.
    pub(crate) others: usize,
}

/// The phases of which there is something to draw.
pub(crate) fn sections<'a>(facts: &TournamentFacts, results: &'a Results) -> Vec<Section<'a>> {
    (0..facts.phases.len()).filter_map(|at| section(facts, results, at)).collect()
}

fn section<'a>(facts: &TournamentFacts, results: &'a Results, at: usize) -> Option<Section<'a>> {
    let (phase, places, end) = (&facts.phases[at], results.places(), results.phases.get(at));
    let is_there = |id: &EntrantId| places.contains_key(id);
    let rows = end.iter().flat_map(|end| &end.rows).filter(|row| is_there(&row.contestant));
    let matches = end.iter().flat_map(|end| &end.matches).filter(|found| found.sides.iter().all(is_there));
    let (mut rows, matches): (Vec<&Row>, Vec<&Match>) = (rows.collect(), matches.collect());
    // Of one phase without groups the standings are the table.
    let has_tables = facts.phases.len() > 1 || phase.groups > 1;
    let order: Vec<EntrantId> = if has_tables && !rows.is_empty() {
        rows.iter().map(|row| row.contestant).collect()
    } else {
        results.standings.iter().map(|row| row.id).collect()
    };
    rows.sort_by_key(|row| row.group);
    if !has_tables || !matches.is_empty() {
        rows.clear();
    }
    let rounds = phase.is_by_rounds().then(|| rounds(facts, results, at, &order));
    let has_race = !has_tables && matches.is_empty() && rounds.is_none();
    let section = Section {
        title: title(&facts.phases, at, order.len()),
        tables: rows.chunk_by(|one, other| one.group == other.group).map(<[&Row]>::to_vec).collect(),
        brackets: matches.chunk_by(|one, other| one.group == other.group).map(trees).collect(),
        rounds,
        race: if has_race { race(facts, results) } else { None },
    };
    let has_trees = !section.tables.is_empty() || !section.brackets.is_empty();
    Some(section).filter(|of| has_trees || of.rounds.is_some() || of.race.is_some())
}

/// Any match of a stage.
pub(crate) fn any_of<'a>(stage: &[Vec<&'a Match>]) -> &'a Match {
    stage.iter().flatten().next().expect("a stage has a match")
}

/// The sides of a match: who, their points, and whether they have won.
pub(crate) fn sides(found: &Match) -> [(EntrantId, u64, bool); 2] {
    let won = found.winning_side();
    [0, 1].map(|side| (found.sides[side], found.points()[side], won == Some(side)))
}

/// Whether a row is the last of its table that went on, and not the last of all.
pub(crate) fn is_last_on(table: &[&Row], at: usize) -> bool {
    table.iter().rposition(|row| row.goes_on) == Some(at) && at + 1 < table.len()
}

/// The tree that ends with the final, that of the losers, and the match for the third place.
fn trees<'a>(matches: &[&'a Match]) -> Vec<Tree<'a>> {
    let part = |found: &Match| match found.name.stage {
        Stage::Losers(_) => 1,
        Stage::ThirdPlace => 2,
        _ => 0,
    };
    let tree = |of: usize| -> Tree<'a> {
        let matches: Vec<&Match> = matches.iter().copied().filter(|found| part(found) == of).collect();
        let stages: Vec<_> = matches.chunk_by(|one, other| one.name.stage == other.name.stage).collect();
        let next = stages.iter().skip(1).copied().chain([&[][..]]);
        stages.iter().zip(next).map(|(stage, next)| slots(stage, next)).collect()
    };
    (0..3).map(tree).filter(|tree| !tree.is_empty()).collect()
}

/// The matches of a stage, those together whose winners meet in a match of the next one; nobody leads to some of these. Whatever
/// leads elsewhere comes last.
fn slots<'a>(stage: &[&'a Match], next: &[&Match]) -> Vec<Vec<&'a Match>> {
    let leads = |found: &Match, next: &Match| found.winner_to == next.name.to_string();
    let before = |next: &&Match| stage.iter().copied().filter(|found| leads(found, next)).collect();
    let elsewhere = stage.iter().filter(|found| !next.iter().any(|next| leads(found, next)));
    next.iter().map(before).chain(elsewhere.map(|found| vec![*found])).collect()
}

fn rounds(facts: &TournamentFacts, results: &Results, at: usize, order: &[EntrantId]) -> RoundsTable {
    let (places, mut by_round): (_, BTreeMap<u32, Vec<&GameRow>>) = (results.places(), BTreeMap::new());
    for game in results.games.iter().filter(|game| phase_at(&facts.phases, game.round) == at) {
        by_round.entry(game.round).or_default().push(game);
    }
    let row = |id: &EntrantId| (places[id], by_round.values().map(|games| met(facts, *id, games)).collect());
    RoundsTable {
        numbers: by_round.keys().copied().collect(),
        rows: order.iter().take(LISTED_MAX).map(row).collect(),
        others: order.len().saturating_sub(LISTED_MAX),
    }
}

/// Whom a contestant met in a round, and the points: its own, and those of an only opponent.
fn met(facts: &TournamentFacts, contestant: EntrantId, games: &[&GameRow]) -> String {
    let mut sums: BTreeMap<EntrantId, u64> = BTreeMap::new();
    for game in games.iter().filter(|game| game.ids.contains(&contestant)) {
        for (seat, &id) in game.ids.iter().enumerate() {
            *sums.entry(id).or_insert(0) += game.points.0.get(seat).copied().unwrap_or(0);
        }
    }
    let Some(own) = sums.remove(&contestant) else { return "–".into() };
    let name = |other: &EntrantId| facts.contestants[other.0].public_name();
    match sums.iter().next() {
        None => format!("bye {own}"),
        Some((other, theirs)) => format!("{} {own}–{theirs}", name(other)),
    }
}
