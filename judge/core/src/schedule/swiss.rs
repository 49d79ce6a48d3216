//! The Swiss system: in each round everybody meets somebody who has done about as well.

use super::matching;
use super::{Disqualified, EntrantId, PlayedRound, Round};
use judge_play::Seed;

/// The next round of all contestants that are still in; none if that is only one.
///
/// `names` are sorted; `out` are the disqualified, who are paired no more; `so_far` is all that was
/// played, in any order; `order` has all contestants, best first.
///
/// Those who are in stand by points, and of equals by `order`. From the top down each is
/// paired with the next below whom it has not met. Nobody meets anybody again, and
/// nobody sits out again, while that can be avoided for all in this round together; what
/// cannot be avoided is as rare as it can be. If their number is odd, the last who has not yet sat out
/// has a bye.
#[must_use]
pub fn swiss(
    names: &[&str],
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    order: &[EntrantId],
    seed: Seed,
) -> Vec<Round> {
    let field = by_points(disqualified, so_far, order);
    if field.len() < 2 {
        return vec![];
    }
    let number = 1 + so_far.iter().map(|played| played.round.number).max().unwrap_or(0);
    let round = |mut pairing: Vec<EntrantId>| {
        pairing.sort_unstable();
        Round::new(names, pairing, number, seed)
    };
    let (pairs, bye) = pairs(&field, &costs(names.len(), &field, so_far));
    let pairs = pairs.into_iter().map(|(a, b)| vec![EntrantId(a), EntrantId(b)]);
    pairs.chain(bye.map(|id| vec![EntrantId(id)])).map(round).collect()
}

/// The most games of a Swiss of so many rounds; `None` if more than can be counted.
#[must_use]
pub(crate) fn swiss_games_max(contestants: usize, rounds: u32) -> Option<u64> {
    (contestants as u64 / 2 * 2).checked_mul(rounds.into())
}

/// The contestants that are still in, by points, and of equals by `order`.
fn by_points(disqualified: &Disqualified, so_far: &[PlayedRound], order: &[EntrantId]) -> Vec<usize> {
    let mut points = vec![0; disqualified.contestants()];
    for played in so_far {
        for (id, gained) in played.round.pairing.iter().zip(&played.points) {
            points[id.0] += gained;
        }
    }
    let mut field: Vec<usize> =
        order.iter().map(|id| id.0).filter(|&id| !disqualified.has(EntrantId(id))).collect();
    field.sort_by_key(|&id| std::cmp::Reverse(points[id]));
    field
}

/// The cost of each pair, and with place `contestants` of each bye: the number of times there was this one
/// already, less the smallest number of any pair, or of any bye.
fn costs(contestants: usize, field: &[usize], so_far: &[PlayedRound]) -> Vec<Vec<u32>> {
    let nobody = contestants;
    let mut costs = vec![vec![0; contestants + 1]; contestants + 1];
    for played in so_far {
        let (a, b) = match played.round.pairing[..] {
            [EntrantId(a), EntrantId(b)] => (a, b),
            [EntrantId(a)] => (a, nobody),
            _ => continue,
        };
        costs[a][b] += 1;
        costs[b][a] += 1;
    }
    let met = || field.iter().flat_map(|&a| field.iter().filter(move |&&b| a != b).map(move |&b| (a, b)));
    let met_least = met().map(|(a, b)| costs[a][b]).min().unwrap_or(0);
    let byes_least = field.iter().map(|&id| costs[id][nobody]).min().unwrap_or(0);
    for (a, b) in met() {
        costs[a][b] -= met_least;
    }
    for &id in field {
        costs[id][nobody] -= byes_least;
        costs[nobody][id] -= byes_least;
    }
    costs
}

/// The pairs of `field`, and the contestant that is left over if their number is odd.
fn pairs(field: &[usize], costs: &[Vec<u32>]) -> (Vec<(usize, usize)>, Option<usize>) {
    if field.len().is_multiple_of(2) {
        return (matching::pair_all(field, costs), None);
    }
    let nobody = costs.len() - 1;
    let with_nobody: Vec<usize> = field.iter().copied().chain([nobody]).collect();
    let from_below = field.iter().rev().copied().collect();
    let bye = matching::partner(nobody, from_below, &with_nobody, costs).expect("somebody can sit out");
    let others: Vec<usize> = field.iter().copied().filter(|&id| id != bye).collect();
    (matching::pair_all(&others, costs), Some(bye))
}

#[cfg(test)]
mod tests;
