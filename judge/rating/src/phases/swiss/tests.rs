use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::phases::tests::played_so;
use crate::phases::{Disqualified, Played};
use judge_play::Seed;

const NAMES: [&str; 16] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];

fn seeding(names: &[&str], seed: Seed) -> Vec<EntrantId> {
    In::first(names.to_vec(), &[], seed, Disqualified::nobody(names.len())).order
}

/// The next round by [`super::swiss`], with an order that is a lot.
fn swiss(
    names: &[&str],
    out: &Disqualified,
    so_far: &[Played],
    order: &[EntrantId],
    rounds: u32,
    teams: &[Option<usize>],
    seed: Seed,
) -> Vec<Round> {
    let teams = teams.to_vec();
    let come = In { teams, ..In::first(names.to_vec(), &[], seed, out.clone()) };
    let mut sums = Sums::new(out);
    for played in so_far {
        played.round.scored(&played.games, out).for_each(|scored| sums.add(0, &scored));
    }
    super::swiss(&come, &sums, order, number_after(so_far) - 1, rounds)
}

/// Each contestant's place, as the draws of a test have it.
fn ids(draws: &[usize]) -> Vec<EntrantId> {
    draws.iter().copied().map(EntrantId).collect()
}

/// The round as played: points from `draw`, but 4 for a bye.
fn played(round: Round, draw: &mut impl FnMut() -> u64) -> Played {
    let points = if round.is_bye() { 4 } else { draw() % 5 };
    played_so(round, Some(points))
}

fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = Seed(seed);
    move || {
        state = state.derive(&["next"]);
        state.0
    }
}

/// The number of the next round: with so many rounds in all it is the last, and nothing is ahead.
fn number_after(so_far: &[Played]) -> u32 {
    1 + so_far.iter().map(|played| played.round.number).max().unwrap_or(0)
}

fn count(so_far: &[Played], pairing: &[EntrantId]) -> usize {
    so_far.iter().filter(|played| played.round.pairing == pairing).count()
}

/// The least number of repeats, of pairs and byes together, that a round can have.
fn repeats_least(left: &[EntrantId], bye_open: bool, repeats: &dyn Fn(&[EntrantId]) -> usize) -> usize {
    let Some((&first, rest)) = left.split_first() else { return 0 };
    let bye = bye_open.then(|| repeats(&[first]) + repeats_least(rest, false, repeats));
    let with = |&other: &EntrantId| {
        let others: Vec<EntrantId> = rest.iter().copied().filter(|&id| id != other).collect();
        repeats(&[first, other]) + repeats_least(&others, bye_open, repeats)
    };
    rest.iter().map(with).chain(bye).min().expect("there is somebody left")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn everybody_plays_once_and_no_repeat_is_avoidable(
        contestants in 2..=8usize,
        rounds in 1..=9u32,
        seed: u64,
        expelled in proptest::collection::vec((1..9u32, 0..8usize), 0..3),
    ) {
        let names = &NAMES[..contestants];
        let order = seeding(names, Seed(seed));
        let (mut so_far, mut disqualified, mut draw) = (vec![], Disqualified::nobody(contestants), numbers(seed));
        for number in 1..=rounds {
            for (_, id) in expelled.iter().filter(|(when, id)| *when == number && *id < contestants) {
                disqualified.add(EntrantId(*id));
            }
            let field: Vec<EntrantId> = (0..contestants).filter(|&id| !disqualified.has(EntrantId(id))).map(EntrantId).collect();
            let next = swiss(names, &disqualified, &so_far, &order, number_after(&so_far), &[], Seed(seed));
            let mut paired: Vec<EntrantId> = next.iter().flat_map(|round| round.pairing.clone()).collect();
            paired.sort_unstable();
            if field.len() < 2 {
                prop_assert!(next.is_empty());
                break;
            }
            prop_assert_eq!(paired, field.clone());
            prop_assert!(next.iter().all(|round| round.number == number));
            prop_assert_eq!(next.iter().filter(|round| round.is_bye()).count(), field.len() % 2);

            let pairs = field.iter().flat_map(|&a| field.iter().filter(move |&&b| a < b).map(move |&b| [a, b]));
            let met_least = pairs.map(|pair| count(&so_far, &pair)).min().unwrap_or(0);
            let byes_least = field.iter().map(|&id| count(&so_far, &[id])).min().unwrap_or(0);
            let repeats = |pairing: &[EntrantId]| {
                let least = if pairing.len() == 1 { byes_least } else { met_least };
                usize::from(count(&so_far, pairing) > least)
            };
            let made: usize = next.iter().map(|round| repeats(&round.pairing)).sum();
            prop_assert_eq!(made, repeats_least(&field, field.len() % 2 == 1, &repeats));

            so_far.extend(next.into_iter().map(|round| played(round, &mut draw)));
        }
    }

    #[test]
    fn the_order_in_which_rounds_were_played_does_not_matter(contestants in 2..=16usize, seed: u64) {
        let names = &NAMES[..contestants];
        let order = seeding(names, Seed(seed));
        let (mut so_far, disqualified, mut draw) = (vec![], Disqualified::nobody(contestants), numbers(seed));
        for _ in 0..5 {
            let next = swiss(names, &disqualified, &so_far, &order, number_after(&so_far), &[], Seed(seed));
            so_far.reverse();
            so_far.sort_by_key(|played: &Played| played.round.seed);
            prop_assert_eq!(&swiss(names, &disqualified, &so_far, &order, number_after(&so_far), &[], Seed(seed)), &next);
            so_far.extend(next.into_iter().map(|round| played(round, &mut draw)));
        }
    }

    #[test]
    fn in_a_field_that_is_large_enough_nobody_meets_or_sits_out_twice(contestants in 9..=16usize, seed: u64) {
        let names = &NAMES[..contestants];
        let order = seeding(names, Seed(seed));
        let (mut so_far, disqualified, mut draw) = (vec![], Disqualified::nobody(contestants), numbers(seed));
        for _ in 0..4 {
            let next = swiss(names, &disqualified, &so_far, &order, number_after(&so_far), &[], Seed(seed));
            so_far.extend(next.into_iter().map(|round| played(round, &mut draw)));
        }
        let mut pairings = BTreeMap::new();
        for played in &so_far {
            *pairings.entry(&played.round.pairing).or_insert(0) += 1;
        }
        prop_assert!(pairings.values().all(|&times| times == 1), "{:?}", pairings);
    }
}

