//! The fuel clock: limits in, the fuel that a bot may spend now out.
//!
//! Like the clock at a chess board: a turn has its own end, and the bank lasts for the game. Knows no wasmtime, and no time.

use crate::Limits;

/// The fuel that one bot may spend in one game, and has spent.
#[derive(Clone, Debug)]
pub struct Clock {
    fuel_per_turn: u64,
    spent_in_turn: u64,
    spent: u64,
    bank: u64,
    increment: u64,
}

impl Clock {
    /// The clock of a bot that has spent nothing yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let Limits { fuel_per_turn, fuel_bank: bank, fuel_increment: increment, .. } = *limits;
        Self { fuel_per_turn, spent_in_turn: 0, spent: 0, bank, increment }
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

    /// Whether it is the bank that ends this turn, and not the turn's own limit.
    #[inline]
    #[must_use]
    pub fn is_bank_short(&self) -> bool {
        self.bank < self.left_of_turn()
    }

    /// Counts fuel as spent, of what was [`left`](Self::left).
    #[inline]
    pub fn spend(&mut self, fuel: u64) {
        self.spent_in_turn += fuel;
        self.spent += fuel;
        self.bank -= fuel;
    }

    /// Begins the next turn: the increment goes to the bank.
    #[inline]
    pub fn end_turn(&mut self) {
        self.spent_in_turn = 0;
        self.bank = self.bank.saturating_add(self.increment);
    }

    /// Fuel spent in all turns so far.
    #[inline]
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    #[inline]
    fn left_of_turn(&self) -> u64 {
        self.fuel_per_turn - self.spent_in_turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(fuel_per_turn: u64, (fuel_bank, fuel_increment): (u64, u64)) -> Clock {
        Clock::new(&Limits { fuel_per_turn, fuel_bank, fuel_increment, ..Limits::default() })
    }

    /// Ends a turn in which `fuel` was spent, and gives the fuel for the next.
    fn after(clock: &mut Clock, fuel: u64) -> u64 {
        clock.spend(fuel);
        clock.end_turn();
        clock.left()
    }

    #[test]
    fn with_a_full_bank_every_turn_has_the_same() {
        let mut clock = clock(10, (1_000, 0));
        assert_eq!([10, 3, 0].map(|fuel| after(&mut clock, fuel)), [10, 10, 10]);
        assert_eq!((clock.spent(), clock.is_bank_short()), (13, false));
    }

    #[test]
    fn what_is_asked_within_a_turn_shares_its_fuel() {
        let mut clock = clock(10, (1_000, 0));
        clock.spend(4);
        assert_eq!(clock.left(), 6);
        clock.spend(6);
        assert_eq!(clock.left(), 0);
        clock.end_turn();
        assert_eq!(clock.left(), 10);
    }

    #[test]
    fn a_bank_lasts_for_the_game() {
        let mut clock = clock(10, (25, 0));
        assert_eq!([10, 10, 5].map(|fuel| after(&mut clock, fuel)), [10, 5, 0]);
        assert!(clock.is_bank_short());
    }

    #[test]
    fn an_increment_comes_after_each_turn_and_what_is_saved_stays() {
        let mut clock = clock(10, (4, 3));
        assert_eq!(clock.left(), 4);
        assert_eq!([4, 1, 0, 0, 2].map(|fuel| after(&mut clock, fuel)), [3, 5, 8, 10, 10]);
    }

    #[test]
    fn the_shorter_of_turn_and_bank_ends_a_turn() {
        assert!(clock(10, (9, 0)).is_bank_short());
        assert!(!clock(10, (10, 0)).is_bank_short());
        let mut late = clock(10, (9, 0));
        late.spend(5);
        assert!(late.is_bank_short());
    }

    #[test]
    fn the_bank_is_what_may_be_spent_now_and_what_is_beyond() {
        let mut clock = clock(10, (25, 3));
        let bank = |clock: &Clock| (clock.left(), clock.bank_beyond());
        assert_eq!(bank(&clock), (10, 15));
        clock.spend(4);
        assert_eq!(bank(&clock), (6, 15));
        clock.end_turn();
        assert_eq!(bank(&clock), (10, 14));
        let mut turn = |fuel| (after(&mut clock, fuel), clock.bank_beyond());
        assert_eq!([turn(10), turn(10), turn(10)], [(10, 7), (10, 0), (3, 0)]);
    }

    #[test]
    fn a_bank_does_not_overflow() {
        let mut clock = clock(10, (u64::MAX - 1, 5));
        clock.end_turn();
        clock.end_turn();
        assert_eq!(clock.left(), 10);
    }
}
