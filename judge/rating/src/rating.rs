//! Results of games in, strengths on the Elo scale out, with how far they can be trusted.
//!
//! One model for all games: who comes first at a table is a choice among those who sit there,
//! alone or several level; then who comes first among the rest, and so on. For two it is
//! Bradley and Terry's with Davidson's draws and an advantage of the seat (R. R. Davidson, "On extending the
//! Bradley-Terry model to accommodate ties", JASA 1970; Davidson and Beaver, Biometrics 1977); for more it is
//! Plackett and Luce's, with ties as in H. Turner, J. van Etten, D. Firth and I. Kosmidis, "Modelling
//! rankings in R: the `PlackettLuce` package", Computational Statistics 2020. 400 points of Elo are ten wins to one loss.
//!
//! - **All at once.** All games are fitted jointly, so the order of play does not matter.
//! - **A random effect.** In nearly all formats results decide who plays on, and against whom. So strengths have a distribution,
//!   and ratings are shrunk towards the mean of a group: see [`posterior`].
//! - **The scale.** 0 is the mean of the anchors, or else of the **core**: all who met, or those of them that have held their
//!   own against one another, directly or through others, if they are more than half and intervals are half as wide so.
//! - **Intervals** are about 95 %. A contestant has none, and no rating, before its third round.
//! - **Bounds.** Where a large lower part of the field has not won a point against the upper one, nobody can say how far they are
//!   apart ([`cuts`]). The largest part is the core then, and who is above or below it has one bound.
//! - **Places.** A contestant's place lies between the numbers of those who are surely better and surely worse: in
//!   95 % of tournaments all places of all contestants are right (Bonferroni). A sign test of the rounds of two, and a count at open
//!   cuts, decide where strengths are too uncertain to do so.
//! - **Groups.** Those who never met, directly or through others, are in different groups, and not compared.
//! - **The same game again** says nothing new: where all games of a pairing are one game they count as one round, and a note says so.
//!
//! Results are the same to the last bit on every machine: exponentials and logarithms are `libm`'s, and sums have a
//! fixed order. Knows no points, no format and no schedule.

#![expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]

mod connectivity;
mod cuts;
mod distribution;
mod fit;
mod groups;
mod layout;
mod matrix;
mod model;
mod normal;
mod places;
mod posterior;
mod sparse;
mod tally;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Disqualified, EntrantId};
use connectivity::{largest_circle, members};
use cuts::Points;
use fit::Fit;
pub use fit::won;
use matrix::Matrix;
use model::Data;
use places::{Places, ahead_by_rounds};
use posterior::{Known, Posterior};
pub use tally::{Tally, TallyGame};

/// Points of Elo for one unit of the logarithm of a strength.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Rounds below which nobody has a rating. After one or two all that is said of a strength is what was presumed of it: two
/// copies of a bot would be a thousand points apart every second time.
const ROUNDS_LEAST: f64 = 3.0;

/// By how much wider than a normal posterior of the same covariance intervals are.
///
/// Strengths come from no normal distribution, and posteriors are normal only nearly: without it, intervals held 91 % in
/// the worst of the simulated tournaments. With it, they hold 93 % or more.
const WIDER: f64 = 1.15;

/// The same for who has met few, as half of the field in a knockout: their posteriors are less normal.
const WIDER_BY_FEW: f64 = 1.3;

/// The most opponents that are few.
const FEW: usize = 2;

/// By how much smaller variances are against a circle's mean, if that is to be 0: intervals are half as wide.
const FAR_BETTER: f64 = 4.0;

/// The chance that an interval, a bound, or any place of a tournament misses.
const ERROR: f64 = 0.05;

/// The strength of a contestant, in points of Elo above the mean of its group's core.
///
/// There are a rating and both ends of its interval; where bounds part the field, above the core only `low`, and below it only
/// `high`. There is nothing at all if it met nobody, or has played fewer than three rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The rating, if there is not only a bound.
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
    /// The outermost anchors, if there are two or more.
    pub scale: Option<Scale>,
    /// The smallest difference of any two, in its standard errors.
    apart_least: f64,
}