#[test]
fn neighbours_by_points_and_then_by_the_given_order_meet() {
    let names = &NAMES[..7];
    let order = ids(&[6, 5, 4, 3, 2, 1, 0]);
    let first = swiss(names, &Disqualified::nobody(7), &[], &order, 1, &[], Seed(1));
    let pairings = |rounds: &[Round]| -> Vec<Vec<usize>> {
        rounds.iter().map(|round| round.pairing.iter().map(|id| id.0).collect()).collect()
    };
    assert_eq!(pairings(&first), [vec![5, 6], vec![3, 4], vec![1, 2], vec![0]]);
    // 6, 3, 2 win; 0 gets as much by its bye.
    let points = [0, 4, 0, 4];
    let so_far: Vec<Played> =
        first.into_iter().zip(points).map(|(round, points)| played_so(round, Some(points))).collect();
    let second = swiss(names, &Disqualified::nobody(7), &so_far, &order, number_after(&so_far), &[], Seed(1));
    assert_eq!(pairings(&second), [vec![3, 6], vec![0, 2], vec![4, 5], vec![1]]);
}

#[test]
fn a_round_is_the_round_robins_of_the_same_pairing_and_number() {
    let names = &NAMES[..6];
    let next = swiss(names, &Disqualified::nobody(6), &[], &seeding(names, Seed(5)), 1, &[], Seed(5));
    for round in next {
        assert!(crate::phases::round_robin(names, 2, 1, Seed(5)).any(|other| other == round));
    }
}

