//! The results that follow from the games of a tournament. Contestants are places in the list of those that played.

use std::collections::BTreeMap;

use judge_play::Fault;
use judge_rating::phases::End;

/// All that a report shows of games.
#[derive(Clone, Debug)]
pub struct Results {
    /// Everybody who played, in order.
    pub standings: Vec<Standing>,
    /// How each phase ended; nothing if all rounds were known beforehand.
    pub phases: Vec<End>,
    /// All games, in order.
    pub games: Vec<Game>,
    /// The first fault of each kind that each contestant committed, by the names of its evidence.
    pub faults: Vec<FirstFault>,
}

impl Results {
    /// Where each contestant stands in the standings, from 0.
    pub(crate) fn places(&self) -> BTreeMap<usize, usize> {
        self.standings.iter().enumerate().map(|(place, row)| (row.contestant, place)).collect()
    }
}

/// A contestant's row, as in `results.csv`.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The contestant.
    pub contestant: usize,
    /// Place, from 1.
    pub rank: usize,
    /// 2 for a win and 1 for a draw; at larger tables 2 for each seat beaten, 1 for each tied with.
    pub points: u64,
    /// In a Swiss, Buchholz cut 1 and median Buchholz.
    pub buchholz: String,
    /// Games that count.
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    pub won: u64,
    /// Games in which everybody did equally well.
    pub drawn: u64,
    /// Games in which somebody did better, or that the contestant forfeited.
    pub lost: u64,
    /// Rating to a tenth; nothing where there is only a bound.
    pub rating: Option<f64>,
    /// Lower end of its 95 % interval; nothing if it is open.
    pub rating_low: Option<f64>,
    /// Upper end of its 95 % interval; nothing if it is open.
    pub rating_high: Option<f64>,
    /// Best and worst place that the rating allows for; nothing where the format itself decides on places.
    pub places: Option<(usize, usize)>,
    /// Faults committed.
    pub faults: u64,
    /// `ranked`, `disqualified` or `unfinished`.
    pub status: String,
    /// Why it is disqualified.
    pub reason: String,
    /// Fuel a turn, rounded down.
    pub fuel_per_turn_mean: u64,
}

impl Standing {
    pub(crate) fn is_out(&self) -> bool {
        self.status == "disqualified"
    }
}

/// A game, as in `games.csv` and `seats.csv`.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, from 1.
    pub number: usize,
    /// Its round's number.
    pub round: u32,
    /// Which match of a knockout it belongs to, such as `semi-1`; empty in other formats.
    pub match_name: String,
    /// The contestant at each seat.
    pub seats: Vec<usize>,
    /// `decided`, `forfeit`, `void`, `walkover`, `unplayed` or `bye`.
    pub outcome: String,
    /// Why it ended as it did.
    pub reason: String,
    /// Points of the seats.
    pub points: Vec<u64>,
    /// Actions played.
    pub turns: u32,
    /// Whether anything was played.
    pub is_played: bool,
    /// The usage of the seats, in order; empty if it is not known.
    pub spent: Vec<Spent>,
}

/// A seat's usage in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Fuel a turn, rounded down.
    pub fuel_per_turn_mean: Option<u64>,
    /// Fuel of the dearest turn.
    pub fuel_per_turn_max: Option<u64>,
    /// Memory in the end, in bytes.
    pub memory: Option<u64>,
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
