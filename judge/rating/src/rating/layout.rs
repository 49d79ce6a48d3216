//! A fit's games as the likelihood goes through them dozens of times: whatever no parameter changes is worked out once.

use std::collections::BTreeMap;

use super::model::{Data, ModelParameters, Seats, bits};

/// The meaning of one of a situation's own parameters: a seat stands for its contestant and for itself.
#[derive(Clone, Copy)]
pub(super) struct Parameter {
    parameters: [usize; 2],
    count: usize,
}

/// The situations of a fit. Each has its own parameters, which are the seats left, in order, and then the sizes of ties.
pub(super) struct FitLayout {
    /// The meanings of the parameters, one situation after another.
    links: Vec<Parameter>,
    /// The start of each situation's links, and the end of the last one's.
    starts: Vec<usize>,
    /// The index into `picks` of each situation: there are few kinds of tables, and many situations.
    kinds: Vec<usize>,
    picks: Vec<Picks>,
}

/// The picks from some seats.
pub(super) struct Picks {
    /// The number of its own parameters that a situation with these seats has.
    own: usize,
    /// All that can be picked, in order.
    all: Vec<Pick>,
}

/// A pick: seats that share a rank.
struct Pick {
    seats: Seats,
    /// Its share in each of the situation's own parameters: in the seats, and then in the size of a tie.
    features: Vec<(usize, f64)>,
}

/// The working memory of one situation; kept, to need no room for each anew.
#[derive(Default)]
pub(super) struct Scores {
    values: Vec<f64>,
    /// The score of each pick.
    pub(super) of_picks: Vec<f64>,
    /// The chance of each pick. Exponentials take most of a fit's time, so each is worked out once.
    chances: Vec<f64>,
    /// The logarithm of the sum of the exponentials of all scores.
    pub(super) log_sum: f64,
}

/// The likelihood of the picks of all situations, each by its own parameters.
#[derive(Default)]
pub(super) struct Chances {
    /// Of each situation the mean, and then the covariance row by row, up to the diagonal; zeros are behind it.
    numbers: Vec<f64>,
    /// Their start, and the number of own parameters.
    starts: Vec<(usize, usize)>,
}

impl Parameter {
    fn new(first: usize, second: Option<usize>) -> Self {
        Self { parameters: [first, second.unwrap_or(first)], count: 1 + usize::from(second.is_some()) }
    }

    /// The parameters of the fit that it is the sum of.
    pub(super) fn parameters(&self) -> &[usize] {
        &self.parameters[..self.count]
    }
}

impl FitLayout {
    pub(super) fn new(data: &Data, terms: &ModelParameters) -> Self {
        let mut layout = Self { links: vec![], starts: vec![0], kinds: vec![], picks: vec![] };
        let mut known = BTreeMap::new();
        let ties = terms.contestants + terms.seats..terms.count();
        for situation in &data.situations {
            let of_seat = |seat: usize| {
                let itself = (seat < terms.seats).then_some(terms.contestants + seat);
                Parameter::new(situation.seated[seat], itself)
            };
            layout.links.extend(bits(situation.left).map(of_seat));
            layout.links.extend(ties.clone().map(|tie| Parameter::new(tie, None)));
            layout.starts.push(layout.links.len());
            let kind = *known.entry(situation.left).or_insert_with(|| {
                layout.picks.push(Picks::possible(situation.left, &terms.ties));
                layout.picks.len() - 1
            });
            layout.kinds.push(kind);
        }
        layout
    }

    /// The number of situations.
    pub(super) fn situations(&self) -> usize {
        self.kinds.len()
    }

    /// The meanings of a situation's own parameters.
    pub(super) fn links(&self, situation: usize) -> &[Parameter] {
        &self.links[self.starts[situation]..self.starts[situation + 1]]
    }

    /// The picks of a situation.
    pub(super) fn picks(&self, situation: usize) -> &Picks {
        &self.picks[self.kinds[situation]]
    }

    /// Scores all that can be picked in a situation, if the parameters are `at`.
    pub(super) fn score(&self, situation: usize, at: &[f64], to: &mut Scores) {
        let value = |link: &Parameter| link.parameters().iter().map(|&i| at[i]).sum::<f64>();
        to.values.clear();
        to.values.extend(self.links(situation).iter().map(value));
        to.of_picks.clear();
        to.of_picks.extend(self.picks(situation).all.iter().map(|pick| pick.score(&to.values)));
        // Safe from overflow.
        let highest = to.of_picks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        to.chances.clear();
        to.chances.extend(to.of_picks.iter().map(|score| libm::exp(score - highest)));
        let sum: f64 = to.chances.iter().sum();
        to.chances.iter_mut().for_each(|chance| *chance /= sum);
        to.log_sum = highest + libm::log(sum);
    }
}