#[test]
fn a_large_field_is_paired_to_the_end() {
    let names: Vec<String> = (0..65).map(|id| format!("bot{id:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let order = seeding(&names, Seed(1));
    let (mut so_far, disqualified, mut draw) = (vec![], Disqualified::nobody(names.len()), numbers(1));
    for _ in 0..12 {
        let next = swiss(&names, &disqualified, &so_far, &order, number_after(&so_far), &[], Seed(1));
        so_far.extend(next.into_iter().map(|round| played(round, &mut draw)));
    }
    let mut pairings: Vec<_> = so_far.iter().map(|played| &played.round.pairing).collect();
    assert_eq!(pairings.len(), 33 * 12);
    pairings.sort_unstable();
    pairings.dedup();
    assert_eq!(pairings.len(), 33 * 12, "nobody met or sat out twice");
}

/// Plays a Swiss of so many to the end by chance, and says how often somebody met or sat out once more than somebody need.
fn repeats(names: &[&str], rounds: u32, seed: u64) -> usize {
    let order = seeding(names, Seed(seed));
    let (mut so_far, disqualified, mut draw) = (vec![], Disqualified::nobody(names.len()), numbers(seed));
    for _ in 0..rounds {
        let next = swiss(names, &disqualified, &so_far, &order, rounds, &[], Seed(seed));
        assert_eq!(next.iter().map(|round| round.pairing.len()).sum::<usize>(), names.len());
        so_far.extend(next.into_iter().map(|round| played(round, &mut draw)));
    }
    let mut pairings: Vec<_> = so_far.iter().map(|played| &played.round.pairing).collect();
    pairings.sort_unstable();
    pairings.dedup();
    so_far.len() - pairings.len()
}

#[test]
fn for_every_number_of_rounds_up_to_a_round_robin_nobody_meets_or_sits_out_twice() {
    let names: Vec<String> = (0..33).map(|id| format!("bot{id:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for count in 2..=names.len() {
        // As many rounds as a round-robin has with byes.
        let most = u32::try_from((count - 1) | 1).expect("they are few");
        for rounds in 1..=most {
            assert_eq!(repeats(&names[..count], rounds, 2), 0, "{count} contestants, {rounds} rounds");
        }
    }
}

#[test]
fn all_have_met_once_before_anybody_meets_again() {
    for (count, cycle) in [(4, 3), (5, 5), (8, 7)] {
        assert_eq!(repeats(&NAMES[..count], 2 * cycle, 3), count.div_ceil(2) * cycle as usize);
    }
}

#[test]
fn in_the_first_half_of_the_rounds_nobody_meets_its_own_team() {
    // Two teams of four, and three of whom one has nobody: each has enough others.
    for (teams, seed) in [vec![0, 0, 0, 0, 1, 1, 1, 1], vec![0, 1, 1, 0, 2, 2, 9, 9]]
        .into_iter()
        .flat_map(|teams: Vec<usize>| (0..50).map(move |seed| (teams.clone(), seed)))
    {
        let teams: Vec<Option<usize>> = teams.into_iter().map(|team| (team < 9).then_some(team)).collect();
        let names = &NAMES[..8];
        let (mut so_far, mut draw) = (vec![], numbers(seed));
        for number in 1..=5 {
            let order = seeding(names, Seed(seed));
            let next = swiss(names, &Disqualified::nobody(8), &so_far, &order, 5, &teams, Seed(seed));
            assert_eq!(next.len(), 4);
            for round in next {
                let [a, b] = round.pairing[..] else { panic!("nobody sits out") };
                let is_own = teams[a.0].is_some() && teams[a.0] == teams[b.0];
                assert!(!is_own || number > 3, "round {number}: {a:?} {b:?}");
                assert_eq!(count(&so_far, &round.pairing), 0, "nobody meets anybody again");
                so_far.push(played(round, &mut draw));
            }
        }
    }
}

/// The pairs of the first round of a Swiss of contestants that the organiser has seeded in this order.
fn across_halves(order: &[usize], out: &[usize], teams: &[Option<usize>]) -> Vec<Vec<usize>> {
    let mut disqualified = Disqualified::nobody(order.len());
    for id in out {
        disqualified.exclude(EntrantId(*id));
    }
    let (order, teams) = (ids(order), teams.to_vec());
    let first = In::first(NAMES[..order.len()].to_vec(), &order, Seed(1), disqualified.clone());
    let next = super::swiss(&In { teams, ..first }, &Sums::new(&disqualified), &order, 0, 3);
    next.iter().map(|round| round.pairing.iter().map(|id| id.0).collect()).collect()
}

#[test]
fn by_seeding_the_first_half_meets_the_second_and_the_last_has_the_bye() {
    let pairs = |order: &[usize]| across_halves(order, &[], &[]);
    assert_eq!(pairs(&[0, 1, 2, 3, 4, 5, 6, 7]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(pairs(&[6, 5, 4, 3, 2, 1, 0]), [vec![3, 6], vec![2, 5], vec![1, 4], vec![0]]);
    assert_eq!(across_halves(&[0, 1, 2, 3, 4], &[1], &[]), [[0, 3], [2, 4]], "of those who are in");
}

#[test]
fn by_seeding_nobody_meets_its_own_team_in_round_1() {
    // Some have no team: 9.
    for drawn in 0..4_usize.pow(6) {
        let teams: Vec<usize> = (0..6).map(|id| [0, 1, 2, 9][drawn / 4_usize.pow(id) % 4]).collect();
        let of: Vec<Option<usize>> = teams.iter().map(|team| (*team < 9).then_some(*team)).collect();
        let is_own = |pair: &&Vec<usize>| of[pair[0]].is_some() && of[pair[0]] == of[pair[1]];
        let pairs = across_halves(&[0, 1, 2, 3, 4, 5], &[], &of);
        let largest = (0..3).map(|team| teams.iter().filter(|other| **other == team).count()).max();
        assert_eq!(pairs.iter().filter(is_own).count(), largest.unwrap_or(0).saturating_sub(3), "{teams:?}");
        let crosses = pairs.iter().filter(|pair| (pair[0] < 3) != (pair[1] < 3)).count();
        assert_eq!(crosses, 3, "{teams:?}: {pairs:?}");
    }
}
