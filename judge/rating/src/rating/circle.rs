//! Intervals of those in one circle, against its mean.
//!
//! An interval is where the profile likelihood has lost no more than ½ z² V / A, with the contestant's variances by
//! the sandwich, V, and by the likelihood alone, A (R. E. Chandler and S. Bate, "Inference for clustered data using
//! the independence loglikelihood", Biometrika 2007). It is lopsided as it should be: who wins nearly
//! always may be much stronger yet, but not much weaker.
//!
//! The profile is followed approximately: along its straight line at the maximum, the least favourable direction (C. Stein,
//! 1956), from which its likelihood departs in the fourth order only. With few games an end may be tens of points of
//! Elo from the true profile's. The contestant's own games count as they are,
//! and those of others, in which little moves along that line, by their curvature.

use super::fit::{Fit, prior_at, won};
use super::layout::{Layout, Scores};
use super::model::{Data, ModelParameters};
use super::sandwich::{Errors, errors};

/// More steps than any end of an interval needs.
const STEPS_MAX: usize = 60;

/// A fit of all circles at once, each among its own.
pub(super) struct Circles {
    pub(super) data: Data,
    pub(super) terms: ModelParameters,
    layout: Layout,
    pub(super) at: Vec<f64>,
    pub(super) errors: Errors,
    /// For each contestant the situations that it is in.
    situations: Vec<Vec<usize>>,
}

/// The strengths' variances against the circle's mean, and what goes with them.
pub(super) struct Centre {
    pub(super) members: Vec<usize>,
    pub(super) mean: f64,
    /// The covariance of each parameter with the mean, by the likelihood alone.
    naive: Vec<f64>,
    /// The same by the sandwich.
    pub(super) covariance: Vec<f64>,
    /// The factor by which the members' variances are larger by the sandwich, on average; at least 1.
    pub(super) spread: f64,
}

/// The change of the likelihood along a line: in the games of one contestant, by the step along the line.
struct Line {
    /// For each situation how often it was, and the score and its slope of each possible pick.
    possible: Vec<(f64, Vec<(f64, f64)>)>,
    /// The sums of the scores of all picks made, and of their slopes.
    made: (f64, f64),
    /// The contestant's strength, its slope and its virtual games.
    prior: (f64, f64, f64),
}

impl Circles {
    pub(super) fn new(data: Data, terms: ModelParameters) -> Self {
        let fit = Fit::new(&data, &terms);
        let best = fit.best(vec![0.0; terms.count()]);
        let errors = errors(&fit, &best);
        let at = best.at;
        let layout = fit.layout;
        let mut situations = vec![vec![]; data.contestants];
        for (index, situation) in data.situations.iter().enumerate() {
            situation.contestants().for_each(|i| situations[i].push(index));
        }
        Self { data, terms, layout, at, errors, situations }
    }

    pub(super) fn centre(&self, members: &[usize]) -> Centre {
        let count = members.len() as f64;
        let mean = |row: &[f64]| members.iter().map(|&i| row[i]).sum::<f64>() / count;
        let rows = |matrix: &super::matrix::Matrix| (0..matrix.size).map(|i| mean(matrix.row(i))).collect();
        let naive = rows(&self.errors.naive);
        let covariance = rows(&self.errors.covariance);
        let members = members.to_vec();
        let mut centre = Centre { mean: mean(&self.at), members, naive, covariance, spread: 1.0 };
        let inflation = centre.members.iter().map(|&i| self.variances(&centre, i)).map(|(v, a)| v / a);
        let spread = if centre.members.len() > 1 { inflation.sum::<f64>() / count } else { 1.0 };
        centre.spread = spread.max(1.0);
        centre
    }

    /// The ends of a member's interval, z standard errors wide to either side, against the circle's mean.
    pub(super) fn interval(&self, centre: &Centre, i: usize, z: f64) -> (f64, f64) {
        let (variance, naive) = self.variances(centre, i);
        let own = self.at[i] - centre.mean;
        let line = self.line(centre, i, naive);
        let loss = 0.5 * z * z * variance / naive;
        let start = z * variance.sqrt();
        (own + line.end(-start, loss, naive), own + line.end(start, loss, naive))
    }

