//! The round-robin: everybody meets everybody, in pairs or at larger tables.

use super::Round;
use super::tables::{choices, choices_count, rounds_of};
use judge_play::Seed;

/// Every choice of `seats` out of `names`, `rounds` times; each round of all tables before the next.
///
/// `names` are sorted. Who follows whom at a table of more than two is drawn from the seed, and
/// changes from round to round, so that everybody follows everybody about equally often. The
/// tables are listed once, and the rounds made as they are asked for.
pub fn round_robin<'a>(
    names: &'a [&'a str],
    seats: usize,
    rounds: u32,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    rounds_of(choices(names.len(), seats), names, 1..=rounds, seed)
}

/// The number of games of [`round_robin`]; `None` if more than can be counted.
#[must_use]
pub(super) fn round_robin_games(contestants: usize, seats: usize, rounds: u32) -> Option<u64> {
    choices_count(contestants, seats)?.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use judge_play::games::Seat;

    use super::*;
    use crate::phases::EntrantId;

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

    /// The number of times one contestant sits right behind another in the rounds of one table, for each pair.
    fn followers(seats: usize, rounds: u32) -> Vec<u32> {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let mut follows = vec![0; seats * seats];
        for round in round_robin(&names[..seats], seats, rounds, Seed(1)) {
            let circle = &round.pairing;
            let behind = circle.iter().skip(1).chain([&circle[0]]);
            circle.iter().zip(behind).for_each(|(front, behind)| follows[front.0 * seats + behind.0] += 1);
        }
        let others = (0..seats * seats).filter(|pair| pair / seats != pair % seats);
        others.map(|pair| follows[pair]).collect()
    }

    #[test]
    fn at_larger_tables_everybody_follows_everybody_over_the_rounds() {
        for (seats, rounds) in [(3, 2), (5, 4), (7, 6)] {
            assert!(followers(seats, rounds).iter().all(|&count| count == 1), "{seats} seats");
        }
        for (seats, rounds, most) in [(4, 4, 2), (6, 6, 2), (8, 10, 3)] {
            assert!(
                followers(seats, rounds).iter().all(|&count| (1..=most).contains(&count)),
                "{seats} seats"
            );
        }
    }

    #[test]
    fn names_do_not_decide_who_follows_whom() {
        for seats in 3..=8 {
            let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
            let behind_a = |seed| {
                let first = round_robin(&names[..seats], seats, 1, Seed(seed)).next().expect("one table");
                assert_eq!(first.pairing[0], EntrantId(0));
                first.pairing[1]
            };
            let mut counts = BTreeMap::new();
            (0..700).for_each(|seed| *counts.entry(behind_a(seed)).or_insert(0) += 1);
            assert_eq!(counts.len(), seats - 1);
            let fair = 700 / (seats - 1);
            assert!(counts.values().all(|count| (fair * 2 / 3..fair * 3 / 2).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn a_new_contestant_changes_no_other_tables_circle() {
        let circles = |names: &[&str]| {
            let circle = |round: &Round| round.pairing.iter().map(|id| names[id.0].to_owned()).collect();
            round_robin(names, 4, 2, Seed(1)).map(|round| circle(&round)).collect::<Vec<Vec<_>>>()
        };
        let after = circles(&["density", "hunter", "newcomer", "stupid", "tidy", "vera"]);
        assert!(circles(&NAMES).iter().all(|circle| after.contains(circle)));
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
