//! The turns of a bot in its game: its fuel for each, and its usage. A bot whose functions are called and a program
//! that reads lines are charged by the same rules, in the judge and in a page.
//!
//! Like the clock at a chess board: a turn has its own end, and the bank lasts for the game. Knows no wasmtime, and no time.

use crate::{Limits, Usage};

/// The turns so far, of which the last may be under way: the fuel that one bot may spend in one game, and has spent.
#[derive(Debug)]
pub struct Turns {
    fuel_per_turn: u64,
    spent_in_turn: u64,
    spent: u64,
    bank: u64,
    increment: u64,
    /// The usage at the beginning of the current turn, or of the last if none is under way.
    before: Usage,
    is_over: bool,
}

impl Turns {
    /// None so far.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let Limits { fuel_per_turn, fuel_bank: bank, fuel_increment: increment, .. } = *limits;
        let before = Usage::default();
        Self { fuel_per_turn, spent_in_turn: 0, spent: 0, bank, increment, before, is_over: true }
    }

    /// The fuel that the bot may still spend in this turn.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left_of_turn().min(self.bank)
    }

    /// The fuel in the bank beyond that.
    #[inline]
    #[must_use]
    pub fn bank_beyond(&self) -> u64 {
        self.bank - self.left()
    }

    /// Begins a turn if none is under way, and says whether it did.
    #[inline]
    pub fn begin(&mut self, memory_bytes: u64) -> bool {
        let is_new = std::mem::take(&mut self.is_over);
        if is_new {
            self.before = self.usage(memory_bytes);
        }
        is_new
    }

    /// Counts the fuel of a call that began with all the rest of the turn's and ended with `left`; that is nothing if the
    /// bot does not come back. Says whether it was the bank that could have ended it, and not the turn's own limit.
    #[inline]
    pub fn count(&mut self, left: u64) -> bool {
        let (is_bank_short, fuel) = (self.bank < self.left_of_turn(), self.left() - left);
        self.spent_in_turn += fuel;
        self.spent += fuel;
        self.bank -= fuel;
        is_bank_short
    }

    /// Ends the turn that is under way: the increment goes to the bank. Says whether there was one.
    #[inline]
    pub fn end(&mut self) -> bool {
        let is_one = !std::mem::replace(&mut self.is_over, true);
        if is_one {
            self.spent_in_turn = 0;
            self.bank = self.bank.saturating_add(self.increment);
        }
        is_one
    }

    /// The usage so far.
    #[inline]
    pub fn usage(&self, memory_bytes: u64) -> Usage {
        Usage { fuel: self.spent, memory_bytes }
    }

    /// The usage in the current turn, or in the last if none is under way.
    pub fn usage_in_turn(&self, memory_bytes: u64) -> Usage {
        let (now, before) = (self.usage(memory_bytes), self.before);
        Usage { fuel: now.fuel - before.fuel, memory_bytes: now.memory_bytes - before.memory_bytes }
    }

    #[inline]
    fn left_of_turn(&self) -> u64 {
        self.fuel_per_turn - self.spent_in_turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(fuel_per_turn: u64, (fuel_bank, fuel_increment): (u64, u64)) -> Turns {
        Turns::new(&Limits { fuel_per_turn, fuel_bank, fuel_increment, ..Limits::default() })
    }

    /// Spends fuel within a turn, and says whether the bank would end it.
    fn spend(turns: &mut Turns, fuel: u64) -> bool {
        turns.begin(0);
        turns.count(turns.left() - fuel)
    }

    /// Ends a turn in which `fuel` was spent, and gives the fuel for the next.
    fn after(turns: &mut Turns, fuel: u64) -> u64 {
        spend(turns, fuel);
        turns.end();
        turns.left()
    }

    #[test]
    fn with_a_full_bank_every_turn_has_the_same() {
        let mut turns = turns(10, (1_000, 0));
        assert_eq!([10, 3, 0].map(|fuel| after(&mut turns, fuel)), [10, 10, 10]);
        assert_eq!((turns.usage(0).fuel, spend(&mut turns, 0)), (13, false));
    }

    #[test]
    fn what_is_asked_within_a_turn_shares_its_fuel() {
        let mut turns = turns(10, (1_000, 0));
        spend(&mut turns, 4);
        assert_eq!(turns.left(), 6);
        spend(&mut turns, 6);
        assert_eq!((turns.left(), turns.usage_in_turn(0).fuel), (0, 10));
        turns.end();
        assert_eq!(
            (turns.left(), turns.usage_in_turn(0).fuel),
            (10, 10),
            "the last turn's, until the next begins"
        );
    }

    #[test]
    fn a_bank_lasts_for_the_game() {
        let mut turns = turns(10, (25, 0));
        assert_eq!([10, 10, 5].map(|fuel| after(&mut turns, fuel)), [10, 5, 0]);
        assert!(spend(&mut turns, 0));
    }

    #[test]
    fn an_increment_comes_after_each_turn_and_what_is_saved_stays() {
        let mut turns = turns(10, (4, 3));
        assert_eq!(turns.left(), 4);
        assert_eq!([4, 1, 0, 0, 2].map(|fuel| after(&mut turns, fuel)), [3, 5, 8, 10, 10]);
    }

    #[test]
    fn the_shorter_of_turn_and_bank_ends_a_turn() {
        let mut late = turns(10, (9, 0));
        assert!(spend(&mut late, 5) && spend(&mut late, 0));
        assert!(!spend(&mut turns(10, (10, 0)), 0));
    }

    #[test]
    fn the_bank_is_what_may_be_spent_now_and_what_is_beyond() {
        let mut turns = turns(10, (25, 3));
        let bank = |turns: &Turns| (turns.left(), turns.bank_beyond());
        assert_eq!(bank(&turns), (10, 15));
        spend(&mut turns, 4);
        assert_eq!(bank(&turns), (6, 15));
        turns.end();
        assert_eq!(bank(&turns), (10, 14));
        let mut turn = |fuel| (after(&mut turns, fuel), turns.bank_beyond());
        assert_eq!([turn(10), turn(10), turn(10)], [(10, 7), (10, 0), (3, 0)]);
    }

    #[test]
    fn a_bank_does_not_overflow() {
        let mut turns = turns(10, (u64::MAX - 1, 5));
        after(&mut turns, 0);
        assert_eq!(after(&mut turns, 0), 10);
    }
}
