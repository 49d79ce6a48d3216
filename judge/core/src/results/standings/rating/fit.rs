//! The likelihood's maximum, and how far off it may be.

use std::collections::BTreeSet;

use nalgebra::{Cholesky, DMatrix, DVector};

use super::model::{Chances, Data, Pattern, Terms};

/// More steps than any fit needs; the likelihood is concave.
const STEPS_MAX: usize = 200;

/// A step's gain below which it is the last.
const GAIN_LEAST: f64 = 1e-13;

/// The parameters at the likelihood's maximum.
pub(super) struct Fit {
    pub(super) strengths: Vec<f64>,
    pub(super) seats: Vec<f64>,
    /// Of the errors of all parameters, the strengths first.
    pub(super) covariance: DMatrix<f64>,
}

/// Finds the maximum by Newton's method.
pub(super) fn fit(data: &Data, terms: &Terms) -> Fit {
    let mut at = vec![0.0; terms.count()];
    let mut value = value_at(data, terms, &at);
    for _ in 0..STEPS_MAX {
        let (gradient, information) = slope_at(data, terms, &at);
        let step = cholesky(information).solve(&gradient);
        let gain = gradient.dot(&step);
        let mut factor = 1.0;
        let next = loop {
            let next: Vec<f64> = at.iter().zip(step.iter()).map(|(x, dx)| x + factor * dx).collect();
            let next_value = value_at(data, terms, &next);
            if gain < GAIN_LEAST || next_value > value || factor < 1e-9 {
                value = next_value;
                break next;
            }
            factor *= 0.5;
        };
        at = next;
        if gain < GAIN_LEAST {
            break;
        }
    }
    let seats = at[terms.contestants..terms.contestants + terms.seats].to_vec();
    let covariance = covariance(data, terms, &at);
    at.truncate(terms.contestants);
    Fit { strengths: at, seats, covariance }
}

/// The log-likelihood, with the prior.
fn value_at(data: &Data, terms: &Terms, at: &[f64]) -> f64 {
    let games = data.situations.iter().map(|situation| {
        terms.picked_score(situation, at) - situation.count() * terms.chances(situation, at).log_sum
    });
    let prior = at.iter().map(|x| 0.5 * terms.prior * (libm::log(won(*x)) + libm::log(won(-x))));
    games.sum::<f64>() + prior.sum::<f64>()
}

/// The chance to win a virtual game against the average.
fn won(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The log-likelihood's gradient, and its second derivative with the sign turned.
fn slope_at(data: &Data, terms: &Terms, at: &[f64]) -> (DVector<f64>, DMatrix<f64>) {
    let mut gradient = DVector::zeros(at.len());
    let mut information = DMatrix::zeros(at.len(), at.len());
    for (i, x) in at.iter().enumerate() {
        gradient[i] = terms.prior * (0.5 - won(*x));
        information[(i, i)] = terms.prior * won(*x) * won(-x);
    }
    for situation in &data.situations {
        let Chances { mean, covariance, .. } = terms.chances(situation, at);
        let count = situation.count();
        let mut surprise: Vec<f64> = mean.iter().map(|mean| -count * mean).collect();
        for (pick, times) in situation.picked() {
            terms
                .features(situation, pick)
                .into_iter()
                .for_each(|(own, share)| surprise[own] += times * share);
        }
        for (own, row) in covariance.iter().enumerate() {
            for i in terms.parameters(situation, own) {
                gradient[i] += surprise[own];
                for (other, entry) in row.iter().enumerate() {
                    terms.parameters(situation, other).for_each(|j| information[(i, j)] += count * entry);
                }
            }
        }
    }
    (gradient, information)
}

/// The sandwich: the information's inverse on both sides of what the rounds' gradients vary by.
fn covariance(data: &Data, terms: &Terms, at: &[f64]) -> DMatrix<f64> {
    let (_, information) = slope_at(data, terms, at);
    let bread = cholesky(information).inverse();
    let mut filling = DMatrix::zeros(at.len(), at.len());
    for (i, x) in at.iter().enumerate() {
        filling[(i, i)] = 0.5 * terms.prior * (won(*x) * won(*x) + won(-x) * won(-x));
    }
    let chances: Vec<Chances> =
        data.situations.iter().map(|situation| terms.chances(situation, at)).collect();
    for pattern in &data.patterns {
        let (involved, gradient) = corrected_gradient(data, terms, &chances, pattern, &bread);
        for (&i, x) in involved.iter().zip(gradient.iter()) {
            for (&j, y) in involved.iter().zip(gradient.iter()) {
                filling[(i, j)] += pattern.count * x * y;
            }
        }
    }
    product(&product(&bread, &filling), &bread)
}

/// A round's gradient, and the parameters that it is of.
///
/// A fit follows each round a little, so the gradients left are too small, and the
/// more so the fewer rounds there are. The correction for that is L. A. Mancl and T. A. `DeRouen`'s ("A covariance
/// estimator for GEE with improved small-sample properties", Biometrics 2001).
fn corrected_gradient(
    data: &Data,
    terms: &Terms,
    chances: &[Chances],
    pattern: &Pattern,
    bread: &DMatrix<f64>,
) -> (Vec<usize>, DVector<f64>) {
    let situations = || pattern.picks.iter().map(|&(index, _)| (&data.situations[index], &chances[index]));
    let all = situations().flat_map(|(situation, chances)| {
        (0..chances.mean.len()).flat_map(|own| terms.parameters(situation, own))
    });
    let involved: Vec<usize> = all.collect::<BTreeSet<_>>().into_iter().collect();
    let places = |situation, own| {
        terms.parameters(situation, own).filter_map(|i| involved.binary_search(&i).ok()).collect::<Vec<_>>()
    };
    let mut gradient = DVector::zeros(involved.len());
    let mut information = DMatrix::zeros(involved.len(), involved.len());
    for (&(_, pick), (situation, chances)) in pattern.picks.iter().zip(situations()) {
        let surprise = chances.mean.iter().map(|mean| -mean).enumerate();
        for (own, share) in surprise.chain(terms.features(situation, pick)) {
            for i in places(situation, own) {
                gradient[i] += share;
            }
        }
        for (own, row) in chances.covariance.iter().enumerate() {
            for (other, entry) in row.iter().enumerate() {
                for (i, j) in pairs(&places(situation, own), &places(situation, other)) {
                    information[(i, j)] += entry;
                }
            }
        }
    }
    let own_bread =
        DMatrix::from_fn(involved.len(), involved.len(), |i, j| bread[(involved[i], involved[j])]);
    let unfollowed = DMatrix::identity(involved.len(), involved.len()) - product(&information, &own_bread);
    let corrected =
        unfollowed.lu().solve(&gradient).expect("the prior keeps a round from being followed in full");
    (involved, corrected)
}

fn pairs(a: &[usize], b: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    a.iter().flat_map(|&i| b.iter().map(move |&j| (i, j)))
}

fn cholesky(information: DMatrix<f64>) -> Cholesky<f64, nalgebra::Dyn> {
    Cholesky::new(information).expect("with the prior the information is positive definite")
}

/// The matrices' product, summed in one order on every processor.
fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let mut product = DMatrix::zeros(a.nrows(), b.ncols());
    for (mut column, factors) in product.column_iter_mut().zip(b.column_iter()) {
        for (left, factor) in a.column_iter().zip(factors.iter()) {
            column.iter_mut().zip(left.iter()).for_each(|(sum, x)| *sum += factor * x);
        }
    }
    product
}
