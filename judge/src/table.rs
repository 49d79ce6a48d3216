//! Standings as a table for a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, presets};
use judge_core::results::{ResultRow, Table};

const HEADER: [&str; 12] = [
    "rank",
    "contestant",
    "points",
    "played",
    "won",
    "drawn",
    "lost",
    "rating",
    "95 %",
    "places",
    "faults",
    "fuel per turn",
];

/// The standings as a table, and below it what is to be known of the ratings and why somebody is disqualified.
pub(super) fn text(standings: &Table) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::NOTHING).set_header(HEADER);
    for row in &standings.rows {
        table.add_row(cells(row));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{}\n\n{table}\n", standings.title);
    let mut line = |line: &str| writeln!(text, "{line}").expect("a string takes all text");
    for remark in &standings.remarks {
        line(&format!("\n{remark}"));
    }
    for (reason, log) in &standings.disqualifications {
        line(&format!("\n{reason}"));
        if let Some(last) = log {
            line(&format!("  last line of its log: {last}"));
        }
    }
    text
}

fn cells(row: &ResultRow) -> [String; 12] {
    let rounded = |rating: f64| format!("{rating:.0}");
    let (low, high) = (row.rating_low.map(|low| rounded(low.0)), row.rating_high.map(|high| rounded(high.0)));
    let interval = match (low, high) {
        (Some(low), Some(high)) => format!("{low} … {high}"),
        (Some(low), None) => format!("≥ {low}"),
        (None, Some(high)) => format!("≤ {high}"),
        (None, None) => String::new(),
    };
    let rating = row.rating.map(|rating| rounded(rating.0)).unwrap_or_default();
    let places = row
        .rank_low
        .zip(row.rank_high)
        .map(|(low, high)| if low == high { low.to_string() } else { format!("{low}-{high}") });
    [
        row.rank.to_string(),
        row.contestant.to_string(),
        row.points.to_string(),
        row.played.to_string(),
        row.won.to_string(),
        row.drawn.to_string(),
        row.lost.to_string(),
        rating,
        interval,
        places.unwrap_or_default(),
        row.faults.to_string(),
        row.fuel_per_turn_mean.to_string(),
    ]
}
