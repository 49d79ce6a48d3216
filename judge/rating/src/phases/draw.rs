//! The plan of a knockout: contestants in order, best first, into matches, each after those that lead to it.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Phase;

/// A match as it is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) bout: Bout,
    pub(super) sides: [Slot; 2],
    /// Whoever comes into a later stage is placed higher.
    pub(super) stage: usize,
}

/// A side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The contestant of this place in the order, best first; if there is none, a bye for the other side.
    Seed(usize),
    /// The winner of the match of this number in the plan.
    Winner(usize),
    Loser(usize),
}

/// The name of a match, in words `final`, `semi-1`, `quarter-3`, `last-16-8`, `third-place`, `winners-1-4`, `losers-2-1`,
/// `group-3-final`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchName {
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// The match there.
    pub bout: Bout,
}

/// A match among those of its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bout {
    /// A match of a knockout's tree.
    Stage {
        /// The number of matches in its stage, were there no byes: 1 for the final.
        of: usize,
        /// Its number among them, from 1, from the top of the draw.
        number: usize,
    },
    /// The losers of the semi-finals play it.
    #[default]
    ThirdPlace,
    /// A match of the winners' tree of a double elimination: its round and its number in that, from 1.
    Winners(usize, usize),
    /// A match of the losers' tree.
    Losers(usize, usize),
    /// The second final, if the winner of the losers' tree has won the first.
    SecondFinal,
}

impl Bout {
    /// The last match of every tree.
    pub const FINAL: Self = Self::Stage { of: 1, number: 1 };
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.group > 0 {
            write!(f, "group-{}-", self.group)?;
        }
        match self.bout {
            Bout::Stage { of: 1, .. } => write!(f, "final"),
            Bout::Stage { of: 2, number } => write!(f, "semi-{number}"),
            Bout::Stage { of: 4, number } => write!(f, "quarter-{number}"),
            Bout::Stage { of, number } => write!(f, "last-{}-{number}", 2 * of),
            Bout::ThirdPlace => write!(f, "third-place"),
            Bout::Winners(round, number) => write!(f, "winners-{round}-{number}"),
            Bout::Losers(round, number) => write!(f, "losers-{round}-{number}"),
            Bout::SecondFinal => write!(f, "final-2"),
        }
    }
}

impl FromStr for MatchName {
    type Err = String;

    /// From its words.
    fn from_str(text: &str) -> Result<Self, String> {
        let of_group = text.strip_prefix("group-").and_then(|rest| rest.split_once('-'));
        let (group, rest) = of_group.unwrap_or(("0", text));
        let mut numbers = rest.split('-').filter_map(|part| part.parse().ok());
        let [first, second] = [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)];
        let stage = |of, number| Bout::Stage { of, number };
        let trees = [stage(2, first), stage(4, first), stage(first / 2, second)];
        let others = [Bout::FINAL, Bout::SecondFinal, Bout::ThirdPlace];
        let double = [Bout::Winners(first, second), Bout::Losers(first, second)];
        let group = group.parse().unwrap_or(0);
        let mut names = trees.into_iter().chain(others).chain(double).map(|bout| Self { group, bout });
        names.find(|name| name.to_string() == text).ok_or_else(|| format!("{text:?} is no match"))
    }
}

impl Serialize for MatchName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MatchName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The matches of so many contestants.
///
/// The tree is the usual one: its size is the next power of two, the best get the byes, and the first and the second of the
/// order can meet in its last match only.
pub(super) fn plan(contestants: usize, phase: &Phase) -> Vec<Planned> {
    let mut plan = Plan::default();
    let mut winners: Vec<Slot> = lines(contestants.next_power_of_two()).into_iter().map(Slot::Seed).collect();
    let masks = masks(winners.len());
    let (mut losers, mut rounds, mut losers_rounds) = (vec![], 0, 0);
    while winners.len() > 1 {
        rounds += 1;
        let of = winners.len() / 2;
        let bout = |number| {
            if phase.has_losers() { Bout::Winners(rounds, number) } else { Bout::Stage { of, number } }
        };
        let dropped;
        (winners, dropped) = plan.stage(&winners, bout);
        if phase.third_place && of == 2 {
            plan.stage(&dropped, |_| Bout::ThirdPlace);
        }
        if !phase.has_losers() {
            continue;
        }
        let mut stage = |sides: &[Slot]| {
            losers_rounds += 1;
            plan.stage(sides, |number| Bout::Losers(losers_rounds, number)).0
        };
        losers = if losers.is_empty() {
            dropped
        } else {
            let dropped = (0..of).map(|number| dropped[number ^ masks[rounds - 2]]);
            stage(&losers.into_iter().zip(dropped).flat_map(<[Slot; 2]>::from).collect::<Vec<_>>())
        };
        if winners.len() > 1 {
            losers = stage(&losers);
        }
    }
    if phase.has_losers() && contestants > 1 {
        let (winner, loser) = plan.stage(&[winners[0], losers[0]], |_| Bout::FINAL);
        plan.stage(&[winner[0], loser[0]], |_| Bout::SecondFinal);
    }
    plan.0
}

