//! The table of a phase: its games in, rows with places out, the best first.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::fold::{Now, Row};
use super::knockout::Bracket;
use super::{EntrantId, Group};
use crate::standings::{Key, a_game};
use crate::{Disqualified, RankedBy, Sums, rate};

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

impl Now<'_> {
    /// The rows of all groups. In a knockout the places in the `brackets` of each decide.
    ///
    /// Across groups they are in order of their places, of which nobody shares one there, then of points and of games won, each by games played, then of seeds;
    /// and those who are out come last.
    pub(super) fn rows(&self, brackets: &[Bracket]) -> Vec<Row> {
        let mut rows: Vec<(usize, Row)> = vec![];
        for (at, group) in self.groups.iter().enumerate() {
            let places = brackets.get(at).map(|of| &of.places[..]);
            rows.extend(self.group(group, places).into_iter().enumerate());
        }
        if self.groups.len() > 1 {
            rows.sort_by_key(|(at, row)| {
                let shares = [row.points, row.won].map(|sum| Reverse(a_game(sum, row.played)));
                (self.out.has(row.contestant), *at, shares, row.seed)
            });
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    /// The rows of a group.
    fn group(&self, group: &Group, places: Option<&[(EntrantId, bool)]>) -> Vec<Row> {
        let nobody = Disqualified::nobody(self.out.contestants());
        let out = if places.is_some() { &nobody } else { self.out };
        let seed = |id: EntrantId| group.members.iter().find(|(_, other)| *other == id).map_or(0, |of| of.0);
        let ranked = |order: &RankedBy| {
            let mut sums = Sums::new(out);
            let scored = self.of_group(group).flat_map(|played| played.round.scored(&played.games, out));
            scored.for_each(|scored| sums.add(0, &scored));
            let mut ranked = sums.ranked(order, &group.by_name());
            // Of all that a contestant stands by only its name is not for groups.
            ranked.sort_by_key(|(key, of)| (key[..7].to_vec(), seed(of.entrant)));
            ranked
        };
        let by_rating = |ratings| ranked(&RankedBy::Buchholz(ratings));
        let mut ranked = if places.is_some() {
            ranked(&RankedBy::Points)
        } else if self.phase.is_by_rounds() {
            let ranked = by_rating(vec![None; self.out.contestants()]);
            let is_tied = ranked.windows(2).any(|pair| pair[0].0 == pair[1].0);
            if is_tied && self.is_over { by_rating(rate(self.out, self.tally).tenths()) } else { ranked }
        } else {
            let order = if self.phase.is_by_game() { RankedBy::PointsAGame } else { RankedBy::Points };
            ranked(&order)
        };
        let place =
            |id: EntrantId| places.and_then(|places| places.iter().position(|(other, _)| *other == id));
        ranked.sort_by_key(|(_, of)| place(of.entrant));
        let mut rows: Vec<Row> = vec![];
        for (at, (key, of)) in ranked.iter().enumerate() {
            let by = match places {
                Some(places) => places[at].1.then_some(By::Seeding),
                None => at.checked_sub(1).and_then(|above| self.by(&ranked[above].0, key)),
            };
            let above = rows.last().map_or(0, |row| row.place);
            rows.push(Row {
                phase: self.come.number,
                group: group.number,
                place: if by == Some(By::Shared) { above } else { at + 1 },
                name: self.come.name(of.entrant).to_owned(),
                contestant: of.entrant,
                seed: seed(of.entrant),
                points: of.points,
                played: of.played,
                won: of.won,
                drawn: of.drawn,
                lost: of.lost,
                buchholz: of.buchholz.map(|[cut, median]| format!("{cut} {median}")).unwrap_or_default(),
                by,
                goes_on: false,
                is_out: self.out.has(of.entrant),
            });
        }
        rows
    }

    /// What parts two of a group; nothing if one of them is out.
    fn by(&self, above: &Key, key: &Key) -> Option<By> {
        let [won, name] =
            if self.phase.is_by_rounds() { [By::Rating, By::Shared] } else { [By::Won, By::Seeding] };
        let parts = [By::Points, By::Buchholz, By::Median, By::Direct, won, name];
        let parted = (0..7).find(|&at| above[at] != key[at]).unwrap_or(7);
        parted.checked_sub(2).map(|at| parts[at])
    }
}
