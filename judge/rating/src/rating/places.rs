//! The possible places: from certain orders of two to a range of places for each.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::matrix::Matrix;
use super::{apart_variance, normal};

/// The order, as far as it is known.
pub(super) struct Places {
    /// The best and the worst place of each.
    pub(super) ranges: Vec<(usize, usize)>,
    /// The smallest difference of any two, in its standard errors; 0 if some two have not met.
    pub(super) apart_least: f64,
}

impl Places {
    /// Compares everybody with everybody in its group, so that with a chance of at most `error` any place is
    /// wrong anywhere: all comparisons share it (Bonferroni).
    ///
    /// In each the strengths decide, if all `views` of the same games agree, or the `rounds` of the two against one another.
    /// Either has half of the error: the rounds by [`ahead_by_rounds`], and strengths because they are compared by errors that
    /// are as much `wider` as those of the less certain of the two. Besides, who has the higher level is ahead.
    pub(super) fn new(
        views: &[(&[f64], &Matrix)],
        group: &[usize],
        rounds: &BTreeMap<(usize, usize), f64>,
        wider: &[f64],
        levels: &[Option<usize>],
        error: f64,
    ) -> Self {
        let n = group.len();
        let pairs = || (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let compared = pairs().filter(|&(i, j)| group[i] == group[j]).count();
        let z = normal::quantile(error / compared.max(1) as f64);
        let mut ranges = vec![(1, n); n];
        let mut apart_least = f64::INFINITY;
        for (i, j) in pairs() {
            let wider = wider[i].max(wider[j]);
            let apart = if group[i] == group[j] { apart(views, i, j) / wider } else { 0.0 };
            let by_rounds = -rounds.get(&(j, i)).copied().unwrap_or(0.0);
            let apart = if by_rounds.abs() > apart.abs() { by_rounds } else { apart };
            apart_least = apart_least.min(apart.abs());
            let by_level = levels[i].zip(levels[j]).map_or(Ordering::Equal, |(one, other)| other.cmp(&one));
            if apart.abs() > z || by_level.is_ne() {
                let is_first = if by_level.is_ne() { by_level.is_gt() } else { apart > 0.0 };
                let (better, worse) = if is_first { (i, j) } else { (j, i) };
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
    let apart =
        views.iter().map(|(at, covariance)| (at[i] - at[j]) / apart_variance(covariance, i, j).sqrt());
    let less = |a: f64, b: f64| if a * b <= 0.0 { 0.0 } else { a.abs().min(b.abs()).copysign(a) };
    apart.reduce(less).unwrap_or(0.0)
}

/// By how many standard errors of a normal variable who won so many rounds of another is ahead, if it lost so many: by the sign
/// test, which presumes nothing of strengths. It is needed where one has won nearly all: there no posterior is normal. It takes
/// its chance of error for twice as large, as the other comparison has the other half.
pub(super) fn ahead_by_rounds(won: f64, lost: f64) -> f64 {
    let ln_gamma = |x: f64| libm::lgamma(x + 1.0);
    let (all, most) = (won + lost, won.max(lost));
    let tail = std::iter::successors(Some(most), |k| Some(k + 1.0)).take_while(|k| *k <= all);
    let chance =
        |k: f64| libm::exp(ln_gamma(all) - ln_gamma(k) - ln_gamma(all - k) - all * std::f64::consts::LN_2);
    let error: f64 = 4.0 * tail.map(chance).sum::<f64>();
    normal::quantile(error.min(1.0)).copysign(won - lost)
}
