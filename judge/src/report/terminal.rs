//! Standings as a table for a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use super::words;
use crate::entrant::Entrant;
use crate::printable::printable;
use crate::standings::{Standing, Status};

const HEADER: [&str; 9] =
    ["rank", "contestant", "points", "played", "won", "drawn", "lost", "faults", "fuel per turn"];

/// The standings as a table, and below it why somebody is disqualified.
#[must_use]
pub fn table(title: &str, standings: &[Standing], entrants: &[Entrant]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(HEADER);
    for standing in standings {
        let entrant = &entrants[standing.entrant.0];
        table.add_row([
            standing.rank.to_string(),
            entrant.name.to_string(),
            standing.points.to_string(),
            standing.played.to_string(),
            standing.won.to_string(),
            standing.drawn.to_string(),
            standing.lost.to_string(),
            standing.faults.to_string(),
            standing.fuel_per_turn_mean().to_string(),
        ]);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{}\n\n{table}\n", printable(title));
    for standing in standings {
        disqualification(&mut text, entrants[standing.entrant.0].name.as_str(), &standing.status);
    }
    text
}

fn disqualification(text: &mut String, name: &str, status: &Status) {
    let Status::Disqualified { log, .. } = status else { return };
    let (word, reason) = (words::status(status), printable(&words::reason(status)));
    writeln!(text, "\n{name}: {word}, {reason}").expect("a string takes all text");
    if let Some(line) = log.lines().last() {
        writeln!(text, "  last line of its log: {}", printable(line)).expect("a string takes all text");
    }
}
