//! Strengths as if each were drawn from one normal distribution with the mean 0: a random effect.
//!
//! Where results decide who meets whom, luck is paired with luck: who has won meets who has won. Whatever takes the
//! pairing as given then errs, as the sandwich does. What is known of strengths once their distribution is known, the
//! posterior, does not: it depends on the likelihood alone, and in that the choice of an opponent cancels, because it
//! was made by results that are in it too.
//!
//! - **τ.** The distribution's standard deviation τ is unknown, from 0.03 to 10 logits. Each τ has the weight with which
//!   it explains the games (Laplace's approximation, as in L. Tierney and J. B. Kadane, "Accurate approximations for
//!   posterior moments and marginal densities", JASA 1986), times a power of τ ([`PRIOR`]).
//! - **The mixture.** For each τ strengths are nearly normal. Their mean is the likelihood's maximum and a step from
//!   there, as the likelihood is lopsided. The covariance over all τ holds how far the means lie apart. With
//!   one best τ alone, intervals would be too narrow.
//! - **The grid.** τ grows by 30 % from point to point, and by less where many contestants tell it better than that.
//! - **Rounds.** A round's two games share seed and opening. If they end alike more often than chance has it, each
//!   counts for less ([`alike`]).
//!
//! Constants were set by simulation; `tests/simulation.rs` has the set-ups.

use std::collections::BTreeMap;

use super::fit::Fit;
use super::layout::{Chances, Link, Scores};
use super::matrix::{Matrix, dot};
use super::model::{Data, Seats, Terms};

/// The smallest τ: 5 points of Elo.
const LEAST: f64 = 0.03;

/// By how much τ grows from one point of the coarsest grid to the next.
const GROWTH: f64 = 1.3;

/// Into how many parts a step of the coarsest grid can be divided.
const PARTS: i32 = 64;

/// The last point, in parts of a step: 1,700 points of Elo. With 16 contestants 350 points of Elo apart, intervals held 86 % up
/// to three quarters of it, and 98 % so. Far beyond they hold less again, and are thousands of points wide.
const LAST: i32 = 22 * PARTS;

/// The shortest step, which thousands of contestants do not need shorter.
const STEP_LEAST: i32 = PARTS / 16;

/// With steps this short τ is known so well that the best point's covariance does for all: ratings of a Swiss of 1,000
/// change by a tenth of a point of Elo, and their intervals by 0.3 %. It takes some hundred contestants to know τ so well.
/// With two thousand, a covariance for each point would take most of the time.
const STEP_SHORT: i32 = PARTS / 4;

/// The power of τ by which a point of the grid is weighed before any game. 1 would make all τ equally likely, as points
/// are equally far apart by their logarithms. Then a Swiss of few rounds, which hardly tells τ, shrinks too much: with 64
/// in steps of 20 Elo, intervals held 79 %. With more, a small one of equals is taken for spread out.
const PRIOR: f64 = 3.0;

/// By how much wider than a normal posterior of the same covariance intervals are.
///
/// Strengths come from no normal distribution, and posteriors are normal only nearly: without it, intervals held 91 % in
/// the worst of the simulated tournaments. With it, they hold 93 % or more.
const WIDER: f64 = 1.1;

/// A point of so little weight next to the best, as a logarithm, is the last that counts.
const NEGLIGIBLE: f64 = -6.0;

/// If the best point's neighbours weigh no more than this next to it, the grid is too coarse.
const COARSE: f64 = -1.0;

/// How many standard errors are added to what is seen of rounds that end alike. It costs more to take such rounds for
/// independent than the other way: without it intervals held 90 % in a Swiss of 16 with 5 rounds, half of which end alike.
const CAUTION: f64 = 1.0;

/// Steps towards a first guess of τ, which need not be good.
const GUESSES: usize = 6;

/// What is known of all parameters: their mean and their covariance.
pub(super) struct Posterior {
    pub(super) at: Vec<f64>,
    pub(super) covariance: Matrix,
}

/// The posterior given one τ.
struct Point {
    /// Its maximum.
    at: Vec<f64>,
    /// The logarithm of its weight, up to a constant.
    weight: f64,
}

/// The points that were looked at, by their place on the grid, in parts of a step.
struct Grid<'a> {
    fit: Fit<'a>,
    points: BTreeMap<i32, Point>,
}

/// What is known after these games.
pub(super) fn posterior(data: Data, terms: &Terms) -> Posterior {
    let known = independent(&data, terms);
    let alike = alike(&Fit::new(&data, terms), &known);
    let mut known = if alike > 1.0 { independent(&data.times(1.0 / alike), terms) } else { known };
    for i in 0..known.covariance.size {
        known.covariance.row_mut(i).iter_mut().for_each(|entry| *entry *= WIDER * WIDER);
    }
    known
}

/// The same if a round's games are independent.
fn independent(data: &Data, terms: &Terms) -> Posterior {
    let mut fit = Fit::new(data, terms);
    let (place, at) = guess(&mut fit);
    let mut grid = Grid { fit, points: BTreeMap::new() };
    grid.look(place, at);
    let (best, step) = grid.search(place);
    grid.mixture(best, step)
}

