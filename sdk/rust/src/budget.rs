//! The length of a search: so many steps, and never so long that the fuel of the turn or of the game ends.
//!
//! ```
//! use judge_sdk::{Budget, Spent};
//!
//! fn search(depth: u32, budget: &mut Budget) -> Result<u32, Spent> {
//!     budget.spend(1)?;
//!     if depth == 0 { Ok(1) } else { Ok(search(depth - 1, budget)? + search(depth - 1, budget)?) }
//! }
//!
//! let mut budget = Budget::of_turn(10_000);
//! assert_eq!(search(5, &mut budget), Ok(32));
//! assert_eq!(search(20, &mut budget), Err(Spent));
//! ```

use crate::{bank_left, fuel_left};

/// The budget is spent: the search has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

/// A number of steps, and the fuel that must be left at the end.
///
/// A step is what a bot likes to count: a position, a move, or a unit of fuel by its own
/// estimate. Choose a number of steps that takes less fuel than a turn has. Then the steps
/// decide, and the bot plays the same moves natively, where fuel has no end. Where a turn
/// has less fuel than usual, the fuel decides.
///
/// The bank, which holds the fuel of the whole game, lasts too: a budget spends a twentieth of it at most.
///
/// To read the fuel costs fuel too, so the budget reads it only once in a while: every 64
/// steps, or what [`reading_every`](Self::reading_every) says.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps that were taken.
    spent: u64,
    /// Steps that may be taken.
    limit: u64,
    fuel_min: u64,
    /// Whether `fuel_min` is what the bank asks for, too.
    knows_bank: bool,
    fuel_per_step: u64,
    stride: u64,
    /// Steps after which the fuel is read again.
    next_reading: u64,
}

impl Budget {
    const STRIDE: u64 = 64;
    /// A budget may spend one part in so many of the bank. So the bank is never empty, however long the game is.
    const BANK_PARTS: u64 = 20;

    /// So many steps, as long as at least `fuel_min` units of the turn's fuel are left.
    ///
    /// When it reads the fuel for the first time, it sees to it that the bank lasts, too.
    #[must_use]
    pub const fn new(steps: u64, fuel_min: u64) -> Self {
        let (fuel_per_step, stride) = (0, Self::STRIDE);
        Self { spent: 0, limit: steps, fuel_min, knows_bank: false, fuel_per_step, stride, next_reading: 0 }
    }

    /// So many steps, as long as they take no more than four fifths of the fuel that is left now, nor more than
    /// a twentieth of the bank.
    #[must_use]
    pub fn of_turn(steps: u64) -> Self {
        let left = fuel_left();
        Self::new(steps, left / 5).sparing(left, bank_left())
    }

    /// Spends no more than its part of the bank of what the turn has left.
    const fn sparing(self, fuel_left: u64, bank_left: u64) -> Self {
        let spared = fuel_left.saturating_sub(bank_left / Self::BANK_PARTS);
        let fuel_min = if spared > self.fuel_min { spared } else { self.fuel_min };
        Self { fuel_min, knows_bank: true, ..self }
    }

    /// Ends a little earlier: when the steps up to the next reading, at so much fuel each,
    /// could leave too little.
    #[must_use]
    pub const fn fuel_per_step(self, fuel: u64) -> Self {
        Self { fuel_per_step: fuel, ..self }
    }

    /// Reads the fuel once in so many steps.
    #[must_use]
    pub const fn reading_every(self, steps: u64) -> Self {
        Self { stride: steps, ..self }
    }

    /// Whether there is so much fuel to spend.
    #[must_use]
    pub fn has_fuel(&self, fuel: u64) -> bool {
        let left = fuel_left();
        let budget = if self.knows_bank { *self } else { self.sparing(left, bank_left()) };
        left > budget.fuel_min.saturating_add(fuel)
    }

