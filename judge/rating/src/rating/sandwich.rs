//! The errors of the likelihood's maximum, by the sandwich.
//!
//! With A the information's inverse and B the sum of the squares of all rounds' gradients, the errors' covariance is
//!
//! > V = A B A + δ φ A,  δ = min(½, p / (m − p)),  φ = max(1, tr(A B) / p)
//!
//! for p parameters and m rounds; where m is not above p, δ is ½. The first term is the sandwich
//! estimator with a cluster for each round. The second is J. G. Morel, M. C. Bokossa and N. K. Neerchal's ("Small sample
//! correction for the variance of GEE estimators", Biometrical Journal 2003): few rounds have too few ways to differ,
//! and the term vanishes as there are more.

use super::fit::{Evaluation, Fit, won};
use super::layout::{Chances, Link};
use super::matrix::Matrix;
use super::model::Pattern;

/// The largest share of A that is added.
const SHARE_MAX: f64 = 0.5;

/// The variances of all parameters, the strengths first.
pub(super) struct Errors {
    /// A: as they would be if the model were true and all games were independent.
    pub(super) naive: Matrix,
    /// V.
    pub(super) covariance: Matrix,
}

pub(super) fn errors(fit: &Fit<'_>, best: &Evaluation) -> Errors {
    let naive = fit.information(best).dense().inverse();
    let filling = filling(fit, best, &naive);
    // Row by row of B A, so column by column of A B.
    let product = naive.sparse_times(&filling);
    drop(filling);
    let share = correction(fit, &product);
    let mut covariance = naive.symmetric_product(&product.transposed());
    for i in 0..naive.size {
        covariance.row_mut(i).iter_mut().zip(naive.row(i)).for_each(|(sum, x)| *sum += share * x);
    }
    Errors { naive, covariance }
}

fn add_curvature(to: &mut Matrix, links: &[Link], covariance: &[f64]) {
    for (link, row) in links.iter().zip(covariance.chunks(links.len())) {
        for i in link.parameters() {
            for (link, entry) in links.iter().zip(row) {
                link.parameters().for_each(|j| to.add(i, j, *entry));
            }
        }
    }
}

/// B.
fn filling(fit: &Fit<'_>, Evaluation { at, chances, .. }: &Evaluation, naive: &Matrix) -> Matrix {
    let mut filling = Matrix::zero(at.len());
    // The prior is half a win and half a loss against somebody of mean strength: these have gradients as rounds have.
    for (i, x) in at.iter().enumerate() {
        filling.add(i, i, 0.5 * fit.terms.prior * (won(*x) * won(*x) + won(-x) * won(-x)));
    }
    for pattern in &fit.data.patterns {
        let (involved, gradient) = corrected_gradient(fit, chances, pattern, naive);
        for (&i, x) in involved.iter().zip(&gradient) {
            for (&j, y) in involved.iter().zip(&gradient) {
                filling.add(i, j, pattern.count * x * y);
            }
        }
    }
    filling
}

/// A round's gradient, and the parameters that it is of.
///
/// A fit follows each round a little, so the gradients left are too small, and the
/// more so the fewer rounds there are. The correction for that is L. A. Mancl and T. A. `DeRouen`'s ("A covariance
/// estimator for GEE with improved small-sample properties", Biometrics 2001).
fn corrected_gradient(
    fit: &Fit<'_>,
    chances: &Chances,
    pattern: &Pattern,
    naive: &Matrix,
) -> (Vec<usize>, Vec<f64>) {
    let layout = &fit.layout;
    let all = pattern.picks.iter().flat_map(|&(index, _)| layout.links(index));
    let mut involved: Vec<usize> = all.flat_map(|link| link.parameters()).collect();
    involved.sort_unstable();
    involved.dedup();
    let place = |i: usize| involved.binary_search(&i).expect("it is involved");
    let mut gradient = vec![0.0; involved.len()];
    let mut information = Matrix::zero(involved.len());
    for &(index, pick) in &pattern.picks {
        let links: Vec<Link> = layout.links(index).iter().map(|link| link.moved(place)).collect();
        let surprise = chances.mean(index).iter().map(|mean| -mean).enumerate();
        for (own, share) in surprise.chain(layout.picks(index).features(pick).iter().copied()) {
            links[own].parameters().for_each(|i| gradient[i] += share);
        }
        add_curvature(&mut information, &links, chances.covariance(index));
    }
    let corrected = unfollowed(&information, &involved, naive)
        .solve(gradient)
        .expect("the prior keeps a round from being followed in full");
    (involved, corrected)
}

/// One minus the round's information times A.
fn unfollowed(information: &Matrix, involved: &[usize], naive: &Matrix) -> Matrix {
    let mut own = Matrix::zero(involved.len());
    for (i, &from) in involved.iter().enumerate() {
        own.row_mut(i).iter_mut().zip(involved).for_each(|(entry, &to)| *entry = naive.at(from, to));
    }
    let mut unfollowed = own.sparse_times(information);
    for i in 0..involved.len() {
        unfollowed.row_mut(i).iter_mut().for_each(|entry| *entry = -*entry);
        unfollowed.add(i, i, 1.0);
    }
    unfollowed
}

/// δ φ, over the parameters that games tell something about.
fn correction(fit: &Fit<'_>, product: &Matrix) -> f64 {
    let mut told = vec![false; fit.terms.count()];
    let links = (0..fit.layout.situations()).flat_map(|index| fit.layout.links(index));
    links.flat_map(|link| link.parameters()).for_each(|i| told[i] = true);
    let told: Vec<usize> = (0..told.len()).filter(|&i| told[i]).collect();
    let (parameters, rounds) = (told.len() as f64, fit.data.rounds());
    if told.is_empty() {
        return 0.0;
    }
    let spread = told.iter().map(|&i| product.at(i, i)).sum::<f64>() / parameters;
    let share =
        if rounds > parameters { (parameters / (rounds - parameters)).min(SHARE_MAX) } else { SHARE_MAX };
    share * spread.max(1.0)
}
