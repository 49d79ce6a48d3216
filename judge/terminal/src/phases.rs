//! How the phases went: what each was, and its tables with a bar below those who went on, or its brackets.

pub mod bracket;

use std::fmt::Write;

use judge_core::phases::{By, Row};
use judge_core::results::PhaseRows;

use crate::width;

/// The columns of a table, and which are left out first where there is no room: those with the highest number.
const COLUMNS: [width::Column<Row>; 10] = [
    ("group", 0, |row| if row.group > 0 { row.group.to_string() } else { String::new() }),
    ("place", 0, |row| row.place.to_string()),
    ("contestant", 0, |row| row.name.clone()),
    ("points", 0, |row| row.points.to_string()),
    ("Buchholz", 2, |row| row.buchholz.clone()),
    ("won", 3, |row| row.won.to_string()),
    ("drawn", 5, |row| row.drawn.to_string()),
    ("lost", 4, |row| row.lost.to_string()),
    ("by", 1, |row| row.by.map(By::words).unwrap_or_default().to_owned()),
    ("status", 0, |row| if row.is_out { "disqualified".into() } else { String::new() }),
];
/// Those that stand at the left.
const LEFT: [&str; 3] = ["contestant", "by", "status"];

/// All phases that have begun. `public_name` says what people call a contestant.
pub(crate) fn text(
    phases: &[PhaseRows],
    public_name: &impl Fn(&str) -> String,
    width: Option<usize>,
) -> String {
    let mut text = String::new();
    for phase in phases {
        writeln!(text, "\n{}", width::wrapped(&phase.title, width)).expect("a string takes all text");
        if phase.matches.is_empty() {
            text += &table(&phase.tables, public_name, width);
            continue;
        }
        text += &bracket::text(&phase.matches, public_name);
        let on = phase.tables.iter().filter(|row| row.goes_on);
        let on: Vec<String> = on.map(|row| public_name(&row.name)).collect();
        if !on.is_empty() {
            let line = width::wrapped(&format!("these went on: {}", on.join(", ")), width);
            writeln!(text, "{line}").expect("a string takes all text");
        }
    }
    text
}

/// The table of all groups, with a bar below those of each group who went on.
fn table(rows: &[Row], public_name: &impl Fn(&str) -> String, width: Option<usize>) -> String {
    let called = |row: &Row| Row { name: public_name(&row.name), ..row.clone() };
    let called: Vec<Row> = rows.iter().map(called).collect();
    let (text, _) = width::of_rows(&COLUMNS, &called, &LEFT, width);
    let mut lines = text.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (at, line) in lines.enumerate() {
        writeln!(text, "{line}").expect("a string takes all text");
        let of_group = |row: &&Row| row.group == rows[at].group;
        let mut below = rows[at + 1..].iter().filter(of_group).peekable();
        if rows[at].goes_on && below.peek().is_some() && below.all(|row| !row.goes_on) {
            let bar = "─".repeat(width::of(line).saturating_sub(1));
            writeln!(text, " {bar}").expect("a string takes all text");
        }
    }
    text
}
