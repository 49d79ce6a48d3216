//! Results of games in, strengths on the Elo scale out, with how far they can be trusted.
//!
//! Where results decide who meets whom ([`Paired::ByResults`]), strengths have a distribution, and ratings are shrunk towards
//! the mean of a group: see [`posterior`], of what follows only the model holds. Elsewhere the likelihood alone is better: it
//! presumes no distribution.
//!
//! One model for all games: who comes first at a table is a choice among those who sit there,
//! alone or several level; then who comes first among the rest, and so on. For two it is
//! Bradley and Terry's with Davidson's draws and an advantage of the seat (R. R. Davidson, "On extending the
//! Bradley-Terry model to accommodate ties", JASA 1970; Davidson and Beaver, Biometrics 1977); for more it is
//! Plackett and Luce's, with ties as in H. Turner, J. van Etten, D. Firth and I. Kosmidis, "Modelling
//! rankings in R: the `PlackettLuce` package", Computational Statistics 2020. 400 points of Elo are ten wins to one loss.
//!
//! - **All at once.** All games are fitted jointly, by maximum likelihood, so the order of play does not matter.
//! - **A weak prior.** To each parameter belongs one virtual game, half won and half lost, against the average: so
//!   who has won everything has a finite strength. It is worth less the more games there are.
//! - **The core.** Results give a difference only between contestants who have held their own (won or drawn) against
//!   one another, directly or through others. The largest such circle is the core, and 0 is its mean. Of
//!   equally large ones it is the one with most rounds among its members, and then the higher rated.
//! - **Intervals by rounds.** A round's games share seed and opening, so the round is what is counted once: intervals
//!   are about 95 %, from the profile likelihood approximately, and as wide as the sandwich estimator with a cluster for each round
//!   says ([`circle`], [`sandwich`]). Nothing is presumed about games of one round.
//! - **Bounds.** Who is above the core or below it has one bound, at 95 %, and no rating ([`bounds`]). Who is neither,
//!   as both have only lost to the same third, has none.
//! - **Places.** A contestant's place lies between the numbers of those who are surely better and surely worse: in
//!   95 % of tournaments all places of all contestants are right (Bonferroni).
//! - **Groups.** Those who never met, directly or through others, are in different groups. Each group has its own core,
//!   and says nothing of the others.
//! - **The same game again** says nothing new: where all games of a pairing are one game they count as one round, and a note says so.
//!
//! Results are the same to the last bit on every machine: exponentials and logarithms are `libm`'s, and sums have a
//! fixed order. Knows no points and no schedule.

#![expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]

mod bounds;
mod circle;
mod connectivity;
mod distribution;
mod fit;
mod groups;
mod layout;
mod matrix;
mod model;
mod normal;
mod places;
mod posterior;
mod sandwich;
mod sparse;
mod tally;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::{Disqualified, EntrantId};
use bounds::Outside;
use circle::{Centre, Circles};
use connectivity::{Connectivity, Direction, members};
use distribution::KnownStrengths;
use fit::Fit;
pub use fit::won;
use model::{Data, ModelParameters};
use places::Places;
use posterior::{Known, Posterior};
pub use tally::{Tally, TallyGame};

/// Points of Elo for one unit of the logarithm of a strength.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Rounds below which nobody has a rating where results decide who meets whom. After one or two all that is said of a
/// strength is what was presumed of it: two copies of a bot would be a thousand points apart every second time.
const ROUNDS_LEAST: f64 = 3.0;

/// The chance that an interval, a bound, or any place of a tournament misses.
const ERROR: f64 = 0.05;

/// The strength of a contestant, in points of Elo above the mean of its group's core.
///
/// In the core there are a rating and both ends of its interval. Above it there is only `low`, below it only `high`.
/// There are no ends if the core is this contestant alone, and nothing at all if it can not be compared with the core, or has
/// played fewer than three rounds where results decide who meets whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The rating; only in the core.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval, or what it is at least.
    pub low: Option<f64>,
    /// The upper end, or what it is at most.
    pub high: Option<f64>,
    /// The best place it may truly have, among those who are rated, from 1.
    pub rank_low: usize,
    /// The worst place it may truly have.
    pub rank_high: usize,
}

/// Those who met, directly or through others. Nothing is known between groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// All of them.
    pub members: Vec<EntrantId>,
    /// Those whose mean rating is 0, if it is not that of anchors.
    pub core: Vec<EntrantId>,
}

