//! Tables: who can sit together, and the rounds of tables that are known beforehand.

use super::{EntrantId, Round};
use judge_play::Seed;

/// `rounds` rounds of each of `tables`, which are lists of rising places in `names`; each round
/// of all tables before the next.
pub(super) fn rounds_of<'a>(
    tables: Vec<Vec<usize>>,
    names: &'a [&'a str],
    rounds: u32,
    seed: Seed,
) -> impl Iterator<Item = Round> + 'a {
    let count = tables.len();
    (1..=rounds).flat_map(move |number| (0..count).map(move |table| (number, table))).map(
        move |(number, table)| {
            let pairing = circle(&tables[table], number - 1).into_iter().map(EntrantId).collect();
            Round::new(names, pairing, number, seed)
        },
    )
}

/// How many lists [`choices`] has; `None` if more than can be counted.
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

/// The `index`th way to sit around a table, beginning anew when all have come up.
///
/// Seat orders that are the same but for who begins count as one way; a round plays all of those.
fn circle(table: &[usize], mut index: u32) -> Vec<usize> {
    let mut left = table[1..].to_vec();
    let mut circle = vec![table[0]];
    while !left.is_empty() {
        let choices = u32::try_from(left.len()).expect("a table has at most 8 seats");
        circle.push(left.remove((index % choices) as usize));
        index /= choices;
    }
    circle
}
