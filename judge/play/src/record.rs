//! Records of matches: in memory, in the journal, and for the standings.

pub mod journal_line;

use judge_games::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fault::Fault;
use crate::verdict::{Verdict, Void, VoidCause};

/// A match that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its record.
    pub record: Record,
    /// The transcript: `position`, if it begins at one; one line an action in the order played: `seat action`, with `opening` or
    /// `forced` before it if no player was asked; `fault of seat`; then the verdict.
    pub transcript: String,
}

/// The record of a match, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The end of the match.
    pub verdict: Verdict,
    /// Faults, in the order they were committed; more than one only at tables of more than two.
    pub faults: Vec<Fault>,
    /// The position in brackets, if the game began at one, and the actions that it began with, separated by spaces.
    pub opening: String,
    /// Actions played, of all seats together, the opening's and forced ones included.
    pub turns: u32,
    /// The number of questions to each seat.
    pub asked: Vec<u32>,
    /// The fuel of each seat's turns.
    pub thought: Vec<Thought>,
    /// Fuel that each seat spent in its turns; all that a turn had, if the bot did not come back from it.
    pub fuel: Vec<u64>,
    /// Linear memory that each seat had in the end, in bytes.
    pub memory: Vec<u64>,
    /// Four hexadecimal digits an action, which depend on the transcript up to there.
    pub checks: String,
    /// SHA-256 of the transcript.
    #[serde(with = "hex::serde::no_prefix")]
    pub transcript_sha256: [u8; 32],
}

/// The fuel of a seat's turns: those with an answer, legal or not, and one that ran out of fuel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The number of turns.
    pub turns: u32,
    /// Fuel of all of them.
    pub fuel: u64,
    /// Fuel of the dearest.
    pub fuel_max: u64,
}

impl Thought {
    /// Adds a turn.
    pub(crate) fn add(&mut self, fuel: u64) {
        self.turns += 1;
        self.fuel = self.fuel.saturating_add(fuel);
        self.fuel_max = self.fuel_max.max(fuel);
    }
}

impl Finished {
    /// A match in which the judge itself failed.
    #[must_use]
    pub fn broken(detail: String, seats: usize) -> Self {
        let verdict = Verdict::Void(Void { cause: VoidCause::Judge, seat: None, detail, call: None });
        let transcript = format!("{verdict}\n");
        let transcript_sha256 = Sha256::digest(&transcript).into();
        Self { record: Record { transcript_sha256, ..Record::blank(verdict, seats) }, transcript }
    }
}

impl Record {
    /// The record of a match of so many seats that was over before it began.
    #[must_use]
    pub fn blank(verdict: Verdict, seats: usize) -> Self {
        Self {
            verdict,
            faults: Vec::new(),
            opening: String::new(),
            turns: 0,
            asked: vec![0; seats],
            thought: vec![Thought::default(); seats],
            fuel: vec![0; seats],
            memory: vec![0; seats],
            checks: String::new(),
            transcript_sha256: [0; 32],
        }
    }

    /// The reason why the match says nothing about the players, if it is void.
    #[must_use]
    pub fn void(&self) -> Option<&Void> {
        if let Verdict::Void(void) = &self.verdict { Some(void) } else { None }
    }

    /// Whether this can be the record of a match with so many seats; one read from a file need not be.
    #[must_use]
    pub fn fits(&self, seats: usize) -> bool {
        let ranks = match &self.verdict {
            Verdict::Decided(outcome) => is_ranking(&outcome.ranks, seats) && outcome.scores.len() == seats,
            Verdict::Forfeit(ranks) => is_ranking(ranks, seats),
            Verdict::Void(void) => void.seat.is_none_or(|seat| seat.index() < seats),
        };
        let faults = self.faults.iter().all(|fault| fault.seat.index() < seats);
        let lists = [self.asked.len(), self.thought.len(), self.fuel.len(), self.memory.len()];
        ranks && faults && lists == [seats; 4]
    }

    /// The seats that committed faults, in the order they did.
    pub fn offenders(&self) -> impl Iterator<Item = Seat> + '_ {
        self.faults.iter().map(|fault| fault.seat)
    }
}

/// Whether these are ranks of so many seats: 1 is best, equals share a rank, and the next is as many further.
pub(crate) fn is_ranking(ranks: &[u8], seats: usize) -> bool {
    let better = |rank: u8| ranks.iter().filter(|other| **other < rank).count();
    ranks.len() == seats && ranks.iter().all(|rank| usize::from(*rank) == 1 + better(*rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_all_seats_and_equals_share_one() {
        for ranks in [vec![1, 2], vec![2, 1], vec![1, 1]] {
            assert!(Record::blank(Verdict::Forfeit(ranks.clone()), 2).fits(2), "{ranks:?}");
        }
        for ranks in [vec![1, 3], vec![2, 2], vec![0, 1], vec![1, 255], vec![1], vec![1, 2, 2]] {
            assert!(!Record::blank(Verdict::Forfeit(ranks.clone()), 2).fits(2), "{ranks:?}");
        }
        assert!(Record::blank(Verdict::Forfeit(vec![1, 3, 1]), 3).fits(3));
        assert!(!Record::blank(Verdict::Forfeit(vec![1, 2, 1]), 3).fits(3));
    }
}
