//! The workers that are waited for: one that takes parts and plays none would else hold up every batch.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use judge_core::tournament::Name;

/// Late parts of a worker in a row, at most.
const LATE_MAX: u32 = 3;
/// The time that it is not waited for after that.
const NOT_WAITED_FOR: Duration = Duration::from_mins(10);

/// The record of late workers.
#[derive(Default)]
pub(super) struct Late {
    /// Workers that have played a part as they should.
    proven: BTreeSet<Name>,
    /// Late parts in a row, and the last time. All others are one: whoever can call itself what it likes gains nothing
    /// by another name.
    times: BTreeMap<Option<Name>, (u32, Instant)>,
}

impl Late {
    fn who(&self, worker: &Name) -> Option<Name> {
        self.proven.get(worker).cloned()
    }

    /// Notes that a worker has not played a part in time.
    pub(super) fn was_late(&mut self, worker: &Name, now: Instant) {
        let (times, last) = self.times.entry(self.who(worker)).or_insert((0, now));
        // When its time is over, it begins anew.
        let is_over = now.duration_since(*last) >= NOT_WAITED_FOR;
        *times = if is_over { 1 } else { times.saturating_add(1) };
        *last = now;
    }

    /// Notes that it has played one.
    pub(super) fn was_in_time(&mut self, worker: &Name) {
        self.times.remove(&self.who(worker));
        self.proven.insert(worker.clone());
    }

    /// Whether it is waited for.
    pub(super) fn is_waited_for(&self, worker: &Name, now: Instant) -> bool {
        self.times
            .get(&self.who(worker))
            .is_none_or(|(times, last)| *times < LATE_MAX || now.duration_since(*last) >= NOT_WAITED_FOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_late_three_times_in_a_row_is_not_waited_for_for_a_while() {
        let (mut late, now) = (Late::default(), Instant::now());
        let [one, other] = ["one", "other"].map(|name| Name::new(name).expect("it is a name"));
        for worker in [&one, &other] {
            late.was_in_time(worker);
        }
        (0..2).for_each(|_| late.was_late(&one, now));
        late.was_in_time(&one);
        (0..2).for_each(|_| late.was_late(&one, now));
        assert!(late.is_waited_for(&one, now), "it was in time in between");
        late.was_late(&one, now);
        assert!(!late.is_waited_for(&one, now) && late.is_waited_for(&other, now));
        let later = now + NOT_WAITED_FOR;
        assert!(late.is_waited_for(&one, later));
        late.was_late(&one, later);
        assert!(late.is_waited_for(&one, later), "it begins anew");
    }

    #[test]
    fn another_name_is_of_no_use_to_who_has_played_nothing() {
        let (mut late, now) = (Late::default(), Instant::now());
        let names = ["a", "b", "c", "d", "old"].map(|name| Name::new(name).expect("it is a name"));
        late.was_in_time(&names[4]);
        names[..3].iter().for_each(|name| late.was_late(name, now));
        assert_eq!(
            names.each_ref().map(|name| late.is_waited_for(name, now)),
            [false, false, false, false, true]
        );
    }
}