/// All ratings of a tournament, and what is known of their differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By entrant; `None` for the disqualified.
    pub entrants: Vec<Option<Rating>>,
    /// The advantage of each seat but the last over the last, in points of Elo.
    pub seats: Vec<f64>,
    /// The pairings of more than one round whose games were all the same game.
    pub repeated: Vec<Vec<EntrantId>>,
    /// The groups; with more than one, ratings and places cannot be compared across them.
    pub groups: Vec<Group>,
    /// The smallest difference of any two, in its standard errors.
    apart_least: f64,
}

/// The games of all who are rated; a contestant is its place among them.
struct Games {
    /// The number of contestants, rated or not.
    contestants: usize,
    rated: Vec<usize>,
    rounds: Vec<model::Rounds>,
}

/// The way in which pairings are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paired {
    /// Beforehand, as in a round-robin and a gauntlet. A knockout, too: who is out plays no more, so luck seldom meets
    /// luck, and many have won or lost everything, of whom a bound says more than a rating.
    Beforehand,
    /// By the results so far, as in a Swiss and on a ladder. See the module `posterior`.
    ByResults,
}

/// Rates the contestants by all games that were played among those who are not `disqualified`.
#[must_use]
pub fn rate(disqualified: &Disqualified, tally: &Tally, paired: Paired) -> Ratings {
    let games = Games::new(disqualified, tally);
    let data = games.data(|_| 0);
    let reach = Connectivity::new(games.rated.len(), &data.held_own());
    let ratings = match paired {
        Paired::Beforehand => games.ratings_beforehand(data, &reach),
        Paired::ByResults => games.ratings_by_results(data, &reach, &[], KnownStrengths::default()),
    };
    Ratings { repeated: tally.repeated(disqualified), ..ratings }
}

/// As [`rate`] where results decide who meets whom, with 0 the mean of these anchors in each group that has any: who
/// comes and goes does not move it, and intervals tell how well it is known. If their ratings are `fixed`, one for each, they
/// are so, whatever their games say now.
#[must_use]
pub fn rate_by_anchors(
    disqualified: &Disqualified,
    tally: &Tally,
    anchors: &[EntrantId],
    fixed: &[f64],
) -> Ratings {
    let games = Games::new(disqualified, tally);
    let data = games.data(|_| 0);
    let reach = Connectivity::new(games.rated.len(), &data.held_own());
    let anchors: Vec<(usize, f64)> = (0..)
        .zip(anchors)
        .map(|(place, id): (usize, _)| (id.0, fixed.get(place).map_or(0.0, |elo| elo / ELO)))
        .collect();
    let held = if fixed.is_empty() { KnownStrengths::default() } else { games.held(&anchors) };
    let ratings = games.ratings_by_results(data, &reach, &anchors, held);
    Ratings { repeated: tally.repeated(disqualified), ..ratings }
}

/// The strengths of the contestants by all games so far, if only the order is wanted: in Elo against the average, by
/// entrant, `None` for the disqualified. Much quicker than [`rate`].
#[must_use]
pub fn strengths(disqualified: &Disqualified, tally: &Tally) -> Vec<Option<f64>> {
    let games = Games::new(disqualified, tally);
    let data = games.data(|_| 0);
    let at = best(&data, &data.terms());
    let mut strengths = vec![None; games.contestants];
    games.rated.iter().zip(at).for_each(|(&id, strength)| strengths[id] = Some(strength * ELO));
    strengths
}

impl Games {
    fn new(disqualified: &Disqualified, tally: &Tally) -> Self {
        let contestants = disqualified.contestants();
        let rated: Vec<usize> = (0..contestants).filter(|&id| !disqualified.has(EntrantId(id))).collect();
        let rounds = model::rounds(&rated, tally);
        Self { contestants, rated, rounds }
    }

    fn data(&self, class: impl Fn(usize) -> usize) -> Data {
        Data::new(self.rated.len(), self.rounds.iter(), |i| Some(class(i)))
    }

    /// By the likelihood and the sandwich.
    fn ratings_beforehand(&self, data: Data, reach: &Connectivity) -> Ratings {
        let terms = data.terms();
        let together = Circles::new(data, terms.clone());
        let places = Places::new(&[(&together.at, &together.errors.covariance)], &reach.group, ERROR);
        let strengths = together.at.clone();
        let circles = if reach.circle == reach.group {
            together
        } else {
            // Two fits of thousands at a time would not fit into memory.
            drop(together);
            Circles::new(self.data(|i| reach.circle[i]), terms.clone())
        };
        let cores = cores(reach, &circles, &strengths);
        let mut ratings = self.ratings(&terms, &strengths, &places, reach, &cores);
        for core in &cores {
            self.rate(&mut ratings.entrants, reach, &circles, &circles.centre(core));
        }
        ratings
    }

