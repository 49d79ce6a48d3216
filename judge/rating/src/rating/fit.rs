//! The likelihood, and its maximum.

use super::layout::{Chances, FitLayout, Scores};
use super::matrix::dot;
use super::model::{Data, ModelParameters};
use super::sparse::{Filled, Sparse};

/// More steps than any fit needs; the likelihood is concave.
const STEPS_MAX: usize = 200;

/// A step's gain below which it is the last: Newton's steps square what is left to gain.
const GAIN_LEAST: f64 = 1e-4;

/// A step's gain below which rounding hides whether the value rises, and Newton's step can be trusted.
const GAIN_SURE: f64 = 1e-7;

/// The games, ready to be explained by parameters.
pub(super) struct Fit<'a> {
    pub(super) data: &'a Data,
    pub(super) terms: ModelParameters,
    pub(super) layout: FitLayout,
    filled: Filled,
}

/// The likelihood at a point, and how it changes around it.
pub(super) struct Evaluation {
    /// The parameters there.
    pub(super) at: Vec<f64>,
    /// The log-likelihood, with the prior.
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    /// The prior's second derivative, with the sign turned.
    pub(super) prior: Vec<f64>,
    /// The chances of all situations.
    pub(super) chances: Chances,
}

impl<'a> Fit<'a> {
    pub(super) fn new(data: &'a Data, terms: &ModelParameters) -> Self {
        let layout = FitLayout::new(data, terms);
        let filled = Filled::new(&layout, terms.count());
        Self { data, terms: terms.clone(), layout, filled }
    }

    /// Finds the maximum by Newton's method.
    ///
    /// A tournament of thousands has games for few of the pairs, so the information is kept sparse.
    pub(super) fn best(&self, from: Vec<f64>) -> Evaluation {
        let mut here = self.evaluate(from);
        for _ in 0..STEPS_MAX {
            let step = self.information(&here).solve(&here.gradient);
            // Twice what a step would gain if the likelihood were quadratic.
            let gain = dot(&here.gradient, &step);
            let mut factor = 1.0;
            loop {
                let next = self.evaluate(here.at.iter().zip(&step).map(|(x, dx)| x + factor * dx).collect());
                if gain < GAIN_SURE || next.value > here.value || factor < 1e-9 {
                    here = next;
                    break;
                }
                // It is concave and flatter farther out, where a whole step goes too far.
                factor *= 0.5;
            }
            if gain < GAIN_LEAST {
                break;
            }
        }
        here
    }

    /// Everything at a point. All of it in one pass, as most of the time goes by the exponentials that it shares.
    pub(super) fn evaluate(&self, at: Vec<f64>) -> Evaluation {
        let Self { data, terms, layout, .. } = self;
        let (mut value, mut gradient, prior) = prior_at_all(terms, &at);
        let mut games = 0.0;
        let (mut chances, mut scores, mut surprise) = (Chances::default(), Scores::default(), Vec::new());
        for (index, situation) in data.situations.iter().enumerate() {
            layout.score(index, &at, &mut scores);
            let picks = layout.picks(index);
            let mean = chances.add(picks, &scores);
            surprise.clear();
            surprise.extend(mean.iter().map(|mean| -situation.count * mean));
            let mut picked = 0.0;
            for &(pick, times) in &situation.picked {
                picked += times * scores.of_picks[picks.place(pick)];
                picks.features(pick).iter().for_each(|&(own, share)| surprise[own] += times * share);
            }
            games += picked - situation.count * scores.log_sum;
            for (link, x) in layout.links(index).iter().zip(&surprise) {
                link.parameters().iter().for_each(|&i| gradient[i] += x);
            }
        }
        value += games;
        Evaluation { at, value, gradient, prior, chances }
    }

    /// The information, with the prior.
    pub(super) fn information(&self, here: &Evaluation) -> Sparse<'_> {
        Sparse::new(&self.filled, self.data, &self.layout, here, &self.terms.drawn)
    }
}

/// The prior's log-likelihood, its gradient and its second derivative with the sign turned.
fn prior_at_all(terms: &ModelParameters, at: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let prior = terms.prior;
    let pull = terms.drawn.pull(at);
    let drawn = |i: usize, x: f64| (-0.5 * x * pull[i], -pull[i], terms.drawn.stiffness(i));
    // The log-likelihood of virtual games, written so that neither end overflows.
    let log = |x: f64| 0.5 * prior * (-x.abs() - 2.0 * libm::log1p(libm::exp(-x.abs())));
    let virtual_games = |x: f64| (log(x), prior * (0.5 - won(x)), prior * won(x) * won(-x));
    let (mut value, mut gradient, mut stiffness) = (0.0, vec![], vec![]);
    for (i, x) in at.iter().enumerate() {
        let one = if i < pull.len() { drawn(i, *x) } else { virtual_games(*x) };
        value += one.0;
        gradient.push(one.1);
        stiffness.push(one.2);
    }
    (value, gradient, stiffness)
}

/// The chance to win of who is stronger by so much, as a logarithm of strengths; the same to the last bit on every machine.
#[must_use]
pub fn won(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
