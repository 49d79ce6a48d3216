//! Counts of results in, the likelihood of strengths out.
//!
//! A game is a series of picks: of those left at the table, one or several level ones come first. How likely
//! a pick is goes by the mean of the picked ones' strengths, each with its seat's, and by how many they are.

use std::collections::BTreeMap;

use super::tally::Tally;

/// Seats of a table, as bits.
pub(super) type Seats = u32;

/// The largest table.
const SEATS_MAX: usize = Seats::BITS as usize;

/// A pattern of results, as the tally has it: who is at the table, the ranks game by game, in how many rounds.
pub(super) struct Rounds {
    pub(super) table: Vec<usize>,
    pub(super) ranks: Vec<u8>,
    pub(super) count: f64,
}

/// What can be picked from, and how often it was.
pub(super) struct Situation {
    /// Who sits where.
    seated: Vec<usize>,
    left: Seats,
    /// Each pick that was made and how often, in order.
    pub(super) picked: Vec<(Seats, f64)>,
    pub(super) count: f64,
}

/// A pattern of a round's results: its picks, each with its situation, and how many rounds have it.
pub(super) struct Pattern {
    pub(super) picks: Vec<(usize, Seats)>,
    pub(super) count: f64,
}

/// What was played, as it counts for the likelihood.
pub(super) struct Data {
    pub(super) contestants: usize,
    pub(super) situations: Vec<Situation>,
    pub(super) patterns: Vec<Pattern>,
}

/// The parameters: strengths of `contestants`, then of `seats` seats, then of the sizes of `ties`.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) contestants: usize,
    pub(super) seats: usize,
    pub(super) ties: Vec<u32>,
    /// How many virtual games belong to each parameter.
    pub(super) prior: f64,
    /// One through the variance of the normal distribution that strengths come from, which then takes the place of
    /// their virtual games; 0 if there is none.
    pub(super) precision: f64,
}

/// How likely the picks of a situation are: by its own parameters, which are the
/// seats left, in order, and then the sizes of ties.
pub(super) struct Chances {
    pub(super) mean: Vec<f64>,
    /// Row by row.
    pub(super) covariance: Vec<f64>,
}