    /// By the posterior: 0 is the mean of a group's anchors, or of all in it, or of its largest part where nobody can say how
    /// far parts are apart.
    fn ratings_by_results(
        &self,
        data: Data,
        reach: &Connectivity,
        anchors: &[(usize, f64)],
        held: KnownStrengths,
    ) -> Ratings {
        let mut terms = data.terms();
        terms.drawn.held = held;
        let together = members(&reach.group);
        let is_one = together.iter().filter(|members| members.len() > 1).count() == 1;
        let Known { of_all, of_groups, parts } = posterior::known(data, &terms, is_one && anchors.is_empty());
        let rounds = self.rounds_of_each();
        let views = [&of_all, &of_groups].map(|posterior| (&posterior.at[..], &posterior.covariance));
        let places = Places::new(&views, &reach.group, ERROR);
        let Posterior { at, covariance, shrunk } = of_groups;
        // Of equally large parts the stronger is the core.
        let core = (0..parts.len()).rev().max_by_key(|part| parts[*part].len()).unwrap_or(0);
        let core_of = |members: &Vec<usize>| match members.len() {
            2.. if parts.len() > 1 => members.iter().copied().filter(|i| parts[core].contains(i)).collect(),
            _ => members.clone(),
        };
        let cores: Vec<Vec<usize>> = together.iter().map(core_of).collect();
        let mut ratings = self.ratings(&terms, &at, &places, reach, &cores);
        let mut above = vec![Ordering::Equal; at.len()];
        for (number, part) in parts.iter().enumerate() {
            for &i in part {
                above[i] = core.cmp(&number);
            }
        }
        let z = normal::quantile(ERROR);
        for (members, core) in together.iter().zip(&cores) {
            let anchor = |i: &usize| anchors.iter().find(|(id, _)| *id == self.rated[*i]);
            let anchored: Vec<usize> = members.iter().copied().filter(|i| anchor(i).is_some()).collect();
            let centre = if anchored.is_empty() { core } else { &anchored };
            let mean = |row: &[f64]| centre.iter().map(|&i| row[i]).sum::<f64>() / centre.len() as f64;
            let zero = mean(&at)
                - centre.iter().filter_map(anchor).map(|(_, x)| x).sum::<f64>() / centre.len() as f64;
            let with_mean: Vec<f64> = members.iter().map(|&i| mean(covariance.row(i))).collect();
            let of_mean = centre.iter().map(|&i| mean(covariance.row(i))).sum::<f64>() / centre.len() as f64;
            for (&i, with_mean) in members.iter().zip(&with_mean) {
                let Some(rating) = &mut ratings.entrants[self.rated[i]] else { continue };
                if rounds[i] < ROUNDS_LEAST {
                    continue;
                }
                let elo = at[i] - zero;
                let wide = z * (covariance.at(i, i) - 2.0 * with_mean + of_mean).max(0.0).sqrt();
                let low = elo - wide + shrunk[i].min(0.0);
                let high = elo + wide + shrunk[i].max(0.0);
                let end = |x: f64, is_known: bool| Some(x * ELO).filter(|_| is_known && members.len() > 1);
                rating.elo = Some(elo * ELO).filter(|_| above[i].is_eq());
                (rating.low, rating.high) = (end(low, above[i].is_ge()), end(high, above[i].is_le()));
            }
        }
        ratings
    }

    /// Those of the anchors that are rated, with how strong they are.
    fn held(&self, anchors: &[(usize, f64)]) -> KnownStrengths {
        let place = |(id, x): &(usize, f64)| Some((self.rated.binary_search(id).ok()?, *x));
        KnownStrengths::new(self.rated.len(), &anchors.iter().filter_map(place).collect::<Vec<_>>())
    }

    /// The rounds of each that count.
    fn rounds_of_each(&self) -> Vec<f64> {
        let mut rounds = vec![0.0; self.rated.len()];
        for round in &self.rounds {
            round.table.iter().for_each(|&i| rounds[i] += round.count);
        }
        rounds
    }

