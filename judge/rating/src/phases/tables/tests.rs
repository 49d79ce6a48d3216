use std::collections::BTreeMap;

use judge_play::games::Seat;

use super::*;
use crate::phases::{Kind, Schedule, seated};

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
fn where_teams_meet_on_boards_only_those_on_one_board_meet() {
    let names = vec!["a1", "a2", "b1", "b2", "c1", "c2"];
    let first = In::first(names, &[], Seed(1), Disqualified::nobody(6));
    let first = In { boards: vec![0, 1, 0, 1, 0, 1], ..first };
    let schedule = Schedule::new(vec![Phase::new(Kind::RoundRobin, 2)], first);
    let rounds: Vec<Round> = schedule.all_rounds().expect("all are known").collect();
    let pairs: Vec<[usize; 2]> =
        rounds.iter().map(|round| [round.pairing[0].0, round.pairing[1].0]).collect();
    let once = [[0, 2], [0, 4], [2, 4], [1, 3], [1, 5], [3, 5]];
    assert_eq!(pairs, [once, once].concat());
    assert_eq!(schedule.games_max(), Some(24));
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
        assert!(followers(seats, rounds).iter().all(|&count| (1..=most).contains(&count)), "{seats} seats");
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
        assert_eq!(league.games_max(vec![5], 0, seats), Some(games as u64));
    }
    assert_eq!(league.games_max(vec![3], 0, 4), Some(0));
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

mod gauntlets {
    use std::collections::BTreeSet;

    use super::*;

    const NAMES: [&str; 6] = ["density", "hunter", "mole", "stupid", "tidy", "vera"];
    const CHAMPIONS: [EntrantId; 2] = [EntrantId(1), EntrantId(4)];

    fn rounds(seats: usize, rounds: u32) -> std::vec::IntoIter<Round> {
        let (phase, nobody) = (Phase::new(Kind::Gauntlet, rounds), Disqualified::nobody(6));
        let first = In::first(NAMES.to_vec(), &[], Seed(1), nobody);
        let come = In { seats, champions: CHAMPIONS.to_vec(), ..first };
        known_rounds(&phase, &come, &seated(&phase, &come), 1..=rounds).collect::<Vec<_>>().into_iter()
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
            assert_eq!(gauntlet.games_max(vec![6], 2, seats), Some(games as u64));
        }
    }
}
