use proptest::prelude::*;

use super::*;
use crate::Tally;
use crate::phases::tests::played_so;
use crate::phases::{Disqualified, In, Kind, Phase};
use judge_play::Seed;

const NAMES: [&str; 11] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];

const OUT: (Kind, bool) = (Kind::Knockout, false);
const THIRD_PLACE: (Kind, bool) = (Kind::Knockout, true);
const AGAIN: (Kind, bool) = (Kind::DoubleElimination, false);

fn knockout(
    names: &[&str],
    out: &Disqualified,
    so_far: &[Played],
    order: &[EntrantId],
    (after, rounds, (kind, third_place)): (u32, u32, (Kind, bool)),
    seed: Seed,
) -> Bracket {
    let group = Group { number: 0, members: (1..).zip(order.iter().copied()).collect() };
    let come = In { after, ..In::first(names.to_vec(), &[], seed, out.clone()) };
    let phase = Phase { third_place, ..Phase::new(kind, rounds) };
    let (lost, tally, groups) = (&Disqualified::nobody(names.len()), &Tally::default(), vec![]);
    let played = so_far.iter().collect();
    super::knockout(&Now { phase: &phase, come: &come, groups, played, out, lost, tally }, &group)
}

fn won(found: &Match) -> Option<EntrantId> {
    found.winning_side().map(|side| found.sides[side])
}

/// The order, once it is over.
fn places(bracket: &Bracket) -> Option<Vec<EntrantId>> {
    bracket.next.is_empty().then(|| bracket.places.iter().map(|(id, _)| *id).collect())
}

fn by_name(contestants: usize) -> Vec<EntrantId> {
    (0..contestants).map(EntrantId).collect()
}

/// A knockout by the order of names, played to its end; `points` are those of the better seed in a round.
fn play(
    contestants: usize,
    rounds: u32,
    points: &dyn Fn(&Round) -> u64,
    batch: usize,
) -> (Vec<EntrantId>, Vec<Played>) {
    let (names, order) = (&NAMES[..contestants], by_name(contestants));
    let mut so_far = vec![];
    loop {
        let bracket =
            knockout(names, &Disqualified::nobody(contestants), &so_far, &order, (0, rounds, OUT), Seed(1));
        let decided = decided(&bracket);
        if let Some(places) = places(&bracket) {
            assert_eq!(decided, contestants - 1);
            return (places, so_far);
        }
        assert!(!bracket.next.is_empty());
        so_far.extend(bracket.next.into_iter().take(batch).map(|round| {
            let points = points(&round);
            played_so(round, Some(points))
        }));
    }
}

/// The matches, each with the number of its stage among those with matches.
fn by_stage(bracket: &Bracket) -> impl Iterator<Item = (usize, &Match)> {
    let stages = bracket.matches.chunk_by(|one, other| one.name.stage == other.name.stage);
    stages.enumerate().flat_map(|(level, stage)| stage.iter().map(move |found| (level, found)))
}

/// The number of matches that are decided.
fn decided(bracket: &Bracket) -> usize {
    bracket.matches.iter().filter(|decided| !decided.winner.is_empty()).count()
}

