//! The contents of the files of results: a run in, their bytes out.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::folder::{CONTESTANTS_FILES, PAIRS, RESULTS};
use super::summary::{Summary, has_matches, has_tables, summary};
use crate::play::{Run, Runner};
use crate::results::{
    GameRow, Manifest, PhaseRows, RowContext, StandingsTable, csv_writer, grade_rows, pair_rows, seat_rows,
    to_csv,
};

/// The grades, if the tournament has bands.
pub(crate) const GRADES: &str = "grades.csv";
/// The teams, if there are some.
pub(crate) const TEAMS: &str = "teams.csv";
/// The tables of groups and phases, if there are some.
pub(crate) const GROUPS: &str = "groups.csv";
/// The matches of a knockout, if there is one.
pub(crate) const MATCHES: &str = "matches.csv";

/// The contents of the files of results.
pub(crate) struct Files<W> {
    /// The writer that got `games.csv`.
    pub(crate) games: W,
    /// The writer that got `seats.csv`.
    pub(crate) seats: W,
    /// The other tables.
    pub(crate) tables: [TableFile; 7],
    /// The files of `faults/`, by name.
    pub(crate) faults: BTreeMap<String, String>,
    /// `manifest.toml`.
    pub(crate) manifest: String,
    /// The standings, for people.
    pub(crate) table: StandingsTable,
}

/// A table that a tournament may have.
pub(crate) struct TableFile {
    pub(crate) name: &'static str,
    /// Its contents, if this one has it.
    pub(crate) bytes: Option<Vec<u8>>,
    /// The reason why another one has it not; empty if all have it.
    pub(crate) why_not: &'static str,
}

/// The contents of the files of results. `path` is the tournament's file, seen from their folder;
/// `games` and `seats` are where `games.csv` and `seats.csv` are written to, row by row.
///
/// # Errors
/// If those cannot be written, or the journal cannot be read.
pub(crate) fn files<W: Write>(
    runner: &Runner,
    run: &Run<'_>,
    [games, seats]: [W; 2],
    path: &str,
) -> io::Result<Files<W>> {
    let Runner { tournament, bots, .. } = runner;
    let phases = &tournament.phases;
    let rows = RowContext {
        names: bots.iter().map(|bot| bot.name.as_str()).collect(),
        disqualified: &run.disqualified,
        phases: (phases, &run.state),
        tells_phases: tournament.tells_phases(),
    };
    let [mut games, mut seats] = [games, seats].map(csv_writer);
    let Summary { standings, pairs, evidence, table } =
        summary(&runner.threads, runner, run, &one_down(path), |number, scored| {
            let game = GameRow::new(&rows, number, scored);
            seat_rows(&game, scored).try_for_each(|row| seats.serialize(row))?;
            Ok(games.serialize(game)?)
        })?;
    let [games, seats] = [games, seats].map(|csv| csv.into_inner().map_err(csv::IntoInnerError::into_error));
    let table_file = |name, bytes, why_not| TableFile { name, bytes, why_not };
    let of_all = |name, bytes| table_file(name, Some(bytes), "");
    let grades = || to_csv(&grade_rows(&table.rows, &tournament.bands));
    let grades = (!tournament.bands.is_empty()).then(grades);
    let teams = (!table.teams.is_empty()).then(|| to_csv(&table.teams));
    let groups = has_tables(phases).then(|| all_rows(&table, |phase| &phase.tables));
    let matches = has_matches(phases).then(|| all_rows(&table, |phase| &phase.matches));
    Ok(Files {
        games: games?,
        seats: seats?,
        tables: [
            of_all(PAIRS, to_csv(&pair_rows(&standings, &pairs, bots))),
            of_all(RESULTS, to_csv(&table.rows)),
            table_file(GRADES, grades, "the tournament has no bands, so it has no grades"),
            table_file(TEAMS, teams, "nobody is in a team, so there are no teams"),
            table_file(GROUPS, groups, "there is one phase without groups, so it has no table of its own"),
            table_file(MATCHES, matches, "there is no knockout, so there are no matches"),
            of_all(CONTESTANTS_FILES, to_csv(&runner.files)),
        ],
        faults: evidence.files(|_| true),
        manifest: Manifest::new(tournament, bots, Some(path), None).to_toml(),
        table,
    })
}

/// The rows of all phases, as CSV.
fn all_rows<R: Serialize>(table: &StandingsTable, of: impl Fn(&PhaseRows) -> &Vec<R>) -> Vec<u8> {
    to_csv(&table.phases.iter().flat_map(of).collect::<Vec<_>>())
}

/// A path that is seen from a folder, as it is seen from a folder in that one.
pub(crate) fn one_down(path: &str) -> String {
    if std::path::Path::new(path).is_absolute() { path.to_owned() } else { format!("../{path}") }
}
