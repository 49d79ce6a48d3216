//! The table of a phase: its games in, rows with places out, the best first.

use std::cmp::Reverse;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::knockout::Bracket;
use super::schedule::Now;
use super::{EntrantId, Group};
use crate::standings::{Key, a_game};
use crate::{RankedBy, Standing};

/// A contestant's row of a phase's table, and of `groups.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the phase, from 1.
    pub phase: u32,
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its place there, from 1; in a Swiss some who do not go on may share one.
    pub place: usize,
    /// Its name.
    #[serde(rename = "contestant")]
    pub name: String,
    /// Its seed in the phase, from 1.
    pub seed: usize,
    /// Its points, as the phase ended; in a knockout as they were made at the board.
    pub points: u64,
    /// Games that count.
    pub played: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// In a Swiss Buchholz cut 1 and median Buchholz, with a space between them.
    pub buchholz: String,
    /// What parted it from the row above; nothing for the first, and if one of the two is out or came further.
    pub by: Option<By>,
    /// Whether it goes on into the next phase.
    pub goes_on: bool,
    /// Whether it is disqualified by the end of the phase; in a file `status`, which is `ranked` or `disqualified`.
    #[serde(rename = "status", serialize_with = "status", deserialize_with = "is_out")]
    pub is_out: bool,
    /// The contestant, by its place in the list. In no file.
    #[serde(skip)]
    pub contestant: EntrantId,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn status<S: Serializer>(is_out: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *is_out { "disqualified" } else { "ranked" })
}

fn is_out<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(from)? == "disqualified")
}

/// What parted a row of a table from the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Points, or points a game where not all play equally many.
    Points,
    /// Buchholz cut 1.
    Buchholz,
    /// Median Buchholz.
    Median,
    /// Sonneborn-Berger.
    SonnebornBerger,
    /// Points among the tied.
    Direct,
    /// Games won.
    Won,
    /// The rating.
    Rating,
    /// The order in which they came in.
    Seeding,
    /// Nothing: they share a place.
    Shared,
}

/// What each kind of tie is called in a table, in their order.
const BY_TIE: [By; 6] = [By::Direct, By::Buchholz, By::Median, By::SonnebornBerger, By::Won, By::Rating];

impl By {
    /// What parted a row from the one above, if it was not their points.
    #[must_use]
    pub fn words(self) -> &'static str {
        ["", "buchholz", "median", "sonneborn-berger", "direct", "won", "rating", "seeding", "shared"]
            [self as usize]
    }
}

impl Now<'_> {
    /// The rows of all groups, of which each has a bracket in a knockout.
    ///
    /// Across groups they are in order of their places, of which nobody shares one there, then of points and of games won, each
    /// by games played, then of seeds; and those who are out come last.
    pub(super) fn rows(&self, brackets: &[Bracket], order: &RankedBy) -> Vec<Row> {
        let of_group = |(at, group)| self.group(group, brackets.get(at), order).into_iter().enumerate();
        let mut rows: Vec<(usize, Row)> = self.groups.iter().enumerate().flat_map(of_group).collect();
        if self.groups.len() > 1 {
            rows.sort_by_key(|(at, row)| {
                let shares = [row.points, row.won].map(|sum| Reverse(a_game(sum, row.played)));
                (self.out.has(row.contestant), *at, shares, row.seed)
            });
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    /// The rows of a group.
    fn group(&self, group: &Group, bracket: Option<&Bracket>, order: &RankedBy) -> Vec<Row> {
        let seed = |id: EntrantId| group.members.iter().find(|(_, other)| *other == id).map_or(0, |of| of.0);
        let far = |id: EntrantId| bracket.and_then(|of| of.places.iter().position(|(other, _)| *other == id));
        let mut ranked = self.sums(group).ranked(order, &group.by_name());
        ranked.sort_by_key(|(key, of)| (far(of.entrant), key.clone(), seed(of.entrant)));
        let mut rows: Vec<Row> = vec![];
        for (at, (key, of)) in ranked.iter().enumerate() {
            let by = match bracket {
                Some(bracket) => bracket.places[at].1.then_some(By::Seeding),
                None => at.checked_sub(1).and_then(|above| self.by(&ranked[above].0, key)),
            };
            let above = rows.last().map_or(0, |row| row.place);
            let place = if by == Some(By::Shared) { above } else { at + 1 };
            let (phase, group) = (self.come.number, group.number);
            let Standing { entrant: contestant, points, played, won, drawn, lost, .. } = *of;
            let row = Row { phase, group, place, points, played, won, by, contestant, ..Row::default() };
            let (seed, is_out) = (seed(contestant), self.out.has(contestant));
            let name = self.come.name(contestant).to_owned();
            let buchholz = of.buchholz.map(|[cut, median]| format!("{cut} {median}")).unwrap_or_default();
            rows.push(Row { name, seed, drawn, lost, buchholz, is_out, ..row });
        }
        rows
    }

    /// What parts two of a group; nothing if one of them is out.
    fn by(&self, above: &Key, key: &Key) -> Option<By> {
        match (0..key.len()).find(|&at| above[at] != key[at]) {
            Some(0) => None,
            Some(1) => Some(By::Points),
            Some(tie) => Some(BY_TIE[self.phase.ties()[tie - 2] as usize]),
            None if self.phase.is_by_rounds() => Some(By::Shared),
            None => Some(By::Seeding),
        }
    }
}
