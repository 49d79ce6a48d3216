//! Whether a tournament may stop early: because everybody is apart from everybody.
//!
//! Who looks often sees by chance what is not there. So it is fixed beforehand when to look, and the looks share
//! one chance of error of 5 % (Bonferroni): with that chance at most, a tournament that
//! stops early tells an order that is wrong anywhere, or an order of two who are equals.

use crate::Ratings;

/// The chance that a tournament stops with an order that is not true.
const ERROR: f64 = 0.05;
/// Rounds before the first look: with fewer the intervals are not to be trusted.
const ROUNDS_LEAST: u32 = 10;

/// After how many rounds of each pairing to look, in a tournament of at most `rounds`: 10, 15, 22, 33 and so on.
///
/// Each time half as many again; never after the last, when there is nothing left to save.
pub(crate) fn looks(rounds: u32) -> Vec<u32> {
    let more = |played: &u32| played.checked_add(played / 2);
    std::iter::successors(Some(ROUNDS_LEAST), more).take_while(|&played| played < rounds).collect()
}

/// Whether the ratings at one of so many looks put everybody apart from everybody.
#[must_use]
pub fn separated(ratings: &Ratings, looks: u32) -> bool {
    ratings.all_apart(ERROR / f64::from(looks.max(1)))
}

#[cfg(test)]
mod tests {
    use super::looks;

    #[test]
    fn looks_are_fixed_beforehand_and_end_before_the_last_round() {
        assert!(looks(10).is_empty());
        assert_eq!(looks(50), [10, 15, 22, 33, 49]);
        assert_eq!(looks(49), [10, 15, 22, 33]);
        assert!(looks(u32::MAX).len() < 60);
    }
}
