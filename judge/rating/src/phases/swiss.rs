//! The Swiss system: in each round everybody meets somebody who has done about as well.

use std::cmp::Reverse;

use super::matching::Matching;
use super::{Bye, EntrantId, In, Round, ahead};
use crate::Sums;

/// The round of a Swiss after `so_far` of its `rounds`, of all contestants in `order`, best first, that are still in; none if that
/// is only one.
///
/// `come` is what the phase knows, and `sums` are those of its games.
///
/// Those who are in stand by points, and of equals by `order`. From the top down each is
/// paired with the next below whom it has not met. Nobody meets anybody again, and
/// nobody sits out again, while that can be avoided for all in this round together; what
/// cannot be avoided is as rare as it can be. If their number is odd, the last who has not yet sat out
/// has a bye; whom the organiser gives one sits out and is paired with nobody. If that would leave too few new pairs for the rounds to come, they are paired otherwise.
///
/// In round 1 the first half meets the second, in order, if that is no lot.
///
/// In the first half of the rounds nobody meets one of its own of the `teams` while that can be avoided; it is better than
/// to meet the same one again.
pub(super) fn swiss(come: &In<'_>, sums: &Sums, order: &[EntrantId], so_far: u32, rounds: u32) -> Vec<Round> {
    let mut field: Vec<usize> =
        order.iter().filter(|id| !sums.disqualified.has(**id)).map(|id| id.0).collect();
    field.sort_by_key(|&id| Reverse(sums.standings[id].points));
    if field.len() < 2 {
        return vec![];
    }
    let number = come.after + so_far + 1;
    let round = |pairing| Round::new(&come.names, pairing, number, come.seed);
    let given = |id: usize| Bye::points(&come.byes, come.name(EntrantId(id)), number);
    let sits_out = |&id: &usize| given(id).map(|bye| Round { bye, ..round(vec![EntrantId(id)]) });
    let sitting: Vec<Round> = field.iter().filter_map(sits_out).collect();
    field.retain(|id| given(*id).is_none());
    let nobody = (!field.len().is_multiple_of(2)).then_some(come.names.len());
    let is_early = so_far < rounds.div_ceil(2);
    let are_mates = |a, b| u32::from(is_early && come.are_mates(EntrantId(a), EntrantId(b)));
    let costs = costs(&field, sums, are_mates);
    let preferred = if come.placed > 0 && so_far == 0 {
        // No more of one team meet for the halves: somebody lacks another of the other half only if more than half are of its team.
        let is_first = |id| field[..field.len() / 2].contains(&id);
        let of_one_half = |a, b| are_mates(a, b) + u32::from(is_first(a) == is_first(b));
        pairs(&field, nobody, &self::costs(&field, sums, of_one_half))
    } else {
        pairs(&field, nobody, &costs)
    };
    let places = [&field, nobody.as_slice()].concat();
    let pairs = looking_ahead(&places, preferred, &costs, rounds.saturating_sub(so_far));
    let paired = |(a, b): (usize, usize)| {
        let mut pairing: Vec<EntrantId> = [a, b].map(EntrantId).into();
        pairing.retain(|id| id.0 < come.names.len());
        pairing.sort_unstable();
        round(pairing)
    };
    pairs.into_iter().map(paired).chain(sitting).collect()
}

/// The most contestants for whom rounds are looked ahead: the time grows with their fourth power.
const AHEAD_MAX: usize = 100;

/// The pairs of this round, with which, of the `left` rounds that it begins, as many as possible have only new pairs.
///
/// The `preferred` are kept if they leave new pairs for the rounds to come. Otherwise rounds are made for all of them
/// together, and it is the one of these whose pairs stand nearest to each other.
fn looking_ahead(places: &[usize], preferred: ahead::Pairs, costs: &[Vec<u32>], left: u32) -> ahead::Pairs {
    let is_new = |a: usize, b: usize| costs[a][b] == 0;
    let new = |&a: &usize| places.iter().filter(|&&b| a != b && is_new(a, b)).count();
    let new_least = places.iter().map(new).min().unwrap_or(0);
    let mut rounds = new_least.min(left as usize);
    // Whoever has half of the field left to meet can be paired with all others (Dirac's theorem), whatever was before.
    if new_least + 1 >= rounds + places.len() / 2 || places.len() > AHEAD_MAX {
        return preferred;
    }
    let leaves = |pairs: &ahead::Pairs, rounds: usize| {
        let is_left = |a, b| is_new(a, b) && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a));
        ahead::rounds_of(places, is_left, rounds).is_some()
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
        if let Some(mut found) = ahead::rounds_of(places, is_new, rounds) {
            found.sort_by_key(apart);
            // There are the others, but the next round must find them, too.
            let best = found.iter().position(|pairs| leaves(pairs, rounds - 1)).unwrap_or(0);
            return found.swap_remove(best);
        }
        rounds -= rounds.div_ceil(8);
    }
    preferred
}

/// The cost of each pair, and with the last place, behind all contestants, of each bye: twice the number of times there was this
/// one already, less the smallest number of any pair, or of any bye. Two cost `more`, such as half of that if they are of one team.
fn costs(field: &[usize], sums: &Sums, more: impl Fn(usize, usize) -> u32) -> Vec<Vec<u32>> {
    let nobody = sums.met.len();
    let mut costs = vec![vec![0; nobody + 1]; nobody + 1];
    let pairs = || field.iter().flat_map(|&a| field.iter().filter(move |&&b| a != b).map(move |&b| (a, b)));
    let met_least = pairs().map(|(a, b)| sums.met[a][b]).min().unwrap_or(0);
    let byes_least = field.iter().map(|&id| sums.met[id][id]).min().unwrap_or(0);
    for (a, b) in pairs() {
        costs[a][b] = 2 * (sums.met[a][b] - met_least) + more(a, b);
    }
    for &id in field {
        let byes = sums.met[id][id] - byes_least;
        (costs[id][nobody], costs[nobody][id]) = (byes, byes);
    }
    costs
}

/// The pairs of `field`, and of one of it with `nobody`, who is the last place of `costs`, if their number is odd.
fn pairs(field: &[usize], nobody: Option<usize>, costs: &[Vec<u32>]) -> ahead::Pairs {
    let mut matching = Matching::maximum(&[field, nobody.as_slice()].concat(), costs);
    let from_below = field.iter().rev().copied().collect();
    let bye = nobody.and_then(|nobody| matching.pair_with_one_of(nobody, from_below).zip(Some(nobody)));
    matching.pairs().into_iter().chain(bye).collect()
}

#[cfg(test)]
mod tests;
