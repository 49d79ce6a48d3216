//! The Swiss system: in each round everybody meets somebody who has done about as well.

use super::ahead;
use super::matching::{Matching, pair_all};
use super::{Disqualified, EntrantId, In, PlayedRound, Round};

/// The next of `rounds` rounds of all contestants that are still in; none if that is only one.
///
/// `come` is what the phase knows; the `disqualified` are paired no more; `so_far` is all that was
/// played, in any order; `order` has all contestants, best first.
///
/// Those who are in stand by points, and of equals by `order`. From the top down each is
/// paired with the next below whom it has not met. Nobody meets anybody again, and
/// nobody sits out again, while that can be avoided for all in this round together; what
/// cannot be avoided is as rare as it can be. If their number is odd, the last who has not yet sat out
/// has a bye. If that would leave too few new pairs for the rounds to come, they are paired otherwise.
///
/// In round 1 the first half meets the second, in order, if that is no lot.
///
/// In the first half of the rounds nobody meets one of its own of the `teams` while that can be avoided; it is better than
/// to meet the same one again.
#[must_use]
pub fn swiss(
    come: &In<'_>,
    rounds: u32,
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    order: &[EntrantId],
) -> Vec<Round> {
    let In { names, after, .. } = come;
    let field = by_points(disqualified, so_far, order);
    if field.len() < 2 {
        return vec![];
    }
    let number = 1 + so_far.iter().map(|played| played.round.number).max().unwrap_or(*after);
    let round = |(a, b): (usize, usize)| {
        let is_somebody = |id: &usize| *id < names.len();
        let mut pairing: Vec<EntrantId> = [a, b].into_iter().filter(is_somebody).map(EntrantId).collect();
        pairing.sort_unstable();
        Round::new(names, pairing, number, come.seed)
    };
    let is_early = number - after <= rounds.div_ceil(2);
    let costs =
        costs(names.len(), &field, so_far, |a, b| is_early && come.are_mates(EntrantId(a), EntrantId(b)));
    let has_halves = come.placed > 0 && so_far.is_empty();
    let halved = has_halves.then(|| across_halves(&field, &costs));
    let preferred = pairs(&field, halved.as_ref().unwrap_or(&costs));
    let pairs = looking_ahead(&field, preferred, &costs, (after + rounds + 1).saturating_sub(number));
    pairs.into_iter().map(round).collect()
}

/// The most contestants for whom rounds are looked ahead: the time grows with their fourth power.
const AHEAD_MAX: usize = 100;

/// The pairs of this round, with which, of the `left` rounds that it begins, as many as possible have only new pairs.
///
/// The `preferred` are kept if they leave new pairs for the rounds to come. Otherwise rounds are made for all of them
/// together, and it is the one of these whose pairs stand nearest to each other.
fn looking_ahead(field: &[usize], preferred: ahead::Pairs, costs: &[Vec<u32>], left: u32) -> ahead::Pairs {
    let nobody = (!field.len().is_multiple_of(2)).then_some(costs.len() - 1);
    let places: Vec<usize> = field.iter().copied().chain(nobody).collect();
    let is_new = |a: usize, b: usize| costs[a][b] == 0;
    let new = |&a: &usize| places.iter().filter(|&&b| a != b && is_new(a, b)).count();
    let new_least = places.iter().map(new).min().unwrap_or(0);
    let mut rounds = new_least.min(left as usize);
    // Whoever has half of the field left to meet can be paired with all others (Dirac's theorem), whatever was before.
    if new_least + 1 >= rounds + places.len() / 2 || places.len() > AHEAD_MAX {
        return preferred;
    }
    let leaves = |pairs: &ahead::Pairs, rounds: usize| {
        let mut mate = vec![usize::MAX; costs.len()];
        for &(a, b) in pairs {
            (mate[a], mate[b]) = (b, a);
        }
        ahead::rounds_of(&places, |a, b| is_new(a, b) && mate[a] != b, rounds).is_some()
    };
    let place = |id: usize| places.iter().position(|other| *other == id).expect("all have a place");
    let apart = |pairs: &ahead::Pairs| -> usize {
        pairs.iter().map(|&(a, b)| place(a).abs_diff(place(b)).pow(2)).sum()
    };
    let is_all_new = preferred.iter().all(|&(a, b)| is_new(a, b));
    while rounds > 1 {
        if is_all_new && leaves(&preferred, rounds - 1) {
            break;
        }
        if let Some(mut found) = ahead::rounds_of(&places, is_new, rounds) {
            found.sort_by_key(apart);
            // There are the others, but the next round must find them, too.
            let best = found.iter().position(|pairs| leaves(pairs, rounds - 1)).unwrap_or(0);
            return found.swap_remove(best);
        }
        rounds -= rounds.div_ceil(8);
    }
    preferred
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

/// The cost of each pair, and with place `nobody`, behind all contestants, of each bye: twice the number of times there was this one
/// already, less the smallest number of any pair, or of any bye. Two of one team cost half of that more.
fn costs(
    nobody: usize,
    field: &[usize],
    so_far: &[PlayedRound],
    are_mates: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<u32>> {
    let mut costs = vec![vec![0; nobody + 1]; nobody + 1];
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
        costs[a][b] = 2 * (costs[a][b] - met_least) + u32::from(are_mates(a, b));
    }
    for &id in field {
        costs[id][nobody] -= byes_least;
        costs[nobody][id] -= byes_least;
    }
    costs
}

/// The costs where two of one half of the field cost more, so that they meet only if they must. No more of one team meet for
/// that: somebody lacks another of the other half only if more than half of the field is of its team.
fn across_halves(field: &[usize], costs: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let (mut across, half) = (costs.to_vec(), field.len() / 2);
    for (place, &a) in field.iter().enumerate() {
        for (other, &b) in field.iter().enumerate() {
            across[a][b] += u32::from((place < half) == (other < half));
        }
    }
    across
}

/// The pairs of `field`; if their number is odd, one with nobody, who is the last place of `costs`.
fn pairs(field: &[usize], costs: &[Vec<u32>]) -> ahead::Pairs {
    if field.len().is_multiple_of(2) {
        return pair_all(field, costs);
    }
    let nobody = costs.len() - 1;
    let mut matching = Matching::maximum(&[field, &[nobody]].concat(), costs);
    let from_below = field.iter().rev().copied().collect();
    let bye = matching.pair_with_one_of(nobody, from_below).expect("somebody can sit out");
    [matching.pairs(), vec![(bye, nobody)]].concat()
}

#[cfg(test)]
mod tests;
