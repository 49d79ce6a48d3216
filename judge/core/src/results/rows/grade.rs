//! `grades.csv`: a row for each contestant, with the band that its rating is in, for teachers.

use serde::Serialize;

use super::{ResultRow, Tenth, Text};
use crate::tournament::Band;

/// A contestant's grade.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeRow {
    /// Its name in the tournament.
    pub contestant: Text,
    /// What people are shown.
    pub name: Text,
    /// The band that its rating is in, or the bound of it for who has won everything; empty if it is below all.
    pub band: Text,
    /// The band of the lower end of its interval.
    pub band_low: Text,
    /// The band of the upper end of its interval.
    pub band_high: Text,
    /// As in `results.csv`.
    pub rating: Option<Tenth>,
    /// As in `results.csv`.
    pub rating_low: Option<Tenth>,
    /// As in `results.csv`.
    pub rating_high: Option<Tenth>,
    /// As in `results.csv`.
    pub points: u64,
    /// As in `results.csv`.
    pub played: u64,
    /// As in `results.csv`.
    pub faults: u64,
    /// As in `results.csv`.
    pub status: String,
}

/// A grade for everybody, in the order of the standings.
#[must_use]
pub fn grade_rows(rows: &[ResultRow], bands: &[Band]) -> Vec<GradeRow> {
    let band = |elo: Option<Tenth>| Text(elo.map_or("", |elo| Band::of(bands, elo.0)).to_owned());
    let row = |row: &ResultRow| GradeRow {
        contestant: row.contestant.clone(),
        name: row.name.clone(),
        band: Text(row.band.clone()),
        band_low: band(row.rating_low),
        band_high: band(row.rating_high),
        rating: row.rating,
        rating_low: row.rating_low,
        rating_high: row.rating_high,
        points: row.points,
        played: row.played,
        faults: row.faults,
        status: row.status.to_string(),
    };
    rows.iter().map(row).collect()
}
