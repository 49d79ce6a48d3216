//! Tables: the groups that can sit together, in a round-robin or a gauntlet, and the rounds of tables that are known beforehand.

use std::ops::RangeInclusive;

use super::{EntrantId, Group, In, Phase, Round};
use judge_play::Seed;

/// The primes that the circles at tables of three to eight are made with.
const PRIMES: [usize; 4] = [3, 5, 7, 11];

/// The rounds of these numbers of a phase in which nothing but the contestants decides who meets whom, each round of all
/// tables before the next.
pub(super) fn known_rounds<'a>(
    phase: &Phase,
    come: &'a In<'_>,
    groups: &[Group],
    numbers: RangeInclusive<u32>,
) -> impl Iterator<Item = Round> + use<'a> {
    let tables = |group: &Group| {
        let first = |number: u32| group.ids().take(number as usize).collect();
        let champions: Vec<EntrantId> = phase.champions.map_or_else(|| come.champions.clone(), first);
        let members = group.by_name();
        if phase.is_by_game() {
            gauntlet(&members, &champions, come.seats)
        } else {
            choices(&members, come.seats)
        }
    };
    rounds_of(groups.iter().flat_map(tables).collect(), &come.names, numbers, come.seed)
}

/// The rounds of these numbers of each of `tables`, which are lists of rising places in `names`; each round
/// of all tables before the next.
fn rounds_of<'a>(
    tables: Vec<Vec<usize>>,
    names: &'a [&'a str],
    numbers: RangeInclusive<u32>,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    let count = tables.len();
    numbers.flat_map(move |number| (0..count).map(move |table| (number, table))).map(
        move |(number, table)| {
            let circle = circle(&tables[table], names, number, seed);
            Round::new(names, circle.into_iter().map(EntrantId).collect(), number, seed)
        },
    )
}

/// The number of lists in [`choices`]; `None` if more than can be counted.
pub(super) fn choices_count(bound: usize, size: usize) -> Option<u64> {
    let mut count: u64 = 1;
    for (chosen, left) in (1..=size as u64).zip((0..=bound as u64).rev()) {
        count = count.checked_mul(left)? / chosen;
    }
    Some(count)
}

/// Every table of `seats` out of `names`, which are sorted, so many rounds, as a round-robin has them.
pub fn round_robin<'a>(
    names: &'a [&'a str],
    seats: usize,
    rounds: u32,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    let everybody: Vec<usize> = (0..names.len()).collect();
    rounds_of(choices(&everybody, seats), names, 1..=rounds, seed)
}

/// Every table of one champion and `seats` − 1 challengers, among members that rise.
///
/// Who is no champion is a challenger; two of a kind never meet, but at tables of more than two.
fn gauntlet(members: &[usize], champions: &[EntrantId], seats: usize) -> Vec<Vec<usize>> {
    let is_champion = |id: &usize| champions.contains(&EntrantId(*id));
    let (champions, challengers): (Vec<usize>, Vec<usize>) = members.iter().partition(|id| is_champion(id));
    let others: Vec<Vec<usize>> = choices(&challengers, seats - 1);
    let table = |champion: usize, others: &[usize]| {
        let mut table = [others, &[champion]].concat();
        table.sort_unstable();
        table
    };
    champions.iter().flat_map(|&champion| others.iter().map(move |others| table(champion, others))).collect()
}

/// Every choice of `size` of these, in lexicographic order, if they rise.
fn choices(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    let Some(others) = size.checked_sub(1) else { return vec![vec![]] };
    let with = |at: usize| {
        choices(&of[at + 1..], others).into_iter().map(move |rest| [&of[at..=at], &rest].concat())
    };
    (0..of.len()).flat_map(with).collect()
}

