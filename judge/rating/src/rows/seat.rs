//! `seats.csv`: a row for each game and seat, with one value in each cell, for spreadsheets.

use judge_play::Record;
use serde::{Deserialize, Serialize};

use super::{GameRow, Hex, Text, bounded, played, word};
use crate::{EntrantId, Scored};

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
    pub outcome: String,
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

/// The rows of a game's seats, whose own row is this: what all of them share is worked out once.
pub fn seat_rows<'a>(game: &'a GameRow, scored: &Scored<'a>) -> impl Iterator<Item = SeatRow> + 'a {
    let (record, _) = played(scored);
    (0..game.seats.0.len()).map(move |seat| row(game, record, seat))
}

fn row(game: &GameRow, record: Option<&Record>, seat: usize) -> SeatRow {
    let thought = record.map(|record| record.thought[seat]).unwrap_or_default();
    let mut faults = record.into_iter().flat_map(|record| &record.faults);
    let fault = faults.find(|fault| fault.seat.index() == seat);
    SeatRow {
        game: game.game,
        round: game.round,
        phase: game.phase,
        match_name: game.match_name.clone(),
        seed: game.seed,
        outcome: game.outcome.clone(),
        seat,
        contestant: Text(game.seats.0[seat].clone()),
        rank: game.ranks.0.get(seat).copied(),
        score: game.scores.0.get(seat).copied(),
        points: game.points.0.get(seat).copied(),
        turns: thought.turns,
        fuel: record.map(|_| thought.fuel),
        fuel_per_turn_mean: thought.fuel.checked_div(thought.turns.into()),
        fuel_per_turn_max: (thought.turns > 0).then_some(thought.fuel_max),
        memory: game.memory.0.get(seat).copied(),
        fault: fault.map(|fault| fault.kind.to_string()).unwrap_or_default(),
        id: game.ids[seat],
    }
}
