//! Strengths as if each were drawn from a distribution: a random effect.
//!
//! Where results decide who meets whom, luck is paired with luck: who has won meets who has won. Whatever takes the
//! pairing as given then errs, as the sandwich does. What is known of strengths once their distribution is known, the
//! posterior, does not: it depends on the likelihood alone, and in that the choice of an opponent cancels, because it
//! was made by results that are in it too.
//!
//! - **Groups.** One normal distribution would not do: in a class with a few grown-up bots it shrinks the distance between
//!   both and is too wide within each. So the contestants are cut into up to four groups, each with a normal mean
//!   ([`distribution`](super::distribution)); [`groups`] looks for the cuts that explain the games best.
//! - **Fields.** Nothing is presumed of how far two fields lie apart, so no group has members of both: an anchor is a field by
//!   itself, as anchors are chosen and no sample of anything, and so is who was in the same ones of several tournaments.
//! - **Nearly open cuts.** With few games the evidence prefers one group to two even where two halves lie far apart, and then
//!   shrinks their distance. So where hardly anybody of a lower part has won against the upper one, groups that end there have a
//!   third of the weight at least ([`cuts`](super::cuts)).
//! - **τ.** The standard deviation τ within a group is unknown, from 0.03 to 10 logits. Each cut with each τ has the
//!   weight with which it explains the games (Laplace's approximation, as in L. Tierney and J. B. Kadane, "Accurate
//!   approximations for posterior moments and marginal densities", JASA 1986), times what is presumed of τ ([`presumed`]).
//! - **The mixture.** For each τ strengths are nearly normal. Their mean is the likelihood's maximum and a step from
//!   there, as the likelihood is lopsided. The covariance over all cuts and all τ holds how far the means lie apart. With
//!   the best one alone, intervals would be too narrow.
//! - **The grid.** τ grows by 30 % from point to point, and by less where many contestants tell it better than that.
//! - **Rounds.** A round's games share seed and opening. If they end alike more often than chance has it, each
//!   counts for less ([`alike`]).
//!
//! Constants were set by simulation; `judge/core/tests/ratings` has the set-ups.

use std::collections::BTreeMap;

use super::cuts::Points;
use super::distribution::Distribution;
use super::fit::{Evaluation, Fit};
use super::groups::{self, Found};
use super::layout::{Chances, Parameter, Scores};
use super::matrix::{Matrix, dot};
use super::model::{Data, ModelParameters, Seats};

/// The smallest τ: 5 points of Elo.
const LEAST: f64 = 0.03;

/// By how much τ grows from one point of the coarsest grid to the next.
const GROWTH: f64 = 1.3;

/// Into how many parts a step of the coarsest grid can be divided.
pub(super) const PARTS: i32 = 64;

/// The last point, in parts of a step: 1,700 points of Elo.
pub(super) const LAST: i32 = 22 * PARTS;

/// The step at which the whole grid is looked at first: the weight may have two hills.
pub(super) const COARSEST: i32 = 2 * PARTS;

/// The shortest step, which thousands of contestants do not need shorter.
const STEP_LEAST: i32 = PARTS / 16;

/// With steps this short τ is known so well that the best point's covariance does for all: ratings of a Swiss of 1,000
/// change by a tenth of a point of Elo, and their intervals by 0.3 %. It takes some hundred contestants to know τ so well.
/// With two thousand, a covariance for each point would take most of the time.
const STEP_SHORT: i32 = PARTS / 4;

/// The power of τ by which a point of the grid is weighed before any game. 1 would make all τ equally likely, as points
/// are equally far apart by their logarithms. Then a Swiss of few rounds, which hardly tells τ, shrinks too much: with 64
/// in steps of 20 Elo, intervals held 79 %. With more, a small one of equals is taken for spread out.
const POWER: f64 = 3.0;

/// The spread of strengths that is presumed at the most, in logits: 521 points of Elo. Few games say nothing of τ, and
/// without it two copies of one bot would be thousands of points apart after a round.
const SPREAD: f64 = 3.0;

