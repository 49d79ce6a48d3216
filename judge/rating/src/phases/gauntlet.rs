//! The gauntlet: champions against everybody else, in pairs or at larger tables.

use super::EntrantId;
use super::tables::choices;

/// Every table of one champion and `seats` − 1 challengers, among members that rise.
///
/// Who is no champion is a challenger; two of a kind never meet, but at tables of more than two.
pub(super) fn gauntlet(members: &[usize], champions: &[EntrantId], seats: usize) -> Vec<Vec<usize>> {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use judge_play::Seed;

    use super::*;
    use crate::phases::tables::rounds_of;
    use crate::phases::{Kind, Phase, Round, round_robin};

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
