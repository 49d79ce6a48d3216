//! How a tournament went, a section a phase: its tables with a bar below those who went on, its brackets, whom each met in
//! each round, or the race for points.

use std::collections::BTreeMap;

use judge_rating::phases::{By, End, Match, Row, Why, phase_at, title};

use crate::race::{Race, race};
use crate::{Game, Results, TournamentFacts};

/// Contestants that a table of rounds has at most.
const LISTED_MAX: usize = 40;

/// A phase as it is drawn.
pub(crate) struct Section {
    /// What the phase was.
    pub(crate) title: String,
    pub(crate) tables: Vec<Table>,
    pub(crate) brackets: Vec<Bracket>,
    pub(crate) rounds: Option<Rounds>,
    pub(crate) race: Option<Race>,
}

/// The table of a group, or of a phase without groups.
pub(crate) struct Table {
    /// What the group is called, if it is one.
    pub(crate) name: Option<String>,
    pub(crate) has_buchholz: bool,
    pub(crate) rows: Vec<TableRow>,
}

/// A row of a table.
pub(crate) struct TableRow {
    /// The place in the standings' list.
    pub(crate) at: usize,
    pub(crate) row: Row,
    /// In words what parted it from the row above, if that is not its points.
    pub(crate) by: &'static str,
    /// Whether it is the last of its table that went on.
    pub(crate) is_last_on: bool,
}

/// A bracket: the tree that ends with the final, and that of the losers of a double elimination.
pub(crate) struct Bracket {
    /// What the group is called, if it is one.
    pub(crate) name: Option<String>,
    pub(crate) trees: Vec<Vec<Stage>>,
}

/// A stage of a knockout.
pub(crate) struct Stage {
    /// As people call it.
    pub(crate) name: String,
    pub(crate) matches: Vec<Drawn>,
}

/// A match.
pub(crate) struct Drawn {
    /// Its name, and what is to be said of its end beside the points.
    pub(crate) name: String,
    pub(crate) why: &'static str,
    pub(crate) sides: [Side; 2],
}

/// Who played a match.
pub(crate) struct Side {
    /// The place in the standings' list.
    pub(crate) at: usize,
    pub(crate) points: u64,
    pub(crate) has_won: bool,
}

/// The rounds of a phase in which each meets one in each round.
pub(crate) struct Rounds {
    /// The rounds' numbers.
    pub(crate) numbers: Vec<u32>,
    /// The place of each contestant that is shown in the standings' list, and for each round what it did.
    pub(crate) rows: Vec<(usize, Vec<String>)>,
    /// How many more there are.
    pub(crate) others: usize,
}

/// The phases of which there is something to draw.
pub(crate) fn sections(told: &TournamentFacts, results: &Results) -> Vec<Section> {
    let section = |at: usize| {
        let is_its = |game: &&Game| phase_at(&told.phases, game.round) == at;
        section(told, results, at, &results.games.iter().filter(is_its).collect::<Vec<_>>())
    };
    (0..told.phases.len()).filter_map(section).collect()
}

fn section(told: &TournamentFacts, results: &Results, at: usize, games: &[&Game]) -> Option<Section> {
    let (phase, end, places) = (&told.phases[at], results.phases.get(at), results.places());
    let is_only = told.phases.len() == 1;
    // Of one phase without groups the standings are the table.
    let has_tables = !is_only || phase.groups > 1;
    let order: Vec<usize> = match end.filter(|_| has_tables) {
        Some(end) => end.rows.iter().map(|row| row.contestant.0).collect(),
        None => results.standings.iter().map(|row| row.contestant).collect(),
    };
    let brackets = end.map(|end| brackets(end, &places)).unwrap_or_default();
    let tables = end.filter(|_| has_tables && brackets.is_empty());
    let tables = tables.map(|end| by_group(end).map(|rows| table(&rows, &places)).collect());
    let rounds = phase.is_by_rounds().then(|| rounds(told, &order, games, &places));
    let has_race = !has_tables && brackets.is_empty() && rounds.is_none();
    let section = Section {
        title: title(&told.phases, at, order.len()),
        tables: tables.unwrap_or_default(),
        brackets,
        rounds,
        race: if has_race { race(told, results) } else { None },
    };
    let Section { tables, brackets, rounds, race, .. } = &section;
    let is_empty = tables.is_empty() && brackets.is_empty() && rounds.is_none() && race.is_none();
    (!is_empty).then_some(section)
}

