//! Parts that a contract must have, and parts that it need not.

use super::made::{self, Made, NAME, NEW_GAME, TAKE};
use super::zoo::{cup_of as cup, one_line};
use crate::support::{Ended, Folder};

#[track_caller]
fn is_refused(ended: &Ended, told: &str) {
    assert!(one_line(ended).contains(told), "{}", ended.stderr);
}

#[test]
fn a_game_in_web_assembly_text_is_played() {
    let folder = cup(&Made::new(), &[NAME, NEW_GAME, TAKE]);
    folder.succeeds("run zoo.toml --quiet");
    let results = folder.read("results/zoo/results.csv");
    assert!(results.contains("1,one,Bot,2,2,1,0,1,"), "{results}");
    let ended = folder.succeeds("check zoo.wasm --quiet");
    assert!(ended.stdout.ends_with("no broken promise found\n"), "{}", ended.stdout);
}

#[test]
fn a_contract_without_what_every_game_needs_is_refused() {
    let told = |contract: &str| {
        let folder = cup(&Made::new().asks(contract), &[NAME, NEW_GAME, TAKE]);
        folder.judge("run zoo.toml --quiet")
    };
    let start = "error: zoo.toml:1: game \"zoo.wasm\": its contract: ";
    for (contract, lacks) in [
        (
            "interface duel { new-game: func(seed: u64); take: func() -> u8; }",
            "it lacks the function name: func() -> string; write it into the contract",
        ),
        (
            "interface duel { name: func() -> u8; new-game: func(seed: u64); take: func() -> u8; }",
            "it lacks the function name: func() -> string; write it into the contract",
        ),
        (
            "interface duel { name: func() -> string; take: func() -> u8; }",
            "it lacks the function new-game, by which a bot learns that a game begins; \
             write new-game: func(seed: u64); into the contract",
        ),
        (
            "interface duel { name: func() -> string; new-game: func(seed: u64); news: func(of: u8); }",
            "it lacks a function that asks for an action",
        ),
        ("interface duel { }", "it lacks the function name"),
        ("interface other { name: func() -> string; }", "it describes judge:arena/other@1.0.0"),
        ("", "the contract ends too early"),
    ] {
        is_refused(&told(contract), &format!("{start}{lacks}"));
    }
    // Other commands say the same.
    let folder =
        cup(&Made::new().asks("interface duel { name: func() -> string; take: func() -> u8; }"), &[NAME]);
    for command in ["check zoo.wasm", "wit zoo.wasm", "games zoo.wasm", "check bots/one.wasm --game zoo.wasm"]
    {
        is_refused(&folder.judge(command), "its contract: it lacks the function new-game");
    }
}

/// The function that begins a game may be the only question, and it may take nothing.
#[test]
fn a_game_may_ask_when_it_begins() {
    let game = Made::new()
        .asks("interface duel { name: func() -> string; new-game: func() -> u8; }")
        .answers("begin", made::text("{}"))
        .answers("question", "{function: new-game, text: \"which?\"}");
    let folder = cup(&game, &[NAME, ("new-game", "(result i32) (i32.const 1)")]);
    folder.succeeds("run zoo.toml --quiet");
    let results = folder.read("results/zoo/results.csv");
    assert!(results.contains("1,one,Bot,2,2,1,0,1,"), "{results}");
}

#[test]
fn a_bot_that_lacks_a_function_of_the_contract_is_refused() {
    let told = |bot: &[(&str, &str)]| cup(&Made::new(), bot).judge("run zoo.toml --quiet").stderr;
    for (bot, lacks) in [
        (&[NEW_GAME, TAKE][..], "\"judge:arena/duel@1.0.0#name\", or \"name\" for short"),
        (&[NAME, TAKE], "\"judge:arena/duel@1.0.0#new-game\""),
        (&[NAME, NEW_GAME], "\"judge:arena/duel@1.0.0#take\", or \"take\" for short"),
    ] {
        let text = told(bot);
        let told = format!("it does not export the function {lacks}");
        assert!(text.contains("contestant \"one\"") && text.contains(&told), "{text}");
    }
}

#[test]
fn a_component_that_does_not_read_lines_is_no_game() {
    let bytes =
        wat::parse_str("(component (instance $rules) (export \"judge:game/rules@1.0.0\" (instance $rules)))");
    let folder = Folder::new().file("zoo.wasm", bytes.expect("it is a component"));
    is_refused(&folder.judge("games zoo.wasm"), "it is a component that does not export wasi:cli/run");
}
