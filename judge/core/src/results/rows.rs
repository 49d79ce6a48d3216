//! The columns of every table: one type a row, for CSV, for the terminal, for JSON and for pages.
//!
//! In CSV no cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

use std::fmt::Display;
use std::io::Write;

use csv::{Terminator, Writer, WriterBuilder};
use judge_play::{Record, Verdict};
use serde::{Serialize, Serializer};

use super::messages;
use super::standings::{Rating, Ratings, Scored, Standing};
use crate::bots::Bot;
use crate::schedule::{Disqualified, GameResult};

/// A contestant in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultRow {
    /// Place, from 1.
    pub rank: usize,
    /// Name.
    pub contestant: Text,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    pub points: u64,
    /// Games that count.
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    pub won: u64,
    /// Games in which everybody did equally well.
    pub drawn: u64,
    /// Games in which somebody did better, or that the contestant forfeited.
    pub lost: u64,
    /// Rating on the Elo scale; empty where there is only a bound.
    pub rating: Option<Tenth>,
    /// Lower end of its 95 % interval; empty if it is open.
    pub rating_low: Option<Tenth>,
    /// Upper end of its 95 % interval; empty if it is open.
    pub rating_high: Option<Tenth>,
    /// Best place that the rating allows for.
    pub rank_low: Option<usize>,
    /// Worst place that the rating allows for.
    pub rank_high: Option<usize>,
    /// Faults committed.
    pub faults: u64,
    /// `ranked` or `disqualified`.
    pub status: &'static str,
    /// Why it is disqualified.
    pub reason: Text,
    /// Fuel a turn, rounded down.
    pub fuel_per_turn_mean: u64,
    /// SHA-256 of its file.
    pub sha256: String,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRow {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Its round's number.
    pub round: u32,
    /// Who sat where.
    pub seats: List<String>,
    /// Its round's seed.
    pub seed: u64,
    /// The actions that it began with.
    pub opening: Text,
    /// `decided`, `forfeit`, `void`, `walkover`, `unplayed` or `bye`.
    pub outcome: &'static str,
    /// Why it ended as it did.
    pub reason: Text,
    /// Ranks of the seats, where the rules decided.
    pub ranks: List<u8>,
    /// Scores of the seats, where the rules decided.
    pub scores: List<i32>,
    /// Points of the seats.
    pub points: List<u64>,
    /// Actions played.
    pub turns: u32,
    /// Fuel that each seat spent.
    pub fuel: List<u64>,
    /// Memory that each seat had in the end, in bytes.
    pub memory: List<u64>,
    /// SHA-256 of the transcript.
    pub transcript_sha256: String,
}

/// Text that anybody may have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub String);

impl Serialize for Text {
    /// As a cell: what a spreadsheet would take for a formula gets a quote in front.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let is_formula = self.0.starts_with(['=', '+', '-', '@', '\t', '\r']);
        to.collect_str(&format_args!("{}{}", if is_formula { "'" } else { "" }, self.0))
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A number shown to a tenth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tenth(pub f64);

impl Serialize for Tenth {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.1}", self.0))
    }
}

/// A list in one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Display> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let items: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        Text(items.join(" ")).serialize(to)
    }
}

/// The standings, one row a contestant, in order.
#[must_use]
pub fn result_rows(standings: &[Standing], ratings: &Ratings, bots: &[Bot]) -> Vec<ResultRow> {
    let row = |standing: &Standing| {
        let bot = &bots[standing.entrant.0];
        let rating = ratings.entrants[standing.entrant.0].as_ref();
        let tenth = |elo: f64| Tenth(messages::rating(elo));
        ResultRow {
            rank: standing.rank,
            contestant: Text(bot.name.to_string()),
            points: standing.points,
            played: standing.played,
            won: standing.won,
            drawn: standing.drawn,
            lost: standing.lost,
            rating: rating.and_then(|rating| rating.elo.map(tenth)),
            rating_low: rating.and_then(|Rating { low, .. }| low.map(tenth)),
            rating_high: rating.and_then(|Rating { high, .. }| high.map(tenth)),
            rank_low: rating.map(|rating| rating.rank_low),
            rank_high: rating.map(|rating| rating.rank_high),
            faults: standing.faults,
            status: messages::status(&standing.status),
            reason: Text(messages::reason(&standing.status)),
            fuel_per_turn_mean: standing.fuel_per_turn_mean(),
            sha256: hex::encode(bot.sha256),
        }
    };
    standings.iter().map(row).collect()
}

impl GameRow {
    /// The row of a game with this number.
    #[must_use]
    pub fn new(number: usize, scored: &Scored<'_>, bots: &[Bot], disqualified: &Disqualified) -> Self {
        let record = match scored.result {
            GameResult::Played(record) => Some(record),
            _ => None,
        };
        let decided = record.and_then(|record| match &record.verdict {
            Verdict::Decided(outcome) => Some(outcome),
            Verdict::Forfeit(_) | Verdict::Void(_) => None,
        });
        let name = |id: &crate::schedule::EntrantId| bots[id.0].name.to_string();
        let points = scored.seats.iter().flatten().map(|seat| seat.points);
        Self {
            game: number,
            round: scored.fixture.round.number,
            seats: List(scored.seating.iter().map(name).collect()),
            seed: scored.fixture.round.seed.0,
            opening: Text(record.map(|record| record.opening.clone()).unwrap_or_default()),
            outcome: messages::outcome(scored.result),
            reason: Text(messages::why(scored, bots, disqualified)),
            ranks: decided.map(|outcome| List(outcome.ranks.clone())).unwrap_or_default(),
            scores: decided.map(|outcome| List(outcome.scores.clone())).unwrap_or_default(),
            points: List(points.collect()),
            turns: record.map_or(0, |record| record.turns),
            fuel: record.map(|record: &Record| List(record.fuel.clone())).unwrap_or_default(),
            memory: record.map(|record| List(record.memory.clone())).unwrap_or_default(),
            transcript_sha256: record.map(|record| hex::encode(record.transcript_sha256)).unwrap_or_default(),
        }
    }
}

/// Rows as CSV, with a header.
#[must_use]
pub fn to_csv<R: Serialize>(rows: &[R]) -> Vec<u8> {
    let mut writer = csv_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes all bytes");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// A CSV file with `\n` at the end of each line; the first row brings the header.
pub fn csv_writer<W: Write>(file: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        text: Text,
        number: Tenth,
        list: List<i32>,
    }

    #[test]
    fn no_text_starts_a_formula_and_numbers_are_numbers() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            let row = Row { text: Text(cell.into()), number: Tenth(-12.34), list: List(vec![-1, 2]) };
            let csv = String::from_utf8(to_csv(&[row])).expect("it is text");
            let quoted = if cell.contains('\r') { format!("\"'{cell}\"") } else { format!("'{cell}") };
            assert_eq!(csv, format!("text,number,list\n{quoted},-12.3,'-1 2\n"));
        }
        for cell in ["", "a=1", "1-1", " =1"] {
            let row = Row { text: Text(cell.into()), number: Tenth(0.0), list: List(vec![]) };
            assert_eq!(to_csv(&[row]), format!("text,number,list\n{cell},0.0,\n").into_bytes());
        }
    }
}
