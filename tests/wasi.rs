//! Bots that bring a WASI: the same clock, random numbers and output for everybody, everywhere.

use snapbox::{assert_data_eq, str};

use crate::guests::cup;
use crate::support::{Folder, assemble, guest, project_text, rows};

#[test]
fn a_bot_with_wasi_plays_by_the_rules() {
    let played = cup().guests(&["wasi-player", "walker"]).play("");
    assert!(rows(&played.games).iter().all(|game| game["reason"] == "rules"), "{}", played.games);
    assert_eq!(played.line("wasi-player")["status"], "ranked");
}

#[test]
fn the_same_games_end_in_the_same_bytes() {
    let folder = cup().guests(&["wasi-player", "walker"]).file("bots/twin.wasm", guest("wasi-player"));
    let (one, two) = (folder.play("--jobs 1"), folder.play("--jobs 2"));
    assert_eq!((one.games, one.results), (two.games, two.results));
}

#[test]
fn random_numbers_differ_from_game_to_game() {
    let played = cup().guests(&["wasi-player", "walker"]).play("");
    // The walker does not draw lots, so whatever differs is the other's doing.
    let mut transcripts: Vec<String> =
        rows(&played.games).into_iter().map(|game| game["transcript_sha256"].clone()).collect();
    transcripts.sort();
    transcripts.dedup();
    assert_eq!(transcripts.len(), 4);
}

#[test]
fn a_sleep_without_end_is_over_at_once() {
    let asleep = cup().guests(&["endless-sleep", "walker"]).play("");
    let awake = cup().guests(&["walker"]).file("bots/endless-sleep.wasm", guest("walker")).play("");
    let transcripts = |games: &str| -> Vec<String> {
        rows(games).into_iter().map(|game| game["transcript_sha256"].clone()).collect()
    };
    assert_eq!(transcripts(&asleep.games), transcripts(&awake.games));
    assert_eq!(asleep.line("endless-sleep")["status"], "ranked");
}

#[test]
fn a_bot_that_wants_the_network_is_refused() {
    let ended = cup().guests(&["sockets", "walker"]).judge("run cup.toml");
    assert_eq!(ended.code, Some(2));
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml:5: contestant "sockets": bots/sockets.wasm: it imports wasi:sockets/instance-network@0.2.3, which bots cannot have; there is no network; build it without (componentize-py: --stub-wasi)

"#]]
    );
}

/// The name of a bot that draws it when it is asked for it.
fn drawn_name(seed: u64) -> String {
    let wasi_player = project_text("tests/guests/wasi-player.wat");
    let drawn = "    (call $ok (call $random_get (i32.const 64) (i32.const 8)))
    (i64.store (i32.const 64) (i64.or (i64.and (i64.load (i32.const 64)) (i64.const 0x0f0f0f0f0f0f0f0f)) (i64.const 0x6060606060606060)))
    (i32.store (i32.const 4) (i32.const 8))";
    let nine = wasi_player.replacen("    (i32.store (i32.const 4) (i32.const 5))", drawn, 1);
    assert_ne!(nine, wasi_player);
    let text = format!("game = \"battleship\"\nseed = {seed}\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n");
    let folder =
        Folder::new().file("cup.toml", text).guests(&["walker"]).file("bots/a.wasm", assemble(&nine));
    let manifest: toml::Table = folder.play("").manifest.parse().expect("it is TOML");
    manifest["contestant"][0]["calls_itself"].as_str().expect("it is text").to_owned()
}

#[test]
fn a_bot_cannot_tell_by_its_random_numbers_that_it_is_being_admitted() {
    let [one, again, other] = [1, 1, 2].map(drawn_name);
    assert_eq!((one.len(), &one), (8, &again), "the same tournament is the same");
    assert_ne!(one, other, "no number is always there");
}