/// The rounds among those who are `rated`; a contestant is its place there.
pub(super) fn rounds(rated: &[usize], tally: &Tally) -> Vec<Rounds> {
    let seat = |id: &crate::schedule::EntrantId| rated.binary_search(&id.0).ok();
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
    /// What counts of `rounds`, where each game is one for each class at the table: the order among
    /// its members. Who has no class is left out.
    pub(super) fn new<'a>(
        contestants: usize,
        rounds: impl Iterator<Item = &'a Rounds>,
        class: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let mut data = Self { contestants, situations: vec![], patterns: vec![] };
        let mut known = BTreeMap::new();
        for round in rounds {
            let mut pattern = Pattern { picks: vec![], count: round.count };
            for (seated, ranks) in round.games() {
                for left in classes(&seated, &class) {
                    data.add_game(&mut known, &seated, ranks, left, &mut pattern);
                }
            }
            if !pattern.picks.is_empty() {
                data.patterns.push(pattern);
            }
        }
        for situation in &mut data.situations {
            situation.picked.sort_unstable_by_key(|(pick, _)| *pick);
            situation.count = situation.picked.iter().map(|(_, count)| count).sum();
        }
        data
    }

    fn add_game(
        &mut self,
        known: &mut BTreeMap<(Vec<usize>, Seats), usize>,
        seated: &[usize],
        ranks: &[u8],
        mut left: Seats,
        pattern: &mut Pattern,
    ) {
        // Who is left alone is picked whoever it is: that tells nothing.
        while left.count_ones() > 1 {
            let best = bits(left).map(|seat| ranks[seat]).min().expect("somebody is left");
            let picked = bits(left).filter(|&seat| ranks[seat] == best).fold(0, |all, seat| all | 1 << seat);
            // Equal situations have equal chances, so a fit looks at each once, however many games had it.
            let index = *known.entry((seated.to_vec(), left)).or_insert_with(|| {
                self.situations.push(Situation { seated: seated.to_vec(), left, picked: vec![], count: 0.0 });
                self.situations.len() - 1
            });
            self.situations[index].add(picked, pattern.count);
            pattern.picks.push((index, picked));
            left &= !picked;
        }
    }

    /// The parameters that the games can tell something about.
    pub(super) fn terms(&self) -> Terms {
        // Only differences between seats show, so the last is 0. A size of ties that never happened has no parameter: it
        // would fit best at minus infinity.
        let seats = self.situations.iter().map(|situation| situation.seated.len()).max().unwrap_or(1) - 1;
        let picked = self.situations.iter().flat_map(|situation| &situation.picked);
        let mut ties: Vec<u32> =
            picked.map(|(picked, _)| picked.count_ones()).filter(|size| *size > 1).collect();
        ties.sort_unstable();
        ties.dedup();
        Terms { contestants: self.contestants, seats, ties, prior: 1.0, precision: 0.0 }
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

    /// How many rounds count.
    pub(super) fn rounds(&self) -> f64 {
        self.patterns.iter().map(|pattern| pattern.count).sum()
    }

    /// Pairs of which the first was at least level with the second in a game, in order.
    pub(super) fn held_own(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for Situation { seated, left, picked, .. } in &self.situations {
            for better in picked.iter().flat_map(|(picked, _)| bits(*picked)) {
                let others = bits(*left).filter(|worse| *worse != better);
                pairs.extend(others.map(|worse| (seated[better], seated[worse])));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

impl Terms {
    pub(super) fn count(&self) -> usize {
        self.contestants + self.seats + self.ties.len()
    }

    /// Whether a parameter comes from the normal distribution.
    pub(super) fn is_drawn(&self, i: usize) -> bool {
        self.precision > 0.0 && i < self.contestants
    }

    /// Which parameters each of a situation's own stands for: a seat for who sits there and for itself.
    pub(super) fn parameters(&self, situation: &Situation) -> Vec<(usize, Option<usize>)> {
        let of_seat =
            |seat: usize| (situation.seated[seat], (seat < self.seats).then_some(self.contestants + seat));
        let ties = (self.contestants + self.seats..self.count()).map(|tie| (tie, None));
        bits(situation.left).map(of_seat).chain(ties).collect()
    }

    /// How likely each pick is, if the parameters are `at`.
    pub(super) fn chances(&self, situation: &Situation, at: &[f64]) -> Chances {
        let values = self.values(situation, at);
        let log_sum = self.log_sum(situation, &values);
        let own = situation.left.count_ones() as usize + self.ties.len();
        let (mut mean, mut covariance) = (vec![0.0; own], vec![0.0; own * own]);
        let mut features = Vec::with_capacity(own);
        for pick in self.picks(situation.left) {
            let chance = libm::exp(self.score(&values, pick) - log_sum);
            self.features(situation, pick, &mut features);
            for &(i, x) in &features {
                mean[i] += chance * x;
                for &(j, y) in &features {
                    covariance[i * own + j] += chance * x * y;
                }
            }
        }
        for (i, row) in covariance.chunks_mut(own).enumerate() {
            row.iter_mut().zip(&mean).for_each(|(entry, other)| *entry -= mean[i] * other);
        }
        Chances { mean, covariance }
    }

    /// How a situation's covariance changes with each of its own parameters, taken with a covariance of these.
    pub(super) fn skewness(&self, situation: &Situation, at: &[f64], covariance: &[Vec<f64>]) -> Vec<f64> {
        let values = self.values(situation, at);
        let log_sum = self.log_sum(situation, &values);
        let mean = self.chances(situation, at).mean;
        let mut slope = vec![0.0; mean.len()];
        let mut features = Vec::new();
        for pick in self.picks(situation.left) {
            let chance = libm::exp(self.score(&values, pick) - log_sum);
            self.features(situation, pick, &mut features);
            // In an exponential family the covariance changes by the third moment around the mean.
            let mut off: Vec<f64> = mean.iter().map(|mean| -mean).collect();
            for &(own, share) in &features {
                off[own] += share;
            }
            let product = |row: &Vec<f64>| row.iter().zip(&off).map(|(entry, x)| entry * x).sum::<f64>();
            let square: f64 = covariance.iter().zip(&off).map(|(row, x)| x * product(row)).sum();
            slope.iter_mut().zip(&off).for_each(|(sum, x)| *sum += chance * x * square);
        }
        slope
    }

    /// The log-likelihood of a situation's picks, if the parameters are `at`.
    pub(super) fn log_likelihood(&self, situation: &Situation, at: &[f64]) -> f64 {
        let values = self.values(situation, at);
        let picked: f64 =
            situation.picked.iter().map(|(pick, count)| count * self.score(&values, *pick)).sum();
        picked - situation.count * self.log_sum(situation, &values)
    }

    /// The scores of all possible picks if the parameters are `at`, and then those of the picks made.
    pub(super) fn scores(&self, situation: &Situation, at: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let values = self.values(situation, at);
        let possible = self.picks(situation.left).map(|pick| self.score(&values, pick));
        let made = situation.picked.iter().map(|(pick, _)| self.score(&values, *pick));
        (possible.collect(), made.collect())
    }

    /// A pick's share in each of the situation's own parameters.
    pub(super) fn features(&self, situation: &Situation, pick: Seats, features: &mut Vec<(usize, f64)>) {
        features.clear();
        let share = 1.0 / f64::from(pick.count_ones());
        let own = bits(situation.left).enumerate().filter(|(_, seat)| pick >> seat & 1 == 1);
        features.extend(own.map(|(own, _)| (own, share)));
        let seats = situation.left.count_ones() as usize;
        features.extend(self.tie(pick).map(|tie| (seats + tie, 1.0)));
    }

    /// What a pick's score is made of: the strength in each seat, then each size's of a tie.
    fn values(&self, situation: &Situation, at: &[f64]) -> [f64; 2 * SEATS_MAX] {
        let mut values = [0.0; 2 * SEATS_MAX];
        for seat in bits(situation.left) {
            let place = if seat < self.seats { at[self.contestants + seat] } else { 0.0 };
            values[seat] = at[situation.seated[seat]] + place;
        }
        let ties = &at[self.contestants + self.seats..];
        values[SEATS_MAX..].iter_mut().zip(ties).for_each(|(value, tie)| *value = *tie);
        values
    }

    fn score(&self, values: &[f64; 2 * SEATS_MAX], pick: Seats) -> f64 {
        // Their mean and not their sum, as in Davidson's model: a draw weighs the geometric mean of both strengths.
        let sum: f64 = bits(pick).map(|seat| values[seat]).sum();
        let tie = self.tie(pick).map_or(0.0, |tie| values[SEATS_MAX + tie]);
        sum / f64::from(pick.count_ones()) + tie
    }

    /// The logarithm of the sum of all picks' exponentials, safe from overflow.
    fn log_sum(&self, situation: &Situation, values: &[f64; 2 * SEATS_MAX]) -> f64 {
        let scores = || self.picks(situation.left).map(|pick| self.score(values, pick));
        let highest = scores().fold(f64::NEG_INFINITY, f64::max);
        highest + libm::log(scores().map(|score| libm::exp(score - highest)).sum())
    }

    /// Which of the sizes of ties a pick has.
    fn tie(&self, pick: Seats) -> Option<usize> {
        let size = pick.count_ones();
        if size == 1 { None } else { self.ties.iter().position(|tie| *tie == size) }
    }

    /// All that can be picked from `left`, in order.
    fn picks(&self, left: Seats) -> impl Iterator<Item = Seats> {
        // The next larger part of `left`: what is not in it carries over.
        let next = move |pick: &Seats| Some(pick.wrapping_sub(left) & left).filter(|next| *next > 0);
        let singles = bits(left).map(|seat| 1 << seat).filter(|_| self.ties.is_empty());
        let first = Some(left & left.wrapping_neg()).filter(|_| !self.ties.is_empty());
        let fits = |pick: &Seats| pick.is_power_of_two() || self.tie(*pick).is_some();
        singles.chain(std::iter::successors(first, next).filter(fits))
    }
}

impl Situation {
    /// Who can be picked.
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

/// The seats of each class at a table, by the classes' order.
fn classes(seated: &[usize], class: impl Fn(usize) -> Option<usize>) -> Vec<Seats> {
    let mut classes = BTreeMap::new();
    for (seat, contestant) in seated.iter().enumerate() {
        if let Some(class) = class(*contestant) {
            *classes.entry(class).or_insert(0) |= 1 << seat;
        }
    }
    classes.into_values().collect()
}

/// The seats in `seats`, in order.
fn bits(seats: Seats) -> impl Iterator<Item = usize> {
    let rest = |left: &Seats| Some(left & (left - 1)).filter(|left| *left > 0);
    std::iter::successors(Some(seats).filter(|seats| *seats > 0), rest)
        .map(|left| left.trailing_zeros() as usize)
}

/// How the likelihood changes around a point.
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    /// The prior's second derivative, with the sign turned.
    pub(super) prior: Vec<f64>,
    /// Each situation's chances there.
    pub(super) chances: Vec<Chances>,
}
