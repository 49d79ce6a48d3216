//! A limit to how often something is done: the time in, whether it is due out.

use std::time::Duration;

/// Something that is done no more often than once in a while.
#[derive(Debug)]
pub(super) struct Pace {
    every: Duration,
    /// The time it was done last, on the caller's clock.
    last: Duration,
}

impl Pace {
    /// Something that is done at most once in this time; at zero on the clock it has just been done.
    pub(super) fn at_most_once_in(every: Duration) -> Self {
        Self { every, last: Duration::ZERO }
    }

    /// Whether it is due; the caller that gets `true` does it.
    pub(super) fn is_due(&mut self, now: Duration) -> bool {
        let due = now.saturating_sub(self.last) >= self.every;
        if due {
            self.last = now;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_once_in_its_time_however_often_it_is_asked() {
        let mut pace = Pace::at_most_once_in(Duration::from_secs(1));
        let due = [0, 400, 999, 1_000, 1_001, 1_999, 2_000, 7_500, 7_600, 8_499, 8_500]
            .map(|millis| pace.is_due(Duration::from_millis(millis)));
        let done: Vec<bool> = due.into();
        assert_eq!(
            done,
            [false, false, false, true, false, false, true, true, false, false, true],
            "a second after the last time, whenever that was"
        );
    }
}
