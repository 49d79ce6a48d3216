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
pub use knockout::{Bracket, knockout};
pub use phase::{Draw, Format, Kind, Phase, Seeding, StopRule, phase_at, title};
pub use schedule::{End, Played, Schedule, Shard, State};
pub use seated::{Group, In, seated};
pub use swiss::swiss;
pub use table::{By, Row};
pub use tables::round_robin;

pub use crate::{Disqualified, EntrantId, Fixture, GameResult, PlayedRound, Round, points_against};

#[cfg(test)]
mod tests {
    use judge_play::Seed;

    use super::*;

    const NAMES: [&str; 5] = ["density", "hunter", "stupid", "tidy", "vera"];

    #[test]
    fn a_bye_has_no_game_and_counts_as_a_round_won() {
        let bye = Round::new(&NAMES, vec![EntrantId(3)], 2, Seed(1));
        assert_eq!(bye.fixtures().count(), 0);
        assert_eq!(PlayedRound::bye(bye).points, [4]);
    }

    #[test]
    fn who_is_seeded_comes_first_and_the_others_by_lot() {
        let seeding = |first: &[EntrantId], seed| {
            In::first(NAMES.to_vec(), first, Seed(seed), Disqualified::nobody(5)).order
        };
        let seeded = seeding(&[EntrantId(4), EntrantId(1)], 1);
        assert_eq!(seeded[..2], [EntrantId(4), EntrantId(1)]);
        let drawn: Vec<Vec<EntrantId>> = (0..20).map(|seed| seeding(&[], seed)).collect();
        let first: std::collections::BTreeSet<EntrantId> = drawn.iter().map(|order| order[0]).collect();
        assert_eq!(first.len(), 5, "each is first under some seed");
        for mut order in drawn.into_iter().chain([seeded]) {
            order.sort_unstable();
            assert_eq!(order, (0..5).map(EntrantId).collect::<Vec<_>>());
        }
    }
}
