//! Bots that are WebAssembly text: one that plays, and one for each misdeed.

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Folder, Played, guest, rows};

const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 2
contestants = ["bots/*.wasm"]

[limits]
memory = "16 MiB"
"#;

pub(crate) fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP)
}

#[test]
fn a_core_module_written_by_hand_plays_by_the_rules() {
    let played = cup().guests(&["walker"]).bots(&["tidy"]).play("");
    for game in rows(&played.games) {
        assert_eq!((game["outcome"].as_str(), game["reason"].as_str()), ("decided", "rules"));
        // Fifteen squares to hit, or seventeen, and never a square twice.
        let turns: u32 = game["turns"].parse().expect("it is a number");
        assert!((2 + 2 * 17 - 1..=2 + 2 * 100).contains(&turns), "{turns}");
    }
    let walker = played.line("walker");
    assert_eq!(walker["status"], "ranked");
    assert_eq!(walker["won"], "4", "it looks first where tidy's ships lie");
}

#[test]
fn a_trap_in_new_game_disqualifies() {
    disqualified(
        "trap-in-new-game",
        str!["game 1: trap in new-game: wasm `unreachable` instruction executed"],
    );
}

#[test]
fn a_trap_in_take_turn_disqualifies() {
    disqualified("trap-in-take-turn", str!["game 1: trap in take-turn, turn 1: integer divide by zero"]);
}

#[test]
fn a_turn_without_end_is_a_timeout() {
    disqualified(
        "endless-loop",
        str!["game 1: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 100000000 units"],
    );
}

#[test]
fn an_allocation_without_end_is_a_timeout() {
    disqualified(
        "endless-realloc",
        str!["game 1: out-of-fuel in new-game: no answer within the turn's fuel of 100000000 units"],
    );
}

#[test]
fn a_recursion_without_end_is_a_trap() {
    disqualified("endless-recursion", str!["game 1: trap in take-turn, turn 1: call stack exhausted"]);
}

#[test]
fn memory_beyond_the_limit_is_refused() {
    disqualified(
        "memory-hog",
        str!["game 1: out-of-memory in take-turn, turn 1: it wanted more memory than the limit"],
    );
}

#[test]
fn a_wild_pointer_is_a_bad_reply() {
    disqualified(
        "wild-pointer",
        str!["game 3: bad-reply in take-turn, turn 1: pointer out of bounds of memory"],
    );
}

#[test]
fn a_fleet_beyond_the_memory_is_a_bad_reply() {
    disqualified(
        "wild-fleet",
        str!["game 3: bad-reply in new-game: list pointer/length out of bounds of memory"],
    );
}

#[test]
fn a_wild_allocation_is_a_bad_reply() {
    disqualified("wild-realloc", str!["game 3: bad-reply in new-game: realloc return: beyond end of memory"]);
}

#[test]
fn an_orientation_that_does_not_exist_is_a_bad_reply() {
    disqualified("no-such-orientation", str!["game 1: bad-reply in new-game: unexpected discriminant: 7"]);
}

#[test]
fn an_answer_longer_than_the_limit_is_a_bad_reply() {
    disqualified(
        "huge-fleet",
        str!["game 1: bad-reply in new-game: it is longer than reply_size in [limits] lets it be"],
    );
}

#[test]
fn an_answer_longer_than_the_memory_is_a_bad_reply() {
    disqualified(
        "endless-fleet",
        str!["game 1: bad-reply in new-game: list pointer/length out of bounds of memory"],
    );
}

#[test]
fn a_shot_off_the_board_is_illegal() {
    disqualified(
        "off-board",
        str!["game 1: illegal-move in take-turn, turn 1: the shot at 200,200 is off the board"],
    );
}

#[test]
fn a_flood_of_logs_is_cut() {
    let played = disqualified(
        "log-flood",
        str!["game 1: trap in take-turn, turn 3: wasm `unreachable` instruction executed"],
    );
    assert!(played.stdout.contains(" (17996931 more bytes were cut)\n"), "{}", played.stdout);
    assert!(played.stdout.lines().all(|line| line.chars().count() < 250), "{}", played.stdout);
}

#[test]
fn nothing_that_a_bot_writes_reaches_the_terminal_as_it_is() {
    let played = disqualified(
        "log-escapes",
        str!["game 1: trap in take-turn, turn 1: wasm `unreachable` instruction executed"],
    );
    for text in [&played.stdout, &played.stderr, &played.results, &played.games, &played.manifest] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
    assert!(played.stdout.contains("[31mred"), "{}", played.stdout);
}

/// `hostile` is disqualified for the reason expected, and changes nothing in the games between the others.
#[track_caller]
pub(crate) fn disqualified(hostile: &str, reason: Inline) -> Played {
    let without = cup().guests(&["walker"]).file("bots/runner.wasm", guest("walker"));
    let alone = without.play("");
    let together = without.guests(&[hostile]).play("");
    assert_eq!(together.games_without(hostile), alone.games_without(hostile));
    assert_eq!(alone.games_without(hostile).len(), 4);

    let line = together.line(hostile);
    assert_eq!(line["status"], "disqualified");
    assert_eq!((line["rank"].as_str(), line["faults"].as_str()), ("3", "1"));
    assert_data_eq!(line["reason"].as_str(), reason.raw());
    together
}
