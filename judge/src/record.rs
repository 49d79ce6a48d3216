//! What is kept of a game: in memory, in the journal, and for the standings.

#[cfg(test)]
use judge_games::Seat;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::fault::Fault;
use crate::referee::{Offence, Verdict};
use crate::sandbox::Usage;
use crate::schedule::EntrantId;

/// What is kept of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How it ended.
    pub verdict: Verdict,
    /// Faults, in the order they were committed.
    pub offences: Vec<Incident>,
    /// The actions that the game began with, in its notation, separated by spaces.
    pub opening: String,
    /// Actions played, of all seats together.
    pub turns: u32,
    /// How often each seat was asked.
    pub asked: Vec<u32>,
    /// Fuel that each seat spent in its turns.
    pub fuel: Vec<u64>,
    /// Linear memory that each seat had in the end, in bytes.
    pub memory: Vec<u64>,
    /// Four hexadecimal digits an action, which depend on the transcript up to there.
    pub checks: String,
    /// SHA-256 of the transcript.
    #[serde(with = "hex::serde")]
    pub transcript_sha256: [u8; 32],
}

/// A fault, and what is known of it beside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// What was asked, and what came of it.
    pub offence: Offence,
    /// What its bot used in the turn.
    pub in_turn: Usage,
    /// What its bot had written to its log.
    pub log: String,
}

impl Record {
    /// Whether it says nothing about the players.
    #[must_use]
    pub fn is_void(&self) -> bool {
        matches!(self.verdict, Verdict::Void(_))
    }

    /// Whether it can be of a game with so many seats; one out of a file need not be.
    #[must_use]
    pub fn fits(&self, seats: usize) -> bool {
        let ranks = match &self.verdict {
            Verdict::Decided(outcome) => outcome.ranks.len() == seats && outcome.scores.len() == seats,
            Verdict::Forfeit(ranks) => ranks.len() == seats,
            Verdict::Void(_) => true,
        };
        let offences = self.offences.iter().all(|incident| incident.offence.seat.index() < seats);
        let lists = [self.asked.len(), self.fuel.len(), self.memory.len()];
        ranks && offences && lists == [seats; 3]
    }

    /// Who committed faults, in a game with this seating.
    pub fn offenders<'a>(&'a self, seating: &'a [EntrantId]) -> impl Iterator<Item = EntrantId> + 'a {
        self.offences.iter().map(|incident| seating[incident.offence.seat.index()])
    }
}

#[cfg(test)]
impl Record {
    /// The record of a game that was over before it began.
    pub(crate) fn blank(verdict: Verdict) -> Self {
        Self {
            verdict,
            offences: Vec::new(),
            opening: String::new(),
            turns: 0,
            asked: Vec::new(),
            fuel: Vec::new(),
            memory: Vec::new(),
            checks: String::new(),
            transcript_sha256: [0; 32],
        }
    }
}

#[cfg(test)]
impl Incident {
    /// A fault of which nothing is known beside.
    pub(crate) fn blank(seat: Seat, fault: Fault) -> Self {
        let offence = Offence { seat, fault, question: String::new(), answer: None };
        Self { offence, in_turn: Usage::default(), log: String::new() }
    }
}

/// What became of a game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "nearly all games are played")]
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