/// A point of so little weight next to the best, as a logarithm, is the last that counts.
pub(super) const NEGLIGIBLE: f64 = -6.0;

/// If the best point's neighbours weigh no more than this next to it, the grid is too coarse.
const COARSE: f64 = -1.0;

/// The standard errors that are added to what is seen of rounds that end alike. It costs more to take such rounds for
/// independent than the other way: without it intervals held 90 % in a Swiss of 16 with 5 rounds, half of which end alike.
const CAUTION: f64 = 1.0;

/// The posterior of all parameters: their mean and their covariance.
pub(super) struct Posterior {
    pub(super) at: Vec<f64>,
    pub(super) covariance: Matrix,
    /// By how much each strength is shrunk towards its group's mean. The games say that it is at least as far off; whose
    /// strength is rare is missed there first, and so its interval is as much longer on that side.
    pub(super) shrunk: Vec<f64>,
}

/// The weights with which some groups explain the games, for each τ.
pub(super) struct Grid {
    pub(super) groups: Vec<Vec<usize>>,
    /// The logarithm of what is presumed of these groups.
    presumed: f64,
    /// The logarithm of the factor by which they count for more than that.
    pub(super) lift: f64,
    /// The points that were looked at, by their place on the grid, in parts of a step.
    pub(super) points: BTreeMap<i32, Point>,
    pub(super) best: i32,
    step: i32,
}

/// The posterior given one τ.
pub(super) struct Point {
    /// Its maximum.
    pub(super) at: Vec<f64>,
    /// The logarithm of its weight, up to a constant.
    pub(super) weight: f64,
}

/// The posteriors after some games.
pub(super) struct Known {
    /// If all strengths come from one normal distribution.
    pub(super) of_all: Posterior,
    /// If there may be groups.
    pub(super) of_groups: Posterior,
    /// The contestants between cuts that no close game crosses, from the strongest.
    pub(super) parts: Vec<Vec<usize>>,
    /// The number of surely separating cuts above each contestant, by [`Cuts::levels`](super::cuts::Cuts::levels).
    pub(super) levels: Vec<Option<usize>>,
}

/// The posteriors after these games, in which cuts `may_be_open`.
pub(super) fn known(data: Data, terms: &ModelParameters, points: &Points, may_be_open: bool) -> Known {
    let mut fit = Fit::new(&data, terms);
    let mut swept = Grid::swept(&mut fit);
    let rough = mixture(&mut fit, std::slice::from_mut(&mut swept));
    let alike = if terms.seats > 1 { alike_at_tables(&fit, &rough) } else { alike(&fit, &rough) };
    drop(fit);
    let data = data.times(1.0 / alike);
    let mut fit = Fit::new(&data, terms);
    let start = (swept.best, swept.points[&swept.best].at.clone());
    let mut one = Grid::of_groups(&mut fit, swept.groups.clone(), 0.0, start, f64::NEG_INFINITY);
    let of_all = mixture(&mut fit, std::slice::from_mut(&mut one));
    let Found { mut grids, parts, levels } = groups::search(&mut fit, one, &swept, points, may_be_open);
    let of_groups = mixture(&mut fit, &mut grids);
    Known { of_all, of_groups, parts, levels }
}

/// The logarithm of τ at this place.
fn tau_log(place: i32) -> f64 {
    libm::log(LEAST) + f64::from(place) / f64::from(PARTS) * libm::log(GROWTH)
}

/// The τ at this place.
pub(super) fn tau(place: i32) -> f64 {
    libm::exp(tau_log(place))
}

