//! What is kept of a game: in memory, in the journal, and for the standings.

use serde::{Deserialize, Serialize};

use crate::referee::{Offence, Verdict};
use crate::schedule::EntrantId;

/// What is kept of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How it ended.
    pub verdict: Verdict,
    /// Faults, in the order they were committed, each with what its bot had written to its log.
    pub offences: Vec<(Offence, String)>,
    /// Actions played, of all seats together.
    pub turns: u32,
    /// How often each seat was asked.
    pub asked: Vec<u32>,
    /// Fuel that each seat spent in its turns.
    pub fuel: Vec<u64>,
    /// SHA-256 of the transcript.
    #[serde(with = "hex::serde")]
    pub transcript_sha256: [u8; 32],
}

impl Record {
    /// Whether it says nothing about the players.
    #[must_use]
    pub fn is_void(&self) -> bool {
        matches!(self.verdict, Verdict::Void(_))
    }

    /// Who committed faults, in a game with this seating.
    pub fn offenders<'a>(&'a self, seating: &'a [EntrantId]) -> impl Iterator<Item = EntrantId> + 'a {
        self.offences.iter().map(|(offence, _)| seating[offence.seat.index()])
    }
}

/// What became of a game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// It was played.
    Played(Record),
    /// It was not, because somebody at the board is disqualified already.
    Walkover,
    /// It was not, because the tournament was interrupted before.
    Unplayed,
    /// There was nobody to play against: one contestant sat out, and has a round's points.
    Bye,
}

impl GameResult {
    /// Whether it was played and says nothing about the players.
    #[must_use]
    pub fn is_void(&self) -> bool {
        matches!(self, Self::Played(record) if record.is_void())
    }
}