fn matches(so_far: &[Played]) -> Vec<&[EntrantId]> {
    let mut matches: Vec<&[EntrantId]> = so_far.iter().map(|played| &played.round.pairing[..]).collect();
    matches.sort_unstable();
    matches.dedup();
    matches
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn one_match_less_than_contestants_whatever_comes(contestants in 2..=11usize, rounds in 1..=6u32, seed: u64) {
        let points = |round: &Round| round.seed.derive(&[&seed.to_string()]).0 % 5;
        let (places, so_far) = play(contestants, rounds, &points, usize::MAX);
        prop_assert_eq!(matches(&so_far).len(), contestants - 1);
        let mut sorted = places.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, by_name(contestants));
        // Everybody but the first lost its last match, and the second lost to the first.
        let last = |id: EntrantId| matches(&so_far).into_iter().filter(|pair| pair.contains(&id)).count();
        prop_assert!(last(places[0]) >= last(places[contestants - 1]));
        let mut last_pair = [places[0], places[1]];
        last_pair.sort_unstable();
        prop_assert!(matches(&so_far).contains(&&last_pair[..]));
        // It does not matter how many rounds are played before the bracket is asked again.
        prop_assert_eq!(play(contestants, rounds, &points, 1).0, places.clone());
        let mut one_by_one = play(contestants, rounds, &points, 1).1;
        let mut at_once = so_far;
        one_by_one.sort_by_key(|played| played.round.seed);
        at_once.sort_by_key(|played| played.round.seed);
        prop_assert_eq!(one_by_one, at_once);
    }

    #[test]
    fn a_match_ends_just_when_it_is_decided(rounds in 1..=9u32, draws in proptest::collection::vec(0..=4u64, 18)) {
        let points = |round: &Round| draws[round.number as usize - 1];
        let (places, so_far) = play(2, rounds, &points, usize::MAX);
        let sums = |played: usize| {
            let first: u64 = draws[..played].iter().sum();
            (first, 4 * played as u64 - first)
        };
        let decided = |played: usize| {
            let (first, second) = sums(played);
            let left = 4 * (rounds as usize).saturating_sub(played) as u64;
            first > second + left || second > first + left
        };
        let expected = (1..=2 * rounds as usize).find(|&played| decided(played)).unwrap_or(2 * rounds as usize);
        prop_assert_eq!(so_far.len(), expected);
        let (first, second) = sums(expected);
        prop_assert_eq!(places[0], EntrantId(usize::from(second > first)));
    }
}

#[test]
fn if_the_better_seed_always_wins_places_are_as_seeded_and_the_first_two_meet_last() {
    for contestants in 2..=11 {
        let (places, so_far) = play(contestants, 3, &|_| 4, usize::MAX);
        assert_eq!(places, by_name(contestants));
        let last = &so_far.last().expect("there are rounds").round.pairing;
        assert_eq!(last[..], [EntrantId(0), EntrantId(1)]);
    }
}

#[test]
fn the_best_have_the_byes_and_the_first_two_are_in_different_halves() {
    for contestants in 2..=100_usize {
        let size = contestants.next_power_of_two();
        let draw = plan::lines(size);
        let mut free: Vec<usize> = Vec::new();
        for pair in draw.chunks(2) {
            assert_eq!(pair[0] + pair[1], size - 1);
            free.extend((pair[0].max(pair[1]) >= contestants).then_some(pair[0].min(pair[1])));
        }
        free.sort_unstable();
        assert_eq!(free, (0..size - contestants).collect::<Vec<_>>());
        let half = |place| draw.iter().position(|seed| *seed == place).map(|line| line < size / 2);
        assert_ne!(half(0), half(1));
    }
}

#[test]
fn one_alone_has_won() {
    let bracket = knockout(&["a"], &Disqualified::nobody(1), &[], &[EntrantId(0)], (0, 3, OUT), Seed(1));
    assert_eq!(bracket, Bracket { next: vec![], places: vec![(EntrantId(0), false)], matches: vec![] });
}

#[test]
fn who_is_level_after_twice_the_rounds_loses_to_the_better_seed() {
    let (places, so_far) = play(2, 3, &|_| 2, usize::MAX);
    assert_eq!((so_far.len(), places[0]), (6, EntrantId(0)));
    let (places, so_far) = play(2, 3, &|round| if round.number == 5 { 1 } else { 2 }, usize::MAX);
    assert_eq!((so_far.len(), places[0]), (5, EntrantId(1)));
}

/// A knockout of four in which the first is disqualified when it has played its first round of the final.
#[test]
fn the_disqualified_lose_their_match_and_keep_those_they_won() {
    let (names, order) = (&NAMES[..4], by_name(4));
    let mut so_far: Vec<Played> =
        knockout(names, &Disqualified::nobody(4), &[], &order, (0, 1, OUT), Seed(1))
            .next
            .into_iter()
            .map(|round| played_so(round, Some(4)))
            .collect();
    assert_eq!(matches(&so_far), [[EntrantId(0), EntrantId(3)], [EntrantId(1), EntrantId(2)]]);
    let last =
        knockout(names, &Disqualified::nobody(4), &so_far, &order, (0, 1, OUT), Seed(1)).next.remove(0);
    so_far.push(played_so(last, Some(0)));
    let disqualified = disqualified(&[0]);
    let bracket = knockout(names, &disqualified, &so_far, &order, (0, 1, OUT), Seed(1));
    assert_eq!(places(&bracket), Some([1, 2, 3, 0].map(EntrantId).to_vec()));
    assert_eq!(decided(&bracket), 3);
}