/// The logarithm of what is presumed of the τ at this place.
pub(super) fn presumed(place: i32) -> f64 {
    let tau = tau(place);
    POWER * tau_log(place) - 0.5 * tau * tau / (SPREAD * SPREAD)
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
    let mut rounds = Vec::new();
    for pattern in &fit.data.patterns {
        let [first, second] = pattern.picks[..] else { continue };
        let surprise =
            |(index, pick): (usize, Seats)| fit.layout.picks(index).share(pick, 0) - expected[index].0;
        // They change seats, so what is one's gain in the first seat is its loss in the second game.
        let difference = surprise(first) + surprise(second);
        let square = difference * difference;
        rounds.push((pattern.count, square, expected[first.0].1 + expected[second.0].1));
    }
    larger(&rounds, 2.0)
}

/// The same at tables of several, of whose games all pairs are compared: from 1 to the number of games in a round.
fn alike_at_tables(fit: &Fit<'_>, known: &Posterior) -> f64 {
    let chances = fit.evaluate(known.at.clone()).chances;
    let mut rounds = Vec::new();
    for pattern in &fit.data.patterns {
        // By game, by how much better than expected everybody was, and the variance of all that.
        let (mut surprises, mut chance) = (Vec::<BTreeMap<usize, f64>>::new(), 0.0);
        for &(index, pick) in &pattern.picks {
            let situation = &fit.data.situations[index];
            if situation.contestants().count() == situation.seated.len() {
                surprises.push(BTreeMap::new());
            }
            let Some(game) = surprises.last_mut() else { continue };
            let (mean, covariance) = (chances.mean(index), chances.covariance(index));
            for (own, contestant) in situation.contestants().enumerate() {
                *game.entry(contestant).or_default() += fit.layout.picks(index).share(pick, own) - mean[own];
                chance += covariance[own * mean.len() + own];
            }
        }
        if let [first, _, ..] = &surprises[..] {
            let games = surprises.len() as f64;
            let sum = |of: &dyn Fn(f64) -> f64, i| surprises.iter().map(|game| of(game[i])).sum::<f64>();
            // What is left around the mean of each.
            let left = |i| sum(&|x| x * x, i) - sum(&|x| x, i) * sum(&|x| x, i) / games;
            let square = first.keys().map(left).sum::<f64>() * games / (games - 1.0);
            rounds.push((pattern.count, square, chance));
        }
    }
    larger(&rounds, fit.terms.seats as f64 + 1.0)
}

/// By how much larger the variance of the points of a round with so many games is, by the squares of how far these differ in
/// each of some rounds, and what chance has it.
fn larger(rounds: &[(f64, f64, f64)], games: f64) -> f64 {
    let sum = |of: fn(&(f64, f64, f64)) -> f64| rounds.iter().map(of).fold(0.0, |sum, x| sum + x);
    let (seen, by_chance) =
        (sum(|(count, square, _)| count * square), sum(|(count, _, chance)| count * chance));
    if by_chance <= 0.0 {
        return 1.0;
    }
    let ratio = seen / by_chance;
    let off = |(count, square, chance): &(f64, f64, f64)| {
        let off = square - ratio * chance;
        count * off * off
    };
    let error = rounds.iter().map(off).sum::<f64>().sqrt() / by_chance;
    (games - (games - 1.0) * ratio + (games - 1.0) * CAUTION * error).clamp(1.0, games)
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
    let points = [(-off, 1.0 / 6.0), (0.0, 2.0 / 3.0), (off, 1.0 / 6.0)];
    for (point, (off, weight)) in points.into_iter().enumerate() {
        (at[i], at[j]) = (known.at[i] + off, known.at[j] - off);
        fit.layout.score(index, at, &mut scores);
        let picks = fit.layout.picks(index);
        chances.add(picks, &scores);
        mean += weight * chances.mean(point)[0];
        spread += weight * chances.covariance(point)[0];
    }
    (at[i], at[j]) = (known.at[i], known.at[j]);
    (mean, spread)
}

impl Grid {
    /// That of each field in one group, from one end to the other: from one hill of the weight another may not be seen.
    fn swept(fit: &mut Fit<'_>) -> Self {
        let mut grid = Self::new(fit.terms.fields.clone(), 0.0, LAST, COARSEST);
        for place in (0..=LAST).rev().step_by(usize::try_from(COARSEST).expect("it is small")) {
            let last = grid.points.values().next();
            let start = last.map_or_else(|| vec![0.0; fit.terms.count()], |last| last.at.clone());
            grid.look(fit, place, start);
        }
        grid
    }

