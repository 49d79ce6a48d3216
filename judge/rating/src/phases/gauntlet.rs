//! The gauntlet: champions against everybody else, in pairs or at larger tables.

use super::tables::{choices, choices_count, rounds_of};
use super::{EntrantId, Round};
use judge_play::Seed;

/// Every table of one champion and `seats` − 1 challengers, `rounds` times; each round of all
/// tables before the next.
///
/// `names` are sorted. Who is no champion is a challenger; two of a kind never meet, but
/// at tables of more than two. A round is the same as the round-robin's of that table and number.
pub fn gauntlet<'a>(
    names: &'a [&'a str],
    champions: &[EntrantId],
    seats: usize,
    rounds: u32,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    let is_champion = |id: &usize| champions.contains(&EntrantId(*id));
    let (champions, challengers): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(is_champion);
    let others = choices(challengers.len(), seats - 1);
    let table = |champion: usize, others: &[usize]| {
        let mut table: Vec<usize> =
            others.iter().map(|&other| challengers[other]).chain([champion]).collect();
        table.sort_unstable();
        table
    };
    let tables = champions.iter().flat_map(|&champion| others.iter().map(move |others| (champion, others)));
    let tables = tables.map(|(champion, others)| table(champion, others)).collect();
    rounds_of(tables, names, rounds, seed)
}

/// The number of games of [`gauntlet`]; `None` if more than can be counted.
#[must_use]
pub fn gauntlet_games(champions: usize, challengers: usize, seats: usize, rounds: u32) -> Option<u64> {
    let tables = choices_count(challengers, seats - 1)?.checked_mul(champions as u64)?;
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::phases::round_robin;

    const NAMES: [&str; 6] = ["density", "hunter", "mole", "stupid", "tidy", "vera"];
    const CHAMPIONS: [EntrantId; 2] = [EntrantId(1), EntrantId(4)];

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
            let rounds = sorted(gauntlet(&NAMES, &CHAMPIONS, seats, 3, Seed(1)).collect());
            assert!(!rounds.is_empty());
            assert_eq!(rounds, expected);
        }
    }

    #[test]
    fn each_round_of_all_tables_comes_before_the_next() {
        let numbers: Vec<u32> =
            gauntlet(&NAMES, &CHAMPIONS, 2, 3, Seed(1)).map(|round| round.number).collect();
        assert!(numbers.is_sorted());
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn games_are_counted_without_making_them() {
        for seats in 2..=5 {
            let rounds = gauntlet(&NAMES, &CHAMPIONS, seats, 7, Seed(1));
            let games: usize = rounds.map(|round| round.fixtures().count()).sum();
            assert_eq!(gauntlet_games(2, 4, seats, 7), Some(games as u64));
        }
        assert_eq!(gauntlet_games(1, usize::MAX, 8, 1), None);
    }
}