/// The anchors that a scale hangs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The strongest.
    pub highest: EntrantId,
    /// The weakest.
    pub lowest: EntrantId,
    /// Their distance in points of Elo is known to so many more or less, with 95 %.
    pub doubt: f64,
}

/// The games of all who are rated; a contestant is its place among them.
struct Games {
    /// The number of contestants, rated or not.
    contestants: usize,
    rated: Vec<usize>,
    rounds: Vec<model::Rounds>,
}

/// Rates the contestants by all games that were played among those who are not `disqualified`.
#[must_use]
pub fn rate(disqualified: &Disqualified, tally: &Tally) -> Ratings {
    rate_by_anchors(disqualified, tally, &[])
}

/// The same if contestants come from several fields, of which nothing is presumed: `field` says of each from which one. Where
/// few connect two fields, all would else be drawn to one mean: two fields of equals, 942 apart and with a single contestant in
/// both, had 35 % of their intervals right, and have 98 % so.
#[must_use]
pub fn rate_fields<T: Ord>(disqualified: &Disqualified, tally: &Tally, field: &[T]) -> Ratings {
    let games = Games::new(disqualified, tally);
    Ratings { repeated: tally.repeated(disqualified), ..games.ratings(&[], |id| &field[id.0]) }
}

/// The same with 0 the mean of these anchors in each group that has any: who comes and goes does not move it, and intervals
/// tell how well it is known. Nothing is presumed of the anchors together, and nobody has only a bound.
#[must_use]
pub fn rate_by_anchors(disqualified: &Disqualified, tally: &Tally, anchors: &[EntrantId]) -> Ratings {
    let games = Games::new(disqualified, tally);
    let field = |id| anchors.iter().position(|anchor| *anchor == id).map_or(0, |place| place + 1);
    Ratings { repeated: tally.repeated(disqualified), ..games.ratings(anchors, field) }
}

