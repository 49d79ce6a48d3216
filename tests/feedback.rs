//! `judge run --feedback`: what a contestant may know of its games, and nothing else.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Folder, assemble, project_bytes, project_text};

/// Two contestants who lay ships and shoot by a plan, of whom the second is another bot in each test.
const DUEL: &str =
    "game = \"battleship\"\nseed = 7\nrounds = 1\nfaults = \"forfeit\"\ncontestants = [\"bots/*.wasm\"]\n";
const HAND: &str = "game = \"kuhn-poker.wasm\"\nseed = 3\nrounds = 20\ncontestants = [\"bots/*.wasm\"]\n[rules]\nhands = 1\n";

/// The bot that walks over the board, which these changes of its text make another.
fn walker(changes: &[(&str, &str)]) -> Vec<u8> {
    let text = changes.iter().fold(project_text("tests/guests/walker.wat"), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    assemble(&text)
}

/// Lays its ships so many rows further down.
fn further_down(rows: u8) -> Vec<u8> {
    let row = "(i32.store8 offset=1 (local.get $ship) (local.get $row))";
    let other =
        format!("(i32.store8 offset=1 (local.get $ship) (i32.add (local.get $row) (i32.const {rows})))");
    walker(&[(row, &other)])
}

/// A tournament that was played, with its feedback in the folder `told`.
fn played(tournament: &str, bots: &[(&str, Vec<u8>)]) -> Folder {
    let folder = Folder::new().file("cup.toml", tournament);
    let folder = folder.file("kuhn-poker.wasm", project_bytes("tournaments/games/kuhn-poker.wasm"));
    let folder = folder.file("tron.wasm", project_bytes("tournaments/games/tron.wasm"));
    let folder =
        bots.iter().fold(folder, |folder, (name, bytes)| folder.file(&format!("bots/{name}.wasm"), bytes));
    folder.succeeds("run cup.toml --quiet --feedback told");
    folder
}

/// The games of a contestant.
fn games(folder: &Folder, contestant: &str) -> Vec<Value> {
    let text = folder.read(&format!("told/{contestant}/games.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// All that a contestant is told.
fn told(folder: &Folder, contestant: &str) -> BTreeMap<String, String> {
    let read = |name: &str| (name.to_owned(), folder.read(&format!("told/{contestant}/{name}")));
    ["summary.md", "games.jsonl", "boards.txt", "log.txt"].map(read).into()
}

#[test]
fn nobody_can_tell_where_ships_lie_before_they_are_shot_at() {
    let [near, far] = [4, 5].map(|rows| played(DUEL, &[("anna", walker(&[])), ("ben", further_down(rows))]));
    let (near, far) = (games(&near, "anna"), games(&far, "anna"));
    assert_eq!(near.len(), 2);
    for near in near {
        let far = far.iter().find(|far| far["seat"] == near["seat"]).expect("it sits there once, too");
        let [near, far] = [&near, far].map(|game| game["moves"].as_array().expect("a list").clone());
        let is_first = |done: &Value| done[1] == "0,4";
        let own = |moves: &[Value], seat: &Value| {
            moves.iter().position(|done| done[0] == *seat && is_first(done)).expect("it shoots there")
        };
        let other = near.iter().zip(&far).position(|(near, far)| near != far).expect("it hits ships at last");
        let seat = near[other][0].clone();
        assert_eq!(other, own(&near, &seat), "nothing differs before a shot does");
        assert_eq!(near.iter().filter(|done| done[1] == "fleet").count(), 1);
    }
}

#[test]
fn what_an_opponent_logs_burns_or_lays_in_another_order_changes_no_byte() {
    let order = "(i32.mul (local.get $row) (i32.const 4))";
    let reversed =
        "(i32.mul (i32.sub (i32.sub (local.get $ships) (local.get $row)) (i32.const 1)) (i32.const 4))";
    let log = "(import \"judge:arena/host@1.0.0\" \"log\" (func $log (param i32 i32)))\n  (memory (export";
    let turn = "(local $square i32)\n    (loop $next";
    let logs = "(local $square i32)\n    (call $log (i32.const 64) (i32.const 6))\n    (loop $next";
    let others = [
        walker(&[]),
        walker(&[("(memory (export", log), (turn, logs)]),
        // Each ship on its row, as before.
        walker(&[(order, reversed)]),
    ];
    let folders = others.map(|other| played(DUEL, &[("anna", walker(&[])), ("ben", other)]));
    let tolds = folders.each_ref().map(|folder| told(folder, "anna"));
    assert!(tolds[0] == tolds[1] && tolds[0] == tolds[2], "{tolds:#?}");
    let own = told(&folders[1], "ben");
    assert!(own["log.txt"].starts_with("game 1, turn ") && own["log.txt"].contains(": Walker\n"), "{own:?}");
}

/// Always does the same, whatever its card.
fn stubborn(act: u8) -> Vec<u8> {
    assemble(&format!(
        "(module (memory (export \"memory\") 1) (data (i32.const 64) \"Stubborn\")
           (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
           (func (export \"name\") (result i32)
             (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 8)) (i32.const 0))
           (func (export \"new-game\") (param i64 i32 i32))
           (func (export \"act\") (param i32 i32 i32 i32) (result i32) (i32.const {act})))"
    ))
}

#[test]
fn nobody_can_tell_anothers_card() {
    let folder = played(HAND, &[("anna", stubborn(1)), ("ben", stubborn(1))]);
    let mut seen: BTreeMap<(String, String), BTreeMap<String, (Value, String)>> = BTreeMap::new();
    let boards = folder.read("told/anna/boards.txt");
    for mut game in games(&folder, "anna") {
        let number = game["game"].as_u64().expect("a number");
        let replay = folder.succeeds(&format!("replay results/cup {number} --json")).stdout;
        let replay: Value = serde_json::from_str(&replay).expect("it is JSON");
        let card = |own: bool| {
            let moves = replay["moves"].as_array().expect("a list").iter();
            let mut questions = moves.filter(|done| (done["seat"] == game["seat"]) == own);
            let question =
                questions.next().expect("both are asked")["question"].as_str().expect("a text").to_owned();
            question.split(' ').next().expect("a card").to_owned()
        };
        let (own, other) = (card(true), card(false));
        for key in ["game", "round"] {
            game[key] = Value::Null;
        }
        let board = boards.split("# Game ").find_map(|part| part.strip_prefix(&format!("{number} ")));
        let key = (format!("{} {own}", game["seat"]), game["result"].to_string());
        let board = board.unwrap_or_default().to_owned();
        let others = seen.entry(key).or_default();
        let (same, its) = others.entry(other).or_insert((game.clone(), board.clone()));
        assert_eq!(*same, game);
        if its.is_empty() {
            *its = board;
        }
    }
    let told_apart = seen.values().filter(|others| others.len() > 1);
    let mut pairs = 0;
    for others in told_apart {
        let all: Vec<_> = others.values().collect();
        for pair in all.windows(2) {
            assert_eq!(pair[0].0, pair[1].0);
            let is_shown = !pair[0].1.is_empty() && !pair[1].1.is_empty();
            assert!(!is_shown || pair[0].1 == pair[1].1, "{pair:#?}");
            pairs += 1;
        }
    }
    assert!(pairs > 0, "some hands differ in the other's card alone: {seen:#?}");
    assert!(boards.contains("Its question: "), "{boards}");
}

#[test]
fn of_a_secret_action_there_is_a_word() {
    let bots =
        ["space", "straight"].map(|name| (name, project_bytes(&format!("contestants/tron/{name}.wasm"))));
    let folder =
        played("game = \"tron.wasm\"\nseed = 1\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n", &bots);
    for game in games(&folder, "space") {
        let moves = game["moves"].as_array().expect("a list");
        assert!(moves.iter().any(|done| done[0] == game["seat"]));
        for done in moves {
            let is_own = done[0] == game["seat"];
            let action = done[1].as_str().expect("a text");
            assert_eq!(["n", "e", "s", "w"].contains(&action), is_own, "{action}");
            assert!(is_own || action == "step");
        }
    }
    assert!(folder.read("told/space/boards.txt").matches("# Game ").count() == 4);
}

#[test]
fn texts_of_strangers_are_neutral_bounded_and_their_own() {
    let names = ["bidi-log", "log-escapes", "log-flood", "walker"];
    let bots = names.map(|name| (name, assemble(&project_text(&format!("tests/guests/{name}.wat")))));
    let folder = played(DUEL, &bots);
    for name in names {
        for (file, text) in told(&folder, name) {
            let is_neutral =
                |c: char| c == '\n' || !(c.is_control() || "\u{202e}\u{2066}\u{200b}".contains(c));
            assert!(text.chars().all(is_neutral), "{name}/{file}: {text}");
            assert!(text.len() < 300_000, "{name}/{file}");
            let says = |words: &str| text.contains(words);
            assert_eq!(
                says("detrever"),
                name == "bidi-log" && ["log.txt"].contains(&file.as_str()),
                "{name}/{file}: {text}"
            );
            assert_eq!(
                says("red\\u{7}"),
                name == "log-escapes" && file == "log.txt",
                "{name}/{file}: {text}"
            );
        }
    }
    let summary = folder.read("told/bidi-log/summary.md");
    assert!(summary.contains("and 4 more: trap in take-turn, turn 1: "), "{summary}");
    assert!(summary.contains("; remedy: ") && summary.contains("| own fault, trap | 5 |"), "{summary}");
    assert!(folder.read("told/walker/games.jsonl").contains("\"ended\":\"fault\""));
}

#[test]
fn a_folder_that_is_there_is_refused_before_a_game_is_played_and_jobs_change_nothing() {
    let tournament = "game = \"othello\"\nseed = 1\nrounds = 3\nexamples = [\"random\", \"greedy\", \"edgar\"]\n[rules]\nsize = 6\n";
    let folder = Folder::new().file("cup.toml", tournament).file("told/mine.txt", "");
    let ended = folder.judge("run cup.toml --quiet --feedback told");
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.stderr,
        "error: told: it is there already; name another folder with --feedback, or remove it\n"
    );
    assert!(!folder.path("results").exists(), "nothing is played");
    let folder = folder.file(".unfinished-one/of/a/killed/judge.txt", "");
    folder.succeeds("run cup.toml --quiet --feedback one --jobs 1");
    folder.succeeds("run cup.toml --quiet --feedback sub/two --jobs 3");
    assert!(!folder.path(".unfinished-one").exists());
    for name in ["random", "greedy", "edgar"] {
        for file in ["summary.md", "games.jsonl", "boards.txt", "log.txt"] {
            let [one, two] = ["one", "sub/two"].map(|told| folder.read(&format!("{told}/{name}/{file}")));
            assert!(one == two, "{name}/{file}");
        }
    }
    let summary = folder.read("one/greedy/summary.md");
    assert!(summary.contains("| edgar | ") && summary.contains(" of 12 games\n"), "{summary}");
    assert!(summary.contains("the limit is 100,000,000"), "{summary}");
    let again = folder.judge("run cup.toml --feedback one --shard 1/2");
    assert_eq!(again.code, Some(2));
}

#[test]
fn whoever_is_no_bot_or_takes_all_fuel_is_told_so() {
    let folder = Folder::new().bots(&["tidy", "staller"]).file("bots/eve.wasm", "no bot");
    let folder = folder.file("cup.toml", format!("{DUEL}bad_files = \"leave-out\"\n"));
    folder.succeeds("run cup.toml --quiet --feedback told");
    let summary = folder.read("told/eve/summary.md");
    assert!(
        summary.contains("# eve: no place") && summary.contains("left-out: it is not WebAssembly"),
        "{summary}"
    );
    let summary = folder.read("told/staller/summary.md");
    assert!(summary.contains(", 100,000,000 at most; the limit is 100,000,000\n"), "{summary}");
}

/// The example writes weights into a bot that it has in it.
#[test]
fn the_bot_of_the_example_is_made_of_its_text() {
    let example = project_text("docs/rounds.py");
    let (_, rest) = example.split_once("b64decode(").expect("it has a bot");
    let (base64, _) = rest.split_once(')').expect("it ends");
    let digits: Vec<u8> =
        base64.bytes().filter(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(byte)).collect();
    let value = |digit: &u8| match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let bits: Vec<u8> =
        digits.iter().flat_map(|digit| (0..6).rev().map(move |bit| (value(digit) >> bit) & 1)).collect();
    let bytes: Vec<u8> =
        bits.chunks_exact(8).map(|bits| bits.iter().fold(0, |byte, bit| (byte << 1) | bit)).collect();
    let bot = assemble(&project_text("tests/guests/weights.wat"));
    assert!(bytes == bot[..bot.len() - 64], "write the bot into docs/rounds.py anew");
}
