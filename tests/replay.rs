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
fn a_game_is_drawn_as_pictures_and_as_a_film() {
    let folder = played();
    let drawn = folder.judge("replay results/cup 1 --svg pictures --gif game.gif --quiet");
    assert_eq!((drawn.code, drawn.stderr.as_str()), (Some(0), ""));
    let moves: usize =
        rows(&folder.read("results/cup/games.csv"))[0]["turns"].parse().expect("it is a number");
    let pictures: Vec<String> =
        (0..=moves).map(|turn| folder.read(&format!("pictures/{turn:03}.svg"))).collect();
    assert_eq!(drawn.stdout, format!("{} pictures written to pictures\nwritten to game.gif\n", moves + 1));
    assert!(pictures.iter().all(|picture| picture.starts_with("<svg ") && picture.ends_with("</svg>\n")));
    assert!(pictures.windows(2).all(|two| two[0] != two[1]), "each move changes the picture");
    let film = std::fs::read(folder.path("game.gif")).expect("it was written");
    assert!(film.starts_with(b"GIF89a") && film.ends_with(&[0x3b]));
    // A picture is introduced by these four bytes.
    assert!(film.windows(4).filter(|four| *four == [0x21, 0xf9, 4, 5]).count() > moves);
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
fn a_saved_game_is_compared_with_its_moves_its_hash_and_its_versions() {
    let folder = Folder::new();
    folder.judge_typing("play gobblet human ok --seed 4", &"r\ns game.json\n".repeat(100));
    let ended = folder.judge("replay game.json --print");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.ends_with(", as it was saved\n"), "{}", ended.stdout);
    let saved: serde_json::Value = serde_json::from_str(&folder.read("game.json")).expect("it is JSON");
    let moves = saved["moves"].as_array().map(Vec::len).expect("it has moves");
    let last_by_hand = saved["by_hand"].as_object().expect("it is an object").keys();
    let last_by_hand =
        last_by_hand.filter_map(|turn| turn.parse::<usize>().ok()).max().expect("a person moved");
    let told = |change: &dyn Fn(&mut serde_json::Value), words: &str| {
        let mut forged = saved.clone();
        change(&mut forged);
        std::fs::write(folder.path("forged.json"), forged.to_string()).expect("it can be written");
        let ended = folder.judge("replay forged.json --print");
        assert_eq!(ended.code, Some(1), "{words}: {}", ended.stdout);
        assert!(ended.stderr.contains(words), "{words}: {}", ended.stderr);
        assert!(!ended.stdout.contains("as it was saved"), "{}", ended.stdout);
    };
    told(
        &|game| game["judge"] = "9.9.9".into(),
        "not the same: judge version differs: 9.9.9 when the game was saved, ",
    );
    // It has the same moves, so it may go on.
    let loaded = folder.judge_typing("play --load forged.json", "q\n");
    assert_eq!(loaded.code, Some(0), "{}", loaded.stderr);
    told(&|game| game["engine"] = "wasmtime 1".into(), "engine version differs: wasmtime 1 when ");
    told(&|game| game["transcript_sha256"] = "0".repeat(64).into(), "the transcript's SHA-256 was 0000");
    told(
        &|game| game["moves"].as_array_mut().expect("it is a list").truncate(moves - 1),
        &format!("the game had {} moves when it was saved, and has {moves} now", moves - 1),
    );
    let without_the_end = |game: &mut serde_json::Value| {
        game["by_hand"].as_object_mut().expect("it is an object").remove(&last_by_hand.to_string());
        game["moves"].as_array_mut().expect("it is a list").truncate(last_by_hand);
    };
    told(&without_the_end, "the game was over when it was saved, and is not over now");
}

#[test]
fn mistakes_are_named() {
    let folder = played();
    for (arguments, text) in [
        ("replay results/cup", "results/cup: it is a folder; name a game of it too"),
        ("replay results/cup 3", "there is no game 3; the games are 1 to 2"),
        ("replay cup.toml 1", "cup.toml: it is no folder of results"),
        ("replay cup.toml", "it is no saved game"),
        ("replay results/cup 1 --turning-points --seat 3", "--seat: the game has seats 1 to 2"),
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