/// The strengths of the contestants by all games so far, if only the order is wanted: in Elo against the average, by
/// entrant, `None` for the disqualified. By the likelihood and one virtual game of each, so much quicker than [`rate`].
#[must_use]
pub fn strengths(disqualified: &Disqualified, tally: &Tally) -> Vec<Option<f64>> {
    let games = Games::new(disqualified, tally);
    let data = Data::new(games.rated.len(), &games.rounds);
    let terms = data.terms();
    let at = Fit::new(&data, &terms).best(vec![0.0; terms.count()]).at;
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

    /// The ratings, and all that goes with them but the repeated pairings.
    fn ratings<T: Ord>(&self, anchors: &[EntrantId], field: impl Fn(EntrantId) -> T) -> Ratings {
        let data = Data::new(self.rated.len(), &self.rounds);
        let mut terms = data.terms();
        let mut fields = BTreeMap::<T, Vec<usize>>::new();
        (0..self.rated.len()).for_each(|i| fields.entry(field(self.id(i))).or_default().push(i));
        terms.fields = fields.into_values().collect();
        let anchors: Vec<usize> =
            anchors.iter().filter_map(|id| self.rated.binary_search(&id.0).ok()).collect();
        let group = connectivity::groups(self.rated.len(), self.rounds.iter().map(|round| &round.table[..]));
        let together = members(&group);
        let is_one = together.iter().filter(|members| members.len() > 1).count() == 1;
        let points = Points::new(&data);
        let known = posterior::known(data, &terms, &points, is_one && anchors.is_empty());
        let wider = self.wider();
        let views = [&known.of_all, &known.of_groups].map(|view| (&view.at[..], &view.covariance));
        let places = Places::new(&views, &group, &self.ahead_by_rounds(), &wider, &known.levels, ERROR);
        let against = Against { known: &known, points: &points, wider: &wider, anchors: &anchors };
        let mut ratings = Ratings {
            entrants: vec![None; self.contestants],
            seats: known.of_groups.at[terms.contestants..][..terms.seats].iter().map(|x| x * ELO).collect(),
            repeated: vec![],
            groups: vec![],
            scale: against.scale().map(|(ends, doubt)| {
                let [highest, lowest] = ends.map(|i| self.id(i));
                Scale { highest, lowest, doubt: doubt * ELO }
            }),
            apart_least: places.apart_least,
        };
        let rounds = self.rounds_of_each();
        for members in &together {
            let core = against.core(members);
            for (i, ends) in against.ends(members, &core) {
                let [elo, low, high] = ends
                    .map(|x| x.filter(|_| members.len() > 1 && rounds[i] >= ROUNDS_LEAST).map(|x| x * ELO));
                let (rank_low, rank_high) = places.ranges[i];
                ratings.entrants[self.rated[i]] = Some(Rating { elo, low, high, rank_low, rank_high });
            }
            let ids = |of: &[usize]| of.iter().map(|&i| self.id(i)).collect();
            ratings.groups.push(Group { members: ids(members), core: ids(&core) });
        }
        ratings
    }

    fn id(&self, i: usize) -> EntrantId {
        EntrantId(self.rated[i])
    }

    /// The factor by which each one's interval is wider than by a normal posterior.
    fn wider(&self) -> Vec<f64> {
        let mut met = vec![BTreeSet::<usize>::new(); self.rated.len()];
        for round in &self.rounds {
            round.table.iter().for_each(|&i| met[i].extend(round.table.iter().filter(|j| **j != i)));
        }
        met.iter().map(|met| if met.len() <= FEW { WIDER_BY_FEW } else { WIDER }).collect()
    }

    /// For each two who met by themselves, the first of whom has the smaller number: by how much it is ahead by their rounds alone.
    fn ahead_by_rounds(&self) -> BTreeMap<(usize, usize), f64> {
        let mut won: BTreeMap<(usize, usize), [f64; 2]> = BTreeMap::new();
        for round in self.rounds.iter().filter(|round| round.table.len() == 2) {
            let (one, other) = (round.table[0], round.table[1]);
            let games = round.games().map(|(seated, ranks)| match ranks[0].cmp(&ranks[1]) {
                Ordering::Equal => 0,
                better => 2 * i32::from(better.is_lt() == (seated[0] == one.min(other))) - 1,
            });
            let sum: i32 = games.sum();
            if sum != 0 {
                let pair = won.entry((one.min(other), one.max(other))).or_default();
                pair[usize::from(sum < 0)] += round.count;
            }
        }
        won.into_iter().map(|(pair, [won, lost])| (pair, ahead_by_rounds(won, lost))).collect()
    }

    /// The rounds of each that count.
    fn rounds_of_each(&self) -> Vec<f64> {
        let mut rounds = vec![0.0; self.rated.len()];
        for round in &self.rounds {
            round.table.iter().for_each(|&i| rounds[i] += round.count);
        }
        rounds
    }
}

/// What is known, and against what strengths are told.
struct Against<'a> {
    known: &'a Known,
    points: &'a Points,
    wider: &'a [f64],
    anchors: &'a [usize],
}

