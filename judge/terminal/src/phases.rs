//! How the phases went: what each was, and its tables with a bar below those who went on, or its brackets.

pub mod bracket;

use std::fmt::Write;

use judge_core::phases::{By, Row};
use judge_core::results::PhaseRows;

use crate::width;

/// The columns of a table, and which are left out first where there is no room: those with the highest number.
const COLUMNS: [(&str, u8); 10] = [
    ("group", 0),
    ("place", 0),
    ("contestant", 0),
    ("points", 0),
    ("Buchholz", 2),
    ("won", 3),
    ("drawn", 5),
    ("lost", 4),
    ("by", 1),
    ("status", 0),
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
    let all: Vec<_> = rows.iter().map(|row| cells(row, public_name)).collect();
    let (text, _) = width::fitted(&COLUMNS, &all, &LEFT, width);
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

fn cells(row: &Row, public_name: &impl Fn(&str) -> String) -> [String; COLUMNS.len()] {
    [
        if row.group > 0 { row.group.to_string() } else { String::new() },
        row.place.to_string(),
        public_name(&row.name),
        row.points.to_string(),
        row.buchholz.clone(),
        row.won.to_string(),
        row.drawn.to_string(),
        row.lost.to_string(),
        row.by.map(By::words).unwrap_or_default().to_owned(),
        if row.is_out { "disqualified".into() } else { String::new() },
    ]
}
