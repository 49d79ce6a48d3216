//! A contestant's own terms, in all that plays its games: other fuel than the others', and options that it may ask for.

use serde_json::{Value, json};

use crate::core_modules::asking;
use crate::support::{Ended, Folder, Played, project_bytes, rows, saved_game};

/// Three have the same file.
const CUP: &str = r#"game = "gobblet"
seed = 3
rounds = 1
faults = "forfeit"
publish = true
examples = ["random"]

[[contestant]]
name = "whole"
wasm = "bots/smart.wasm"

[[contestant]]
name = "lazy"
wasm = "bots/smart.wasm"
options = { effort = 1 }

[[contestant]]
name = "half"
wasm = "bots/smart.wasm"
fuel_per_turn = 2_000
"#;

fn cup() -> Folder {
    let smart = project_bytes("contestants/gobblet/smart.wasm");
    Folder::new().file("cup.toml", CUP).file("bots/smart.wasm", smart)
}

/// The number of the first game between these seats.
fn game(played: &Played, seats: &str) -> usize {
    rows(&played.games).iter().position(|game| game["seats"] == seats).expect("they met") + 1
}

#[test]
fn a_file_plays_otherwise_on_other_terms() {
    let folder = cup();
    let played = folder.play("--quiet");
    // It is another bot than the one that has the same file.
    assert_eq!(played.stderr, "");
    let fuel = |name: &str| played.line(name)["fuel_per_turn_mean"].parse::<u64>().expect("it is a number");
    assert!(fuel("lazy") * 10 < fuel("whole"), "{} and {}", fuel("lazy"), fuel("whole"));
    assert_eq!(["whole", "lazy", "half"].map(|name| played.line(name)["faults"].clone()), ["0", "0", "6"]);
    let seats = rows(&played.seats);
    let halves = seats.iter().filter(|seat| seat["contestant"] == "half");
    assert!(halves.clone().all(|seat| seat["fault"] == "out-of-fuel"), "{seats:?}");
    let table = folder.succeeds("run cup.toml").stdout;
    assert!(["terms", "effort=1", "fuel 2K"].iter().all(|words| table.contains(words)), "{table}");
    let manifest: toml::Table = played.manifest.parse().expect("it is TOML");
    let contestants = manifest["contestant"].as_array().expect("it is a list");
    let effort = |part: &toml::Value| part.get("options").map(|options| options["effort"].clone());
    assert_eq!(contestants.iter().filter_map(effort).collect::<Vec<_>>(), [toml::Value::from("1")]);
    let fuel: Vec<Option<i64>> =
        contestants.iter().map(|part| part.get("fuel_per_turn").and_then(toml::Value::as_integer)).collect();
    assert_eq!(fuel, [Some(2_000), None, None, None], "half, lazy, random and whole");
    folder.succeeds("run cup.toml --quiet --jobs 1 --out results/one");
    assert_eq!(folder.results_in("results/one"), [played.results, played.games, played.manifest]);
}

#[test]
fn all_that_plays_a_game_again_gives_the_same_terms() {
    let folder = cup();
    let played = folder.play("--quiet");
    folder.succeeds("verify results/cup --quiet");
    let evidence = "results/cup/faults/half.out-of-fuel.toml";
    assert!(folder.read(evidence).contains("fuel_per_turn = 2000"), "{}", folder.read(evidence));
    folder.succeeds(&format!("repro {evidence}"));
    folder.succeeds("moves results/cup --quiet");
    folder.succeeds("report results/cup --quiet --out report.html");
    let page = folder.read("report.html");
    for words in [r#""options":{"effort":"1"}"#, "effort=1", r#""fuelPerTurn":2000"#, "fuel 2K"] {
        assert!(page.contains(words), "{words}");
    }

    let saved = |name: &str, key: &str, value: Value| saved_on(&folder, &played, name, (key, value));
    assert_eq!(saved("lazy", "options", json!({ "effort": "1" })).code, Some(0));
    let told = "error: game.json: bots: options: \"Effort\" cannot be an option's name; write a small letter, then small letters, digits, - and _, 32 at most\n";
    assert_eq!(saved("lazy", "options", json!({ "Effort": "1" })).stderr, told);
    assert_eq!(saved("half", "fuel_per_turn", json!(2_000)).code, Some(0));
    let more = saved("half", "fuel_per_turn", json!(200_000_000));
    assert_eq!(more.code, Some(1), "with more fuel it is another game");
    let told = "error: game.json: bots: fuel_per_turn is 0, and may be 1 to \"50G\"\n";
    assert_eq!(saved("half", "fuel_per_turn", json!(0)).stderr, told);
}