#[test]
fn if_both_are_disqualified_the_better_seed_goes_on_to_lose() {
    let (names, order) = (&NAMES[..4], by_name(4));
    let disqualified = disqualified(&[0, 3]);
    let semifinals = knockout(names, &disqualified, &[], &order, (0, 1, OUT), Seed(1)).next;
    assert_eq!(semifinals.len(), 1);
    let so_far = [played_so(semifinals[0].clone(), Some(1))];
    let bracket = knockout(names, &disqualified, &so_far, &order, (0, 1, OUT), Seed(1));
    assert_eq!(places(&bracket), Some([2, 1, 0, 3].map(EntrantId).to_vec()));
}

/// A knockout of eight, of whom some are disqualified from the start; elsewhere the better seed wins. The places, and what is
/// told of the matches.
fn of_eight_without(out: &[usize]) -> (Vec<usize>, Vec<String>) {
    let (order, mut so_far, mut disqualified) = (by_name(8), vec![], Disqualified::nobody(8));
    for id in out {
        disqualified.exclude(EntrantId(*id));
    }
    loop {
        let names = &NAMES[..8];
        let bracket = knockout(names, &disqualified, &so_far, &order, (0, 1, THIRD_PLACE), Seed(1));
        if let Some(places) = places(&bracket) {
            let told = |found: &Match| {
                let ([one, other], why) = (found.sides.map(|id| id.0), found.why.expect("it is over"));
                format!("{} {one}-{other} {why:?}", found.name)
            };
            return (places.iter().map(|id| id.0).collect(), bracket.matches.iter().map(told).collect());
        }
        so_far.extend(bracket.next.into_iter().map(|round| played_so(round, Some(4))));
    }
}

#[test]
fn if_both_are_out_the_match_says_so_and_the_better_seed_loses_the_next() {
    let (_, told) = of_eight_without(&[0, 7]);
    assert_eq!([&told[0], &told[4]], ["quarter-1 0-7 BothDisqualified", "semi-1 0-3 Disqualified"]);
    // Both are out who have lost the semi-finals: the third is the best of those who lost the quarter-finals.
    let (places, told) = of_eight_without(&[2, 3, 5, 4]);
    assert!(told.contains(&"third-place 2-3 BothDisqualified".to_owned()), "{told:?}");
    assert_eq!(places, [0, 1, 6, 7, 2, 3, 4, 5]);
}

#[test]
fn the_seeding_decides_who_meets_whom() {
    let order =
        In::first(NAMES[..4].to_vec(), &[EntrantId(2), EntrantId(0)], Seed(1), Disqualified::nobody(4)).order;
    let next = knockout(&NAMES[..4], &Disqualified::nobody(4), &[], &order, (0, 1, OUT), Seed(1)).next;
    assert!(next.iter().all(|round| round.pairing != [EntrantId(0), EntrantId(2)]));
}

/// The first four contestants.
fn disqualified(contestants: &[usize]) -> Disqualified {
    let mut disqualified = Disqualified::nobody(4);
    for id in contestants {
        disqualified.add(EntrantId(*id));
    }
    disqualified
}

