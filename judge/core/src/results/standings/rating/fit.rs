//! The likelihood's maximum.

use super::matrix::dot;
use super::model::{Data, Slope, Terms};
use super::sparse::Sparse;

/// More steps than any fit needs; the likelihood is concave.
const STEPS_MAX: usize = 200;

/// A step's gain below which it is the last.
const GAIN_LEAST: f64 = 1e-13;

/// A step's gain below which rounding hides whether the value rises, and Newton's step can be trusted.
const GAIN_SURE: f64 = 1e-7;

/// Finds the maximum by Newton's method, from `at`; who is not `free` stays there.
///
/// A tournament of thousands has games for few of the pairs, so the information is kept sparse.
pub(super) fn maximise(data: &Data, terms: &Terms, mut at: Vec<f64>, free: &[bool]) -> Vec<f64> {
    let links = links(data, terms);
    let mut information = Sparse::new(data, terms);
    let mut value = value_at(data, terms, &at);
    for _ in 0..STEPS_MAX {
        let slope = slope_at(data, terms, &links, &at);
        information.fill(data, terms, &slope);
        let step = information.solve(&slope.gradient, free);
        // Twice what a step would gain if the likelihood were quadratic.
        let gain = dot(&slope.gradient, &step);
        let mut factor = 1.0;
        loop {
            let next: Vec<f64> = at.iter().zip(&step).map(|(x, dx)| x + factor * dx).collect();
            let next_value = value_at(data, terms, &next);
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

/// For each situation what its own parameters stand for.
pub(super) type Links = Vec<Vec<(usize, Option<usize>)>>;

pub(super) fn links(data: &Data, terms: &Terms) -> Links {
    data.situations.iter().map(|situation| terms.parameters(situation)).collect()
}

/// The log-likelihood, with the prior.
pub(super) fn value_at(data: &Data, terms: &Terms, at: &[f64]) -> f64 {
    let games: f64 = data.situations.iter().map(|situation| terms.log_likelihood(situation, at)).sum();
    if terms.prior == 0.0 {
        return games;
    }
    let prior = |(i, x): (usize, &f64)| {
        if terms.is_drawn(i) { -0.5 * terms.precision * x * x } else { prior_at(terms.prior, *x) }
    };
    games + at.iter().enumerate().map(prior).sum::<f64>()
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

/// The log-likelihood's gradient, and what its second derivative is made of.
pub(super) fn slope_at(data: &Data, terms: &Terms, links: &Links, at: &[f64]) -> Slope {
    let pull = |(i, x): (usize, &f64)| {
        if terms.is_drawn(i) { -terms.precision * x } else { terms.prior * (0.5 - won(*x)) }
    };
    let stiffness = |(i, x): (usize, &f64)| {
        if terms.is_drawn(i) { terms.precision } else { terms.prior * won(*x) * won(-x) }
    };
    let mut gradient: Vec<f64> = at.iter().enumerate().map(pull).collect();
    let prior = at.iter().enumerate().map(stiffness).collect();
    let mut chances = Vec::with_capacity(data.situations.len());
    let mut features = Vec::new();
    for (situation, links) in data.situations.iter().zip(links) {
        let here = terms.chances(situation, at);
        let mut surprise: Vec<f64> = here.mean.iter().map(|mean| -situation.count * mean).collect();
        for &(pick, times) in &situation.picked {
            terms.features(situation, pick, &mut features);
            for &(own, share) in &features {
                surprise[own] += times * share;
            }
        }
        for (&(first, second), x) in links.iter().zip(surprise) {
            [Some(first), second].into_iter().flatten().for_each(|i| gradient[i] += x);
        }
        chances.push(here);
    }
    Slope { gradient, prior, chances }
}
