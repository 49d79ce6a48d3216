//! Tables: the groups that can sit together, in a round-robin or a gauntlet, and the rounds of tables that are known beforehand.

use std::ops::RangeInclusive;

use super::{Disqualified, EntrantId, Group, In, Phase, Round};
use judge_play::Seed;

/// The primes that the circles at tables of three to eight are made with.
const PRIMES: [usize; 4] = [3, 5, 7, 11];

/// The rounds of these numbers, from 1, of a phase in which nothing but the contestants decides who meets whom, each round of
/// all tables before the next.
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
    let tables: Vec<Vec<usize>> = groups.iter().flat_map(tables).collect();
    let count = tables.len();
    numbers.flat_map(move |number| (0..count).map(move |at| (number, at))).map(move |(number, at)| {
        let number = come.after + number;
        let circle = circle(&tables[at], &come.names, number, come.seed);
        Round::new(&come.names, circle.into_iter().map(EntrantId).collect(), number, come.seed)
    })
}

/// Every table of `seats` out of `names`, which are sorted, so many rounds, as a round-robin has them.
#[must_use]
pub fn round_robin(names: &[&str], seats: usize, rounds: u32, seed: Seed) -> std::vec::IntoIter<Round> {
    let nobody = Disqualified::nobody(names.len());
    let come = In { seats, ..In::first(names.to_vec(), &[], seed, nobody) };
    let all = Group { number: 0, members: (0..names.len()).map(|id| (id, EntrantId(id))).collect() };
    known_rounds(&Phase::default(), &come, &[all], 1..=rounds).collect::<Vec<_>>().into_iter()
}

/// The number of lists in [`choices`]; `None` if more than can be counted.
pub(super) fn choices_count(bound: usize, size: usize) -> Option<u64> {
    let mut count: u64 = 1;
    for (chosen, left) in (1..=size as u64).zip((0..=bound as u64).rev()) {
        count = count.checked_mul(left)? / chosen;
    }
    Some(count)
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
mod tests;
