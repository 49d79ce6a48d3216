//! Tables: the groups that can sit together, and the rounds of tables that are known beforehand.

use std::ops::RangeInclusive;

use super::{EntrantId, Round};
use judge_play::Seed;

/// The primes that the circles at tables of three to eight are made with.
const PRIMES: [usize; 4] = [3, 5, 7, 11];

/// The rounds of these numbers of each of `tables`, which are lists of rising places in `names`; each round
/// of all tables before the next.
pub(super) fn rounds_of<'a>(
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

/// Every choice of `size` of these, which rise.
pub(super) fn choices_of(members: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> {
    choices(members.len(), size).into_iter().map(|choice| choice.into_iter().map(|at| members[at]).collect())
}

/// The number of lists in [`choices`]; `None` if more than can be counted.
pub(super) fn choices_count(bound: usize, size: usize) -> Option<u64> {
    let mut count: u64 = 1;
    for (chosen, left) in (1..=size as u64).zip((0..=bound as u64).rev()) {
        count = count.checked_mul(left)? / chosen;
    }
    Some(count)
}

/// Every choice of `size` numbers below `bound`, in lexicographic order, each rising.
pub(super) fn choices(bound: usize, size: usize) -> Vec<Vec<usize>> {
    let mut choices = vec![vec![]];
    for place in 0..size {
        let longer = |choice: &Vec<usize>| {
            let first = choice.last().map_or(0, |last| last + 1);
            let end = (bound + place + 1).saturating_sub(size);
            let choice = choice.clone();
            (first..end).map(move |next| choice.iter().copied().chain([next]).collect::<Vec<_>>())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
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