/// The circle of seats at a table in the round of this number, from 1, with the table's first in front.
///
/// Seat orders that are the same but for who begins count as one way; a round plays all of those. Who sits behind a
/// weak player gains by it, so names must not decide it. It is drawn from the seed and the identities at the table, so
/// that it changes with no one else's. What one draw leaves uneven the next rounds even out: in the circle of step k,
/// modulo a prime p, each is followed by who is k further on. Over the p − 1 steps everybody follows everybody, once if
/// p is the number of seats and nearly so otherwise, because the numbers without a contestant are passed over.
fn circle(table: &[usize], names: &[&str], number: u32, seed: Seed) -> Vec<usize> {
    let seats = table.len();
    // Two sit in one way only; nothing need be drawn for each round of a large tournament.
    if seats == 2 {
        return table.to_vec();
    }
    let prime = PRIMES.into_iter().find(|prime| *prime >= seats).expect("a table has at most 8 seats");
    let (block, step) = ((number as usize - 1) / (prime - 1), (number as usize - 1) % (prime - 1) + 1);
    let at_table = table.iter().map(|id| names[*id]);
    let text = block.to_string();
    let lot = seed.derive(&["circle"].into_iter().chain(at_table).chain([text.as_str()]).collect::<Vec<_>>());
    let mut drawn = table.to_vec();
    drawn.sort_by_cached_key(|id| (lot.derive(&[names[*id]]), *id));

    let around = (0..prime).map(|place| place * step % prime);
    let mut circle: Vec<usize> = around.filter_map(|place| drawn.get(place).copied()).collect();
    let first = circle.iter().position(|id| *id == table[0]).expect("everybody at the table sits");
    circle.rotate_left(first);
    circle
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use judge_play::games::Seat;

    use super::*;
    use crate::phases::Kind;

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
        let league = Phase::new(Kind::RoundRobin, 7);
        for seats in 2..=5 {
            let games =
                round_robin(&NAMES, seats, 7, Seed(1)).map(|round| round.fixtures().count()).sum::<usize>();
            assert_eq!(league.games_max(5, 0, seats), Some(games as u64));
        }
        assert_eq!(league.games_max(3, 0, 4), Some(0));
        assert_eq!(choices_count(usize::MAX, 8), None);
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

#[cfg(test)]
mod tests_of_gauntlets {
    use std::collections::BTreeSet;

    use super::*;
    use crate::phases::Kind;

    const NAMES: [&str; 6] = ["density", "hunter", "mole", "stupid", "tidy", "vera"];
    const CHAMPIONS: [EntrantId; 2] = [EntrantId(1), EntrantId(4)];

    fn rounds(seats: usize, rounds: u32) -> impl Iterator<Item = Round> {
        rounds_of(gauntlet(&[0, 1, 2, 3, 4, 5], &CHAMPIONS, seats), &NAMES, 1..=rounds, Seed(1))
    }

    fn champions_in(round: &Round) -> usize {
        round.pairing.iter().filter(|id| CHAMPIONS.contains(id)).count()
    }

    #[test]
    fn it_is_the_part_of_the_round_robin_with_one_champion_at_the_table() {
        for seats in 2..=4 {
            let sorted = |mut rounds: Vec<Round>| {
                rounds.sort_by_key(|round| (round.number, round.seed));
                rounds
            };
            let all = round_robin(&NAMES, seats, 3, Seed(1));
            let expected = sorted(all.filter(|round| champions_in(round) == 1).collect());
            let found = sorted(rounds(seats, 3).collect());
            assert!(!found.is_empty());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn each_round_of_all_tables_comes_before_the_next() {
        let numbers: Vec<u32> = rounds(2, 3).map(|round| round.number).collect();
        assert!(numbers.is_sorted());
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn games_are_counted_without_making_them() {
        let gauntlet = Phase::new(Kind::Gauntlet, 7);
        for seats in 2..=5 {
            let games: usize = rounds(seats, 7).map(|round| round.fixtures().count()).sum();
            assert_eq!(gauntlet.games_max(6, 2, seats), Some(games as u64));
        }
    }
}
