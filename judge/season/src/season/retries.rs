//! Uploads that could not be checked because of the machine: each is tried again, later every time, and meanwhile
//! others have their turn. A file that lets the machine run out of memory would keep all from being checked otherwise.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The delay before the first retry; each later one is twice as long.
const FIRST: Duration = Duration::from_secs(5);
/// The most that a retry is away.
const MOST: Duration = Duration::from_hours(1);

/// The work to try again, with the times.
#[derive(Default)]
pub(crate) struct Retries(BTreeMap<usize, Retry>);

struct Retry {
    due: Instant,
    delay: Duration,
}

/// The next thing to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This one.
    Now(usize),
    /// Nothing, for so long.
    In(Duration),
    /// Nothing, until something new comes in.
    Nothing,
}

impl Retries {
    /// The next thing to do of what waits, in its order.
    pub(crate) fn next(&self, waiting: impl Iterator<Item = usize>, now: Instant) -> Next {
        let until =
            |id| self.0.get(&id).map_or(Duration::ZERO, |retry| retry.due.saturating_duration_since(now));
        // Of those that may be tried now, the first: `min_by_key` takes it.
        match waiting.map(|id| (until(id), id)).min_by_key(|(until, _)| *until) {
            Some((Duration::ZERO, id)) => Next::Now(id),
            Some((until, _)) => Next::In(until),
            None => Next::Nothing,
        }
    }

    /// Notes that one could not be done.
    pub(crate) fn put_off(&mut self, id: usize, now: Instant) {
        let delay = self.0.get(&id).map_or(FIRST, |retry| (2 * retry.delay).min(MOST));
        self.0.insert(id, Retry { due: now + delay, delay });
    }

    pub(crate) fn done(&mut self, id: usize) {
        self.0.remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_put_off_longer_every_time_and_keeps_nothing_else_waiting() {
        let (mut retries, mut now) = (Retries::default(), Instant::now());
        let next = |retries: &Retries, now| retries.next([3, 4].into_iter(), now);
        assert_eq!(next(&retries, now), Next::Now(3));
        retries.put_off(3, now);
        assert_eq!(next(&retries, now), Next::Now(4));
        retries.put_off(4, now);
        assert_eq!(next(&retries, now), Next::In(FIRST));
        now += FIRST;
        assert_eq!(next(&retries, now), Next::Now(3));
        retries.put_off(3, now);
        retries.done(4);
        assert_eq!(next(&retries, now), Next::Now(4));
        assert_eq!(retries.next([3].into_iter(), now), Next::In(2 * FIRST));
        for _ in 0..20 {
            retries.put_off(3, now);
        }
        assert_eq!(retries.next([3].into_iter(), now), Next::In(MOST));
        assert_eq!(retries.next([].into_iter(), now), Next::Nothing);
    }
}
