//! Standings as a table, no wider than the terminal: columns that matter less are left out first.

pub mod cross;

use std::fmt::Write;
use std::path::Path;

use judge_core::results::{ResultRow, StandingsTable, TableNote, TeamRow, interval, whole};
use judge_play::text::{count, shell_word};

use crate::{phases, width};

/// The columns. Of those that have no room the ones with the highest number are left out first.
const COLUMNS: [width::Column<ResultRow>; 18] = [
    ("rank", 0, |row| cell(row.rank)),
    ("contestant", 0, |row| row.contestant.to_string()),
    ("points", 0, |row| cell((!row.is_by_matches).then_some(row.points))),
    ("Buchholz", 3, |row| cell(row.buchholz.as_ref())),
    ("share", 2, |row| cell(row.share.map(|share| format!("{:.1} %", 100.0 * share)))),
    ("played", 5, |row| row.played.to_string()),
    ("won", 4, |row| row.won.to_string()),
    ("drawn", 8, |row| row.drawn.to_string()),
    ("lost", 7, |row| row.lost.to_string()),
    ("rating", 1, |row| cell(row.rating.map(|rating| whole(rating.0)))),
    ("95 %", 3, |row| interval(row.rating_low.map(|low| low.0), row.rating_high.map(|high| high.0))),
    ("places", 2, |row| cell(row.rank_low.zip(row.rank_high).map(places))),
    ("band", 1, |row| row.band.clone()),
    ("terms", 2, |row| row.terms.clone()),
    ("status", 1, |row| status(&row.status).to_owned()),
    ("faults", 6, |row| row.faults.to_string()),
    ("fuel per turn", 10, |row| row.fuel_per_turn_mean.to_string()),
    ("name", 9, |row| row.name.to_string()),
];

/// Those that stand at the left.
const LEFT: [&str; 5] = ["contestant", "band", "terms", "status", "name"];

/// A cell, which is empty if there is nothing.
fn cell(content: Option<impl ToString>) -> String {
    content.map(|content| content.to_string()).unwrap_or_default()
}

/// Places from one to another, which may be the same.
#[must_use]
pub fn places((low, high): (usize, usize)) -> String {
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

/// The standings, and below them teams, tables and brackets of phases, what is to be known of the ratings, and who did what
/// wrong; with `has_cross` everybody against everybody, too. `width` is that of the terminal, if there is one; `folder` is where the
/// results are.
#[must_use]
pub fn text(table: &StandingsTable, has_cross: bool, width: Option<usize>, folder: Option<&Path>) -> String {
    let mut text = format!("{}\n\n", width::wrapped(&table.title, width));
    text += &standings(&table.rows, width);
    if !table.teams.is_empty() {
        write!(text, "\n{}", teams(&table.teams)).expect("a string takes all text");
    }
    let public_name = |name: &str| table.public_names.get(name).cloned().unwrap_or_else(|| name.to_owned());
    text += &phases::text(&table.phases, &public_name, width);
    if has_cross {
        write!(text, "\n{}", cross::text(&table.cross, width)).expect("a string takes all text");
    }
    for remark in &table.remarks {
        writeln!(text, "\n{}", width::wrapped(remark, width)).expect("a string takes all text");
    }
    for note in &table.notes {
        writeln!(text, "\n{}", note_text(note, width, folder)).expect("a string takes all text");
    }
    text
}

/// The teams; members that do not count are in brackets.
fn teams(rows: &[TeamRow]) -> String {
    let cells = |row: &TeamRow| {
        let others = row.others.0.iter().map(|name| format!("({name})"));
        let members: Vec<String> = row.counted.0.iter().cloned().chain(others).collect();
        let match_points = cell(row.match_points);
        [row.rank.to_string(), row.team.to_string(), match_points, row.points.to_string(), members.join(", ")]
    };
    let columns = ["rank", "team", "match points", "points", "members"].map(|name| (name, 0));
    let rows: Vec<[String; 5]> = rows.iter().map(cells).collect();
    width::fitted(&columns, &rows, &["team", "members"], None).0
}

/// A contestant's fault, and how to see it.
fn note_text(note: &TableNote, width: Option<usize>, folder: Option<&Path>) -> String {
    let mut lines = vec![width::wrapped(&note.text, width)];
    let begins = |index| if index == 0 { "its log ends:" } else { "             " };
    let log = note.log.iter().enumerate();
    lines.extend(log.map(|(index, line)| width::wrapped(&format!("  {} {line}", begins(index)), width)));
    if let (Some(evidence), Some(folder)) = (&note.evidence, folder) {
        let file = shell_word(folder.join("faults").join(evidence));
        // A command is to be copied, so it stays on its line.
        lines.push(format!("  see {file}, or: judge repro {file}"));
    }
    lines.extend(note.remedy.as_ref().map(|remedy| width::wrapped(&format!("  do: {remedy}"), width)));
    lines.join("\n")
}

/// The standings alone, with a line that names the columns that have no room.
#[must_use]
pub fn standings(rows: &[ResultRow], width: Option<usize>) -> String {
    let (mut text, hidden) = width::of_rows(&COLUMNS, rows, &LEFT, width);
    if !hidden.is_empty() {
        let is_unfinished = rows.iter().any(|row| row.status == "unfinished");
        let file = if is_unfinished { "results-unfinished.csv" } else { "results.csv" };
        let line = format!("not shown: {}; {file} has all columns", hidden.join(", "));
        writeln!(text, "\n{}", width::wrapped(&line, width)).expect("a string takes all text");
    }
    text
}

/// A status as it is shown: most are ranked, and need no word for it.
fn status(status: &str) -> &str {
    match status {
        "ranked" | "unfinished" => "",
        "left-out" => "left out",
        other => other,
    }
}

/// The first rows of the standings, for a run that goes on; how many more there are stands in the last line.
#[must_use]
pub fn first(rows: &[ResultRow], width: Option<usize>, rows_max: usize) -> String {
    let shown = &rows[..rows.len().min(rows_max)];
    let (mut text, _) = width::of_rows(&COLUMNS, shown, &LEFT, width);
    let more = rows.len() - shown.len();
    if more > 0 {
        writeln!(text, " … and {} more", count(more as u64, "contestant")).expect("a string takes all text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_important_columns_go_first() {
        let columns = COLUMNS.map(|(name, least, _)| (name, least));
        // All columns are as wide as the longest name, with blanks behind it.
        let longest = columns.iter().map(|(name, _)| name.len()).max().expect("there are columns");
        let (rows, each) = ([vec!["x".repeat(longest); COLUMNS.len()]], longest + width::GAP);
        let names = |width: Option<usize>| -> Vec<&str> {
            let (_, kept) = width::fitted(&columns, &rows, &LEFT, width);
            kept.into_iter().map(|column| COLUMNS[column].0).collect()
        };
        assert_eq!(names(None).len(), 18);
        assert_eq!(names(Some(18 * each)).len(), 18);
        assert_eq!(names(Some(18 * each - 1)).len(), 18, "the last space is not needed");
        assert!(!names(Some(18 * each - 2)).contains(&"fuel per turn"));
        assert_eq!(names(Some(6 * each)), ["rank", "contestant", "points", "rating", "band", "status"]);
        assert_eq!(names(Some(1)), ["rank", "contestant", "points"]);
    }
}
