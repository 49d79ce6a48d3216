//! Standings and games as CSV.
//!
//! No cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

use std::fmt::Display;

use csv::{Terminator, WriterBuilder};

use super::words;
use crate::arena::{GameResult, Record};
use crate::entrant::Entrant;
use crate::referee::Verdict;
use crate::standings::{Scored, SeatScore, Standing};

const RESULTS: [&str; 12] = [
    "rank",
    "contestant",
    "points",
    "played",
    "won",
    "drawn",
    "lost",
    "faults",
    "status",
    "reason",
    "fuel_per_turn_mean",
    "sha256",
];

const GAMES: [&str; 12] = [
    "game",
    "round",
    "seats",
    "seed",
    "outcome",
    "reason",
    "ranks",
    "scores",
    "points",
    "turns",
    "fuel",
    "transcript_sha256",
];

/// The standings, one row a contestant, in order.
#[must_use]
pub fn results_csv(standings: &[Standing], entrants: &[Entrant]) -> Vec<u8> {
    let row = |standing: &Standing| {
        let entrant = &entrants[standing.entrant.0];
        [
            standing.rank.to_string(),
            text(entrant.name.as_str()),
            standing.points.to_string(),
            standing.played.to_string(),
            standing.won.to_string(),
            standing.drawn.to_string(),
            standing.lost.to_string(),
            standing.faults.to_string(),
            words::status(&standing.status).to_owned(),
            text(&words::reason(&standing.status)),
            standing.fuel_per_turn_mean().to_string(),
            hex(&entrant.sha256),
        ]
    };
    csv(RESULTS, standings.iter().map(row))
}

/// The games, one row a game, in the order of the schedule.
#[must_use]
pub fn games_csv<'a>(
    games: impl Iterator<Item = Scored<'a>>,
    standings: &[Standing],
    entrants: &[Entrant],
) -> Vec<u8> {
    let mut disqualified = vec![false; entrants.len()];
    for standing in standings {
        disqualified[standing.entrant.0] = standing.is_disqualified();
    }
    let row = |(game, scored): (usize, Scored<'_>)| {
        let record = match scored.result {
            GameResult::Played(record) => Some(record),
            GameResult::Walkover => None,
        };
        let decided = record.and_then(|record| match &record.verdict {
            Verdict::Decided(outcome) => Some(outcome),
            Verdict::Forfeit(_) | Verdict::Void(_) => None,
        });
        let points = |seats: &Vec<SeatScore>| list(seats.iter().map(|seat| seat.points));
        [
            game.to_string(),
            scored.fixture.round.number.to_string(),
            text(&list(scored.seating.iter().map(|id| &entrants[id.0].name))),
            scored.fixture.round.seed.to_string(),
            words::outcome(scored.result).to_owned(),
            text(&words::why(&scored, entrants, &disqualified)),
            decided.map(|outcome| list(&outcome.ranks)).unwrap_or_default(),
            decided.map(|outcome| text(&list(&outcome.scores))).unwrap_or_default(),
            scored.seats.as_ref().map(points).unwrap_or_default(),
            record.map_or(0, |record| record.turns).to_string(),
            record.map(|record: &Record| list(&record.fuel)).unwrap_or_default(),
            record.map(|record| hex(&record.transcript_sha256)).unwrap_or_default(),
        ]
    };
    csv(GAMES, (1..).zip(games).map(row))
}

fn csv<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(header).expect("memory takes all bytes");
    for row in rows {
        writer.write_record(row).expect("every row has the header's length");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// Text as a cell: what a spreadsheet would take for a formula gets a quote in front.
fn text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!("{}{text}", if is_formula { "'" } else { "" })
}

fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all text");
        text
    })
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
