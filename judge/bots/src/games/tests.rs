mod stepped;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::{Compiler, Name, from_bytes};
use judge_play::{Record, Verdict, Void};
use judge_sandbox::Limits;

fn game_with(verdict: Verdict) -> Finished {
    Finished { record: Record::blank(verdict, 2), transcript: String::new() }
}

fn void() -> Finished {
    void_by(VoidCause::Machine)
}

fn void_by(cause: VoidCause) -> Finished {
    game_with(Verdict::Void(Void { cause, seat: None, detail: "a test".into(), call: None }))
}

fn decided() -> Finished {
    game_with(Verdict::Forfeit(vec![1, 2]))
}

/// Plays these games one after another until one counts, and says which that was, from 1.
fn played(games: Vec<Finished>) -> (usize, Finished) {
    let (mut games, mut count) = (games.into_iter(), 0);
    let game = until_it_counts(
        || false,
        || {
            count += 1;
            games.next().expect("no more games are played than there are")
        },
    );
    (count, game)
}

#[test]
fn a_game_that_counts_is_played_once() {
    assert_eq!(played(vec![decided()]), (1, decided()));
}

#[test]
fn a_void_game_is_played_again_until_it_counts() {
    assert_eq!(played(vec![void(), decided()]), (2, decided()));
    assert_eq!(played(vec![void(), void(), void(), decided()]), (4, decided()));
}

#[test]
fn a_game_that_is_void_four_times_stays_void() {
    assert_eq!(played(vec![void(), void(), void(), void(), decided()]), (4, void()));
}

/// The verdict of a game between the guest of this name in `tests/guests/` and itself, in a sandbox for so many
/// instances, if so many bots are at hand.
fn game_of(guest: &str, limits: Limits, instances_max: u32, at_hand: usize) -> Verdict {
    game_until(|| false, guest, limits, instances_max, at_hand)
}

/// The same, where it may be given up.
fn game_until(
    is_cancelled: impl Fn() -> bool + Send + Sync,
    guest: &str,
    limits: Limits,
    instances_max: u32,
    at_hand: usize,
) -> Verdict {
    let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
    let wasm = wat::parse_file(guests.join(format!("{guest}.wat"))).expect("it is a module");
    let rules = Rules::new("battleship", []).expect("these are rules");
    let sandbox = Sandbox::new(limits, instances_max).expect("the sandbox starts");
    let load = |name| {
        let name = Name::new(name).expect("it is a name");
        from_bytes(&name, &wasm, &rules, &sandbox, &Compiler::here()).expect("it is a bot")
    };
    let bots: Vec<Bot> = ["a", "b"].into_iter().take(at_hand).map(load).collect();
    let play = game_runner(&rules, 0, &sandbox, &bots, Box::new(is_cancelled));
    play(&[0, 1], Seeds { round: Seed(1), order: 0 }, &[]).record.verdict
}

#[track_caller]
fn is_void(verdict: &Verdict, because: &str) {
    assert!(matches!(verdict, Verdict::Void(void) if void.detail.contains(because)), "{verdict}");
}

#[test]
fn with_nothing_amiss_the_game_is_decided() {
    let verdict = game_of("walker", Limits::default(), 2, 2);
    assert!(matches!(verdict, Verdict::Decided(_)), "{verdict}");
}

/// None of its calls lasts, so none is ended.
#[test]
fn a_match_that_is_given_up_ends_between_two_steps() {
    let asked = AtomicU32::new(0);
    let verdict =
        game_until(|| asked.fetch_add(1, Ordering::Relaxed) >= 10, "walker", Limits::default(), 2, 2);
    is_void(&verdict, "the judge was told to end it");
    assert!(asked.into_inner() < 20, "it goes on, or is played again");
}

#[test]
fn an_exhausted_pool_voids_the_game() {
    is_void(&game_of("walker", Limits::default(), 1, 2), "limit");
}

#[test]
fn the_watchdog_voids_the_game() {
    // However slow the machine, the next tick comes before this fuel is spent.
    let limits = Limits {
        fuel_per_turn: u64::MAX / 2,
        fuel_bank: u64::MAX / 2,
        watchdog_seconds: 0,
        ..Limits::default()
    };
    is_void(&game_of("endless-loop", limits, 2, 2), "watchdog");
}

#[test]
fn a_panic_of_ours_voids_the_game() {
    // The second seat's bot is not there, which is a promise broken.
    is_void(&game_of("walker", Limits::default(), 2, 1), "the judge failed: index out of bounds");
}

#[test]
fn a_game_that_the_watchdog_ended_is_played_again_once() {
    let slow = || void_by(VoidCause::Watchdog);
    assert_eq!(played(vec![slow(), slow(), decided()]), (2, slow()));
}

#[test]
fn a_void_game_is_not_played_again_when_that_is_cancelled() {
    let mut count = 0;
    let game = until_it_counts(
        || true,
        || {
            count += 1;
            void()
        },
    );
    assert_eq!((count, game), (1, void()));
}