impl Picks {
    /// The picks from the seats that are `left`, if these are the sizes of ties.
    fn possible(left: Seats, ties: &[u32]) -> Self {
        // The next larger part of `left`: what is not in it carries over.
        let next = move |pick: &Seats| Some(pick.wrapping_sub(left) & left).filter(|next| *next > 0);
        let singles = bits(left).map(|seat| 1 << seat).filter(|_| ties.is_empty());
        let first = Some(left & left.wrapping_neg()).filter(|_| !ties.is_empty());
        let parts = std::iter::successors(first, next);
        let fits = |pick: &Seats| pick.is_power_of_two() || ties.contains(&pick.count_ones());
        let all: Vec<Pick> =
            singles.chain(parts.filter(fits)).map(|seats| Pick::new(left, seats, ties)).collect();
        Self { own: left.count_ones() as usize + ties.len(), all }
    }

    /// The place of the pick among all.
    pub(super) fn place(&self, seats: Seats) -> usize {
        self.all.iter().position(|pick| pick.seats == seats).expect("it is among what can be picked")
    }

    /// A pick's share in each of the situation's own parameters.
    pub(super) fn features(&self, seats: Seats) -> &[(usize, f64)] {
        &self.all[self.place(seats)].features
    }

    /// Its share in one of them.
    pub(super) fn share(&self, seats: Seats, own: usize) -> f64 {
        self.features(seats).iter().find(|(of, _)| *of == own).map_or(0.0, |(_, share)| *share)
    }

    /// The picks, each with its chance.
    fn likely<'a>(&'a self, scores: &'a Scores) -> impl Iterator<Item = (&'a Pick, f64)> {
        self.all.iter().zip(scores.chances.iter().copied())
    }
}

impl Pick {
    fn new(left: Seats, seats: Seats, ties: &[u32]) -> Self {
        let share = 1.0 / f64::from(seats.count_ones());
        let own = bits(left).enumerate().filter(|(_, seat)| seats >> seat & 1 == 1);
        let mut features: Vec<(usize, f64)> = own.map(|(own, _)| (own, share)).collect();
        let tie = ties.iter().position(|tie| *tie == seats.count_ones());
        features.extend(tie.map(|tie| (left.count_ones() as usize + tie, 1.0)));
        Self { seats, features }
    }

    /// Its score by the values of the situation's own parameters.
    fn score(&self, values: &[f64]) -> f64 {
        let (seats, tie) = self.features.split_at(self.seats.count_ones() as usize);
        // Their mean and not their sum, as in Davidson's model: a draw weighs the geometric mean of both strengths.
        let sum: f64 = seats.iter().map(|&(own, _)| values[own]).sum();
        sum / f64::from(self.seats.count_ones()) + tie.first().map_or(0.0, |&(own, _)| values[own])
    }
}

impl Chances {
    /// Adds those of a situation with these picks and scores; what comes out is their mean.
    pub(super) fn add(&mut self, picks: &Picks, scores: &Scores) -> &[f64] {
        let (own, start) = (picks.own, self.numbers.len());
        self.starts.push((start, own));
        self.numbers.resize(start + own + own * own, 0.0);
        let (mean, covariance) = self.numbers[start..].split_at_mut(own);
        for (pick, chance) in picks.likely(scores) {
            for (number, &(i, x)) in pick.features.iter().enumerate() {
                mean[i] += chance * x;
                for &(j, y) in &pick.features[..=number] {
                    covariance[i * own + j] += chance * x * y;
                }
            }
        }
        for (i, row) in covariance.chunks_mut(own).enumerate() {
            row.iter_mut().zip(&mean[..=i]).for_each(|(entry, y)| *entry -= mean[i] * y);
        }
        mean
    }

    /// The expectation of each of a situation's own parameters.
    pub(super) fn mean(&self, situation: usize) -> &[f64] {
        let (start, own) = self.starts[situation];
        &self.numbers[start..][..own]
    }

    /// Their covariance, row by row, up to the diagonal.
    pub(super) fn covariance(&self, situation: usize) -> &[f64] {
        let (start, own) = self.starts[situation];
        &self.numbers[start + own..][..own * own]
    }

    /// The change of a situation's covariance with each of its own parameters, taken with a covariance of these, row by row.
    pub(super) fn skewness(
        &self,
        (situation, picks): (usize, &Picks),
        scores: &Scores,
        covariance: &[f64],
    ) -> Vec<f64> {
        let mean = self.mean(situation);
        let (mut slope, mut off) = (vec![0.0; mean.len()], vec![0.0; mean.len()]);
        for (pick, chance) in picks.likely(scores) {
            // In an exponential family the covariance changes by the third moment around the mean.
            off.iter_mut().zip(mean).for_each(|(off, mean)| *off = -mean);
            pick.features.iter().for_each(|&(own, share)| off[own] += share);
            let product = |row: &[f64]| row.iter().zip(&off).map(|(entry, x)| entry * x).sum::<f64>();
            let square: f64 = covariance.chunks(off.len()).zip(&off).map(|(row, x)| x * product(row)).sum();
            slope.iter_mut().zip(&off).for_each(|(sum, x)| *sum += chance * x * square);
        }
        slope
    }
}
