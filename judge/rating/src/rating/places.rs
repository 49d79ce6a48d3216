//! The possible places: from certain orders of two to a range of places for each.

use super::matrix::Matrix;
use super::normal;

/// The order, as far as it is known.
pub(super) struct Places {
    /// The best and the worst place of each.
    pub(super) ranges: Vec<(usize, usize)>,
    /// The smallest difference of any two, in its standard errors; 0 if some two have not met.
    pub(super) apart_least: f64,
}

impl Places {
    /// Compares everybody with everybody in its group, so that with a chance of at most `error` any place is
    /// wrong anywhere (Bonferroni).
    ///
    /// Of several views of the same games all have to agree.
    pub(super) fn new(views: &[(&[f64], &Matrix)], group: &[usize], error: f64) -> Self {
        let n = group.len();
        let pairs = || (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let compared = pairs().filter(|&(i, j)| group[i] == group[j]).count();
        let z = normal::quantile(error / compared.max(1) as f64);
        let mut ranges = vec![(1, n); n];
        let mut apart_least = f64::INFINITY;
        for (i, j) in pairs() {
            let apart = if group[i] == group[j] { apart(views, i, j) } else { 0.0 };
            apart_least = apart_least.min(apart.abs());
            if apart.abs() > z {
                let (better, worse) = if apart > 0.0 { (i, j) } else { (j, i) };
                ranges[worse].0 += 1;
                ranges[better].1 -= 1;
            }
        }
        Self { ranges, apart_least }
    }
}

/// By how many of its standard errors the first of two is ahead, by the view that sees the least of it; 0 if they do not
/// agree on who is.
fn apart(views: &[(&[f64], &Matrix)], i: usize, j: usize) -> f64 {
    let apart = views.iter().map(|(at, covariance)| {
        let both = |one, other| covariance.at(one, other);
        let error = (both(i, i) + both(j, j) - both(i, j) - both(j, i)).max(f64::MIN_POSITIVE).sqrt();
        (at[i] - at[j]) / error
    });
    let less = |a: f64, b: f64| if a * b <= 0.0 { 0.0 } else { a.abs().min(b.abs()).copysign(a) };
    apart.reduce(less).unwrap_or(0.0)
}
