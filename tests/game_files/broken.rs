//! A game that breaks a promise: every command that plays ends with exit code 2, and names the game.

use super::made::{Made, NAME, NEW_GAME, ok};
use super::zoo::{breaks, breaks_with, cup, one_line};

const TRAP: &str = "unreachable";

#[test]
fn every_command_that_plays_a_broken_game_names_it() {
    let play = "play zoo.wasm bots/one.wasm bots/two.wasm --delay 0";
    let check = "check bots/one.wasm --game zoo.wasm --quiet";
    let others = [
        "profile bots/one.wasm --game zoo.wasm --against itself",
        "compare bots/one.wasm bots/two.wasm --game zoo.wasm --quiet",
    ];
    for (function, body) in [("begin", TRAP), ("play", TRAP), ("question", TRAP)] {
        let folder = cup(&Made::new().does(function, body));
        for command in [play, check].iter().chain(&others) {
            let ended = folder.judge(command);
            let told = format!("error: duel: the game is broken, and no bot is to blame: {function}: trap: ");
            let last = ended.stderr.lines().last().unwrap_or_default();
            assert!(ended.code == Some(2) && last.starts_with(&told), "{command}: {}", ended.stderr);
        }
    }
    // Whoever examines a bot plays what is listed.
    let folder = cup(&Made::new().does("legal", TRAP));
    assert!(one_line(&folder.judge(check)).contains("error: duel: the game is broken"));
    let folder = cup(&Made::new().answers("legal", "[\"2\"]"));
    let told = folder.judge(check);
    assert!(one_line(&told).contains("it refuses 2, which it has listed: it is no number"));
}

/// A list that is empty is one that nobody can make; only who examines the game finds fault with it.
#[test]
fn a_bot_of_a_game_that_lists_no_action_is_examined() {
    for legal in ["[]", "null"] {
        let folder = cup(&Made::new().answers("legal", legal));
        let ended = folder.succeeds("check bots/one.wasm --game zoo.wasm --quiet");
        assert!(ended.stdout.contains("no fault found"), "{}", ended.stdout);
    }
}

#[test]
fn a_game_that_lets_an_offender_go_on_is_broken() {
    let traps = [NAME, NEW_GAME, ("take", "(result i32) unreachable")];
    let goes_on = Made::new().answers("remove", "{state: [], to-move: 0, notices: []}");
    breaks_with(&goes_on, &traps, "remove: seat 0 is to move, and was taken out of the game");
    let ended = cup(&goes_on).judge("check zoo.wasm --quiet");
    let told = "seat 0 is to move, and was taken out of the game";
    assert!(ended.code == Some(2) && ended.stdout.contains(told), "{}", ended.stdout);
}

/// Each turn costs nearly all that one call may take, and asks nobody.
#[test]
fn a_match_has_a_bank_of_fuel() {
    let forced = "{state: [], to-move: 0, forced: \"1\", notices: []}";
    let body = "(local.set 0 (i32.const 150000))
        (loop $on (local.set 0 (i32.sub (local.get 0) (i32.const 1))) (br_if $on (local.get 0)))
        (global.get $play)";
    let game = Made::new()
        .answers("set-up", ok("{seats: 2, turns-max: 50000, settings: []}"))
        .answers("start", forced)
        .answers("play", ok(forced))
        .does("play", body);
    breaks(
        &game,
        "play: out-of-fuel: a call took more than its fuel, or the match more than that of 1,000 calls; raise game_fuel",
    );
}
