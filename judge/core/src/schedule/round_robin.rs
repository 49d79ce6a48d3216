//! The round-robin: everybody meets everybody, in pairs or at larger tables.

use super::Round;
use super::tables::{choices, choices_count, rounds_of};
use judge_play::Seed;

/// Every choice of `seats` out of `names`, `rounds` times; each round of all tables before the next.
///
/// `names` are sorted. From round to round those at a table of more than two also change
/// whom they follow, so that every seat order comes up equally often. The tables are
/// listed once, and the rounds made as they are asked for.
pub fn round_robin<'a>(
    names: &'a [&'a str],
    seats: usize,
    rounds: u32,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    rounds_of(choices(names.len(), seats), names, rounds, seed)
}

/// How many games [`round_robin`] has; `None` if more than can be counted.
#[must_use]
pub fn round_robin_games(contestants: usize, seats: usize, rounds: u32) -> Option<u64> {
    choices_count(contestants, seats)?.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use judge_play::games::Seat;

    use super::*;
    use crate::schedule::EntrantId;

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
            let games =
                round_robin(&NAMES, seats, 7, Seed(1)).map(|round| round.fixtures().count()).sum::<usize>();
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
            round_robin(names, 2, 2, Seed(1)).map(|round| seed_of(&round)).collect::<BTreeMap<_, _>>()
        };
        let before = seeds(&NAMES);
        let after = seeds(&["density", "hunter", "newcomer", "stupid", "tidy", "vera"]);
        assert!(before.iter().all(|(key, seed)| after[key] == *seed));
    }

    #[test]
    fn all_seeds_differ() {
        let rounds: Vec<Round> = round_robin(&NAMES, 2, 20, Seed(1)).collect();
        let fixtures = rounds.iter().flat_map(Round::fixtures);
        let mut seeds: Vec<Seed> =
            fixtures.flat_map(|fixture| [Seat(0), Seat(1)].map(|seat| fixture.seeds().seat(seat))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), rounds.len() * 4);
    }
}
