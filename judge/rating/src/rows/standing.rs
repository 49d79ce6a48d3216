//! `results.csv`: a row for each contestant.

use judge_play::text::sanitize;
use serde::{Deserialize, Serialize};

use super::{List, Tenth, Text, bounded, word};
use crate::phases::{Phase, Schedule};
use crate::{EntrantId, Rating, Ratings, Standing, words};

/// A contestant in the standings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// Place, from 1; empty of a contestant that is left out.
    pub rank: Option<usize>,
    /// Its name in the tournament.
    pub contestant: Text,
    /// The name that people see: the organiser's choice, or the bot's own name for itself.
    pub name: Text,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    #[serde(deserialize_with = "bounded")]
    pub points: u64,
    /// The sums of the opponents' points that order equals: Buchholz cut 1 and median Buchholz; a column of a Swiss only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<List<u64>>,
    /// Games that count.
    #[serde(deserialize_with = "bounded")]
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    #[serde(deserialize_with = "bounded")]
    pub won: u64,
    /// Games in which everybody did equally well.
    #[serde(deserialize_with = "bounded")]
    pub drawn: u64,
    /// Games in which somebody did better, or that the contestant forfeited.
    #[serde(deserialize_with = "bounded")]
    pub lost: u64,
    /// Rating on the Elo scale; empty where there is only a bound.
    pub rating: Option<Tenth>,
    /// Lower end of its 95 % interval; empty if it is open.
    pub rating_low: Option<Tenth>,
    /// Upper end of its 95 % interval; empty if it is open.
    pub rating_high: Option<Tenth>,
    /// Best place that the rating allows for; empty where the format itself decides on places.
    pub rank_low: Option<usize>,
    /// Worst place that the rating allows for.
    pub rank_high: Option<usize>,
    /// Place in the seeding, from 1, of a Swiss or a knockout.
    pub seeded: Option<usize>,
    /// Faults committed.
    #[serde(deserialize_with = "bounded")]
    pub faults: u64,
    /// `ranked`, `disqualified`, `left-out` or `absent`; `unfinished` in place of `ranked` if the run is not at its end.
    #[serde(deserialize_with = "word")]
    pub status: String,
    /// The reason why it is disqualified or left out.
    pub reason: Text,
    /// Fuel a turn, rounded down.
    pub fuel_per_turn_mean: u64,
    /// SHA-256 of its file; empty if it could not be read.
    pub sha256: String,
    /// The contestant's place in the list of those that play; in no file, as its name says it.
    #[serde(skip)]
    pub id: EntrantId,
    /// Share of the points that it could have made, in a gauntlet; in no file, as `points` and `played` say it.
    #[serde(skip)]
    pub share: Option<f64>,
    /// Whether matches decide its place, and not points; in no file.
    #[serde(skip)]
    pub is_by_matches: bool,
    /// Its grade, if the tournament has bands; `grades.csv` has it.
    #[serde(skip)]
    pub band: String,
    /// Its own fuel limit and options, in words; `manifest.toml` has them.
    #[serde(skip)]
    pub terms: String,
}

impl ResultRow {
    /// Whether it is disqualified.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.status == "disqualified"
    }
}

/// The standings, one row a contestant, in order. `named` is a row with its names, file and terms.
#[must_use]
pub fn result_rows(
    schedule: &Schedule<'_>,
    standings: &[Standing],
    ratings: &Ratings,
    named: impl Fn(EntrantId) -> ResultRow,
) -> Vec<ResultRow> {
    let (seeded, by_rating) = (schedule.seeded(), schedule.is_ranked_by_ratings());
    let by_game = schedule.only().filter(|phase| phase.is_by_game());
    let row = |standing: &Standing| {
        let rating = ratings.entrants[standing.entrant.0].as_ref();
        let tenth = |elo: f64| Tenth::nearest(words::rating(elo));
        ResultRow {
            rank: Some(standing.rank),
            points: standing.points,
            buchholz: standing.buchholz.map(|sums| List(sums.to_vec())),
            played: standing.played,
            won: standing.won,
            drawn: standing.drawn,
            lost: standing.lost,
            rating: rating.and_then(|rating| rating.elo.map(tenth)),
            rating_low: rating.and_then(|Rating { low, .. }| low.map(tenth)),
            rating_high: rating.and_then(|Rating { high, .. }| high.map(tenth)),
            rank_low: rating.filter(|_| by_rating).map(|rating| rating.rank_low),
            rank_high: rating.filter(|_| by_rating).map(|rating| rating.rank_high),
            seeded: seeded.iter().position(|id| *id == standing.entrant).map(|place| place + 1),
            faults: standing.faults,
            status: words::status(&standing.status).into(),
            reason: Text(sanitize(&words::reason(&standing.status))),
            fuel_per_turn_mean: standing.fuel_per_turn_mean(),
            id: standing.entrant,
            share: by_game.and_then(|_| share(standing, schedule.first.seats)),
            is_by_matches: schedule.phases.last().is_some_and(Phase::is_knockout),
            ..named(standing.entrant)
        }
    };
    standings.iter().map(row).collect()
}

/// Its points of those that it could have made at tables of so many seats; nothing if it has not played.
#[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a per cent")]
fn share(standing: &Standing, seats: usize) -> Option<f64> {
    let most = 2 * (seats as u64 - 1) * standing.played;
    (most > 0).then(|| standing.points as f64 / most as f64)
}