/// Where losers of the winners' tree of a double elimination of this size drop: that of match m, from 0, of its round r, from 2
/// on, into match m XOR the number r - 2 of these.
///
/// Who has met meets again as late as can be, byes or not. Of all plans of this kind these have the fewest expected matches
/// before the final, between equals, of two who have met (at 32 within 0.02). Above 64 it is a rule, tried up to 512.
fn masks(size: usize) -> Vec<usize> {
    let first = (size / 4).saturating_sub(1);
    match size {
        ..=16 => vec![first, 0, 0],
        32 => vec![first, 1, 1, 0],
        64 => vec![first, 4, 1, 1, 0],
        _ => {
            let between = vec![2; size.ilog2() as usize - 6];
            [&[first, size / 16], &between[..], &[3, 0, 0]].concat()
        }
    }
}

/// The place in the order of a knockout of so many that the one at a place first meets; `None` if that is a match's winner.
pub(super) fn first_met(place: usize, contestants: usize) -> Option<usize> {
    let size = contestants.next_power_of_two();
    let has_bye = |place: usize| size - 1 - place >= contestants;
    // Whoever has a bye is among the better half.
    let other = if has_bye(place) { size / 2 } else { size } - 1 - place;
    (has_bye(place) == has_bye(other)).then_some(other)
}

#[derive(Default)]
struct Plan(Vec<Planned>);

impl Plan {
    /// A stage in which neighbours meet: the winners, and the losers.
    fn stage(&mut self, sides: &[Slot], bout: impl Fn(usize) -> Bout) -> (Vec<Slot>, Vec<Slot>) {
        let stage = self.0.last().map_or(0, |last| last.stage + 1);
        let first = self.0.len();
        let planned = |(number, pair): (usize, &[Slot])| Planned {
            bout: bout(number),
            sides: [pair[0], pair[1]],
            stage,
        };
        self.0.extend((1..).zip(sides.chunks_exact(2)).map(planned));
        (first..self.0.len()).map(|number| (Slot::Winner(number), Slot::Loser(number))).unzip()
    }
}

/// Places from the top of the draw to its end: the sum of each first match's places is the same.
pub(super) fn lines(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::phases::Kind;

    const OUT: (Kind, bool) = (Kind::Knockout, false);
    const THIRD_PLACE: (Kind, bool) = (Kind::Knockout, true);
    const AGAIN: (Kind, bool) = (Kind::DoubleElimination, false);

    fn plan(contestants: usize, (kind, third_place): (Kind, bool)) -> Vec<Planned> {
        super::plan(contestants, &Phase { third_place, ..Phase::new(kind, 1) })
    }

    fn name(planned: &Planned) -> String {
        MatchName { group: 0, bout: planned.bout }.to_string()
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
                    let name = MatchName { group, bout: planned.bout };
                    assert_eq!(name.to_string().parse(), Ok(name));
                }
            }
        }
        assert_eq!("group-3-final".parse(), Ok(MatchName { group: 3, bout: Bout::FINAL }));
        for wrong in ["", "semi", "semi-x", "semi-01", "final-3", "last-7-1", "quarter-1-2", "third-place-1"]
        {
            assert!(wrong.parse::<MatchName>().is_err(), "{wrong}");
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
        let is_winners = |number: &usize| matches!(plan[*number].bout, Bout::Winners(..));
        // The matches of the losers' tree that are before the loser of a match.
        let way = |number: usize| {
            let on = |at: &usize| next(Slot::Winner(*at));
            let way = std::iter::successors(next(Slot::Loser(number)), on);
            way.take_while(|at| matches!(plan[*at].bout, Bout::Losers(..))).collect::<Vec<_>>()
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
                let Bout::Losers(round, _) = plan[meet].bout else { panic!("they are losers") };
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
            let lost = plan.iter().position(|planned| planned.bout == Bout::Winners(round, number));
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
}
