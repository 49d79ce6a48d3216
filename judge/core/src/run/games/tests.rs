use std::path::Path;

use super::*;
use crate::bots::{Compiler, load_all};
use crate::run::tests::void as void_because;
use crate::schedule::round_robin;
use judge_play::{Record, Verdict};
use judge_sandbox::Limits;

fn game_with(verdict: Verdict) -> Finished {
    Finished { record: Record::blank(verdict, 2), transcript: String::new() }
}

fn void() -> Finished {
    game_with(Verdict::Void(void_because("a test")))
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

/// A tournament between the guest of this name in `tests/guests/` and itself.
fn cup(guest: &str, limits: Limits) -> (tempfile::TempDir, Tournament) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
    let bot = wat::parse_file(guests.join(format!("{guest}.wat"))).expect("it is a module");
    std::fs::write(folder.path().join("a.wasm"), bot).expect("it can be written");
    let text = "game = \"battleship\"\nseed = 1\n\
        [[contestant]]\nwasm = \"a.wasm\"\n[[contestant]]\nwasm = \"a.wasm\"\nname = \"b\"\n";
    let file = folder.path().join("cup.toml");
    std::fs::write(&file, text).expect("it can be written");
    let tournament = Tournament { limits, ..Tournament::read(&file).expect("it is a tournament") };
    (folder, tournament)
}

/// What becomes of the first game when `seated` bots are at hand, in a sandbox for so many instances.
fn first_game(guest: &str, limits: Limits, instances_max: u32, seated: usize) -> Verdict {
    let (_folder, tournament) = &cup(guest, limits);
    let sandbox = Sandbox::new(tournament.limits.clone(), instances_max).expect("the sandbox starts");
    // One after another, so that one instance is enough for that.
    let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
    let bots =
        thread.install(|| load_all(tournament, &sandbox, &Compiler::here())).expect("the bots can be loaded");
    let round = round_robin(&["a", "b"], 2, 1, tournament.seed).next().expect("there is a round");
    let fixture = round.fixtures().next().expect("there is a game");
    game_runner(tournament, &sandbox, &bots[..seated], &Cancellation::default())(&fixture).record.verdict
}

#[track_caller]
fn is_void(verdict: &Verdict, because: &str) {
    assert!(matches!(verdict, Verdict::Void(void) if void.detail.contains(because)), "{verdict}");
}

#[test]
fn with_nothing_amiss_the_game_is_decided() {
    let verdict = first_game("walker", Limits::default(), 2, 2);
    assert!(matches!(verdict, Verdict::Decided(_)), "{verdict}");
}

#[test]
fn an_exhausted_pool_voids_the_game() {
    is_void(&first_game("walker", Limits::default(), 1, 2), "limit");
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
    is_void(&first_game("endless-loop", limits, 2, 2), "watchdog");
}

#[test]
fn a_panic_of_ours_voids_the_game() {
    // The second seat's entrant is not there, which is a promise broken.
    is_void(&first_game("walker", Limits::default(), 2, 1), "the judge failed: index out of bounds");
}

#[test]
fn a_game_that_the_watchdog_ended_is_played_again_once() {
    let slow = || {
        let void = judge_play::Void { cause: VoidCause::Watchdog, ..void_because("a test") };
        game_with(Verdict::Void(void))
    };
    assert_eq!(played(vec![slow(), slow(), decided()]), (2, slow()));
}

#[test]
fn a_void_game_is_not_played_again_when_the_tournament_is_cancelled() {
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
