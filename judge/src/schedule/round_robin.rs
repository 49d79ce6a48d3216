//! The round-robin: everybody meets everybody, in pairs or at larger tables.

use super::{EntrantId, Round};
use crate::seed::Seed;

/// Every choice of `seats` out of `names`, `rounds` times; each round of all tables before the next.
///
/// `names` are sorted, and a round's seed depends on the tournament's, on the names
/// at the table and on its number only, so a new contestant changes nobody else's
/// games. From round to round those at a table of more than two also change whom
/// they follow, so that every seat order comes up equally often.
#[must_use]
pub fn round_robin(names: &[&str], seats: usize, rounds: u32, seed: Seed) -> Vec<Round> {
    let tables = choices(names.len(), seats);
    let round = |number: u32| {
        tables.iter().map(move |table| {
            let text = number.to_string();
            let at_table = table.iter().map(|id| names[*id]);
            let parts: Vec<&str> = ["round"].into_iter().chain(at_table).chain([text.as_str()]).collect();
            let pairing = circle(table, number - 1).into_iter().map(EntrantId).collect();
            Round { number, pairing, seed: seed.derive(&parts) }
        })
    };
    (1..=rounds).flat_map(round).collect()
}

/// How many games [`round_robin`] has; `None` if more than can be counted.
#[must_use]
pub fn round_robin_games(contestants: usize, seats: usize, rounds: u32) -> Option<u64> {
    let mut tables: u64 = 1;
    for (chosen, left) in (1..=seats as u64).zip((0..=contestants as u64).rev()) {
        tables = tables.checked_mul(left)? / chosen;
    }
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

/// Every choice of `size` numbers below `bound`, in lexicographic order, each rising.
fn choices(bound: usize, size: usize) -> Vec<Vec<usize>> {
    let mut choices = vec![vec![]];
    for place in 0..size {
        let longer = |choice: &Vec<usize>| {
            let first = choice.last().map_or(0, |last| last + 1);
            let end = (bound + place + 1).saturating_sub(size);
            let choice = choice.clone();
            (first..end).map(move |next| choice.iter().copied().chain([next]).collect::<Vec<_>>())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

/// The `index`th way to sit around a table, beginning anew when all have come up.
///
/// Seat orders that are the same but for who begins count as one way; a round plays all of those.
fn circle(table: &[usize], mut index: u32) -> Vec<usize> {
    let mut left = table[1..].to_vec();
    let mut circle = vec![table[0]];
    while !left.is_empty() {
        let choices = u32::try_from(left.len()).expect("a table has at most 8 seats");
        circle.push(left.remove((index % choices) as usize));
        index /= choices;
    }
    circle
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use judge_games::Seat;

    use super::*;

    const NAMES: [&str; 5] = ["density", "hunter", "stupid", "tidy", "vera"];

    fn seatings(seats: usize, rounds: u32) -> BTreeMap<Vec<EntrantId>, u32> {
        let mut seatings = BTreeMap::new();
        for round in round_robin(&NAMES, seats, rounds, Seed(1)) {
            for fixture in round.fixtures() {
                *seatings.entry(fixture.seating()).or_insert(0) += 1;
            }
        }
        seatings
    }

    #[test]
    fn every_pair_meets_equally_often_in_both_seat_orders() {
        let seatings = seatings(2, 3);
        assert_eq!(seatings.len(), 5 * 4);
        assert!(seatings.values().all(|&count| count == 3), "{seatings:?}");
    }

    #[test]
    fn at_larger_tables_every_seat_order_comes_up_equally_often() {
        for (seats, rounds, orders) in [(3, 2, 5 * 4 * 3), (4, 6, 5 * 4 * 3 * 2)] {
            let seatings = seatings(seats, rounds);
            assert_eq!(seatings.len(), orders);
            assert!(seatings.values().all(|&count| count == 1), "{seatings:?}");
        }
    }

    #[test]
    fn in_every_round_everybody_sits_in_every_seat() {
        for seats in 2..=5 {
            let mut counts = BTreeMap::new();
            for (seating, count) in seatings(seats, 1) {
                for (seat, id) in seating.into_iter().enumerate() {
                    *counts.entry((seat, id)).or_insert(0) += count;
                }
            }
            let expected = *counts.values().next().expect("there are games");
            assert_eq!(counts.len(), seats * 5);
            assert!(counts.values().all(|&count| count == expected), "{counts:?}");
        }
    }

    #[test]
    fn games_are_counted_without_making_them() {
        for seats in 2..=5 {
            let games = round_robin(&NAMES, seats, 7, Seed(1)).iter().flat_map(Round::fixtures).count();
            assert_eq!(round_robin_games(5, seats, 7), Some(games as u64));
        }
        assert_eq!(round_robin_games(3, 4, 7), Some(0));
        assert_eq!(round_robin_games(usize::MAX, 8, 1), None);
    }

    #[test]
    fn a_new_contestant_changes_nobody_elses_seeds() {
        let seeds = |names: &[&str]| {
            let seed_of = |round: &Round| {
                let pair: Vec<String> = round.pairing.iter().map(|id| names[id.0].to_owned()).collect();
                ((pair, round.number), round.seed)
            };
            round_robin(names, 2, 2, Seed(1)).iter().map(seed_of).collect::<BTreeMap<_, _>>()
        };
        let before = seeds(&NAMES);
        let after = seeds(&["density", "hunter", "newcomer", "stupid", "tidy", "vera"]);
        assert!(before.iter().all(|(key, seed)| after[key] == *seed));
    }

    #[test]
    fn all_seeds_differ() {
        let rounds = round_robin(&NAMES, 2, 20, Seed(1));
        let fixtures = rounds.iter().flat_map(Round::fixtures);
        let mut seeds: Vec<Seed> =
            fixtures.flat_map(|fixture| [Seat(0), Seat(1)].map(|seat| fixture.seed(seat))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), rounds.len() * 4);
    }
}
