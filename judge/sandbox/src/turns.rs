//! The turns of a bot in its game: its fuel for each, and its usage. A bot whose functions are called and a program
//! that reads lines are charged by the same rules.

use super::Stop;
use judge_limits::{Clock, Limits, Usage};

/// The turns so far, of which the last may be under way.
pub(super) struct Turns {
    pub(super) clock: Clock,
    /// The usage at the beginning of the current turn, or of the last if none is under way.
    before: Usage,
    is_over: bool,
}

impl Turns {
    /// None so far.
    pub(super) fn new(limits: &Limits) -> Self {
        Self { clock: Clock::new(limits), before: Usage::default(), is_over: true }
    }

    /// Begins a turn if none is under way, and says whether it did.
    #[inline]
    pub(super) fn begin(&mut self, memory_bytes: u64) -> bool {
        let is_new = std::mem::take(&mut self.is_over);
        if is_new {
            self.before = self.usage(memory_bytes);
        }
        is_new
    }

    /// Counts the fuel of a call that began with all the rest of the turn's and ended with `left`. All of it counts as
    /// spent if the bot does not come back.
    ///
    /// # Errors
    /// The reason why the call stopped. It was the bank that ended it if that had less than the turn.
    #[inline]
    pub(super) fn count<R>(&mut self, called: Result<R, Stop>, left: u64) -> Result<R, Stop> {
        let is_bank_short = self.clock.is_bank_short();
        self.clock.spend(self.clock.left() - left);
        called.map_err(|stop| if stop == Stop::OutOfFuel && is_bank_short { Stop::BankEmpty } else { stop })
    }

    /// Ends the turn that is under way, and says whether there was one.
    #[inline]
    pub(super) fn end(&mut self) -> bool {
        let is_one = !std::mem::replace(&mut self.is_over, true);
        if is_one {
            self.clock.end_turn();
        }
        is_one
    }

    /// The usage so far.
    #[inline]
    pub(super) fn usage(&self, memory_bytes: u64) -> Usage {
        Usage { fuel: self.clock.spent(), memory_bytes }
    }

    /// The usage in the current turn, or in the last if none is under way.
    pub(super) fn usage_in_turn(&self, memory_bytes: u64) -> Usage {
        let (now, before) = (self.usage(memory_bytes), self.before);
        Usage { fuel: now.fuel - before.fuel, memory_bytes: now.memory_bytes - before.memory_bytes }
    }
}
