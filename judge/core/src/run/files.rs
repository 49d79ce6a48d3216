//! What the files of results hold: a run in, their contents out.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Run, Runner};
use crate::results::standings::Sums;
use crate::results::{Collection, Context, GameRow, Manifest, Table, csv_writer, result_rows, to_csv};

/// The contents of the files of results.
pub(super) struct Files<W> {
    /// Where `games.csv` was written to.
    pub(super) games: W,
    /// `results.csv`.
    pub(super) results: Vec<u8>,
    /// The files of `faults/`, by name.
    pub(super) faults: BTreeMap<String, String>,
    /// `manifest.toml`.
    pub(super) manifest: String,
    /// The standings, for people.
    pub(super) table: Table,
}

/// What the files of results are to hold. `path` is the tournament's file, seen from their folder;
/// `games` is where `games.csv` is written to, row by row.
///
/// # Errors
/// If `games` cannot be written, or the journal cannot be read.
pub(super) fn files<W: Write>(runner: &Runner, run: &Run<'_>, games: W, path: &str) -> io::Result<Files<W>> {
    let Runner { tournament, bots, .. } = runner;
    let context = Context { tournament, bots, file: &one_down(path) };
    let (mut sums, mut evidence) = (Sums::new(&run.disqualified), Collection::default());
    let mut csv = csv_writer(games);
    run.for_each_game(|number, scored| {
        sums.add(number, scored);
        evidence.add(context, number, scored);
        Ok(csv.serialize(GameRow::new(number, scored, bots, &run.disqualified))?)
    })?;
    let (standings, ratings) = (sums.standings(&run.order()), run.ratings());
    let rows = result_rows(&standings, &ratings, bots);
    Ok(Files {
        games: csv.into_inner().map_err(csv::IntoInnerError::into_error)?,
        results: to_csv(&rows),
        faults: evidence.files(),
        manifest: Manifest::new(tournament, bots, Some(path), None).to_toml(),
        table: Table::new(&tournament.title, rows, &standings, &ratings, bots),
    })
}

/// A path that is seen from a folder, as it is seen from a folder in that one.
fn one_down(path: &str) -> String {
    if std::path::Path::new(path).is_absolute() { path.to_owned() } else { format!("../{path}") }
}
