use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::phases::{Kind, MatchName};

const OUT: (Kind, bool) = (Kind::Knockout, false);
const THIRD_PLACE: (Kind, bool) = (Kind::Knockout, true);
const AGAIN: (Kind, bool) = (Kind::DoubleElimination, false);

/// A match as it is planned.
struct Planned {
    name: MatchName,
    sides: [Slot; 2],
}

/// A side of a match: the seed of this place, or whoever has won or lost the match of this number in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Seed(usize),
    Winner(usize),
    Loser(usize),
}

/// All matches of so many, byes included.
fn plan(contestants: usize, (kind, third_place): (Kind, bool)) -> Vec<Planned> {
    let mut plan: Vec<Planned> = vec![];
    let seeds: Vec<Slot> = (0..contestants.next_power_of_two()).map(Slot::Seed).collect();
    through(&seeds, &Phase { third_place, ..Phase::new(kind, 1) }, |stage, sides| {
        let first = plan.len();
        for (number, pair) in (1..).zip(sides.chunks_exact(2)) {
            plan.push(Planned { name: MatchName { group: 0, stage, number }, sides: [pair[0], pair[1]] });
        }
        if stage == Stage::FINAL {
            // Whoever comes from the losers' tree wins the first final.
            return (vec![sides[1]], vec![sides[0]]);
        }
        (first..plan.len()).map(|number| (Slot::Winner(number), Slot::Loser(number))).unzip()
    });
    plan
}

fn name(planned: &Planned) -> String {
    planned.name.to_string()
}

