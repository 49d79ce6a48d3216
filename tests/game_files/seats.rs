//! A game whose usual number of seats is not two.

use super::made::{self, INFO, Made, NAME, NEW_GAME, TAKE};
use crate::support::{Folder, project_bytes};

/// The usual seats are three: always, or if a key says nothing else.
fn folder(keys: &str) -> Folder {
    let game = Made::new().answers("info", INFO.replace("keys: []", &format!("keys: [{keys}]"))).for_three();
    let bot = made::bot("duel", &[NAME, NEW_GAME, TAKE]);
    let cup = "game = \"trio.wasm\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().file("trio.wasm", game.wasm()).file("cup.toml", cup);
    ["one", "two", "three"]
        .iter()
        .fold(folder, |folder, name| folder.file(&format!("bots/{name}.wasm"), &bot))
}

const KEY: &str =
    r#"{name: "seats", kind: {tag: number, value: [3, 5]}, default: "3", meaning: "players at a table"}"#;

#[test]
fn a_tournament_without_seats_has_the_usual_ones() {
    let folder = folder("");
    folder.succeeds("run cup.toml --quiet");
    assert!(folder.read("results/cup/manifest.toml").contains("\nseats = 3\n"));
    let cup = folder.read("cup.toml");
    let folder = folder.file("cup.toml", format!("seats = 3\n{cup}"));
    folder.succeeds("run cup.toml --quiet --fresh");
    let folder = folder.file("cup.toml", format!("seats = 2\n{cup}"));
    let told = folder.judge("run cup.toml").stderr;
    assert_eq!(told, "error: cup.toml:1: seats = 2: this game is for 3 players\n");
    let folder = folder.file("cup.toml", cup.replace('*', "t*"));
    let told = folder.judge("run cup.toml").stderr;
    assert_eq!(told, "error: cup.toml: a table of 3 needs 3 contestants, and there are 2; add contestants\n");
}

#[test]
fn a_games_players_are_listed_as_they_are() {
    for (keys, players, line) in [("", "3", None), (KEY, "3 to 5", Some("seats = 3 "))] {
        let folder = folder(keys);
        let told = folder.succeeds("games trio.wasm").stdout;
        assert!(told.starts_with(&format!("duel (for {players} players)\n")), "{told}");
        assert_eq!(told.lines().find(|line| line.starts_with("seats")).is_some(), line.is_some(), "{told}");
        assert!(line.is_none_or(|line| told.contains(line)), "{told}");
        let checked = folder.judge("check trio.wasm").stdout;
        assert!(checked.contains(&format!("duel, for {players} seats\n")), "{checked}");
    }
    let folder = Folder::new().file("tron.wasm", project_bytes("tournaments/games/tron.wasm"));
    assert!(folder.succeeds("games tron.wasm").stdout.starts_with("tron (for 2 to 4 players)\n"));
}

#[test]
fn a_game_is_played_with_as_many_as_it_has() {
    for (keys, wanted) in [("", "has 3 seats"), (KEY, "is for 3 to 5 players")] {
        let folder = folder(keys);
        let ended = folder.succeeds("play trio.wasm bots/one.wasm bots/two.wasm bots/three.wasm --seed 1");
        assert!(ended.stdout.contains("three"), "{}", ended.stdout);
        let told = folder.judge("play trio.wasm bots/one.wasm bots/two.wasm").stderr;
        assert!(told.contains(&format!("this game {wanted}, and you named 2; ")), "{told}");
    }
    let folder = Folder::new()
        .file("tron.wasm", project_bytes("tournaments/games/tron.wasm"))
        .file("a.wasm", project_bytes("contestants/tron/space.wasm"));
    for seats in 2..=4 {
        folder.succeeds(&format!("play tron.wasm {} --seed 1", "a.wasm ".repeat(seats)));
    }
}

#[test]
fn the_first_tournament_of_a_new_bot_fills_a_table() {
    let folder = folder("");
    folder.succeeds("new trio.wasm mine --lang rust");
    let evening = folder.read("mine/evening.toml");
    assert!(evening.contains("name = \"twin\"\n") && evening.contains("name = \"twin-2\"\n"), "{evening}");
    assert!(!evening.contains("twin-3") && evening.contains("take out the twins."), "{evening}");
    let bot = made::bot("duel", &[NAME, NEW_GAME, TAKE]);
    let wasm = evening.lines().find_map(|line| line.strip_prefix("wasm = \"")).expect("it names its file");
    let folder = folder.file(&format!("mine/{}", wasm.trim_end_matches('"')), bot);
    folder.succeeds("run mine/evening.toml --quiet");
    assert!(folder.read("mine/README.md").contains("judge play duel.wasm human target/"));
}
