//! The budget of a turn: an estimate of the fuel for all that was done, and the real gauge.
//!
//! The estimate decides, so that the bot plays natively, where there is no gauge, as it does in
//! the judge. The gauge is read now and then, in case the estimate is too low.

use judge_sdk::{Budget, Spent};

/// The fuel assumed for a turn where there is no gauge: the judge's default.
const NATIVE: u64 = 100_000_000;
/// Fuel is counted on in portions of this, so what was spent before the bot asks makes no difference.
const PORTION: u64 = 1_000_000;
/// The gauge is read so many times while a turn's fuel is spent.
const READINGS: u64 = 32;
/// The number of shares in which the fuel is released.
pub(crate) const SHARES: u64 = 16;

/// The fuel of a turn.
pub(crate) struct Fuel {
    granted: u64,
    /// Its steps are units of fuel, as estimated. It keeps a fifth of the real ones.
    budget: Budget,
}

impl Fuel {
    /// The fuel of this turn, of which nothing may be spent yet.
    pub(crate) fn of_turn() -> Self {
        let left = judge_sdk::fuel_left();
        Self::new(if left == u64::MAX { NATIVE } else { left })
    }

    const fn new(left: u64) -> Self {
        let granted = left.saturating_add(PORTION / 2) / PORTION * PORTION;
        Self { granted, budget: Budget::new(0, granted / 5).reading_every(granted / READINGS) }
    }

    /// All of this turn's fuel.
    pub(crate) const fn granted(&self) -> u64 {
        self.granted
    }

    /// Allows to spend so many of the [`SHARES`], counted from the start of the turn.
    ///
    /// All of them are three quarters of the fuel: estimates are wrong by a few per cent.
    pub(crate) const fn allow(&mut self, shares: u64) {
        self.budget.allow(self.granted / 4 * 3 / SHARES * shares);
    }

    /// Notes an estimate of what was spent.
    pub(crate) const fn spend(&mut self, fuel: u64) {
        self.budget.count(fuel);
    }

    /// Whether there is fuel to go on with.
    pub(crate) fn check(&mut self) -> Result<(), Spent> {
        self.budget.check()
    }
}

#[cfg(test)]
mod tests {
    use super::{Fuel, SHARES};

    #[test]
    fn what_is_allowed_may_be_spent_and_no_more() {
        let mut fuel = Fuel::new(100_000_000 - 3_000);
        assert!(fuel.check().is_err());
        fuel.allow(SHARES / 2);
        fuel.spend(37_499_000);
        assert!(fuel.check().is_ok());
        fuel.spend(1_000);
        assert!(fuel.check().is_err());
        fuel.allow(SHARES);
        assert!(fuel.check().is_ok());
    }

    #[test]
    fn a_turn_with_next_to_nothing_spends_nothing() {
        let mut fuel = Fuel::new(400_000);
        fuel.allow(SHARES);
        assert!(fuel.check().is_err());
    }
}
