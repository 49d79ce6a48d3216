//! Options of bots: what an organiser gives a bot to know, in all that plays its games.

use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};

use crate::support::{Folder, assemble, project_bytes, project_text, rows, saved_game};

const CUP: &str = r#"game = "gobblet"
seed = 3
rounds = 1
publish = true
examples = ["random"]

[[contestant]]
name = "whole"
wasm = "bots/smart.wasm"

[[contestant]]
name = "lazy"
wasm = "bots/smart.wasm"
options = { effort = 1 }
"#;

fn cup() -> Folder {
    let smart = project_bytes("contestants/gobblet/smart.wasm");
    Folder::new().file("cup.toml", CUP).file("bots/smart.wasm", smart)
}

/// A bot that asks for its option `style` in each turn, and logs the text.
fn asker() -> Vec<u8> {
    let imports = r#"(module
        (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
        (import "judge:arena/host@1.0.0" "get-option" (func $option (param i32 i32 i32)))
        (data (i32.const 2000) "style")"#;
    let asks = "(local $square i32)
        (call $option (i32.const 2000) (i32.const 5) (i32.const 2020))
        (if (i32.load8_u (i32.const 2020))
          (then (call $log (i32.load (i32.const 2024)) (i32.load (i32.const 2028)))))";
    let walker = project_text("tests/guests/walker.wat");
    assemble(&walker.replacen("(module", imports, 1).replacen("(local $square i32)", asks, 1))
}

#[test]
fn a_file_plays_otherwise_with_other_options() {
    let folder = cup();
    let played = folder.play("--quiet");
    // It is another bot than the one that has the same file.
    assert_eq!(played.stderr, "");
    let fuel = |name: &str| played.line(name)["fuel_per_turn_mean"].parse::<u64>().expect("it is a number");
    assert!(fuel("lazy") * 10 < fuel("whole"), "{} and {}", fuel("lazy"), fuel("whole"));
    let table = folder.succeeds("run cup.toml").stdout;
    assert!(table.contains("effort=1"), "{table}");
    let manifest: toml::Table = played.manifest.parse().expect("it is TOML");
    let contestants = manifest["contestant"].as_array().expect("it is a list");
    let effort = |part: &toml::Value| part.get("options").map(|options| options["effort"].clone());
    assert_eq!(contestants.iter().filter_map(effort).collect::<Vec<_>>(), [toml::Value::from("1")]);
    let [results, games, manifest] = {
        folder.succeeds("run cup.toml --quiet --jobs 1 --out results/one");
        folder.results_in("results/one")
    };
    assert_eq!([results, games, manifest], [played.results, played.games, played.manifest]);
}

#[test]
fn all_that_plays_a_game_again_gives_the_same_options() {
    let folder = cup();
    let played = folder.play("--quiet");
    folder.succeeds("verify results/cup --quiet");
    let game = rows(&played.games).iter().position(|game| game["seats"] == "lazy whole").expect("they met");
    let replayed = folder.succeeds(&format!("replay results/cup {} --json", game + 1)).stdout;
    let replayed: Value = serde_json::from_str(&replayed).expect("it is JSON");
    folder.succeeds("report results/cup --quiet --out report.html");
    let page = folder.read("report.html");
    assert!(page.contains(r#""options":{"effort":"1"}"#) && page.contains("effort=1"));

    // A saved game, as the page writes it.
    let bot = |name: &str, options: Value| {
        let sha256 = &replayed["seats"][0]["sha256"];
        json!({ "name": name, "sha256": sha256, "file": "bots/smart.wasm", "options": options })
    };
    let bots = [bot("lazy", json!({ "effort": "1" })), bot("whole", json!({}))];
    let mut saved = saved_game(&replayed, &bots);
    let folder = folder.file("game.json", saved.to_string());
    folder.succeeds("replay game.json --print");
    saved["bots"][0]["options"] = json!({ "Effort": "1" });
    let folder = folder.file("game.json", saved.to_string());
    let refused = folder.judge("replay game.json --print");
    assert_eq!(refused.code, Some(2));
    assert_data_eq!(
        refused.stderr,
        str![[r#"
error: game.json: bots: options: "Effort" cannot be an option's name; write a small letter, then small letters, digits, - and _, 32 at most

"#]]
    );
}

#[test]
fn other_options_make_other_games_of_that_contestant_only() {
    let folder = cup();
    folder.play("--quiet");
    let folder = folder.file("cup.toml", CUP.replace("effort = 1", "effort = 2"));
    let refused = folder.judge("replay results/cup 1 --print");
    assert_eq!(refused.code, Some(2));
    assert_data_eq!(
        refused.stderr,
        str![[r#"
error: cup.toml:11: contestant "lazy": it has effort=2 now, and had effort=1 when the results were written; put the old file back

"#]]
    );
    folder.succeeds("run cup.toml --quiet");
    assert_eq!(
        folder.read("results/cup/journal").lines().count(),
        6 + 4,
        "random and whole did not play again"
    );
}

#[test]
fn a_bot_gets_the_text_as_it_was_typed() {
    let cup = r#"game = "battleship"
seed = 1
rounds = 1
examples = ["stupid"]

[[contestant]]
name = "asker"
wasm = "asker.wasm"
options = { style = "früh, = und \"spät\"", sytle = true }
"#;
    let folder = Folder::new().file("cup.toml", cup).file("asker.wasm", asker());
    let warning = "warning: contestant \"asker\" has never asked for its options sytle; look at how its author spells them\n";
    let ended = folder.succeeds("run cup.toml");
    assert!(ended.stderr.contains(warning), "{}", ended.stderr);
    let game = folder.succeeds("replay results/cup 1 --json").stdout;
    let game: Value = serde_json::from_str(&game).expect("it is JSON");
    let lines =
        game["moves"].as_array().expect("it is a list").iter().filter_map(|moved| moved["log"][0].as_str());
    assert!(lines.clone().all(|line| line == "früh, = und \"spät\""), "{:?}", lines.collect::<Vec<_>>());
    assert!(lines.count() > 17);
    // Without options there is nothing to log.
    let folder = folder.file("cup.toml", cup.replace("options = ", "# "));
    let ended = folder.succeeds("run cup.toml");
    assert!(!ended.stderr.contains("never asked"), "{}", ended.stderr);
    let game = folder.succeeds("replay results/cup 1 --json").stdout;
    assert!(!game.contains("früh"), "{game}");
}

#[test]
fn options_on_the_command_line() {
    let folder = cup().file("asker.wasm", asker());
    let compared = folder.succeeds("compare bots/smart.wasm:effort=1 random --rounds 2 --all --json --quiet");
    let compared: Value = serde_json::from_str(&compared.stdout).expect("it is JSON");
    assert_eq!(compared["bots"][0]["options"], json!({ "effort": "1" }));
    let same = folder.succeeds("compare smart:effort=1 smart:effort=2 --rounds 1 --all --quiet").stdout;
    assert!(same.contains("smart (effort=1) against smart (effort=2)"), "{same}");
    let checked = folder.judge("check asker.wasm:style=calm,depth=6 --only 1");
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("calm"), "{}", checked.stdout);
    let warning =
        "warning: the bot has never asked for its options depth; look at how its author spells them\n";
    assert!(checked.stderr.contains(warning), "{}", checked.stderr);
    let refused = folder.judge("compare smart:effort=1,effort=2 random");
    assert_data_eq!(
        refused.stderr,
        str![[r#"
error: smart:effort=1,effort=2: the option effort is there twice; remove one

"#]]
    );
}

#[test]
fn options_that_no_bot_can_have() {
    for (options, told) in [
        (
            "{ Effort = 1 }",
            "\"Effort\" cannot be an option's name; write a small letter, then small letters, digits, - and _, 32 at most",
        ),
        ("{ effort = 0.5 }", "effort: write a text, a whole number, true or false"),
        (
            r#"{ effort = "\u202E" }"#,
            "effort has a text that cannot be shown as it is; write up to 200 bytes, without control characters and marks that change the direction",
        ),
    ] {
        let folder = cup().file("cup.toml", CUP.replace("{ effort = 1 }", options));
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{told}");
        assert_eq!(ended.stderr, format!("error: cup.toml:14: [[contestant]] options: {told}\n"));
    }
}
