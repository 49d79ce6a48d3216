//! Parts that a contract must have, and parts that it need not.

use super::made::{self, Made, NAME, NEW_GAME, TAKE};
use crate::support::{Ended, Folder};

/// A tournament of a game between two bots.
fn cup(game: &Made, bot: &[(&str, &str)]) -> Folder {
    let bot = made::bot("duel", bot);
    Folder::new()
        .file("duel.wasm", game.wasm())
        .file("bots/one.wasm", &bot)
        .file("bots/two.wasm", &bot)
        .file("cup.toml", "game = \"duel.wasm\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n")
}

#[track_caller]
fn is_refused(ended: &Ended, told: &str) {
    assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
}

#[test]
fn a_game_in_web_assembly_text_is_played() {
    let folder = cup(&Made::new(), &[NAME, NEW_GAME, TAKE]);
    folder.succeeds("run cup.toml --quiet");
    let results = folder.read("results/cup/results.csv");
    assert!(results.contains("1,one,Bot,2,2,1,0,1,"), "{results}");
    let ended = folder.succeeds("check duel.wasm --quiet");
    assert!(ended.stdout.ends_with("no broken promise found\n"), "{}", ended.stdout);
}

#[test]
fn a_contract_without_what_every_game_needs_is_refused() {
    let told = |contract: &str| {
        let folder = cup(&Made::new().asks(contract), &[NAME, NEW_GAME, TAKE]);
        folder.judge("run cup.toml --quiet")
    };
    let start = "error: cup.toml:1: game \"duel.wasm\": its contract: ";
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
    for command in
        ["check duel.wasm", "wit duel.wasm", "games duel.wasm", "check bots/one.wasm --game duel.wasm"]
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
    folder.succeeds("run cup.toml --quiet");
    let results = folder.read("results/cup/results.csv");
    assert!(results.contains("1,one,Bot,2,2,1,0,1,"), "{results}");
}

#[test]
fn a_bot_that_lacks_a_function_of_the_contract_is_refused() {
    let told = |bot: &[(&str, &str)]| cup(&Made::new(), bot).judge("run cup.toml --quiet").stderr;
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
    let folder = Folder::new().file("duel.wasm", bytes.expect("it is a component"));
    is_refused(&folder.judge("games duel.wasm"), "it is a component that does not export wasi:cli/run");
}
