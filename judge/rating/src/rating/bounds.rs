//! Bounds of those above or below the core: what they can be at least or at most.
//!
//! Who has held its own against nobody in the core, directly or through others, can be as weak as one likes; the games
//! only say how strong it can be at most. With f the log-likelihood that is lost against the best case, infinitely weak,
//! the bound is where f = φ · −ln 5 %: so strong a contestant gets results as bad as these in 5 of 100 tournaments.
//! f is a profile: all those between the contestant and the core are as they fit best.
//!
//! The core's own strengths are taken as they are fitted, and what they may be off is added: if their average, as
//! it counts here, has the variance v, then the bound is the largest y + u with f(y) + u² / 2v no larger
//! than before. f is nearly exponential there, by κ a unit, and so u = (√(1 + 2κ²vf) − 1) / κ.

use std::collections::BTreeSet;

use super::circle::{Centre, Circles};
use super::connectivity::{Connectivity, Direction};
use super::fit::Fit;
use super::model::{Data, ModelParameters, Rounds};

/// The most contestants on the way from the core that are looked at.
///
/// Any part of the games gives a bound that holds, and this is enough that more would hardly tighten it.
const BETWEEN_MAX: usize = 16;

/// More steps than any bound needs.
const STEPS_MAX: usize = 60;

/// The least difference that is more than rounding.
const LOSS_LEAST: f64 = 1e-10;

/// Less than a loss's logarithm grows by anywhere near the bound.
const GROWTH_LEAST: f64 = 1e-3;

/// A tournament, as seen from one core.
pub(super) struct Outside<'a> {
    rounds: &'a [Rounds],
    /// For each contestant the rounds that it was in.
    played: &'a [Vec<usize>],
    reach: &'a Connectivity,
    circles: &'a Circles,
    centre: &'a Centre,
    is_core: Vec<bool>,
    loss: f64,
}

/// The games that bear on one bound.
struct Local {
    /// Everybody with everybody.
    all: Data,
    /// Only those who held their own against one another.
    apart: Data,
    terms: ModelParameters,
    /// The contestant, then those between it and the core, then core members that they met, then one for all others;
    /// then seats and ties.
    at: Vec<f64>,
    /// Those who are not of the core.
    outside: usize,
    /// The place of each of these parameters in the fit of the circles.
    place: Vec<Option<usize>>,
}

impl<'a> Outside<'a> {
    pub(super) fn new(
        rounds: &'a [Rounds],
        played: &'a [Vec<usize>],
        reach: &'a Connectivity,
        circles: &'a Circles,
        centre: &'a Centre,
        error: f64,
    ) -> Self {
        let mut is_core = vec![false; played.len()];
        centre.members.iter().for_each(|&i| is_core[i] = true);
        let loss = -libm::log(error) * centre.spread;
        Self { rounds, played, reach, circles, centre, is_core, loss }
    }

    /// Bounds of all who are reached from the core this way, against the core's mean.
    pub(super) fn bounds(&self, way: Direction) -> Vec<(usize, f64)> {
        let distances = self.reach.distances(&self.centre.members, &[way]);
        let outside = (0..self.is_core.len()).filter(|&i| !self.is_core[i] && distances[i].is_some());
        outside.map(|i| (i, self.bound(i, &distances, way))).collect()
    }

    fn bound(&self, i: usize, distances: &[Option<usize>], way: Direction) -> f64 {
        let local = self.local(&self.between(i, distances, way));
        let sign = match way {
            Direction::Down => 1.0,
            Direction::Up => -1.0,
        };
        let mut free: Vec<bool> = (0..local.at.len()).map(|i| i < local.outside).collect();
        // The best case, in which all circles are infinitely far apart.
        let best = Fit::new(&local.apart, &local.terms).maximise(local.at.clone(), &free);
        free[0] = false;
        let fit = Fit::new(&local.all, &local.terms);
        let mut here = fit.maximise(local.at.clone(), &free);
        for _ in 0..STEPS_MAX {
            // Far off, rounding may hide what is lost; then the longest step is right.
            let lost = (best.value - here.value).max(LOSS_LEAST);
            let growth = (-sign * here.gradient[0] / lost).max(GROWTH_LEAST);
            let off = libm::log(lost / self.loss);
            if off.abs() < 1e-9 {
                break;
            }
            let mut at = here.at;
            // By its logarithm the loss is nearly a straight line.
            at[0] -= sign * (off / growth).clamp(-8.0, 8.0);
            here = fit.maximise(at, &free);
        }
        let variance = self.variance(&local, &here.gradient, &best.gradient);
        let growth = -sign * here.gradient[0] / self.loss;
        here.at[0] - self.centre.mean + sign * beyond(variance, growth, self.loss)
    }

