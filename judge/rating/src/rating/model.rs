//! Counts of results in, the likelihood of strengths out.
//!
//! A game is a series of picks: of those left at the table, one or several level ones come first. How likely
//! a pick is goes by the mean of the picked ones' strengths, each with its seat's, and by how many they are.

use std::collections::BTreeMap;

use super::distribution::Distribution;
use super::tally::Tally;

/// Seats of a table, as bits.
pub(super) type Seats = u32;

/// A pattern of results, as the tally has it: who is at the table, the ranks game by game, in how many rounds.
pub(super) struct Rounds {
    pub(super) table: Vec<usize>,
    pub(super) ranks: Vec<u8>,
    pub(super) count: f64,
}

/// A set of seats from which some are picked, with the number of times.
pub(super) struct Situation {
    /// The contestants by seat.
    pub(super) seated: Vec<usize>,
    pub(super) left: Seats,
    /// Each pick that was made and how often, in order.
    pub(super) picked: Vec<(Seats, f64)>,
    pub(super) count: f64,
}

/// A pattern of a round's results: its picks, each with its situation, and how many rounds have it.
pub(super) struct Pattern {
    pub(super) picks: Vec<(usize, Seats)>,
    pub(super) count: f64,
}

/// The games, as they count for the likelihood.
pub(super) struct Data {
    pub(super) contestants: usize,
    pub(super) situations: Vec<Situation>,
    pub(super) patterns: Vec<Pattern>,
}

/// The parameters: strengths of `contestants`, then of `seats` seats, then of the sizes of `ties`.
#[derive(Clone)]
pub(super) struct ModelParameters {
    pub(super) contestants: usize,
    pub(super) seats: usize,
    pub(super) ties: Vec<u32>,
    /// The number of virtual games of each parameter.
    pub(super) prior: f64,
    /// The distribution that strengths come from, if there is one: it takes the place of their virtual games.
    pub(super) drawn: Distribution,
    /// The fields that contestants come from: nothing is presumed of how far these lie apart.
    pub(super) fields: Vec<Vec<usize>>,
}

/// The rounds among those who are `rated`; a contestant is its place there.
pub(super) fn rounds(rated: &[usize], tally: &Tally) -> Vec<Rounds> {
    let seat = |id: &crate::EntrantId| rated.binary_search(&id.0).ok();
    let rounds = tally.patterns().filter_map(|(pairing, ranks, count)| {
        let table = pairing.iter().map(seat).collect::<Option<Vec<_>>>()?;
        Some(Rounds { table, ranks: ranks.to_vec(), count: count as f64 })
    });
    rounds.collect()
}

impl Rounds {
    /// Each game that counts: who sits where, and the ranks.
    pub(super) fn games(&self) -> impl Iterator<Item = (Vec<usize>, &[u8])> {
        let orders = self.ranks.chunks(self.table.len()).enumerate().filter(|(_, ranks)| ranks[0] > 0);
        orders.map(|(order, ranks)| {
            let mut seated = self.table.clone();
            seated.rotate_left(order);
            (seated, ranks)
        })
    }
}

impl Data {
    pub(super) fn new(contestants: usize, rounds: &[Rounds]) -> Self {
        let (mut situations, mut patterns, mut known) = (Vec::<Situation>::new(), vec![], BTreeMap::new());
        for round in rounds {
            let mut picks = vec![];
            for (seated, ranks) in round.games() {
                let mut left: Seats = (0..seated.len()).map(|seat| 1 << seat).sum();
                // Who is left alone is picked whoever it is: that tells nothing.
                while left.count_ones() > 1 {
                    let best = bits(left).map(|seat| ranks[seat]).min();
                    let first = bits(left).filter(|&seat| Some(ranks[seat]) == best);
                    let picked = first.map(|seat| 1 << seat).sum();
                    let new = || Situation { seated: seated.clone(), left, picked: vec![], count: 0.0 };
                    // Equal situations have equal chances, so a fit looks at each once, however many games had it.
                    let index = *known.entry((seated.clone(), left)).or_insert_with(|| {
                        situations.push(new());
                        situations.len() - 1
                    });
                    situations[index].add(picked, round.count);
                    picks.push((index, picked));
                    left &= !picked;
                }
            }
            patterns.push(Pattern { picks, count: round.count });
        }
        for situation in &mut situations {
            situation.picked.sort_unstable_by_key(|(pick, _)| *pick);
            situation.count = situation.picked.iter().map(|(_, count)| count).sum();
        }
        Self { contestants, situations, patterns }
    }

    /// The parameters that the games can tell something about.
    pub(super) fn terms(&self) -> ModelParameters {
        // Only differences between seats show, so the last is 0. A size of ties that never happened has no parameter: it
        // would fit best at minus infinity.
        let seats = self.situations.iter().map(|situation| situation.seated.len()).max().unwrap_or(1) - 1;
        let picked = self.situations.iter().flat_map(|situation| &situation.picked);
        let mut ties: Vec<u32> =
            picked.map(|(picked, _)| picked.count_ones()).filter(|size| *size > 1).collect();
        ties.sort_unstable();
        ties.dedup();
        let (contestants, fields) = (self.contestants, vec![(0..self.contestants).collect()]);
        ModelParameters { contestants, seats, ties, prior: 1.0, drawn: Distribution::default(), fields }
    }

    /// The same, with each round worth so many.
    pub(super) fn times(mut self, worth: f64) -> Self {
        for situation in &mut self.situations {
            situation.count *= worth;
            situation.picked.iter_mut().for_each(|(_, count)| *count *= worth);
        }
        self.patterns.iter_mut().for_each(|pattern| pattern.count *= worth);
        self
    }
}

impl ModelParameters {
    pub(super) fn count(&self) -> usize {
        self.contestants + self.seats + self.ties.len()
    }
}

impl Situation {
    /// The contestants that can be picked.
    pub(super) fn contestants(&self) -> impl Iterator<Item = usize> {
        bits(self.left).map(|seat| self.seated[seat])
    }

    fn add(&mut self, picked: Seats, count: f64) {
        match self.picked.iter_mut().find(|(known, _)| *known == picked) {
            Some((_, known)) => *known += count,
            None => self.picked.push((picked, count)),
        }
    }
}

/// The seats in `seats`, in order.
pub(super) fn bits(seats: Seats) -> impl Iterator<Item = usize> {
    let rest = |left: &Seats| Some(left & (left - 1)).filter(|left| *left > 0);
    std::iter::successors(Some(seats).filter(|seats| *seats > 0), rest)
        .map(|left| left.trailing_zeros() as usize)
}