    /// That of these groups, of which so much is presumed, from a place and a point that should be near the best. How good
    /// it is is not found out exactly if it weighs less than `least`.
    pub(super) fn of_groups(
        fit: &mut Fit<'_>,
        groups: Vec<Vec<usize>>,
        presumed: f64,
        (place, start): (i32, Vec<f64>),
        least: f64,
    ) -> Self {
        let mut grid = Self::new(groups, presumed, place, PARTS);
        grid.look(fit, place, start);
        grid.climb(fit, least);
        grid
    }

    fn new(groups: Vec<Vec<usize>>, presumed: f64, best: i32, step: i32) -> Self {
        Self { groups, presumed, lift: 0.0, points: BTreeMap::new(), best, step }
    }

    /// The logarithm of the weight of the best point, and of those that are as near to it as to any other.
    pub(super) fn height(&self) -> f64 {
        self.points[&self.best].weight + self.width()
    }

    /// The logarithm of a step.
    fn width(&self) -> f64 {
        libm::log(f64::from(self.step) / f64::from(PARTS))
    }

    /// The weight of a point, whose maximum is looked for from `start`.
    fn look(&mut self, fit: &mut Fit<'_>, place: i32, start: Vec<f64>) -> f64 {
        fit.terms.drawn = Distribution::new(&self.groups, tau(place));
        let best = fit.best(start);
        let determinants =
            fit.terms.drawn.log_determinant() - fit.information(&best).cholesky().log_determinant_of_square();
        let weight = best.value + 0.5 * determinants + presumed(place) + self.presumed;
        self.points.insert(place, Point { at: best.at, weight });
        if weight > self.points[&self.best].weight {
            self.best = place;
        }
        weight
    }

    /// The weight of a point, if it is on the grid; `from` is one that is known.
    fn weight(&mut self, fit: &mut Fit<'_>, place: i32, from: i32) -> Option<f64> {
        match self.points.get(&place) {
            Some(point) => Some(point.weight),
            None if (0..=LAST).contains(&place) => Some(self.look(fit, place, self.points[&from].at.clone())),
            None => None,
        }
    }

    /// Goes uphill until both neighbours of the best are below it, with steps that are short enough.
    fn climb(&mut self, fit: &mut Fit<'_>, least: f64) {
        loop {
            let (best, weight_of_best) = (self.best, self.points[&self.best].weight);
            let sides = [best - self.step, best + self.step].map(|place| self.weight(fit, place, best));
            if self.best != best {
                continue;
            }
            let is_low = |weight: &Option<f64>| weight.is_none_or(|weight| weight - weight_of_best < COARSE);
            if weight_of_best < least || self.step <= STEP_LEAST || !sides.iter().all(is_low) {
                return;
            }
            self.step /= 2;
        }
    }

    /// The places that weigh something, from the best one to both sides.
    fn places(&mut self, fit: &mut Fit<'_>, least: f64) -> Vec<i32> {
        let mut places = vec![self.best];
        for way in [-self.step, self.step] {
            let mut place = self.best;
            while self.weight(fit, place + way, place).is_some_and(|weight| weight >= least) {
                place += way;
                places.push(place);
            }
        }
        places.retain(|place| self.points[place].weight >= least);
        places.sort_unstable();
        places
    }

    /// The covariance at a point.
    pub(super) fn covariance(&self, fit: &mut Fit<'_>, place: i32) -> Matrix {
        fit.terms.drawn = Distribution::new(&self.groups, tau(place));
        fit.information(&fit.evaluate(self.points[&place].at.clone())).cholesky().inverse_of_square()
    }
}

