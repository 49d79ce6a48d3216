//! Neighbours in published standings: their games decide who is ahead.

use std::collections::BTreeMap;
use std::path::Path;

use crate::file::{self, Links};
use crate::phases::{EntrantId, Fixture};
use crate::play::Runner;
use crate::results::ResultRow;

/// The contestants' places in standings.
pub(crate) struct Neighbours(Vec<Option<usize>>);

impl Neighbours {
    /// Reads a `results.csv`. A row that cannot be read has no neighbours; the comparison reports it.
    pub(crate) fn read(path: &Path, runner: &Runner) -> Self {
        let text = file::read_text(path, Links::Refuse).unwrap_or_default();
        let names: Vec<&str> = runner.bots.iter().map(|bot| bot.name.as_str()).collect();
        Self::of(&text, &names)
    }

    fn of(csv: &str, names: &[&str]) -> Self {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows = reader.deserialize().take(names.len()).filter_map(Result::ok);
        let places: BTreeMap<String, usize> =
            rows.enumerate().map(|(place, row): (usize, ResultRow)| (row.contestant.0, place)).collect();
        Self(names.iter().map(|name| places.get(*name).copied()).collect())
    }

    /// Whether two neighbours sit at the table.
    pub(crate) fn meet(&self, fixture: &Fixture<'_>) -> bool {
        let places = fixture.round.pairing.iter().filter_map(|EntrantId(id)| self.0[*id]);
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        places.windows(2).any(|pair| pair[1] == pair[0] + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phases::{Round, round_robin};
    use crate::results::{left_out_rows, to_csv};
    use crate::tournament::LeftOut;
    use judge_play::Seed;

    /// A `results.csv` with these contestants in this order.
    fn standings(names: &[&str]) -> String {
        let left_out =
            |name: &&str| LeftOut { name: (*name).to_owned(), reason: String::new(), sha256: None };
        let rows = left_out_rows(&names.iter().map(left_out).collect::<Vec<_>>());
        String::from_utf8(to_csv(&rows)).expect("it is text")
    }

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
        let csv = standings(&["c", "a", "d", "b"]);
        assert_eq!(pairings(&csv, 2), [[0, 2], [0, 3], [1, 3]]);
        assert_eq!(pairings(&csv, 3).len(), 4, "of three there are always two");
    }

    #[test]
    fn of_what_cannot_be_read_nobody_is_a_neighbour() {
        for csv in ["", "rank\n1\n", &standings(&["x", "y"])] {
            assert!(pairings(csv, 2).is_empty(), "{csv:?}");
        }
    }
}