    /// The variance of the core's average strength, seats and ties, as far as the bound goes by them.
    fn variance(&self, local: &Local, slope: &[f64], best: &[f64]) -> f64 {
        let weights: Vec<(usize, f64)> = (local.outside..slope.len())
            .filter_map(|k| Some((local.place[k]?, (slope[k] - best[k]) / -slope[0])))
            .collect();
        let covariance = &self.circles.errors.covariance;
        let rows = &self.centre.covariance;
        let members = &self.centre.members;
        let mean = members.iter().map(|&i| rows[i]).sum::<f64>() / members.len() as f64;
        let mut variance = mean;
        for &(i, x) in &weights {
            variance -= 2.0 * x * rows[i];
            variance += x * weights.iter().map(|&(j, y)| y * covariance.at(i, j)).sum::<f64>();
        }
        variance.max(0.0)
    }

    /// The contestant, and those on ways from the core to it: one shortest way, and then the nearest.
    fn between(&self, i: usize, from_core: &[Option<usize>], way: Direction) -> Vec<usize> {
        let back = match way {
            Direction::Down => Direction::Up,
            Direction::Up => Direction::Down,
        };
        let to_it = self.reach.distances(&[i], &[back]);
        // One shortest way comes first, as without any way there would be no bound.
        let mut between = vec![i];
        while let Some(&next) = self.reach.neighbours(between[between.len() - 1], back).iter().find(|&&j| {
            from_core[j].is_some_and(|d| d > 0 && Some(d + 1) == from_core[between[between.len() - 1]])
        }) {
            between.push(next);
        }
        let mut others: Vec<(usize, usize)> = (0..from_core.len())
            .filter(|j| !self.is_core[*j] && !between.contains(j))
            .filter_map(|j| Some((from_core[j]? + to_it[j]?, j)))
            .collect();
        others.sort_unstable();
        let room = BETWEEN_MAX.saturating_sub(between.len());
        between.extend(others.iter().take(room).map(|(_, j)| j));
        self.connected(&between, way, back)
    }

    /// Those of `between` that are on ways from the core through `between` to its first.
    fn connected(&self, between: &[usize], way: Direction, back: Direction) -> Vec<usize> {
        let meets_core = |i: &usize| self.reach.neighbours(*i, back).iter().any(|&j| self.is_core[j]);
        let spread = |start: Vec<usize>, way: Direction| {
            let mut found = start;
            let mut next = 0;
            while let Some(&i) = found.get(next) {
                next += 1;
                let near = self.reach.neighbours(i, way);
                let new = between.iter().filter(|j| near.binary_search(j).is_ok() && !found.contains(j));
                let new: Vec<usize> = new.copied().collect();
                found.extend(new);
            }
            found
        };
        let from_core = spread(between.iter().copied().filter(meets_core).collect(), way);
        let to_it = spread(vec![between[0]], back);
        between.iter().copied().filter(|i| from_core.contains(i) && to_it.contains(i)).collect()
    }

    /// The games of those `outside`, among themselves and with the core.
    fn local(&self, outside: &[usize]) -> Local {
        let rounds: BTreeSet<usize> = outside.iter().flat_map(|&i| &self.played[i]).copied().collect();
        let rounds = || rounds.iter().map(|&round| &self.rounds[round]);
        let seated = rounds().flat_map(|round| &round.table).copied();
        let core: BTreeSet<usize> = seated.filter(|&i| self.is_core[i]).collect();
        let core = Vec::from_iter(core);
        let known: Vec<usize> = outside.iter().chain(&core).copied().collect();
        let number = |i: &usize| {
            let place = outside.iter().position(|j| j == i);
            place.or_else(|| Some(outside.len() + core.binary_search(i).ok()?)).unwrap_or(known.len())
        };
        let rounds: Vec<Rounds> = rounds()
            .map(|round| Rounds {
                table: round.table.iter().map(number).collect(),
                ranks: round.ranks.clone(),
                count: round.count,
            })
            .collect();
        let contestants = known.len() + 1;
        // Whoever is neither has the last number, and no class: games among the rest of its table count, and its own do not.
        let circle = |i: usize| known.get(i).map(|&i| self.reach.circle[i]);
        let all = Data::new(contestants, rounds.iter(), |i| (i < known.len()).then_some(0));
        let apart = Data::new(contestants, rounds.iter(), circle);
        let shared = self.circles.terms.contestants..self.circles.terms.count();
        let place: Vec<Option<usize>> =
            known.iter().copied().map(Some).chain([None]).chain(shared.map(Some)).collect();
        let at = place.iter().map(|place| place.map_or(0.0, |place| self.circles.at[place])).collect();
        // A virtual game would draw the contestant towards the core, and the bound with it.
        let terms = ModelParameters { contestants, prior: 0.0, ..self.circles.terms.clone() };
        Local { all, apart, terms, at, outside: outside.len(), place }
    }
}

/// The distance by which a bound is farther off because the core's average has a variance.
fn beyond(variance: f64, growth: f64, loss: f64) -> f64 {
    let u = ((1.0 + 2.0 * growth * growth * variance * loss).sqrt() - 1.0) / growth;
    if u <= 0.0 {
        return 0.0;
    }
    // What is left of the loss for the contestant itself.
    u + libm::log(1.0 - u * u / (2.0 * variance * loss)) / growth
}
