//! The round-robin: everybody meets everybody.

use super::{EntrantId, Round};
use crate::seed::Seed;

/// Every pair of `names`, `rounds` times; each round of all pairs before the next.
///
/// `names` are sorted, and a round's seed depends on the tournament's, on the two
/// names and on its number only, so a new contestant changes nobody else's games.
#[must_use]
pub fn round_robin(names: &[&str], rounds: u32, seed: Seed) -> Vec<Round> {
    let pairs = || (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    let round = |number: u32| {
        pairs().map(move |(a, b)| Round {
            number,
            pairing: vec![EntrantId(a), EntrantId(b)],
            seed: seed.derive(&["round", names[a], names[b], &number.to_string()]),
        })
    };
    (1..=rounds).flat_map(round).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use judge_games::Seat;

    use super::*;

    const NAMES: [&str; 4] = ["density", "hunter", "stupid", "tidy"];

    #[test]
    fn every_pair_meets_equally_often_in_both_seat_orders() {
        let mut meetings = BTreeMap::new();
        for round in round_robin(&NAMES, 3, Seed(1)) {
            for fixture in round.fixtures() {
                *meetings.entry(fixture.seating()).or_insert(0) += 1;
            }
        }
        assert_eq!(meetings.len(), 4 * 3);
        assert!(meetings.values().all(|&count| count == 3), "{meetings:?}");
    }

    #[test]
    fn a_new_contestant_changes_nobody_elses_seeds() {
        let seeds = |names: &[&str]| {
            let seed_of = |round: &Round| {
                let pair: Vec<String> = round.pairing.iter().map(|id| names[id.0].to_owned()).collect();
                ((pair, round.number), round.seed)
            };
            round_robin(names, 2, Seed(1)).iter().map(seed_of).collect::<BTreeMap<_, _>>()
        };
        let before = seeds(&NAMES);
        let after = seeds(&["density", "hunter", "newcomer", "stupid", "tidy"]);
        assert!(before.iter().all(|(key, seed)| after[key] == *seed));
    }

    #[test]
    fn all_seeds_differ() {
        let rounds = round_robin(&NAMES, 20, Seed(1));
        let fixtures = rounds.iter().flat_map(Round::fixtures);
        let mut seeds: Vec<Seed> =
            fixtures.flat_map(|fixture| [Seat(0), Seat(1)].map(|seat| fixture.seed(seat))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), rounds.len() * 4);
    }
}