    /// Whether no step is left.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.spent >= self.limit
    }

    /// Sets how many steps may be taken, with those that were taken already.
    pub const fn allow(&mut self, steps: u64) {
        self.limit = steps;
    }

    /// Takes steps.
    ///
    /// # Errors
    /// If there are not so many left, or too little fuel. Then none is taken.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Spent> {
        self.afford(steps)?;
        self.spent += steps;
        Ok(())
    }

    /// Counts steps without asking whether there are so many left.
    #[inline]
    pub const fn count(&mut self, steps: u64) {
        self.spent += steps;
    }

    /// Asks whether there is a step left.
    ///
    /// # Errors
    /// If there is none, or too little fuel.
    #[inline]
    pub fn check(&mut self) -> Result<(), Spent> {
        self.afford(1)
    }

    #[inline]
    fn afford(&mut self, steps: u64) -> Result<(), Spent> {
        if self.limit.saturating_sub(self.spent) < steps {
            return Err(Spent);
        }
        if self.spent < self.next_reading {
            return Ok(());
        }
        let left = fuel_left();
        if !self.knows_bank {
            *self = self.sparing(left, bank_left());
        }
        self.read(steps, left)
    }

    /// Ends the budget if `fuel_left` may not last for these steps and those up to the next reading.
    const fn read(&mut self, steps: u64, fuel_left: u64) -> Result<(), Spent> {
        let ahead = self.fuel_per_step * (steps + self.stride);
        if fuel_left < self.fuel_min.saturating_add(ahead) {
            self.limit = 0;
            return Err(Spent);
        }
        self.next_reading = self.spent + self.stride;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Spent};

    #[test]
    fn all_steps_may_be_taken_and_no_more() {
        let mut budget = Budget::new(100, 0);
        assert_eq!(budget.spend(98), Ok(()));
        assert_eq!(budget.spend(3), Err(Spent));
        assert_eq!(budget.spend(2), Ok(()));
        assert!(budget.is_spent());
        assert_eq!([budget.spend(1), budget.check()], [Err(Spent); 2]);
    }

    #[test]
    fn what_is_counted_may_be_too_much_until_more_is_allowed() {
        let mut budget = Budget::new(0, 0);
        assert_eq!(budget.check(), Err(Spent));
        budget.allow(10);
        budget.count(9);
        assert_eq!(budget.check(), Ok(()));
        budget.count(5);
        assert_eq!(budget.check(), Err(Spent));
        budget.allow(15);
        assert_eq!(budget.check(), Ok(()));
    }

    #[test]
    fn too_little_fuel_ends_the_budget() {
        let mut budget = Budget::new(1000, 500);
        assert_eq!(budget.read(1, 500), Ok(()));
        assert_eq!(budget.read(1, 499), Err(Spent));
        assert_eq!(budget.spend(1), Err(Spent));
    }

    #[test]
    fn a_budget_spends_a_small_part_of_the_bank() {
        let turn = 100_000;
        let fuel_min = |bank| Budget::new(1000, 500).sparing(turn, bank).fuel_min;
        assert_eq!([2_000_000, 1_000_000, 20_000, 0].map(fuel_min), [500, 50_000, 99_000, 100_000]);
        let mut budget = Budget::new(1000, 0).sparing(turn, 1_000_000);
        assert_eq!(budget.read(1, 50_000), Ok(()));
        assert_eq!(budget.read(1, 49_999), Err(Spent));
    }

    #[test]
    fn a_bank_lasts_however_long_the_game_is() {
        // All that the budget allows is spent, and in each turn 10 units more. The bank is 50 turns' fuel.
        let (turn, mut bank) = (100_000, 5_000_000_u64);
        for _ in 0..100 {
            let left = turn.min(bank);
            let budget = Budget::new(u64::MAX, 0).sparing(left, bank);
            bank = bank.checked_sub(left.saturating_sub(budget.fuel_min) + 10).expect("it is not empty");
        }
    }

    #[test]
    fn without_an_end_of_fuel_the_steps_decide() {
        for mut budget in [Budget::new(1000, 500), Budget::of_turn(1000)] {
            assert!(budget.has_fuel(1_000_000));
            assert_eq!([budget.spend(1000), budget.spend(1)], [Ok(()), Err(Spent)]);
        }
    }

    #[test]
    fn fuel_is_kept_for_the_steps_up_to_the_next_reading() {
        let mut budget = Budget::new(1000, 500).fuel_per_step(10).reading_every(20);
        assert_eq!(budget.read(5, 750), Ok(()));
        assert_eq!(budget.read(5, 749), Err(Spent));
    }

    #[test]
    fn fuel_is_read_at_once_and_then_once_a_stride() {
        let mut budget = Budget::new(1000, 0).reading_every(10);
        let mut readings = Vec::new();
        for step in 0..25 {
            let before = budget.next_reading;
            budget.spend(1).expect("there are enough steps");
            if budget.next_reading != before {
                readings.push(step);
            }
        }
        assert_eq!(readings, [0, 10, 20]);
    }
}