/// Plays a contestant's game against the whole one again, as the page saves it, on these terms.
fn saved_on(folder: &Folder, played: &Played, name: &str, (key, value): (&str, Value)) -> Ended {
    let number = game(played, &format!("{name} whole"));
    let replayed = folder.succeeds(&format!("replay results/cup {number} --json")).stdout;
    let replayed: Value = serde_json::from_str(&replayed).expect("it is JSON");
    let sha256 = &replayed["seats"][0]["sha256"];
    let bot = |name| json!({ "name": name, "sha256": sha256, "file": "bots/smart.wasm" });
    let mut saved = saved_game(&replayed, &[bot(name), bot("whole")]);
    saved["bots"][0][key] = value;
    std::fs::write(folder.path("game.json"), saved.to_string()).expect("it can be written");
    folder.judge("replay game.json --print")
}

#[test]
fn other_terms_make_other_games_of_that_contestant_only() {
    let folder = cup();
    let played = folder.play("--quiet");
    let mut games = 12;
    for (name, from, to, told) in [
        (
            "lazy",
            "effort = 1",
            "effort = 2",
            "12: contestant \"lazy\": it has effort=2 now, and had effort=1",
        ),
        ("half", "2_000", "3_000", "17: contestant \"half\": it has fuel 3K now, and had fuel 2K"),
    ] {
        let text = folder.read("cup.toml").replace(from, to);
        std::fs::write(folder.path("cup.toml"), text).expect("it can be written");
        let number = game(&played, &format!("{name} whole"));
        let refused = folder.judge(&format!("replay results/cup {number} --print"));
        let told = format!("error: cup.toml:{told} when the results were written; put the old file back\n");
        assert_eq!((refused.code, refused.stderr), (Some(2), told));
        folder.succeeds("run cup.toml --quiet");
        games += 6;
        let journal = folder.read("results/cup/journal");
        assert_eq!(journal.lines().count(), games, "the others did not play again");
    }
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
    let folder = Folder::new().file("cup.toml", cup).file("asker.wasm", asking(""));
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
    let folder = cup().file("asker.wasm", asking(""));
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
    let told = "error: smart:effort=1,effort=2: the option effort is there twice; remove one\n";
    assert_eq!(refused.stderr, told);
}

#[test]
fn terms_that_no_contestant_can_have() {
    let fuel = "write a number of units of fuel, or a text as in \"100M\", from 1 to \"50G\"";
    for (terms, others, told) in [
        (
            "{ effort = 1 }",
            "{ Effort = 1 }",
            "15: [[contestant]] options: \"Effort\" cannot be an option's name; write a small letter, then small letters, digits, - and _, 32 at most",
        ),
        (
            "{ effort = 1 }",
            "{ effort = 0.5 }",
            "15: [[contestant]] options: effort: write a text, a whole number, true or false",
        ),
        (
            "{ effort = 1 }",
            r#"{ effort = "\u202E" }"#,
            "15: [[contestant]] options: effort has a text that cannot be shown as it is; write up to 200 bytes, without control characters and marks that change the direction",
        ),
        ("2_000", "0", &format!("20: [[contestant]] fuel_per_turn: {fuel}")),
        ("2_000", "\"60G\"", &format!("20: [[contestant]] fuel_per_turn: {fuel}")),
        ("2_000", "\"much\"", &format!("20: [[contestant]] fuel_per_turn: {fuel}")),
    ] {
        let ended = cup().file("cup.toml", CUP.replace(terms, others)).judge("run cup.toml");
        assert_eq!((ended.code, ended.stderr), (Some(2), format!("error: cup.toml:{told}\n")));
    }
}

#[test]
fn a_season_gives_all_the_same_terms() {
    let season = CUP.replace("seed = 3\n", "").replace("faults = \"forfeit\"\n", "") + "\n[serve]\n";
    let told = "in a season all bots have the same fuel and no options; remove fuel_per_turn and options";
    let half = "[[contestant]]\nname = \"half\"";
    let without_half = season.split(half).next().expect("it begins").to_owned() + "[serve]\n";
    for (season, who) in [(season, "15: contestant \"half\""), (without_half, "10: contestant \"lazy\"")] {
        let ended = cup().file("cup.toml", season).judge("serve cup.toml --data data");
        assert_eq!((ended.code, ended.stderr), (Some(2), format!("error: cup.toml:{who}: {told}\n")));
    }
}
