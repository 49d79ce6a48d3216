//! `seats.csv`: a row for each game and seat, with one value in each cell, for spreadsheets.

use std::borrow::Cow;

use judge_play::Record;
use serde::{Deserialize, Serialize};

use super::{Hex, RowContext, Text, bounded, played, word};
use crate::{EntrantId, Scored, words};

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatRow {
    /// The game's number in the schedule, from 1.
    pub game: usize,
    /// Its round's number.
    pub round: u32,
    /// The number of its phase, from 1; a column only where there is a list of phases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<u32>,
    /// The match of a knockout that it belongs to.
    #[serde(rename = "match")]
    pub match_name: String,
    /// Its round's seed.
    pub seed: Hex,
    /// `decided`, `forfeit`, `void`, `walkover`, `unplayed` or `bye`.
    #[serde(deserialize_with = "word")]
    pub outcome: Cow<'static, str>,
    /// The seat's number, from 0.
    pub seat: usize,
    /// The contestant at the seat.
    pub contestant: Text,
    /// Its rank, by the rules or by a forfeit.
    pub rank: Option<u8>,
    /// Its score, where the rules decided.
    pub score: Option<i32>,
    /// Its points.
    #[serde(deserialize_with = "bounded")]
    pub points: Option<u64>,
    /// Turns with an answer, or without fuel in the end.
    pub turns: u32,
    /// Fuel of those turns; nothing if the game was not played.
    pub fuel: Option<u64>,
    /// Fuel of one of them, rounded down.
    pub fuel_per_turn_mean: Option<u64>,
    /// Fuel of the dearest of them.
    pub fuel_per_turn_max: Option<u64>,
    /// Memory in the end, in bytes; nothing if the game was not played.
    #[serde(deserialize_with = "bounded")]
    pub memory: Option<u64>,
    /// The kind of fault that it committed.
    pub fault: String,
    /// The contestant's place in the list of those that play; in no file.
    #[serde(skip)]
    pub id: EntrantId,
}

/// The rows of a game with this number, by seat.
pub fn seat_rows<'a>(
    context: &'a RowContext<'_>,
    number: usize,
    scored: &'a Scored<'_>,
) -> impl Iterator<Item = SeatRow> + 'a {
    (0..scored.seating.len()).map(move |seat| row(context, number, scored, seat))
}

fn row(context: &RowContext<'_>, number: usize, scored: &Scored<'_>, seat: usize) -> SeatRow {
    let (record, decided) = played(scored);
    let thought = record.map(|record| record.thought[seat]).unwrap_or_default();
    let has_turns = thought.turns > 0;
    let (phase, match_name) = context.phase_and_match(scored);
    SeatRow {
        game: number,
        round: scored.fixture.round.number,
        phase,
        match_name,
        seed: Hex(scored.fixture.round.seed),
        outcome: words::outcome(scored.result).into(),
        seat,
        contestant: Text(context.contestant(scored.seating[seat])),
        rank: record.and_then(|record| record.verdict.ranks()).map(|ranks| ranks[seat]),
        score: decided.map(|scores| scores[seat]),
        points: scored.seats.as_ref().map(|seats| seats[seat].points),
        turns: thought.turns,
        fuel: record.map(|_| thought.fuel),
        fuel_per_turn_mean: thought.fuel.checked_div(thought.turns.into()),
        fuel_per_turn_max: has_turns.then_some(thought.fuel_max),
        memory: record.map(|record| record.memory[seat]),
        fault: record.map(|record| fault(record, seat)).unwrap_or_default(),
        id: scored.seating[seat],
    }
}

fn fault(record: &Record, seat: usize) -> String {
    let fault = record.faults.iter().find(|fault| fault.seat.index() == seat);
    fault.map(|fault| fault.kind.to_string()).unwrap_or_default()
}