    /// A member's variance against the mean, by the sandwich and by the likelihood alone.
    pub(super) fn variances(&self, centre: &Centre, i: usize) -> (f64, f64) {
        let variance = |matrix: &super::matrix::Matrix, rows: &[f64]| {
            let all = centre.members.iter().map(|&j| rows[j]).sum::<f64>() / centre.members.len() as f64;
            matrix.at(i, i) - 2.0 * rows[i] + all
        };
        (variance(&self.errors.covariance, &centre.covariance), variance(&self.errors.naive, &centre.naive))
    }

    /// The least favourable direction: how all parameters move while the contestant rises by 1 against the mean.
    fn line(&self, centre: &Centre, i: usize, naive: f64) -> Line {
        let row = self.errors.naive.row(i);
        let direction: Vec<f64> = row.iter().zip(&centre.naive).map(|(x, mean)| (x - mean) / naive).collect();
        let mut line =
            Line { possible: vec![], made: (0.0, 0.0), prior: (self.at[i], direction[i], self.terms.prior) };
        let (mut scores, mut slopes) = (Scores::default(), Scores::default());
        for &index in &self.situations[i] {
            let situation = &self.data.situations[index];
            // Scores are sums of parameters, so what they are at the direction is their slope.
            self.layout.score(index, &self.at, &mut scores);
            self.layout.score(index, &direction, &mut slopes);
            let picks = self.layout.picks(index);
            for &(pick, count) in &situation.picked {
                line.made.0 += count * scores.of(picks, pick);
                line.made.1 += count * slopes.of(picks, pick);
            }
            let possible = scores.possible(picks).iter().copied().zip(slopes.possible(picks).iter().copied());
            line.possible.push((situation.count, possible.collect()));
        }
        line
    }
}

impl Line {
    /// The point where the likelihood has lost so much, on the side of `start`.
    fn end(&self, start: f64, loss: f64, naive: f64) -> f64 {
        let (value, slope, curvature) = self.at(0.0);
        // At the maximum the slopes of one's own games and of all others' cancel.
        let others = (1.0 / naive + curvature).max(0.0);
        let at = |t: f64| {
            let here = self.at(t);
            (value - here.0 + t * slope + 0.5 * others * t * t, slope - here.1 + others * t)
        };
        let mut t = start;
        // The loss is convex: from beyond the end Newton's steps never leave that side.
        for _ in 0..STEPS_MAX {
            let (here, slope) = at(t);
            let next = t - (here - loss) / slope;
            // A step from near the middle may lead far away; one past the middle leads nowhere.
            let next = if next * start <= 0.0 { 0.5 * t } else { next.clamp(-4.0 * t.abs(), 4.0 * t.abs()) };
            let moved = (next - t).abs();
            t = next;
            if moved < 1e-10 * t.abs() {
                break;
            }
        }
        t
    }

    /// The log-likelihood of the contestant's own games, its slope and its second derivative.
    fn at(&self, t: f64) -> (f64, f64, f64) {
        let (own, rise, games) = self.prior;
        let x = own + t * rise;
        let mut value = self.made.0 + t * self.made.1 + prior_at(games, x);
        let mut slope = self.made.1 + rise * games * (0.5 - won(x));
        let mut curvature = -games * rise * rise * won(x) * won(-x);
        for (count, picks) in &self.possible {
            let highest = picks.iter().map(|(s, b)| s + t * b).fold(f64::NEG_INFINITY, f64::max);
            let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
            for (s, b) in picks {
                let weight = libm::exp(s + t * b - highest);
                sum += weight;
                first += weight * b;
                second += weight * b * b;
            }
            let mean = first / sum;
            value -= count * (highest + libm::log(sum));
            slope -= count * mean;
            curvature -= count * (second / sum - mean * mean);
        }
        (value, slope, curvature)
    }
}