/// The logarithm of the weight of all points of these grids that weigh something.
pub(super) fn weight<'a>(fit: &mut Fit<'_>, grids: impl Iterator<Item = &'a mut Grid>) -> f64 {
    let grids: Vec<&mut Grid> = grids.collect();
    let highest = grids.iter().map(|grid| grid.height()).fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for grid in grids {
        let width = grid.width();
        let places = grid.places(fit, highest - width + NEGLIGIBLE);
        sum += places.iter().map(|place| libm::exp(grid.points[place].weight + width - highest)).sum::<f64>();
    }
    highest + libm::log(sum)
}

/// The mean and the covariance over all points of these grids that weigh something.
fn mixture(fit: &mut Fit<'_>, grids: &mut [Grid]) -> Posterior {
    let highest = grids.iter().map(|grid| grid.height() + grid.lift).fold(f64::NEG_INFINITY, f64::max);
    let size = fit.terms.count();
    let (mut at, mut covariance) = (vec![0.0; size], Matrix::zero(size));
    let (mut shrunk, mut sum) = (vec![0.0; fit.terms.contestants], 0.0);
    for grid in grids {
        let width = grid.width() + grid.lift;
        let of_best = (grid.step <= STEP_SHORT).then(|| grid.covariance(fit, grid.best));
        for place in grid.places(fit, highest - width + NEGLIGIBLE) {
            let Point { at: maximum, weight } = &grid.points[&place];
            let share = libm::exp(weight + width - highest);
            fit.terms.drawn = Distribution::new(&grid.groups, tau(place));
            let at_maximum = fit.evaluate(maximum.clone());
            let of_this =
                of_best.is_none().then(|| fit.information(&at_maximum).cholesky().inverse_of_square());
            let within = of_this.as_ref().or(of_best.as_ref()).expect("it is one or the other");
            let here = mean(fit, &at_maximum, within);
            for (i, pull) in fit.terms.drawn.pull(&here).iter().enumerate() {
                shrunk[i] += share * pull * within.at(i, i).min(1.0 / fit.terms.drawn.stiffness(i));
            }
            at.iter_mut().zip(&here).for_each(|(mean, x)| *mean += share * x);
            add(&mut covariance, share, Some(within), &here);
            sum += share;
        }
    }
    at.iter_mut().chain(&mut shrunk).for_each(|x| *x /= sum);
    for i in 0..size {
        covariance.row_mut(i).iter_mut().for_each(|entry| *entry /= sum);
    }
    // The mixture's covariance is the mean of all points' squares around zero, less its own mean's.
    add(&mut covariance, -1.0, None, &at);
    Posterior { at, covariance, shrunk }
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

/// The mean of a posterior with its maximum there: it is not there because the likelihood is lopsided.
///
/// It is off by half of the covariance times the slope of the information, itself taken with the covariance.
fn mean(fit: &Fit<'_>, Evaluation { at, chances, .. }: &Evaluation, covariance: &Matrix) -> Vec<f64> {
    let (mut scores, mut of_links) = (Scores::default(), vec![]);
    let mut pull = vec![0.0; at.len()];
    for (index, situation) in fit.data.situations.iter().enumerate() {
        let links = fit.layout.links(index);
        of_links.clear();
        of_links
            .extend(links.iter().flat_map(|one| links.iter().map(|other| linked(covariance, one, other))));
        fit.layout.score(index, at, &mut scores);
        let slope = chances.skewness((index, fit.layout.picks(index)), &scores, &of_links);
        for (link, x) in links.iter().zip(slope) {
            link.parameters().iter().for_each(|&i| pull[i] -= 0.5 * situation.count * x);
        }
    }
    (0..at.len()).map(|i| at[i] + dot(covariance.row(i), &pull)).collect()
}

/// The covariance of two parameters of a situation, each the sum of one or two of the fit.
fn linked(covariance: &Matrix, one: &Parameter, other: &Parameter) -> f64 {
    one.parameters().iter().flat_map(|&i| other.parameters().iter().map(move |&j| covariance.at(i, j))).sum()
}
