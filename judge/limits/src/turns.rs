//! The turns of a bot in its game: its fuel for each, and its usage. A bot whose functions are called and a program
//! that reads lines are charged by the same rules, in the judge and in a page.

use crate::{Clock, Limits, Usage};

/// The turns so far, of which the last may be under way.
#[derive(Debug)]
pub struct Turns {
    /// What the bot may spend.
    pub clock: Clock,
    /// The usage at the beginning of the current turn, or of the last if none is under way.
    before: Usage,
    is_over: bool,
}

impl Turns {
    /// None so far.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { clock: Clock::new(limits), before: Usage::default(), is_over: true }
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
        let is_bank_short = self.clock.is_bank_short();
        self.clock.spend(self.clock.left() - left);
        is_bank_short
    }

    /// Ends the turn that is under way, and says whether there was one.
    #[inline]
    pub fn end(&mut self) -> bool {
        let is_one = !std::mem::replace(&mut self.is_over, true);
        if is_one {
            self.clock.end_turn();
        }
        is_one
    }

    /// The usage so far.
    #[inline]
    #[must_use]
    pub fn usage(&self, memory_bytes: u64) -> Usage {
        Usage { fuel: self.clock.spent(), memory_bytes }
    }

    /// The usage in the current turn, or in the last if none is under way.
    #[must_use]
    pub fn usage_in_turn(&self, memory_bytes: u64) -> Usage {
        let (now, before) = (self.usage(memory_bytes), self.before);
        Usage { fuel: now.fuel - before.fuel, memory_bytes: now.memory_bytes - before.memory_bytes }
    }
}
