//! Looks ahead: whether so many rounds can still be played in which nobody meets anybody again.
//!
//! A round is a perfect matching of the pairs that are left, so the question is for disjoint perfect matchings of a graph. To
//! decide it is hard, but hill climbing finds them nearly always if there are any (J. H. Dinitz and D. R. Stinson, "A
//! hill-climbing algorithm for the construction of one-factorizations and Room squares", 1987). Knows no points.

use judge_play::Seed;

/// Pairs of places, of which everybody is in one.
pub(super) type Pairs = Vec<(usize, usize)>;

/// Steps for each place of each round, after which it is given up.
const STEPS: usize = 200;

/// `rounds` rounds of `places` (an even number of them) whose pairs are all free, and no two the same; `None` if none are found.
///
/// The order of the places does not matter: what is found for the rounds after this one is found again when they come.
pub(super) fn rounds_of(
    places: &[usize],
    is_free: impl Fn(usize, usize) -> bool,
    rounds: usize,
) -> Option<Vec<Pairs>> {
    let mut places = places.to_vec();
    places.sort_unstable();
    let count = places.len();
    let free = |a: usize, b: usize| a != b && is_free(places[a], places[b]);
    let free = (0..count).map(|a| (0..count).map(|b| free(a, b)).collect()).collect();
    let lacking = (0..rounds).flat_map(|round| (0..count).map(move |place| (round, place))).collect();
    let mut climb = Climb {
        free,
        round_of: vec![vec![None; count]; count],
        mate: vec![vec![None; count]; rounds],
        lacking,
        random: Seed(0).derive(&["rounds ahead"]).0,
    };
    for _ in 0..STEPS * rounds * count {
        if climb.lacking.is_empty() {
            break;
        }
        climb.step()?;
    }
    let pairs = |mates: Vec<Option<usize>>| -> Pairs {
        let once = |(a, b): (usize, Option<usize>)| b.filter(|b| a < *b).map(|b| (places[a], places[b]));
        mates.into_iter().enumerate().filter_map(once).collect()
    };
    climb.lacking.is_empty().then(|| climb.mate.into_iter().map(pairs).collect())
}

/// Rounds that are not whole yet. Their pairs never get fewer.
struct Climb {
    free: Vec<Vec<bool>>,
    /// The round in which two meet.
    round_of: Vec<Vec<Option<usize>>>,
    mate: Vec<Vec<Option<usize>>>,
    /// The rounds and places without a partner.
    lacking: Vec<(usize, usize)>,
    random: u64,
}

impl Climb {
    /// One more pair, or another in place of one; nothing if somebody has nobody left to meet.
    fn step(&mut self) -> Option<()> {
        let lack = self.below(self.lacking.len());
        let (round, place) = self.lacking[lack];
        if self.below(2) == 0 {
            // Two who both lack this round meet in it, and no longer in another.
            let others: Vec<usize> = self.lacking.iter().filter(|of| of.0 == round).map(|of| of.1).collect();
            let other = others[self.below(others.len())];
            if self.free[place][other] {
                if let Some(before) = self.round_of[place][other] {
                    self.pair_or_part(before, place, other);
                }
                self.pair_or_part(round, place, other);
            }
            return Some(());
        }
        // It meets somebody whom it does not meet yet, who leaves its partner.
        let count = self.free.len();
        let first = self.below(count);
        let mut others = (first..count).chain(0..first);
        let other = others.find(|&other| self.free[place][other] && self.round_of[place][other].is_none())?;
        if let Some(left) = self.mate[round][other] {
            self.pair_or_part(round, other, left);
        }
        self.pair_or_part(round, place, other);
        Some(())
    }

    /// Makes two a pair of a round, or parts them if they are one.
    fn pair_or_part(&mut self, round: usize, a: usize, b: usize) {
        let is_pair = self.mate[round][a] != Some(b);
        for (one, other) in [(a, b), (b, a)] {
            self.round_of[one][other] = is_pair.then_some(round);
            self.mate[round][one] = is_pair.then_some(other);
            self.lacking.retain(|lack| *lack != (round, one));
            self.lacking.extend((!is_pair).then_some((round, one)));
        }
    }

    /// A random number below `bound`, by Sebastiano Vigna's splitmix64.
    fn below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let part = (u128::from(mixed ^ (mixed >> 31)) * bound as u128) >> 64;
        usize::try_from(part).expect("it is below a usize")
    }
}

#[cfg(test)]
mod tests;
