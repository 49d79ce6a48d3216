//! `games.csv`: a row for each game.

use judge_play::text::sanitize;
use serde::{Deserialize, Serialize};

use super::{Hex, List, RowContext, Text, bounded, played, word};
use crate::{EntrantId, Scored, words};

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Its round's number.
    pub round: u32,
    /// The number of its phase, from 1; a column only where there is a list of phases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<u32>,
    /// The match of a knockout that it belongs to, such as `semi-1`, or its group; empty in other formats.
    #[serde(rename = "match")]
    pub match_name: String,
    /// The contestants by seat.
    pub seats: List<String>,
    /// Its round's seed.
    pub seed: Hex,
    /// The position in brackets, if it began at one, and the actions that it began with.
    pub opening: Text,
    /// `decided`, `forfeit`, `void`, `walkover`, `unplayed` or `bye`.
    #[serde(deserialize_with = "word")]
    pub outcome: String,
    /// The reason for its end.
    pub reason: Text,
    /// Ranks of the seats, by the rules or by a forfeit.
    pub ranks: List<u8>,
    /// Scores of the seats, where the rules decided.
    pub scores: List<i32>,
    /// Points of the seats.
    #[serde(deserialize_with = "bounded")]
    pub points: List<u64>,
    /// Actions played.
    pub turns: u32,
    /// Fuel that each seat spent.
    pub fuel: List<u64>,
    /// Memory that each seat had in the end, in bytes.
    #[serde(deserialize_with = "bounded")]
    pub memory: List<u64>,
    /// SHA-256 of the transcript.
    pub transcript_sha256: String,
    /// Which of its round's seat orders it is, where the games of a round were seen to stand together.
    #[serde(skip)]
    pub order: usize,
    /// The places of the contestants in the list of those that play, by seat; in no file, as `seats` says it.
    #[serde(skip)]
    pub ids: Vec<EntrantId>,
}

impl GameRow {
    /// The row of a game with this number.
    #[must_use]
    pub fn new(context: &RowContext<'_>, number: usize, scored: &Scored<'_>) -> Self {
        let (record, decided) = played(scored);
        let ranks = record.and_then(|record| record.verdict.ranks());
        let (phases, state) = context.phases;
        let (phase, match_name) = state.match_of(phases, scored.fixture.round);
        let points = scored.seats.iter().flatten().map(|seat| seat.points);
        Self {
            game: number,
            round: scored.fixture.round.number,
            phase: context.tells_phases.then_some(phase),
            match_name: match_name.unwrap_or_default(),
            seats: List(scored.seating.iter().map(|id| context.names[id.0].to_owned()).collect()),
            seed: Hex(scored.fixture.round.seed),
            opening: Text(record.map(|record| record.opening.clone()).unwrap_or_default()),
            outcome: words::outcome(scored.result).into(),
            reason: Text(sanitize(&words::why(scored, |id| context.names[id.0], context.disqualified))),
            ranks: ranks.map(|ranks| List(ranks.to_vec())).unwrap_or_default(),
            scores: List(decided.unwrap_or_default().to_vec()),
            points: List(points.collect()),
            turns: record.map_or(0, |record| record.turns),
            fuel: record.map(|record| List(record.fuel.clone())).unwrap_or_default(),
            memory: record.map(|record| List(record.memory.clone())).unwrap_or_default(),
            transcript_sha256: record.map(|record| hex::encode(record.transcript_sha256)).unwrap_or_default(),
            order: scored.fixture.order,
            ids: scored.seating.clone(),
        }
    }

    /// Whether anything was played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        !self.transcript_sha256.is_empty()
    }
}