impl Against<'_> {
    /// Those of a group whose mean is 0. Where bounds part them it is the largest part, of equally large ones the strongest.
    /// Else it is all of them, or the circle that more than half of them are in, if it is far better known: how weak somebody is
    /// who has only lost would leave everybody's rating open.
    fn core(&self, members: &[usize]) -> Vec<usize> {
        let parts = &self.known.parts;
        if members.len() > 1 && parts.len() > 1 {
            return members.iter().copied().filter(|i| parts[self.largest()].contains(i)).collect();
        }
        let circle = largest_circle(members, self.points.pairs());
        let known = |centre: &[usize]| self.variances(&circle, centre).iter().sum::<f64>();
        let is_better = 2 * circle.len() > members.len() && FAR_BETTER * known(&circle) < known(members);
        if is_better { circle } else { members.to_vec() }
    }

    /// The variance of each of these against the mean of the centre.
    fn variances(&self, of: &[usize], centre: &[usize]) -> Vec<f64> {
        let covariance = &self.known.of_groups.covariance;
        let mean = |row: &[f64]| centre.iter().map(|&i| row[i]).sum::<f64>() / centre.len() as f64;
        let of_mean = centre.iter().map(|&i| mean(covariance.row(i))).sum::<f64>() / centre.len() as f64;
        of.iter().map(|&i| (covariance.at(i, i) - 2.0 * mean(covariance.row(i)) + of_mean).max(0.0)).collect()
    }

    fn largest(&self) -> usize {
        let parts = &self.known.parts;
        (0..parts.len()).rev().max_by_key(|part| parts[*part].len()).unwrap_or(0)
    }

    /// The rating of each of a group and the ends of its interval; only one end outside the core.
    fn ends(&self, members: &[usize], core: &[usize]) -> Vec<(usize, [Option<f64>; 3])> {
        let Posterior { at, shrunk, .. } = &self.known.of_groups;
        let anchored: Vec<usize> = members.iter().copied().filter(|i| self.anchors.contains(i)).collect();
        let centre = if anchored.is_empty() { core } else { &anchored };
        let mean = |row: &[f64]| centre.iter().map(|&i| row[i]).sum::<f64>() / centre.len() as f64;
        let zero = mean(at);
        let z = normal::quantile(ERROR);
        // A circle apart from others is pulled towards them with all its members, and so is its mean.
        let is_circle = anchored.is_empty() && core.len() < members.len() && self.known.parts.len() == 1;
        let pulled = if is_circle { mean(shrunk) } else { 0.0 };
        let ends = |(&i, variance): (&usize, f64)| {
            let (elo, wide) = (at[i] - zero, z * self.wider[i] * variance.sqrt());
            let low = elo - wide + (shrunk[i] - pulled).min(0.0);
            let high = elo + wide + (shrunk[i] - pulled).max(0.0);
            let side = self.side(i);
            let ends =
                [side.is_eq().then_some(elo), side.is_ge().then_some(low), side.is_le().then_some(high)];
            (i, ends)
        };
        members.iter().zip(self.variances(members, centre)).map(ends).collect()
    }

    /// Whether a contestant is above the core, in it, or below it.
    fn side(&self, i: usize) -> Ordering {
        let part = self.known.parts.iter().position(|part| part.contains(&i));
        part.map_or(Ordering::Equal, |part| self.largest().cmp(&part))
    }

    /// The strongest and the weakest anchor, and how well their distance is known.
    fn scale(&self) -> Option<([usize; 2], f64)> {
        let Posterior { at, covariance, .. } = &self.known.of_groups;
        let by_strength = |a: &&usize, b: &&usize| at[**a].total_cmp(&at[**b]);
        let highest = *self.anchors.iter().max_by(by_strength)?;
        let lowest = *self.anchors.iter().min_by(by_strength).filter(|lowest| **lowest != highest)?;
        let doubt = normal::quantile(ERROR)
            * self.wider[highest].max(self.wider[lowest])
            * apart_variance(covariance, highest, lowest).sqrt();
        Some(([highest, lowest], doubt))
    }
}

/// The variance of the difference of two.
fn apart_variance(covariance: &Matrix, i: usize, j: usize) -> f64 {
    let both = |one, other| covariance.at(one, other);
    (both(i, i) + both(j, j) - both(i, j) - both(j, i)).max(f64::MIN_POSITIVE)
}

impl Ratings {
    /// The ratings in tenths of a point of Elo, as they are published, or the bound of who has only that; by entrant.
    #[expect(clippy::cast_possible_truncation, reason = "no rating is near the end of 64 bits")]
    pub(crate) fn tenths(&self) -> Vec<Option<i64>> {
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
