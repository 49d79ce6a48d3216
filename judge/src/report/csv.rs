//! Standings and games as CSV.
//!
//! No cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

use std::fmt::Display;
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use super::words;
use crate::entrant::Entrant;
use crate::record::{GameResult, Record};
use crate::referee::Verdict;
use crate::standings::{Rating, Ratings, Scored, SeatScore, Standing};

const RESULTS: [&str; 17] = [
    "rank",
    "contestant",
    "points",
    "played",
    "won",
    "drawn",
    "lost",
    "rating",
    "rating_low",
    "rating_high",
    "rank_low",
    "rank_high",
    "faults",
    "status",
    "reason",
    "fuel_per_turn_mean",
    "sha256",
];

const GAMES: [&str; 14] = [
    "game",
    "round",
    "seats",
    "seed",
    "opening",
    "outcome",
    "reason",
    "ranks",
    "scores",
    "points",
    "turns",
    "fuel",
    "memory",
    "transcript_sha256",
];

/// The standings, one row a contestant, in order.
#[must_use]
pub fn results_csv(standings: &[Standing], ratings: &Ratings, entrants: &[Entrant]) -> Vec<u8> {
    let row = |standing: &Standing| {
        let entrant = &entrants[standing.entrant.0];
        let [rating, low, high, rank_low, rank_high] = rated(ratings.entrants[standing.entrant.0].as_ref());
        [
            standing.rank.to_string(),
            text(entrant.name.as_str()),
            standing.points.to_string(),
            standing.played.to_string(),
            standing.won.to_string(),
            standing.drawn.to_string(),
            standing.lost.to_string(),
            rating,
            low,
            high,
            rank_low,
            rank_high,
            standing.faults.to_string(),
            words::status(&standing.status).to_owned(),
            text(&words::reason(&standing.status)),
            standing.fuel_per_turn_mean().to_string(),
            hex::encode(entrant.sha256),
        ]
    };
    let mut writer = writer(Vec::new());
    writer.write_record(RESULTS).expect("memory takes all bytes");
    for row in standings.iter().map(row) {
        writer.write_record(row).expect("every row has the header's length");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// A rating, its interval and the places it allows for; empty where there is no rating or no bound.
fn rated(rating: Option<&Rating>) -> [String; 5] {
    let Some(Rating { elo, low, high, rank_low, rank_high }) = rating else {
        return Default::default();
    };
    let bound = |bound: &Option<f64>| bound.map(points_of_elo).unwrap_or_default();
    [points_of_elo(*elo), bound(low), bound(high), rank_low.to_string(), rank_high.to_string()]
}

/// A rating to a tenth. A number below zero is no formula, but would be taken for one.
fn points_of_elo(elo: f64) -> String {
    text(&format!("{:.1}", words::rating(elo)))
}

/// The games, one row a game, which come one by one in the order of the schedule.
pub struct GamesCsv<'a, W: Write> {
    writer: Writer<W>,
    entrants: &'a [Entrant],
    /// Who is disqualified.
    out: &'a [bool],
    games: usize,
}

impl<'a, W: Write> GamesCsv<'a, W> {
    /// A table with no game yet, of a tournament at whose end those are disqualified who are `out`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(file: W, entrants: &'a [Entrant], out: &'a [bool]) -> csv::Result<Self> {
        let mut writer = writer(file);
        writer.write_record(GAMES)?;
        Ok(Self { writer, entrants, out, games: 0 })
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, scored: &Scored<'_>) -> csv::Result<()> {
        self.games += 1;
        let record = match scored.result {
            GameResult::Played(record) => Some(record),
            _ => None,
        };
        let decided = record.and_then(|record| match &record.verdict {
            Verdict::Decided(outcome) => Some(outcome),
            Verdict::Forfeit(_) | Verdict::Void(_) => None,
        });
        let points = |seats: &Vec<SeatScore>| list(seats.iter().map(|seat| seat.points));
        let row: [String; GAMES.len()] = [
            self.games.to_string(),
            scored.fixture.round.number.to_string(),
            text(&list(scored.seating.iter().map(|id| &self.entrants[id.0].name))),
            scored.fixture.round.seed.to_string(),
            record.map(|record| text(&record.opening)).unwrap_or_default(),
            words::outcome(scored.result).to_owned(),
            text(&words::why(scored, self.entrants, self.out)),
            decided.map(|outcome| list(&outcome.ranks)).unwrap_or_default(),
            decided.map(|outcome| text(&list(&outcome.scores))).unwrap_or_default(),
            scored.seats.as_ref().map(points).unwrap_or_default(),
            record.map_or(0, |record| record.turns).to_string(),
            record.map(|record: &Record| list(&record.fuel)).unwrap_or_default(),
            record.map(|record| list(&record.memory)).unwrap_or_default(),
            record.map(|record| hex::encode(record.transcript_sha256)).unwrap_or_default(),
        ];
        self.writer.write_record(row)
    }

    /// The table's file, with all its rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

fn writer<W: Write>(file: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(file)
}

/// Text as a cell: what a spreadsheet would take for a formula gets a quote in front.
fn text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!("{}{text}", if is_formula { "'" } else { "" })
}

fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_cell_starts_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(super::text(cell), format!("'{cell}"));
        }
        for cell in ["", "a=1", "1-1", " =1"] {
            assert_eq!(super::text(cell), cell);
        }
    }
}