    /// Places and groups, with no ratings yet.
    fn ratings(
        &self,
        terms: &ModelParameters,
        at: &[f64],
        places: &Places,
        reach: &Connectivity,
        cores: &[Vec<usize>],
    ) -> Ratings {
        let mut entrants = vec![None; self.contestants];
        for (&id, &(rank_low, rank_high)) in self.rated.iter().zip(&places.ranges) {
            entrants[id] = Some(Rating { elo: None, low: None, high: None, rank_low, rank_high });
        }
        let ids = |members: &[usize]| members.iter().map(|&i| EntrantId(self.rated[i])).collect();
        let group = |(all, core): (&Vec<usize>, &Vec<usize>)| Group { members: ids(all), core: ids(core) };
        Ratings {
            entrants,
            seats: at[terms.contestants..][..terms.seats].iter().map(|seat| seat * ELO).collect(),
            repeated: vec![],
            groups: members(&reach.group).iter().zip(cores).map(group).collect(),
            apart_least: places.apart_least,
        }
    }

    /// Enters the intervals of a core's members, and the bounds of those above and below it.
    fn rate(
        &self,
        entrants: &mut [Option<Rating>],
        reach: &Connectivity,
        circles: &Circles,
        centre: &Centre,
    ) {
        let mut rating =
            |i: usize, enter: &dyn Fn(&mut Rating)| entrants[self.rated[i]].iter_mut().for_each(enter);
        let z = normal::quantile(ERROR);
        for &i in &centre.members {
            rating(i, &|rating| rating.elo = Some((circles.at[i] - centre.mean) * ELO));
            if centre.members.len() > 1 {
                let (low, high) = circles.interval(centre, i, z);
                rating(i, &|rating| (rating.low, rating.high) = (Some(low * ELO), Some(high * ELO)));
            }
        }
        let mut played = vec![vec![]; self.rated.len()];
        for (index, round) in self.rounds.iter().enumerate() {
            round.table.iter().for_each(|&i| played[i].push(index));
        }
        let outside = Outside::new(&self.rounds, &played, reach, circles, centre, ERROR);
        for (i, bound) in outside.bounds(Direction::Down) {
            rating(i, &|rating| rating.high = Some(bound * ELO));
        }
        for (i, bound) in outside.bounds(Direction::Up) {
            rating(i, &|rating| rating.low = Some(bound * ELO));
        }
    }
}

impl Ratings {
    /// The ratings in tenths of a point of Elo, as they are published, or the bound of who has only that; by entrant.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "no rating is near the end of 64 bits")]
    pub fn tenths(&self) -> Vec<Option<i64>> {
        let elo = |rating: &Rating| rating.elo.or(rating.low).or(rating.high);
        let tenths = |elo: f64| (10.0 * crate::words::rating(elo)).round() as i64;
        self.entrants.iter().map(|rating| rating.as_ref().and_then(elo).map(tenths)).collect()
    }

    /// Whether everybody is apart from everybody, with a chance of at most `error` that the
    /// order is wrong anywhere.
    ///
    /// If an order is wrong, then it is so for two who are truly neighbours, and there is
    /// one pair of neighbours less than there are contestants: so many comparisons share the error.
    pub(crate) fn all_apart(&self, error: f64) -> bool {
        let neighbours = self.entrants.iter().flatten().count().saturating_sub(1);
        self.apart_least > normal::quantile(error / neighbours.max(1) as f64)
    }
}

/// The parameters at the likelihood's maximum.
fn best(data: &Data, terms: &ModelParameters) -> Vec<f64> {
    Fit::new(data, terms).best(vec![0.0; terms.count()]).at
}

/// Each group's core.
fn cores(reach: &Connectivity, circles: &Circles, strengths: &[f64]) -> Vec<Vec<usize>> {
    let all = members(&reach.circle);
    let mut rounds = vec![0.0; all.len()];
    for pattern in &circles.data.patterns {
        let situations = pattern.picks.iter().map(|&(index, _)| &circles.data.situations[index]);
        let firsts = situations.filter_map(|situation| situation.contestants().next());
        for circle in firsts.map(|i| reach.circle[i]).collect::<BTreeSet<_>>() {
            rounds[circle] += pattern.count;
        }
    }
    let mean =
        |circle: usize| all[circle].iter().map(|&i| strengths[i]).sum::<f64>() / all[circle].len() as f64;
    let larger = |a: &usize, b: &usize| {
        all[*a]
            .len()
            .cmp(&all[*b].len())
            .then(rounds[*a].total_cmp(&rounds[*b]))
            .then(mean(*a).total_cmp(&mean(*b)))
    };
    let mut cores: Vec<Option<usize>> = vec![None; members(&reach.group).len()];
    for circle in 0..all.len() {
        let core = &mut cores[reach.group[all[circle][0]]];
        *core = Some(core.map_or(circle, |known| std::cmp::max_by(circle, known, larger)));
    }
    cores.into_iter().flatten().map(|circle| all[circle].clone()).collect()
}
