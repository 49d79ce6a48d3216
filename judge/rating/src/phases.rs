//! A tournament as a list of phases: contestants in, rounds and places out. Plays nothing.
//!
//! A [`Phase`] takes an order of contestants and the games so far, and gives rounds, and an order at its end. A [`Schedule`]
//! goes through all of them; everything else asks it.
//!
//! - `phase`: what an organiser can want;
//! - `seated`, and for those who come out of groups `seats`: who comes into a phase, and where they sit;
//! - `tables`, `swiss` and `knockout`: who meets whom in each kind. The tables of a round-robin or a gauntlet are known
//!   beforehand; the others are functions of what was played so far. A Swiss stands on `matching` and `ahead`, a knockout on
//!   its `plan`, and its `bracket` is what people see of it;
//! - `table`: the order of a phase.

mod ahead;
mod bracket;
mod knockout;
mod matching;
mod phase;
mod plan;
mod schedule;
mod seated;
mod seats;
mod swiss;
mod table;
mod tables;

pub use bracket::{Match, MatchName, Stage, Why};
pub use phase::{Draw, Format, Kind, Phase, Seeding, StopRule, phase_at, title};
pub use schedule::{End, Played, Schedule, Shard, State};
pub use seated::{Bye, In};
use seated::{Group, seated};
pub use table::{By, Row};
pub use tables::round_robin;

pub use crate::{Disqualified, EntrantId, Fixture, GameResult, Round, Tie, points_against};

#[cfg(test)]
mod tests;
