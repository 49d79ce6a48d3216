//! How long the search may go on: so many steps, and no more than most of the turn's fuel.

use judge_sdk::fuel_left;

/// More fuel than a step ever takes.
const FUEL_PER_STEP: u64 = 1500;
/// More fuel than it takes to lay out the board and the memo.
const FUEL_TO_BEGIN: u64 = 1_000_000;

/// What is left to spend in this turn.
///
/// The steps are what counts, so that the bot plays alike wherever it runs; they cost
/// less than the fuel that a turn usually has. Where it has less, fuel counts.
pub(crate) struct Budget {
    steps: u32,
    /// Fuel that is to be left in the end.
    reserve: u64,
}

impl Budget {
    /// Steps between two looks at the fuel.
    const STRIDE: u32 = 64;

    /// So many steps, and four fifths of the fuel.
    pub(crate) fn new(steps: u32) -> Self {
        Self { steps, reserve: fuel_left() / 5 }
    }

    /// Whether the fuel suffices to begin at all.
    pub(crate) fn suffices(&self) -> bool {
        fuel_left() > self.reserve + FUEL_TO_BEGIN
    }

    /// Spends steps; `None` if there are not enough of them.
    pub(crate) fn spend(&mut self, steps: u32) -> Option<()> {
        let before = self.steps;
        self.steps = before.checked_sub(steps)?;
        let is_due = before / Self::STRIDE != self.steps / Self::STRIDE;
        if is_due && fuel_left() < self.reserve + u64::from(steps + Self::STRIDE) * FUEL_PER_STEP {
            self.steps = 0;
            return None;
        }
        Some(())
    }
}
