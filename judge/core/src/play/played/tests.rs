mod groups;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::phases::{Format, In, StopRule};
use crate::play::tests::void as void_because;
use crate::tournament::FaultRule;
use judge_play::{Seed, Verdict};

fn schedule(format: Format, stop: StopRule) -> Schedule<'static> {
    let first = In::first(vec!["a", "b", "c", "d"], &[], Seed(1), Disqualified::nobody(4));
    let mut phases = format.phases(12, Some((2, 1)));
    phases[0].stop = stop;
    Schedule::new(phases, first)
}

/// Plays a schedule whose game number `void` is void, and all others forfeits; says how many were played.
fn played(schedule: &Schedule<'_>, void: usize) -> (bool, bool, usize) {
    let (games, journal) = (AtomicUsize::new(0), Journal::temporary().expect("there is room"));
    let play = |_: &Fixture<'_>| {
        let is_void = games.fetch_add(1, Ordering::Relaxed) + 1 == void;
        let void = Verdict::Void(void_because("a test"));
        let record = Record::blank(if is_void { void } else { Verdict::Forfeit(vec![1, 2]) }, 2);
        let place = (!is_void)
            .then(|| journal.append(&crate::journal::GameKey([0; 32]), &record).expect("there is room"));
        Some(PlayedGame { record, place })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
    let executor = Executor::new(Disqualified::nobody(4), FaultRule::Forfeit, play);
    let run = pool.install(|| Run::play(schedule, &journal, executor, || ()));
    (run.interrupted, run.stuck, games.load(Ordering::Relaxed))
}

#[test]
fn where_results_decide_what_comes_next_a_void_game_ends_it() {
    assert_eq!(played(&schedule(Format::Swiss, StopRule::Never), 0), (false, false, 12 * 4));
    assert_eq!(played(&schedule(Format::Swiss, StopRule::Never), 6), (true, true, 2 * 4));
    let knockout = schedule(Format::Knockout, StopRule::Never);
    assert!(played(&knockout, 1).1);
    // Two groups of two, and no final before both are played.
    assert_eq!(played(&schedule(Format::Groups, StopRule::Never), 6), (true, true, 2 * 12 * 2));
    // The first look is after ten rounds of six pairings.
    assert_eq!(played(&schedule(Format::RoundRobin, StopRule::Separated), 6), (true, true, 10 * 6 * 2));
}

#[test]
fn where_they_do_not_it_goes_on() {
    assert_eq!(played(&schedule(Format::RoundRobin, StopRule::Never), 6), (false, false, 12 * 6 * 2));
}