fn tau_log(place: i32) -> f64 {
    libm::log(LEAST) + f64::from(place) / f64::from(PARTS) * libm::log(GROWTH)
}

/// One through the square of the τ at this place.
fn precision(place: i32) -> f64 {
    libm::exp(-2.0 * tau_log(place))
}

/// A place near the best one, and the maximum there.
///
/// τ² is the mean of the strengths' squares and of their variances, which are taken as if each were alone unknown.
fn guess(fit: &mut Fit<'_>) -> (i32, Vec<f64>) {
    let contestants = fit.terms.contestants;
    let mut place = LAST / 2 / PARTS * PARTS;
    let mut at = vec![0.0; fit.terms.count()];
    for _ in 0..GUESSES {
        fit.terms.precision = precision(place);
        let best = fit.best(at);
        let scale = fit.information(&best).scale();
        at = best.at;
        let squares = at.iter().zip(scale).take(contestants).map(|(x, i)| x * x + 1.0 / i);
        let mean = squares.sum::<f64>() / contestants.max(1) as f64;
        let next = (0..=LAST).step_by(PARTS as usize).find(|&place| 2.0 * tau_log(place) >= libm::log(mean));
        let next = next.unwrap_or(LAST);
        if next == place {
            break;
        }
        place = next;
    }
    (place, at)
}

/// By how much larger the variance of a round's points is than if its two games were independent: from 1 to 2.
///
/// The measure is how far the two games differ, which hardly depends on who is how strong: if they end alike, they differ
/// less than chance has it. What is expected is a mean over all strengths that are possible, as the likeliest are shrunk,
/// and would leave too much to chance.
fn alike(fit: &Fit<'_>, known: &Posterior) -> f64 {
    let mut at = known.at.clone();
    let expected: Vec<(f64, f64)> =
        (0..fit.data.situations.len()).map(|index| expected(fit, index, known, &mut at)).collect();
    let (mut rounds, mut seen, mut by_chance) = (Vec::new(), 0.0, 0.0);
    for pattern in &fit.data.patterns {
        let [first, second] = pattern.picks[..] else { continue };
        let surprise = |(index, pick): (usize, Seats)| {
            let features = fit.layout.picks(index).features(pick);
            let first_seat = features.iter().find(|(own, _)| *own == 0).map_or(0.0, |(_, share)| *share);
            first_seat - expected[index].0
        };
        // They change seats, so what is one's gain in the first seat is its loss in the second game.
        let difference = surprise(first) + surprise(second);
        let square = difference * difference;
        let chance = expected[first.0].1 + expected[second.0].1;
        seen += pattern.count * square;
        by_chance += pattern.count * chance;
        rounds.push((pattern.count, square, chance));
    }
    if by_chance <= 0.0 {
        return 1.0;
    }
    let ratio = seen / by_chance;
    let off = |(count, square, chance): &(f64, f64, f64)| {
        let off = square - ratio * chance;
        count * off * off
    };
    let error = rounds.iter().map(off).sum::<f64>().sqrt() / by_chance;
    (2.0 - ratio + CAUTION * error).clamp(1.0, 2.0)
}

/// The share of a game of two that is expected for its first seat, and its variance; `at` is the mean that is known.
fn expected(fit: &Fit<'_>, index: usize, known: &Posterior, at: &mut [f64]) -> (f64, f64) {
    let both: Vec<usize> = fit.data.situations[index].contestants().collect();
    let [i, j] = both[..] else { return (0.0, 0.0) };
    let covariance = |a, b| known.covariance.at(a, b);
    let variance = covariance(i, i) + covariance(j, j) - 2.0 * covariance(i, j);
    let off = (3.0 * variance.max(0.0)).sqrt() / 2.0;
    let (mut chances, mut scores) = (Chances::default(), Scores::default());
    let (mut mean, mut spread) = (0.0, 0.0);
    // Gauss and Hermite's rule with three points.
    for (point, (off, weight)) in
        [(-off, 1.0 / 6.0), (0.0, 2.0 / 3.0), (off, 1.0 / 6.0)].into_iter().enumerate()
    {
        (at[i], at[j]) = (known.at[i] + off, known.at[j] - off);
        fit.layout.score(index, at, &mut scores);
        let picks = fit.layout.picks(index);
        chances.add(picks, &scores, scores.log_sum(picks));
        mean += weight * chances.mean(point)[0];
        spread += weight * chances.covariance(point)[0];
    }
    (at[i], at[j]) = (known.at[i], known.at[j]);
    (mean, spread)
}

