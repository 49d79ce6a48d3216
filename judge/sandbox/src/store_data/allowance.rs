//! The time that the watchdog allows a call.

use std::time::Duration;

use wasmtime::UpdateDeadline;

/// The time between two steps of an engine's epoch; the watchdog's resolution.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The time that a call may take, and the part of it that is over.
pub(crate) struct CallTime {
    limit: Duration,
    /// The thread's clock at the call's first tick.
    first_tick: Option<Duration>,
}

impl CallTime {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, first_tick: None }
    }

    /// Allows another call the whole time.
    pub(crate) fn begin(&mut self) {
        self.first_tick = None;
    }

    /// Says at a tick, when the thread's clock shows `now`, whether the call may go on.
    pub(super) fn tick(&mut self, now: Duration) -> UpdateDeadline {
        let began = *self.first_tick.get_or_insert(now);
        if now.saturating_sub(began) < self.limit {
            UpdateDeadline::Continue(1)
        } else {
            UpdateDeadline::Interrupt
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_on(allowance: &mut CallTime, millis: u64) -> bool {
        matches!(allowance.tick(Duration::from_millis(millis)), UpdateDeadline::Continue(1))
    }

    #[test]
    fn a_call_may_take_its_allowance_from_its_first_tick_on() {
        let mut allowance = CallTime::new(Duration::from_secs(1));
        assert!([5_000, 5_100, 5_999].iter().all(|&now| goes_on(&mut allowance, now)));
        assert!(!goes_on(&mut allowance, 6_000));
        // However many ticks go by, a thread that does not run uses nothing up.
        allowance.begin();
        assert!((0..1_000_000).all(|_| goes_on(&mut allowance, 9_000)));
    }
}
