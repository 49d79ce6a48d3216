//! A tournament as a list of phases: contestants in, rounds and places out. Plays nothing.
//!
//! A [`Phase`] takes an order of contestants and the games so far, and gives rounds, and an order at its end. [`fold`](fold())
//! goes through all of them; everything else asks it. Round-robin and gauntlet are lists that are known beforehand, and are
//! made as they are needed. Swiss and knockout are functions of what was played so far.

mod ahead;
mod draw;
mod fold;
mod knockout;
mod matching;
mod phase;
mod schedule;
mod seated;
mod seats;
mod short;
mod swiss;
mod table;
mod tables;
mod words;

pub use draw::{Bout, MatchName};
pub use fold::{End, Played, Row, State, fold};
pub use knockout::{Bracket, Match, Why, knockout};
pub use phase::{Draw, Kind, Phase, Seeding, StopRule, phase_at};
pub use schedule::{Schedule, Shard};
pub use seated::{Group, In, seated};
pub use short::{Format, Short};
pub use swiss::swiss;
pub use table::By;
pub use tables::round_robin;
pub use words::title;

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
