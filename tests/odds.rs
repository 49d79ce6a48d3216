//! Fuel odds: a contestant with other fuel than the others, in all that plays its games.

use serde_json::json;
use snapbox::{assert_data_eq, str};

use crate::support::{Folder, project_bytes, rows, saved_game};

const CUP: &str = r#"game = "othello"
seed = 3
rounds = 2
faults = "forfeit"
publish = true
examples = ["greedy"]

[[contestant]]
name = "whole"
wasm = "bots/edgar.wasm"

[[contestant]]
name = "half"
wasm = "bots/edgar.wasm"
fuel_per_turn = 2_000

[rules]
size = 6
"#;

fn cup() -> Folder {
    let edgar = project_bytes("contestants/othello/edgar.wasm");
    Folder::new().file("cup.toml", CUP).file("bots/edgar.wasm", edgar)
}

#[test]
fn a_contestant_with_less_fuel_runs_out_of_it_and_the_same_file_with_more_does_not() {
    let folder = cup();
    let played = folder.play("--quiet");
    // It is another bot than the one that has the same file.
    assert_eq!(played.stderr, "");
    assert_eq!(played.line("half")["faults"], "8");
    assert_eq!(played.line("whole")["faults"], "0");
    let table = folder.succeeds("run cup.toml").stdout;
    assert!(table.contains("terms") && table.contains("fuel 2K"), "{table}");
    let manifest: toml::Table = played.manifest.parse().expect("it is TOML");
    let contestants = manifest["contestant"].as_array().expect("it is a list");
    let fuel: Vec<Option<i64>> =
        contestants.iter().map(|part| part.get("fuel_per_turn").and_then(toml::Value::as_integer)).collect();
    assert_eq!(fuel, [None, Some(2_000), None]);
    let seats = rows(&played.seats);
    let halves = seats.iter().filter(|seat| seat["contestant"] == "half");
    assert!(halves.clone().all(|seat| seat["fault"] == "out-of-fuel"), "{seats:?}");
    assert_eq!(halves.count(), 8);
    let [results, games, manifest] = {
        folder.succeeds("run cup.toml --quiet --jobs 1 --out results/one");
        folder.results_in("results/one")
    };
    assert_eq!([results, games, manifest], [played.results, played.games, played.manifest]);
}

#[test]
fn all_that_plays_a_game_again_gives_the_same_fuel() {
    let folder = cup();
    let played = folder.play("--quiet");
    folder.succeeds("verify results/cup --quiet");
    let evidence = "results/cup/faults/half.out-of-fuel.toml";
    assert!(folder.read(evidence).contains("fuel_per_turn = 2000"), "{}", folder.read(evidence));
    folder.succeeds(&format!("repro {evidence}"));
    let game =
        rows(&played.games).iter().position(|game| game["seats"] == "half whole").expect("they met") + 1;
    let replayed = folder.succeeds(&format!("replay results/cup {game} --json")).stdout;
    let replayed: serde_json::Value = serde_json::from_str(&replayed).expect("it is JSON");
    assert_eq!(replayed["faults"][0]["kind"], "out-of-fuel");
    folder.succeeds("moves results/cup --quiet");
    folder.succeeds("report results/cup --quiet --out report.html");
    let page = folder.read("report.html");
    assert!(page.contains(r#""fuelPerTurn":2000"#) && page.contains("fuel 2K"));

    // A saved game, as the page writes it.
    let bot = |name: &str| {
        let mut bot =
            json!({ "name": name, "sha256": replayed["seats"][0]["sha256"], "file": "bots/edgar.wasm" });
        if name == "half" {
            bot["fuel_per_turn"] = json!(2_000);
        }
        bot
    };
    let mut saved = saved_game(&replayed, &[bot("half"), bot("whole")]);
    let folder = folder.file("game.json", saved.to_string());
    folder.succeeds("replay game.json --print");
    saved["bots"][0]["fuel_per_turn"] = json!(200_000_000);
    let folder = folder.file("game.json", saved.to_string());
    assert_eq!(folder.judge("replay game.json --print").code, Some(1), "with more fuel it is another game");
    saved["bots"][0]["fuel_per_turn"] = json!(0);
    let folder = folder.file("game.json", saved.to_string());
    let refused = folder.judge("replay game.json --print");
    assert_eq!(refused.code, Some(2));
    assert_data_eq!(
        refused.stderr,
        str![[r#"
error: game.json: bots: fuel_per_turn is 0, and may be 1 to "50G"

"#]]
    );
}

#[test]
fn other_fuel_makes_other_games_of_that_contestant_only() {
    let folder = cup();
    folder.play("--quiet");
    let folder = folder.file("cup.toml", CUP.replace("2_000", "3_000"));
    let refused = folder.judge("replay results/cup 1 --print");
    // The first game is between greedy and half.
    assert_eq!(refused.code, Some(2));
    assert_data_eq!(
        refused.stderr,
        str![[r#"
error: cup.toml:12: contestant "half": it has fuel 3K now, and had fuel 2K when the results were written; put the old file back

"#]]
    );
    folder.succeeds("run cup.toml --quiet");
    assert_eq!(
        folder.read("results/cup/journal").lines().count(),
        12 + 8,
        "greedy and whole did not play again"
    );
}

#[test]
fn fuel_that_no_contestant_can_have() {
    for (fuel, told) in [("0", "0"), ("\"60G\"", "60G"), ("\"much\"", "much")] {
        let folder = cup().file("cup.toml", CUP.replace("2_000", fuel));
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{told}");
        assert_data_eq!(
            ended.stderr,
            str![[r#"
error: cup.toml:15: [[contestant]] fuel_per_turn: write a number of units of fuel, or a text as in "100M", from 1 to "50G"

"#]]
        );
    }
}

#[test]
fn a_season_gives_all_the_same_fuel() {
    let season = CUP.replace("seed = 3\n", "").replace("faults = \"forfeit\"\n", "") + "\n[serve]\n";
    let folder = cup().file("cup.toml", season);
    let ended = folder.judge("serve cup.toml --data data");
    assert_eq!(ended.code, Some(2));
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml:10: contestant "half": in a season all bots have the same fuel and no options; remove fuel_per_turn and options

"#]]
    );
}
