//! Standings as a table for a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};

use super::words;
use crate::entrant::Entrant;
use crate::printable::printable;
use crate::schedule::EntrantId;
use crate::standings::{Rating, Ratings, Standing, Status};

/// Repeated pairings that are named; of the others only the number is told.
const REPEATED_SHOWN: usize = 5;

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
#[must_use]
pub fn table(title: &str, standings: &[Standing], ratings: &Ratings, entrants: &[Entrant]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(HEADER);
    for standing in standings {
        let entrant = &entrants[standing.entrant.0];
        let [rating, interval, places] = rated(ratings.entrants[standing.entrant.0].as_ref());
        table.add_row([
            standing.rank.to_string(),
            entrant.name.to_string(),
            standing.points.to_string(),
            standing.played.to_string(),
            standing.won.to_string(),
            standing.drawn.to_string(),
            standing.lost.to_string(),
            rating,
            interval,
            places,
            standing.faults.to_string(),
            standing.fuel_per_turn_mean().to_string(),
        ]);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{}\n\n{table}\n{}", printable(title), remarks(ratings, entrants));
    for standing in standings {
        disqualification(&mut text, entrants[standing.entrant.0].name.as_str(), &standing.status);
    }
    text
}

/// A rating, its interval and the places it allows for.
fn rated(rating: Option<&Rating>) -> [String; 3] {
    let Some(Rating { elo, low, high, rank_low, rank_high }) = rating else {
        return Default::default();
    };
    let bound = |bound: &Option<f64>, open: &str| {
        bound.map_or(open.to_owned(), |bound| format!("{:.0}", words::rating(bound)))
    };
    let interval = format!("{} … {}", bound(low, "-∞"), bound(high, "∞"));
    let places = if rank_low == rank_high { rank_low.to_string() } else { format!("{rank_low}-{rank_high}") };
    [format!("{:.0}", words::rating(*elo)), interval, places]
}

/// What is to be known of the ratings.
fn remarks(ratings: &Ratings, entrants: &[Entrant]) -> String {
    let mut text = String::new();
    let names = |ids: &[EntrantId], between: &str| -> String {
        let names: Vec<&str> = ids.iter().map(|id| entrants[id.0].name.as_str()).collect();
        names.join(between)
    };
    let shown = ratings.repeated.iter().take(REPEATED_SHOWN).map(|pairing| names(pairing, " and "));
    let shown: Vec<String> = shown.collect();
    if !shown.is_empty() {
        let more = ratings.repeated.len().saturating_sub(REPEATED_SHOWN);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let shown = shown.join("; ");
        writeln!(text, "\nplayed the same game in all rounds, which counts as one: {shown}{more}")
            .expect("a string takes all text");
    }
    if ratings.groups.len() > 1 {
        let groups: Vec<String> = ratings.groups.iter().map(|group| names(group, ", ")).collect();
        writeln!(text, "\nnever met, so their ratings cannot be compared: {}", groups.join(" | "))
            .expect("a string takes all text");
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
