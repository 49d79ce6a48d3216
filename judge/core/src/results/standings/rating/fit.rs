//! The likelihood, and its maximum.

use super::layout::{Chances, Layout, Scores};
use super::matrix::dot;
use super::model::{Data, Situation, Terms};
use super::sparse::{Filled, Sparse};

/// More steps than any fit needs; the likelihood is concave.
const STEPS_MAX: usize = 200;

/// A step's gain below which it is the last.
const GAIN_LEAST: f64 = 1e-13;

/// A step's gain below which rounding hides whether the value rises, and Newton's step can be trusted.
const GAIN_SURE: f64 = 1e-7;

/// What was played, ready to be explained by parameters.
pub(super) struct Fit<'a> {
    pub(super) data: &'a Data,
    pub(super) terms: Terms,
    pub(super) layout: Layout,
    filled: Filled,
}

/// How the likelihood changes around a point.
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    /// The prior's second derivative, with the sign turned.
    pub(super) prior: Vec<f64>,
    /// The chances of all situations there.
    pub(super) chances: Chances,
}

impl<'a> Fit<'a> {
    pub(super) fn new(data: &'a Data, terms: &Terms) -> Self {
        let layout = Layout::new(data, terms);
        let filled = Filled::new(&layout, terms.count());
        Self { data, terms: terms.clone(), layout, filled }
    }

    /// Finds the maximum by Newton's method, from `at`; who is not `free` stays there.
    ///
    /// A tournament of thousands has games for few of the pairs, so the information is kept sparse.
    pub(super) fn maximise(&self, mut at: Vec<f64>, free: &[bool]) -> Vec<f64> {
        let mut value = self.value(&at);
        for _ in 0..STEPS_MAX {
            let slope = self.slope(&at);
            let step = self.information(&slope).solve(&slope.gradient, free);
            // Twice what a step would gain if the likelihood were quadratic.
            let gain = dot(&slope.gradient, &step);
            let mut factor = 1.0;
            loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, dx)| x + factor * dx).collect();
                let next_value = self.value(&next);
                if gain < GAIN_SURE || next_value > value || factor < 1e-9 {
                    (at, value) = (next, next_value);
                    break;
                }
                // It is concave and flatter farther out, where a whole step goes too far.
                factor *= 0.5;
            }
            if gain < GAIN_LEAST {
                break;
            }
        }
        at
    }

    /// The maximum if all parameters are free.
    pub(super) fn best(&self, from: Vec<f64>) -> Vec<f64> {
        self.maximise(from, &vec![true; self.terms.count()])
    }

    /// The log-likelihood, with the prior.
    pub(super) fn value(&self, at: &[f64]) -> f64 {
        let mut scores = Scores::default();
        let situation = |(index, situation): (usize, &Situation)| {
            self.layout.score(index, at, &mut scores);
            let picks = self.layout.picks(index);
            let picked: f64 =
                situation.picked.iter().map(|&(pick, count)| count * scores.of(picks, pick)).sum();
            picked - situation.count * scores.log_sum(picks)
        };
        let games: f64 = self.data.situations.iter().enumerate().map(situation).sum();
        let terms = &self.terms;
        if terms.prior == 0.0 {
            return games;
        }
        let prior = |(i, x): (usize, &f64)| {
            if terms.is_drawn(i) { -0.5 * terms.precision * x * x } else { prior_at(terms.prior, *x) }
        };
        games + at.iter().enumerate().map(prior).sum::<f64>()
    }

    /// The log-likelihood's gradient, and what its second derivative is made of.
    pub(super) fn slope(&self, at: &[f64]) -> Slope {
        let Self { data, terms, layout, .. } = self;
        let pull = |(i, x): (usize, &f64)| {
            if terms.is_drawn(i) { -terms.precision * x } else { terms.prior * (0.5 - won(*x)) }
        };
        let stiffness = |(i, x): (usize, &f64)| {
            if terms.is_drawn(i) { terms.precision } else { terms.prior * won(*x) * won(-x) }
        };
        let mut gradient: Vec<f64> = at.iter().enumerate().map(pull).collect();
        let prior = at.iter().enumerate().map(stiffness).collect();
        let chances = self.chances(at);
        let mut surprise = Vec::new();
        for (index, situation) in data.situations.iter().enumerate() {
            surprise.clear();
            surprise.extend(chances.mean(index).iter().map(|mean| -situation.count * mean));
            for &(pick, times) in &situation.picked {
                for &(own, share) in layout.picks(index).features(pick) {
                    surprise[own] += times * share;
                }
            }
            for (link, x) in layout.links(index).iter().zip(&surprise) {
                link.parameters().for_each(|i| gradient[i] += x);
            }
        }
        Slope { gradient, prior, chances }
    }

    /// The chances of all situations.
    pub(super) fn chances(&self, at: &[f64]) -> Chances {
        let (mut chances, mut scores) = (Chances::default(), Scores::default());
        for index in 0..self.data.situations.len() {
            self.layout.score(index, at, &mut scores);
            chances.add(self.layout.picks(index), &scores);
        }
        chances
    }

    /// The information, with the prior.
    pub(super) fn information(&self, slope: &Slope) -> Sparse<'_> {
        Sparse::new(&self.filled, self.data, &self.layout, slope)
    }
}

/// The log-likelihood of a parameter's virtual games.
pub(super) fn prior_at(prior: f64, x: f64) -> f64 {
    // Written so that neither end overflows.
    0.5 * prior * (-x.abs() - 2.0 * libm::log1p(libm::exp(-x.abs())))
}

/// The chance to win a virtual game against the average.
pub(super) fn won(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