fn names(contestants: usize, lost: (Kind, bool)) -> String {
    plan(contestants, lost).iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn matches_have_the_names_that_people_give_them() {
    let eight = "quarter-1 quarter-2 quarter-3 quarter-4 semi-1 semi-2 third-place final";
    assert_eq!(names(8, THIRD_PLACE), eight);
    assert_eq!(names(5, OUT), eight.replace("third-place ", ""));
    assert!(names(17, OUT).starts_with("last-32-1 ") && names(9, OUT).contains(" last-16-8 "));
    assert_eq!([names(1, OUT), names(2, THIRD_PLACE)], ["", "final"]);
}

#[test]
fn the_words_of_a_match_are_its_name() {
    for lost in [OUT, THIRD_PLACE, AGAIN] {
        for planned in plan(32, lost) {
            for group in [0, 12] {
                let name = MatchName { group, ..planned.name };
                assert_eq!(MatchName::try_from(name.to_string()), Ok(name));
            }
        }
    }
    assert_eq!(
        "group-3-final".to_owned().try_into(),
        Ok(MatchName { group: 3, stage: Stage::FINAL, number: 1 })
    );
    for wrong in ["", "semi", "semi-x", "semi-01", "final-3", "last-7-1", "quarter-1-2", "third-place-1"] {
        assert!(MatchName::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}

#[test]
fn a_double_elimination_has_a_tree_of_winners_and_one_of_losers() {
    let four = "winners-1-1 winners-1-2 losers-1-1 winners-2-1 losers-2-1 final final-2";
    assert_eq!([names(4, AGAIN), names(1, AGAIN)], [four, ""]);
    assert_eq!(names(2, AGAIN), "winners-1-1 final final-2");
    for (contestants, matches) in [(8, 15), (16, 31), (64, 127)] {
        assert_eq!(plan(contestants, AGAIN).len(), matches, "each but one loses twice");
    }
}

/// The matches of each losers' round of a double elimination of equals in which two can meet who have met, and how
/// many such meetings are expected there, exactly.
fn rematches(contestants: usize) -> BTreeMap<usize, (BTreeSet<usize>, f64)> {
    let plan = plan(contestants, AGAIN);
    let next = |slot: Slot| plan.iter().position(|planned| planned.sides.contains(&slot));
    // Whether a match has a winner, and whether it has a loser, and so is played.
    let mut ends: Vec<[bool; 2]> = vec![];
    for planned in &plan {
        let [one, other] = planned.sides.map(|slot| match slot {
            Slot::Seed(place) => place < contestants,
            Slot::Winner(number) => ends[number][0],
            Slot::Loser(number) => ends[number][1],
        });
        ends.push([one || other, one && other]);
    }
    let is_winners = |number: &usize| matches!(plan[*number].name.stage, Stage::Winners(_));
    // The matches of the losers' tree that are before the loser of a match.
    let way = |number: usize| {
        let on = |at: &usize| next(Slot::Winner(*at));
        let way = std::iter::successors(next(Slot::Loser(number)), on);
        way.take_while(|at| matches!(plan[*at].name.stage, Stage::Losers(_))).collect::<Vec<_>>()
    };
    let mut found = BTreeMap::new();
    for number in (0..plan.len()).filter(|number| is_winners(number) && ends[*number][1]) {
        // Two met in it. The winner wins on until it loses in a later round.
        let (own, mut chance) = (way(number), 1.0);
        let later = std::iter::successors(Some(number), |at| next(Slot::Winner(*at)).filter(is_winners));
        for lost in later.skip(1).filter(|at| ends[*at][1]) {
            chance /= 2.0;
            let others = way(lost);
            let meet = *own.iter().find(|at| others.contains(at)).expect("both ways end in one match");
            let before = own.iter().chain(&others).filter(|at| **at < meet && ends[**at][1]).count();
            let Stage::Losers(round) = plan[meet].name.stage else { panic!("they are losers") };
            let (matches, expected) = found.entry(round).or_insert((BTreeSet::new(), 0.0));
            matches.insert(meet);
            *expected += chance / f64::from(1 << before);
        }
    }
    found
}

#[test]
fn who_has_met_in_a_double_elimination_meets_again_as_late_as_can_be() {
    for contestants in 5..=64 {
        let first = rematches(contestants).keys().next().copied();
        let expected = [3, 4, 5, 7][contestants.next_power_of_two().ilog2() as usize - 3];
        assert_eq!(first, Some(expected), "{contestants} contestants");
    }
    // As the specification has them, with two digits.
    let few = [(4, 0.5), (5, 0.69), (8, 0.62), (9, 0.66), (12, 0.75), (16, 0.75)];
    for (contestants, expected) in few.into_iter().chain([(24, 0.75), (32, 0.75), (48, 0.7), (64, 0.7)]) {
        let all: f64 = rematches(contestants).values().map(|(_, expected)| expected).sum();
        assert!((all - expected).abs() < 0.005_001, "{contestants} contestants: {all}");
    }
    assert_eq!(rematches(16)[&4].0.len(), 2);
}

#[test]
fn losers_drop_across_the_losers_tree() {
    // The match into which the loser of a match of the winners' tree of so many drops.
    let drop = |contestants, round, number| {
        let plan = plan(contestants, AGAIN);
        let lost = plan
            .iter()
            .position(|planned| planned.name == MatchName { group: 0, stage: Stage::Winners(round), number });
        let lost = Slot::Loser(lost.expect("there is one"));
        plan.iter().find(|planned| planned.sides.contains(&lost)).map(name).expect("it drops")
    };
    assert_eq!([drop(6, 1, 2), drop(6, 2, 2)], ["losers-1-1", "losers-2-1"]);
    assert_eq!([drop(16, 2, 1), drop(16, 3, 1)], ["losers-2-4", "losers-4-1"]);
    let of_64 = [2, 3, 4, 5].map(|round| drop(64, round, 1));
    assert_eq!(of_64, ["losers-2-16", "losers-4-5", "losers-6-2", "losers-8-2"]);
    assert_eq!([drop(512, 3, 1), drop(512, 5, 1)], ["losers-4-33", "losers-8-3"]);
}

#[test]
fn the_winners_of_two_neighbours_meet() {
    let plan = plan(8, OUT);
    assert_eq!(plan[5].sides, [Slot::Winner(2), Slot::Winner(3)]);
    assert_eq!(plan[0].sides, [Slot::Seed(0), Slot::Seed(7)]);
}
