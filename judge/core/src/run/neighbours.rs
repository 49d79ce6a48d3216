//! Who stands next to whom in published standings: their games decide who is ahead.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::Runner;
use crate::file::{self, Links};
use crate::schedule::{EntrantId, Fixture};

/// The contestants' places in standings.
pub(super) struct Neighbours(Vec<Option<usize>>);

/// The column of `results.csv` that names a contestant.
#[derive(Deserialize)]
struct Row {
    contestant: String,
}

impl Neighbours {
    /// Reads a `results.csv`. Of what cannot be read nobody is a neighbour: that is told when it is compared.
    pub(super) fn read(path: &Path, runner: &Runner) -> Self {
        let text = file::read_text(path, Links::Refuse).unwrap_or_default();
        let names: Vec<&str> = runner.bots.iter().map(|bot| bot.name.as_str()).collect();
        Self::of(&text, &names)
    }

    fn of(csv: &str, names: &[&str]) -> Self {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows = reader.deserialize().take(names.len()).filter_map(Result::ok);
        let places: BTreeMap<String, usize> =
            rows.enumerate().map(|(place, Row { contestant })| (contestant, place)).collect();
        Self(names.iter().map(|name| places.get(*name).copied()).collect())
    }

    /// Whether two neighbours sit at the table.
    pub(super) fn meet(&self, fixture: &Fixture<'_>) -> bool {
        let places = fixture.round.pairing.iter().filter_map(|EntrantId(id)| self.0[*id]);
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        places.windows(2).any(|pair| pair[1] == pair[0] + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Round, round_robin};
    use judge_play::Seed;

    /// The pairings of neighbours, in these standings.
    fn pairings(csv: &str, seats: usize) -> Vec<Vec<usize>> {
        let names = ["a", "b", "c", "d"];
        let neighbours = Neighbours::of(csv, &names);
        let rounds: Vec<Round> = round_robin(&names, seats, 1, Seed(1)).collect();
        let meeting = rounds.iter().filter(|round| neighbours.meet(&Fixture { round, order: 0 }));
        let ids = |round: &Round| {
            let mut ids: Vec<usize> = round.pairing.iter().map(|id| id.0).collect();
            ids.sort_unstable();
            ids
        };
        let mut pairings: Vec<Vec<usize>> = meeting.map(ids).collect();
        pairings.sort();
        pairings
    }

    #[test]
    fn neighbours_are_next_to_one_another_in_the_standings() {
        let csv = "rank,contestant\n1,c\n2,a\n3,d\n4,b\n";
        assert_eq!(pairings(csv, 2), [[0, 2], [0, 3], [1, 3]]);
        assert_eq!(pairings(csv, 3).len(), 4, "of three there are always two");
    }

    #[test]
    fn of_what_cannot_be_read_nobody_is_a_neighbour() {
        for csv in ["", "rank\n1\n", "rank,contestant\n1,x\n2,y\n"] {
            assert!(pairings(csv, 2).is_empty(), "{csv:?}");
        }
    }
}
