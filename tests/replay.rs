//! `judge replay` without a terminal: a game of a results folder as text and as JSON, and what is wrong with one.

use crate::support::{Folder, project_bytes, rows};

const TOURNAMENT: &str = r#"
game = "gobblet"
seed = 3
rounds = 1
opening_plies = 2
contestants = ["bots/*.wasm"]
"#;

/// A tournament that was played: two games.
fn played() -> Folder {
    let folder = ["ok", "random"].iter().fold(Folder::new(), |folder, name| {
        folder.file(&format!("bots/{name}.wasm"), project_bytes(&format!("contestants/gobblet/{name}.wasm")))
    });
    let folder = folder.file("cup.toml", TOURNAMENT);
    folder.play("");
    folder
}

#[test]
fn a_game_is_printed_and_its_transcript_compared() {
    let folder = played();
    let published = rows(&folder.read("results/cup/games.csv"))[1].clone();
    let ended = folder.judge("replay results/cup 2");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let last = format!("transcript {}, as in games.csv", published["transcript_sha256"]);
    assert_eq!(ended.stdout.lines().last(), Some(last.as_str()));
    let json = folder.judge("replay results/cup 2 --json");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(json["transcript_sha256"], published["transcript_sha256"].as_str());
    assert_eq!(json["moves"].as_array().map(Vec::len), published["turns"].parse().ok());
    let spent: Vec<Option<u64>> = published["fuel"].split(' ').map(|fuel| fuel.parse().ok()).collect();
    for (seat, spent) in spent.into_iter().enumerate() {
        assert_eq!(json["seats"][seat]["fuel"].as_u64(), spent);
        let moves = json["moves"].as_array().expect("it is a list").iter();
        let turns = moves.filter(|moved| moved["seat"] == seat).filter_map(|moved| moved["fuel"].as_u64());
        let turns: u64 = turns.sum();
        assert!(turns > 0 && Some(turns) <= spent, "the rest was spent before the first turn");
    }
}

#[test]
fn another_transcript_than_the_published_one_is_told() {
    let folder = played();
    let games = folder.read("results/cup/games.csv");
    let hash = rows(&games)[0]["transcript_sha256"].clone();
    let folder = folder.file("results/cup/games.csv", games.replace(&hash, &"0".repeat(64)));
    let ended = folder.judge("replay results/cup 1 --print");
    assert_eq!(ended.code, Some(1));
    let now = format!("and {hash} now");
    assert!(ended.stderr.contains("not the same: the transcript's SHA-256 is 0000"), "{}", ended.stderr);
    assert!(ended.stderr.contains(&now), "{}", ended.stderr);
}

#[test]
fn turning_points_do_not_depend_on_threads() {
    let folder = played();
    let one = folder.judge("replay results/cup 1 --turning-points --jobs 1 --quiet");
    let two = folder.judge("replay results/cup 1 --turning-points --jobs 2 --quiet");
    assert_eq!((one.code, &one.stdout), (Some(0), &two.stdout), "{}", one.stderr);
    assert!(one.stdout.contains("turning point"), "{}", one.stdout);
}

#[test]
fn mistakes_are_named() {
    let folder = played();
    for (arguments, text) in [
        ("replay results/cup", "results/cup: it is a folder; name a game of it too"),
        ("replay results/cup 3", "there is no game 3; the games are 1 to 2"),
        ("replay cup.toml 1", "cup.toml: it is no folder of results"),
        ("replay cup.toml", "it is no saved game"),
        ("replay results/cup 1 --turning-points --seat 2", "--seat: the game has seats 0 to 1"),
    ] {
        let ended = folder.judge(arguments);
        assert_eq!(ended.code, Some(2), "{arguments}: {}", ended.stderr);
        assert!(ended.stderr.contains(text), "{arguments}: {}", ended.stderr);
    }
    let folder = folder.file("stopped/journal", "");
    for command in ["replay stopped 1", "verify stopped", "report stopped"] {
        let ended = folder.judge(command);
        let told = "error: stopped: it has games and no results, as the run is not finished; run the same";
        assert!(ended.code == Some(2) && ended.stderr.starts_with(told), "{command}: {}", ended.stderr);
    }
    let folder = folder.file("bots/ok.wasm", project_bytes("contestants/gobblet/smart.wasm"));
    let ended = folder.judge("replay results/cup 1");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("this bot has changed since the results were written"), "{}", ended.stderr);
}
