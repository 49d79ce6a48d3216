//! Several tournaments in one table: folders of results in, points for places out. It believes the folders.
//!
//! Points for places, since tournaments have different numbers of games, and a knockout's points say nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use crate::error::Error;
use crate::publish::{finished, results};
use crate::results::ResultRow;

/// A contestant of one or more tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermRow {
    /// Its place, from 1. Equals share one.
    pub rank: usize,
    /// Its name in the tournaments.
    pub contestant: String,
    /// The points that count, together.
    pub total: usize,
    /// By tournament: its points and whether they count; nothing if it did not take part.
    pub points: Vec<Option<(usize, bool)>>,
}

/// The contestants of these folders of results, those with most points first. Of each, the `best` so many tournaments count.
///
/// # Errors
/// If a folder has no results.
pub fn term(folders: &[PathBuf], best: usize) -> Result<Vec<TermRow>, Error> {
    let mut points: BTreeMap<String, Vec<Option<(usize, bool)>>> = BTreeMap::new();
    for (number, folder) in folders.iter().enumerate() {
        finished(folder)?;
        let rows = results(folder)?;
        for row in &rows {
            let of_all = points.entry(row.contestant.0.clone()).or_insert_with(|| vec![None; folders.len()]);
            of_all[number] = row.rank.map(|rank| (for_place(rank, row, &rows), false));
        }
    }
    let row = |(contestant, mut points): (String, Vec<Option<(usize, bool)>>)| {
        let mut counted: Vec<&mut (usize, bool)> = points.iter_mut().flatten().collect();
        // Of equals the earlier ones count.
        counted.sort_by(|(one, _), (other, _)| other.cmp(one));
        counted.iter_mut().take(best).for_each(|(_, counts)| *counts = true);
        let total = counted.iter().filter(|(_, counts)| *counts).map(|(points, _)| points).sum();
        TermRow { rank: 0, contestant, total, points }
    };
    let mut rows: Vec<TermRow> = points.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.total));
    let totals: Vec<usize> = rows.iter().map(|row| row.total).collect();
    for row in &mut rows {
        row.rank = 1 + totals.iter().filter(|total| **total > row.total).count();
    }
    Ok(rows)
}

/// A point for each contestant that it left behind, and one for having played; none for who is disqualified.
fn for_place(rank: usize, row: &ResultRow, rows: &[ResultRow]) -> usize {
    let is_behind = |other: &&ResultRow| other.rank.is_some_and(|other| other > rank);
    if row.status == "disqualified" { 0 } else { 1 + rows.iter().filter(is_behind).count() }
}