/// What a group is called; nothing if it is all of the phase.
fn group_name(group: u32) -> Option<String> {
    (group > 0).then(|| format!("Group {group}"))
}

/// The rows of each group.
fn by_group(end: &End) -> impl Iterator<Item = Vec<&Row>> {
    let mut groups: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
    end.rows.iter().for_each(|row| groups.entry(row.group).or_default().push(row));
    groups.into_values()
}

fn table(rows: &[&Row], places: &BTreeMap<usize, usize>) -> Table {
    let last_on = rows.iter().rposition(|row| row.goes_on);
    let drawn = |(at, row): (usize, &&Row)| {
        Some(TableRow {
            at: *places.get(&row.contestant.0)?,
            row: (*row).clone(),
            by: row.by.map(By::words).unwrap_or_default(),
            is_last_on: Some(at) == last_on && at + 1 < rows.len(),
        })
    };
    Table {
        name: rows.first().and_then(|row| group_name(row.group)),
        has_buchholz: rows.iter().any(|row| !row.buchholz.is_empty()),
        rows: rows.iter().enumerate().filter_map(drawn).collect(),
    }
}

fn brackets(end: &End, places: &BTreeMap<usize, usize>) -> Vec<Bracket> {
    let of_one = |matches: &[Match]| {
        let mut trees: Vec<Vec<Stage>> = vec![vec![]];
        for found in matches {
            let tree = usize::from(found.name.is_of_losers());
            trees.resize_with(trees.len().max(tree + 1), Vec::new);
            let (name, drawn) = (found.name.stage(), drawn(found, places));
            match trees[tree].last_mut().filter(|stage| stage.name == name) {
                Some(stage) => stage.matches.extend(drawn),
                None => trees[tree].push(Stage { name, matches: drawn.into_iter().collect() }),
            }
        }
        Bracket { name: group_name(matches[0].group), trees }
    };
    end.matches.chunk_by(|one, other| one.group == other.group).map(of_one).collect()
}

fn drawn(found: &Match, places: &BTreeMap<usize, usize>) -> Option<Drawn> {
    let side = |side: usize| {
        let (at, points) = (*places.get(&found.sides[side].0)?, found.points()[side]);
        Some(Side { at, points, has_won: found.winning_side() == Some(side) })
    };
    let why = found.why.map(Why::words).unwrap_or_default();
    Some(Drawn { name: found.name.to_string(), why, sides: [side(0)?, side(1)?] })
}

fn rounds(
    told: &TournamentFacts,
    order: &[usize],
    games: &[&Game],
    places: &BTreeMap<usize, usize>,
) -> Rounds {
    let mut by_round: BTreeMap<u32, Vec<&Game>> = BTreeMap::new();
    for game in games {
        by_round.entry(game.round).or_default().push(game);
    }
    let row =
        |id: &usize| Some((*places.get(id)?, by_round.values().map(|games| met(told, *id, games)).collect()));
    Rounds {
        numbers: by_round.keys().copied().collect(),
        rows: order.iter().take(LISTED_MAX).filter_map(row).collect(),
        others: order.len().saturating_sub(LISTED_MAX),
    }
}

/// Whom a contestant met in a round, and the points: its own, and those of an only opponent.
fn met(told: &TournamentFacts, contestant: usize, games: &[&Game]) -> String {
    let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
    for game in games.iter().filter(|game| game.seats.contains(&contestant)) {
        for (seat, &id) in game.seats.iter().enumerate() {
            *sums.entry(id).or_insert(0) += game.points.get(seat).copied().unwrap_or(0);
        }
    }
    let Some(own) = sums.remove(&contestant) else { return "–".into() };
    let name = |other: &usize| told.contestants[*other].shown();
    match sums.iter().next() {
        None => format!("bye {own}"),
        Some((other, theirs)) => format!("{} {own}–{theirs}", name(other)),
    }
}
