//! `results.csv`: a row for each contestant.

use judge_bots::Bot;
use serde::Serialize;

use super::{Tenth, Text};
use crate::results::messages;
use crate::results::standings::{Rating, Ratings, Standing};
use crate::schedule::{Format, Schedule};
use crate::tournament::LeftOut;

/// A contestant in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultRow {
    /// Place, from 1; empty of a contestant that is left out.
    pub rank: Option<usize>,
    /// Its name in the tournament.
    pub contestant: Text,
    /// What people are shown: what the organiser says, or what the bot calls itself.
    pub name: Text,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    pub points: u64,
    /// Games that count.
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    pub won: u64,
    /// Games in which everybody did equally well.
    pub drawn: u64,
    /// Games in which somebody did better, or that the contestant forfeited.
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
    pub faults: u64,
    /// `ranked`, `disqualified` or `left-out`.
    pub status: &'static str,
    /// Why it is disqualified or left out.
    pub reason: Text,
    /// Fuel a turn, rounded down.
    pub fuel_per_turn_mean: u64,
    /// SHA-256 of its file; empty if it could not be read.
    pub sha256: String,
}

/// The standings, one row a contestant, in order.
#[must_use]
pub fn result_rows(
    schedule: &Schedule<'_>,
    standings: &[Standing],
    ratings: &Ratings,
    bots: &[Bot],
) -> Vec<ResultRow> {
    let seeded = if schedule.format.depends_on_results() { schedule.seeded() } else { vec![] };
    let by_rating = schedule.format != Format::Knockout;
    let row = |standing: &Standing| {
        let bot = &bots[standing.entrant.0];
        let rating = ratings.entrants[standing.entrant.0].as_ref();
        let tenth = |elo: f64| Tenth(messages::rating(elo));
        ResultRow {
            rank: Some(standing.rank),
            contestant: Text(bot.name.to_string()),
            name: Text(bot.display_name.clone()),
            points: standing.points,
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
            status: messages::status(&standing.status),
            reason: Text(messages::reason(&standing.status)),
            fuel_per_turn_mean: standing.fuel_per_turn_mean(),
            sha256: hex::encode(bot.sha256),
        }
    };
    standings.iter().map(row).collect()
}

/// Contestants that do not play because their files are no bots.
#[must_use]
pub fn left_out_rows(left_out: &[LeftOut]) -> Vec<ResultRow> {
    let row = |out: &LeftOut| ResultRow {
        rank: None,
        contestant: Text(out.name.to_string()),
        name: Text::default(),
        points: 0,
        played: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        rating: None,
        rating_low: None,
        rating_high: None,
        rank_low: None,
        rank_high: None,
        seeded: None,
        faults: 0,
        status: "left-out",
        reason: Text(out.reason.clone()),
        fuel_per_turn_mean: 0,
        sha256: out.sha256.map(hex::encode).unwrap_or_default(),
    };
    left_out.iter().map(row).collect()
}