/// A bracket of so many, played to its end by chance. Now and then somebody is disqualified in a round that it plays.
fn by_chance(
    contestants: usize,
    rounds: u32,
    lost: (Kind, bool),
    seed: u64,
    faults: bool,
) -> (Bracket, Vec<Played>, Disqualified) {
    let (names, order) = (&NAMES[..contestants], by_name(contestants));
    let (mut so_far, mut out) = (vec![], Disqualified::nobody(contestants));
    let mut ended: Vec<(MatchName, EntrantId)> = vec![];
    loop {
        let bracket = knockout(names, &out, &so_far, &order, (0, rounds, lost), Seed(1));
        // What was decided once stays so, whoever is disqualified later.
        for (name, winner) in &ended {
            assert!(bracket.matches.iter().any(|found| found.name == *name && won(found) == Some(*winner)));
        }
        let winners = bracket.matches.iter().filter_map(|found| Some((found.name, won(found)?)));
        ended = winners.collect();
        if bracket.next.is_empty() {
            return (bracket, so_far, out);
        }
        assert!(!bracket.next.is_empty());
        for round in bracket.next {
            assert!(so_far.iter().all(|played: &Played| played.round.seed != round.seed), "a new round");
            let draw = round.seed.derive(&[&seed.to_string()]).0;
            if round.pairing.iter().any(|id| out.has(*id)) {
                so_far.push(played_so(round, None));
                continue;
            }
            if faults && draw % 13 == 0 {
                out.add(round.pairing[(draw / 64) as usize % 2]);
            }
            so_far.push(played_so(round, Some(draw / 8 % 5)));
        }
    }
}

#[test]
fn with_a_match_for_the_third_place_its_winner_is_third() {
    for (contestants, seed) in (2..=11).flat_map(|contestants| (0..20).map(move |seed| (contestants, seed))) {
        let (bracket, ..) = by_chance(contestants, 2, THIRD_PLACE, seed, false);
        let places = places(&bracket).expect("it is over");
        let found = |stage| bracket.matches.iter().find(|found| found.name.stage == stage);
        let last = found(Stage::FINAL).expect("there is a final");
        assert_eq!(won(last), Some(places[0]));
        assert!(last.sides.contains(&places[1]));
        let third = found(Stage::ThirdPlace);
        assert_eq!(third.is_some(), contestants > 3, "of three, one semi-final has no loser");
        if let Some(third) = third {
            assert_eq!(won(third), Some(places[2]));
            assert!(third.sides.contains(&places[3]));
        }
    }
}

#[test]
fn in_a_double_elimination_all_but_the_first_lose_twice_and_fall_where_they_lost() {
    for (contestants, seed) in (2..=11).flat_map(|contestants| (0..40).map(move |seed| (contestants, seed))) {
        let (bracket, so_far, _) = by_chance(contestants, 2, AGAIN, seed, false);
        let places = places(&bracket).expect("it is over");
        let mut lost = vec![vec![]; contestants];
        for (level, found) in by_stage(&bracket) {
            let loser = found.sides.into_iter().find(|side| Some(*side) != won(found)).expect("two play");
            lost[loser.0].push(level);
        }
        let times: Vec<usize> = places.iter().map(|id| lost[id.0].len()).collect();
        assert!(times[0] < 2 && times[1..].iter().all(|times| *times == 2), "{times:?}");
        assert!(places[1..].is_sorted_by_key(|id| std::cmp::Reverse(lost[id.0].last().copied())));
        assert!(so_far.iter().all(|played| bracket.matches.iter().any(|found| found.has(&played.round))));
        let games = 2 * so_far.len() as u64;
        assert!(Some(games) <= Phase::new(Kind::DoubleElimination, 2).games_max(vec![contestants], 0, 2));
        let two = bracket.matches.iter().any(|found| found.name.stage == Stage::SecondFinal);
        let mut levels = by_stage(&bracket);
        let (level, decider) =
            levels.find(|(_, found)| found.name.stage == Stage::FINAL).expect("there is a final");
        assert_eq!(
            two,
            lost[won(decider).expect("it is over").0].first().is_some_and(|first| *first < level)
        );
    }
}

#[test]
fn what_was_won_stays_so_though_somebody_is_disqualified_later() {
    for lost in [OUT, THIRD_PLACE, AGAIN] {
        for (contestants, seed) in
            (2..=11).flat_map(|contestants| (0..40).map(move |seed| (contestants, seed)))
        {
            let (bracket, _, out) = by_chance(contestants, 2, lost, seed, true);
            let places = places(&bracket).expect("it is over");
            assert!(places.is_sorted_by_key(|id| out.has(*id)), "the disqualified are last");
        }
    }
}
