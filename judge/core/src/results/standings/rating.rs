//! Results of games in, strengths on the Elo scale out, with how far they can be trusted.
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
//!   who has won everything has a finite rating. It is worth less the more games there are.
//! - **Intervals by rounds.** A round's games share seed and opening, so the round is what is counted once: the intervals are
//!   95 %, from the sandwich estimator with a cluster for each round. Nothing is presumed about games of one round.
//! - **An open end.** If nobody outside has held its own against a contestant, or against a group that
//!   it belongs to, the games set no upper bound; and if they have not held their own against anybody, no lower one.
//! - **Places.** A contestant's place lies between the numbers of those who are surely better and surely worse, at 95 % for
//!   all comparisons of this contestant together (Bonferroni).
//! - **The same game again** says nothing new: where all games of a pairing are one game they count as one round, and it is told.
//!
//! The mean of all ratings is 0. Results are the same to the last bit on every machine: exponentials and
//! logarithms are `libm`'s, sums have a fixed order, and matrices are multiplied here, as nalgebra's product
//! depends on the processor. Knows no points and no schedule.

#![expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]

mod fit;
mod model;
mod normal;
mod reach;
mod tally;

#[cfg(test)]
mod tests;

use crate::schedule::{Disqualified, EntrantId};
pub use tally::{Tally, TallyGame};

/// Points of Elo in a factor of e.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The chance that an interval, or any of the comparisons that make a rank interval, misses.
const ERROR: f64 = 0.05;

/// How strong a contestant is.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// In points of Elo above the mean of all who are rated.
    pub elo: f64,
    /// The lower end of the 95 % interval; `None` if the games set no bound.
    pub low: Option<f64>,
    /// Its upper end; `None` if the games set no bound.
    pub high: Option<f64>,
    /// The best place it may truly have, among those who are rated, from 1.
    pub rank_low: usize,
    /// The worst place it may truly have.
    pub rank_high: usize,
}

/// All ratings of a tournament, and what is known of their differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By entrant; `None` for the disqualified.
    pub entrants: Vec<Option<Rating>>,
    /// What each seat but the last is worth in points of Elo, against the last.
    pub seats: Vec<f64>,
    /// The pairings of more than one round whose games were all the same game.
    pub repeated: Vec<Vec<EntrantId>>,
    /// Who has met whom, directly or through others; with more than one group, their
    /// ratings cannot be compared across groups.
    pub groups: Vec<Vec<EntrantId>>,
    rated: Vec<EntrantId>,
    elo: Vec<f64>,
    /// Of the ratings' errors, in Elo squared, row by row.
    covariance: Vec<f64>,
    /// The group of each who is rated.
    group: Vec<usize>,
}

/// Rates the contestants by all games that were played among those who are not `out`.
#[must_use]
pub fn rate(disqualified: &Disqualified, tally: &Tally) -> Ratings {
    let rated: Vec<usize> =
        (0..disqualified.contestants()).filter(|&id| !disqualified.has(EntrantId(id))).collect();
    let data = model::Data::new(&rated, tally);
    let fit = fit::fit(&data, &data.terms());
    let reach = reach::Reach::new(rated.len(), data.held_own());
    let repeated = tally.repeated(disqualified);
    Ratings::new(disqualified.contestants(), &rated, &fit, &reach, repeated)
}

impl Ratings {
    fn new(
        entrants: usize,
        rated: &[usize],
        fit: &fit::Fit,
        reach: &reach::Reach,
        repeated: Vec<Vec<EntrantId>>,
    ) -> Self {
        let (elo, covariance) = centred(rated.len(), fit);
        let group = reach.groups();
        let count = group.iter().max().map_or(0, |last| last + 1);
        let members =
            |g: usize| (0..rated.len()).filter(|&i| group[i] == g).map(|i| EntrantId(rated[i])).collect();
        let groups = (0..count).map(members).collect();
        let seats = fit.seats.iter().map(|seat| seat * ELO).collect();
        let rated_ids: Vec<EntrantId> = rated.iter().copied().map(EntrantId).collect();
        let mut ratings = Self {
            entrants: vec![None; entrants],
            seats,
            repeated,
            groups,
            rated: rated_ids,
            elo,
            covariance,
            group,
        };
        for (i, id) in rated.iter().enumerate() {
            ratings.entrants[*id] = Some(ratings.rating(i, reach));
        }
        ratings
    }

    fn rating(&self, i: usize, reach: &reach::Reach) -> Rating {
        let others = || (0..self.rated.len()).filter(|&j| j != i);
        let half = normal::quantile(ERROR) * self.covariance[i * self.rated.len() + i].sqrt();
        let z = normal::quantile(ERROR / others().count().max(1) as f64);
        let surely = |better: usize, worse: usize| {
            self.elo[better] > self.elo[worse] && self.are_apart(better, worse, z)
        };
        Rating {
            elo: self.elo[i],
            low: (!reach.is_lowest(i)).then(|| self.elo[i] - half),
            high: (!reach.is_highest(i)).then(|| self.elo[i] + half),
            rank_low: 1 + others().filter(|&j| surely(j, i)).count(),
            rank_high: self.rated.len() - others().filter(|&j| surely(i, j)).count(),
        }
    }

    /// Whether two of the rated differ by more than `z` times their difference's standard error.
    fn are_apart(&self, i: usize, j: usize, z: f64) -> bool {
        let both = |one: usize, other: usize| self.covariance[one * self.rated.len() + other];
        let error = (both(i, i) + both(j, j) - both(i, j) - both(j, i)).max(0.0).sqrt();
        self.group[i] == self.group[j] && (self.elo[i] - self.elo[j]).abs() > z * error
    }

    /// Whether everybody is apart from everybody, with a chance of at most `error` that the
    /// order is wrong anywhere.
    ///
    /// If an order is wrong, then it is so for two who are truly neighbours, and there is
    /// one pair of neighbours less than there are contestants: so many comparisons share the error.
    pub(super) fn all_apart(&self, error: f64) -> bool {
        let n = self.rated.len();
        let z = normal::quantile(error / n.saturating_sub(1).max(1) as f64);
        (0..n).all(|i| (0..i).all(|j| self.are_apart(i, j, z)))
    }
}

/// Ratings and their covariance in Elo, against the mean of all.
fn centred(n: usize, fit: &fit::Fit) -> (Vec<f64>, Vec<f64>) {
    let count = n.max(1) as f64;
    let mean = fit.strengths.iter().sum::<f64>() / count;
    let elo = fit.strengths.iter().map(|strength| (strength - mean) * ELO).collect();
    let c = |i: usize, j: usize| fit.covariance[(i, j)];
    let rows: Vec<f64> = (0..n).map(|i| (0..n).map(|j| c(i, j)).sum::<f64>() / count).collect();
    let all = rows.iter().sum::<f64>() / count;
    let centred = |i: usize, j: usize| (c(i, j) - rows[i] - rows[j] + all) * ELO * ELO;
    let covariance = (0..n).flat_map(|i| (0..n).map(move |j| centred(i, j))).collect();
    (elo, covariance)
}
