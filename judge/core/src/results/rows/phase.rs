//! `groups.csv` and `matches.csv`: a row for each contestant of a group, and for each match of a knockout.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{List, Text, bounded, word};
use crate::phases::{By, End, EntrantId, Match, MatchName, Phase, Row, Why, title};

/// A phase for people and programs: what it is, and how it went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseRows {
    /// What it is.
    #[serde(flatten)]
    pub phase: Phase,
    /// The same in words.
    #[serde(skip)]
    pub title: String,
    /// Its tables, group by group, each the best first.
    pub tables: Vec<GroupRow>,
    /// The matches of a knockout, group by group, each after those that led to it.
    pub matches: Vec<MatchRow>,
    /// Whether all is played.
    #[serde(skip)]
    pub is_over: bool,
}

/// A contestant of a group, or of a phase without groups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupRow {
    /// The number of the phase, from 1.
    pub phase: u32,
    /// The number of the group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its place in the group, from 1.
    pub place: usize,
    /// The contestant.
    pub contestant: Text,
    /// Its seed in the phase, from 1.
    pub seed: usize,
    /// Its points, as the phase ended; in a knockout as they were made at the board.
    #[serde(deserialize_with = "bounded")]
    pub points: u64,
    /// Games that count.
    #[serde(deserialize_with = "bounded")]
    pub played: u64,
    /// Games won.
    #[serde(deserialize_with = "bounded")]
    pub won: u64,
    /// Games drawn.
    #[serde(deserialize_with = "bounded")]
    pub drawn: u64,
    /// Games lost.
    #[serde(deserialize_with = "bounded")]
    pub lost: u64,
    /// In a Swiss, Buchholz cut 1 and median Buchholz.
    pub buchholz: List<u64>,
    /// What parted it from the row above: `points`, `direct`, `won`, `buchholz`, `median`, `rating`, `seeding` or `shared`;
    /// empty in the first row, below one that came further in a knockout, and of those who are out.
    pub by: Option<By>,
    /// Whether it goes on into the next phase.
    pub goes_on: bool,
    /// `ranked` or `disqualified`, as the phase ended.
    #[serde(deserialize_with = "word")]
    pub status: Cow<'static, str>,
}

/// A match of a knockout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRow {
    /// The number of the phase, from 1.
    pub phase: u32,
    /// The number of the group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its name, as its games have it.
    #[serde(rename = "match")]
    pub name: Text,
    /// The better seed.
    pub one: Text,
    /// The other contestant.
    pub other: Text,
    /// The seed of the first.
    pub seed_one: usize,
    /// The seed of the other.
    pub seed_other: usize,
    /// The points that the first made at the board.
    #[serde(deserialize_with = "bounded")]
    pub points_one: u64,
    /// The points of the other.
    #[serde(deserialize_with = "bounded")]
    pub points_other: u64,
    /// How many rounds were played.
    pub rounds: u32,
    /// The winner; empty if it is not decided.
    pub winner: Text,
    /// `points`, `extra`, `seeding`, `disqualified` or `both-disqualified`.
    pub why: Option<Why>,
    /// The match that the winner went on to.
    pub winner_to: Text,
    /// The match that the loser went on to.
    pub loser_to: Text,
    /// The number of its stage in its group; the last match has the highest. In no file.
    #[serde(skip)]
    pub stage: usize,
}

/// The phases so far, with contestants by these names.
#[must_use]
pub(crate) fn phase_rows<'a>(
    phases: &[Phase],
    ends: &[End],
    name: impl Fn(EntrantId) -> &'a str,
) -> Vec<PhaseRows> {
    let text = |id: EntrantId| Text(name(id).to_owned());
    let of_phase = |(number, (phase, end)): (u32, (&Phase, &End))| {
        let mut rows: Vec<&Row> = end.rows.iter().collect();
        rows.sort_by_key(|row| row.group);
        PhaseRows {
            phase: phase.clone(),
            title: title(phases, number as usize - 1, end.rows.len()),
            tables: rows.into_iter().map(|row| group_row(number, row, text(row.contestant))).collect(),
            matches: end.matches.iter().map(|found| match_row(number, found, &text)).collect(),
            is_over: end.is_over,
        }
    };
    (1..).zip(phases.iter().zip(ends)).map(of_phase).collect()
}

fn group_row(phase: u32, row: &Row, contestant: Text) -> GroupRow {
    GroupRow {
        phase,
        group: row.group,
        place: row.place,
        contestant,
        seed: row.seed,
        points: row.points,
        played: row.played,
        won: row.won,
        drawn: row.drawn,
        lost: row.lost,
        buchholz: List(row.buchholz.iter().flatten().copied().collect()),
        by: row.by,
        goes_on: row.goes_on,
        status: if row.is_out { "disqualified" } else { "ranked" }.into(),
    }
}

fn match_row(phase: u32, found: &Match, text: &impl Fn(EntrantId) -> Text) -> MatchRow {
    let called = |name: Option<MatchName>| Text(name.map(|name| found.called(name)).unwrap_or_default());
    let ([one, other], [seed_one, seed_other], [points_one, points_other]) =
        (found.sides, found.seeds, found.points);
    MatchRow {
        phase,
        group: found.group,
        name: called(Some(found.name)),
        one: text(one),
        other: text(other),
        seed_one,
        seed_other,
        points_one,
        points_other,
        rounds: found.rounds,
        winner: found.winner.map(text).unwrap_or_default(),
        why: found.why,
        winner_to: called(found.winner_to),
        loser_to: called(found.loser_to),
        stage: found.stage,
    }
}
