//! The results that follow from the games of a tournament.

use std::collections::BTreeMap;

use judge_play::Fault;
use judge_rating::EntrantId;
use judge_rating::phases::End;
use judge_rating::rows::{GameRow, ResultRow, SeatRow};

/// All that a report shows of games.
#[derive(Clone, Debug)]
pub struct Results {
    /// Everybody who played, in order.
    pub standings: Vec<ResultRow>,
    /// How each phase ended; nothing if all rounds were known beforehand.
    pub phases: Vec<End>,
    /// All games, in order.
    pub games: Vec<GameRow>,
    /// What each seat of them has used, in order.
    pub seats: Vec<SeatRow>,
    /// The first fault of each kind that each contestant committed, by the names of its evidence.
    pub faults: Vec<FirstFault>,
}

impl Results {
    /// Where each contestant stands in the standings, from 0.
    pub(crate) fn places(&self) -> BTreeMap<EntrantId, usize> {
        self.standings.iter().enumerate().map(|(place, row)| (row.id, place)).collect()
    }
}

/// A fault with its game.
#[derive(Clone, Debug)]
pub struct FirstFault {
    /// Whose it is.
    pub contestant: String,
    /// The game's number.
    pub game: usize,
    /// The names of those at the table, by seats.
    pub table: Vec<String>,
    /// The fault.
    pub fault: Fault,
}

impl FirstFault {
    /// The name of the file of its evidence.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}.toml", self.contestant, self.fault.kind)
    }
}