impl Grid<'_> {
    /// The weight of a point, whose maximum is looked for from `start`.
    fn look(&mut self, place: i32, start: Vec<f64>) -> f64 {
        self.fit.terms.precision = precision(place);
        let best = self.fit.best(start);
        let contestants = self.fit.terms.contestants as f64;
        let value = best.value - contestants * tau_log(place);
        let information = self.fit.information(&best).dense();
        let weight = value - 0.5 * information.log_determinant() + PRIOR * tau_log(place);
        self.points.insert(place, Point { at: best.at, weight });
        weight
    }

    /// The weight of a point, if it is on the grid; `from` is one that is known.
    fn weight(&mut self, place: i32, from: i32) -> Option<f64> {
        match self.points.get(&place) {
            Some(point) => Some(point.weight),
            None if (0..=LAST).contains(&place) => Some(self.look(place, self.points[&from].at.clone())),
            None => None,
        }
    }

    /// Goes uphill from `best` until both neighbours are below it, with steps that are short enough.
    fn search(&mut self, mut best: i32) -> (i32, i32) {
        let mut step = PARTS;
        loop {
            let height = self.points[&best].weight;
            let sides = [best - step, best + step].map(|place| (place, self.weight(place, best)));
            let higher = sides.iter().find(|(_, weight)| weight.is_some_and(|weight| weight > height));
            if let Some(&(place, _)) = higher {
                best = place;
            } else if step > STEP_LEAST
                && sides.iter().all(|(_, weight)| weight.is_none_or(|weight| weight - height < COARSE))
            {
                step /= 2;
            } else {
                return (best, step);
            }
        }
    }

    /// The mean and the covariance over all points of a grid with this step that weigh something.
    fn mixture(mut self, best: i32, step: i32) -> Posterior {
        let height = self.points[&best].weight;
        let mut places = vec![best];
        for way in [-step, step] {
            let mut place = best;
            while let Some(weight) = self.weight(place + way, place) {
                place += way;
                if weight - height < NEGLIGIBLE {
                    break;
                }
                places.push(place);
            }
        }
        places.sort_unstable();
        let weights: Vec<f64> =
            places.iter().map(|place| libm::exp(self.points[place].weight - height)).collect();
        let sum: f64 = weights.iter().sum();
        let weighed = || places.iter().zip(&weights).map(|(place, weight)| (place, weight / sum));
        // The mixture's covariance is the mean of all points' squares around zero, less its own mean's.
        let Self { fit, points } = &mut self;
        let size = fit.terms.count();
        let (mut at, mut covariance) = (vec![0.0; size], Matrix::zero(size));
        let within = |fit: &mut Fit<'_>, place| {
            fit.terms.precision = precision(place);
            fit.information(&fit.evaluate(points[&place].at.clone())).dense().inverse()
        };
        let of_best = (step <= STEP_SHORT).then(|| within(fit, best));
        for (&place, share) in weighed() {
            let of_this = if of_best.is_none() { Some(within(fit, place)) } else { None };
            let within = of_this.as_ref().or(of_best.as_ref()).expect("it is one or the other");
            let here = mean(fit, &points[&place].at, within);
            at.iter_mut().zip(&here).for_each(|(mean, x)| *mean += share * x);
            add(&mut covariance, share, Some(within), &here);
        }
        add(&mut covariance, -1.0, None, &at);
        Posterior { at, covariance }
    }
}

/// Adds a share of a covariance and of the square of a mean.
fn add(to: &mut Matrix, share: f64, within: Option<&Matrix>, at: &[f64]) {
    for (i, x) in at.iter().enumerate() {
        to.row_mut(i).iter_mut().zip(at).for_each(|(sum, y)| *sum += share * x * y);
        if let Some(within) = within {
            to.row_mut(i).iter_mut().zip(within.row(i)).for_each(|(sum, entry)| *sum += share * entry);
        }
    }
}

/// The mean of a posterior with its maximum at `at`: it is not there because the likelihood is lopsided.
///
/// It is off by half of the covariance times the slope of the information, itself taken with the covariance.
fn mean(fit: &Fit<'_>, at: &[f64], covariance: &Matrix) -> Vec<f64> {
    let chances = fit.evaluate(at.to_vec()).chances;
    let mut scores = Scores::default();
    let mut pull = vec![0.0; at.len()];
    for (index, situation) in fit.data.situations.iter().enumerate() {
        let links = fit.layout.links(index);
        let row = |&one| links.iter().map(|&other| linked(covariance, one, other)).collect();
        let rows = links.iter().map(row).collect::<Vec<Vec<f64>>>();
        fit.layout.score(index, at, &mut scores);
        let slope = chances.skewness((index, fit.layout.picks(index)), &scores, &rows);
        for (link, x) in links.iter().zip(slope) {
            link.parameters().for_each(|i| pull[i] -= 0.5 * situation.count * x);
        }
    }
    (0..at.len()).map(|i| at[i] + dot(covariance.row(i), &pull)).collect()
}

/// The covariance of two parameters of a situation, each the sum of one or two of the fit.
fn linked(covariance: &Matrix, one: Link, other: Link) -> f64 {
    one.parameters().flat_map(|i| other.parameters().map(move |j| covariance.at(i, j))).sum()
}
