//! A fault leaves a file from which it can be seen, and committed again.

use std::collections::BTreeMap;
use std::fs;

use snapbox::{IntoData, assert_data_eq, file, str};

use crate::support::{Folder, assemble, guest, project_text, sha256};

const CUP: &str = r#"game = "battleship"
seed = 7
rounds = 1
faults = "forfeit"
contestants = ["bots/*.wasm"]

[limits]
fuel_per_turn = "1M"
memory = "16 MiB"
"#;

/// One bot for each kind of fault, and one that commits none.
const KINDS: [(&str, &str); 7] = [
    ("doubled", "illegal-fleet"),
    ("trap-in-take-turn", "trap"),
    ("endless-loop", "out-of-fuel"),
    ("memory-hog", "out-of-memory"),
    ("off-board", "illegal-move"),
    ("no-such-orientation", "bad-reply"),
    ("exit", "exit"),
];

fn cup(guests: &[&str]) -> Folder {
    Folder::new().file("cup.toml", CUP).guests(guests)
}

fn trap() -> Folder {
    cup(&["walker", "trap-in-take-turn"])
}

const TRAP: &str = "results/cup/faults/trap-in-take-turn.trap.toml";

/// The files of evidence, by name.
fn evidence(folder: &Folder) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder.path("results/cup/faults")).expect("it can be read");
    let names =
        files.map(|file| file.expect("it can be read").file_name().into_string().expect("it is ASCII"));
    names.map(|name| (name.clone(), folder.read(&format!("results/cup/faults/{name}")))).collect()
}

#[test]
fn every_kind_of_fault_leaves_a_file_and_is_committed_again() {
    let mut guests: Vec<&str> = KINDS.iter().map(|(guest, _)| *guest).collect();
    guests[0] = "walker";
    // Its second ship lies on its first.
    let doubled =
        project_text("tests/guests/off-board.wat").replacen("\\00\\01\\04\\00", "\\00\\00\\04\\00", 1);
    let folder = cup(&guests).file("bots/doubled.wasm", assemble(&doubled));
    folder.play("");
    let mut names: Vec<String> = KINDS.iter().map(|(guest, kind)| format!("{guest}.{kind}.toml")).collect();
    names.sort();
    assert_eq!(evidence(&folder).keys().cloned().collect::<Vec<_>>(), names);
    for name in names {
        let ended = folder.judge(&format!("repro results/cup/faults/{name}"));
        assert_eq!(ended.code, Some(0), "{name}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.ends_with("\nthe same fault happened again\n"), "{}", ended.stdout);
    }
}

#[test]
fn evidence_is_the_same_with_any_number_of_jobs_and_after_a_resume() {
    let guests = ["walker", "trap-in-take-turn", "off-board", "wild-fleet"];
    let once = cup(&guests);
    once.play("--jobs 1");
    let other = cup(&guests);
    other.play("--jobs 8");
    assert_eq!(evidence(&other), evidence(&once));
    let journal = other.path("results/cup/journal");
    let bytes = fs::read(&journal).expect("it is there");
    fs::write(&journal, &bytes[..bytes.len() / 2]).expect("it can be written");
    other.play("--jobs 2");
    assert_eq!(evidence(&other), evidence(&once));
}

#[test]
fn a_file_tells_what_was_asked_and_what_came_back() {
    let folder = cup(&["walker", "off-board"]);
    folder.play("");
    let text = &evidence(&folder)["off-board.illegal-move.toml"];
    // The version differs with every change to what decides a game.
    assert_data_eq!(text.replace(judge_bots::GAMES_VERSION, "VERSION"), file!["golden/evidence.toml"].raw());
}

#[test]
fn the_command_in_a_file_reproduces_it() {
    let folder = trap();
    folder.play("");
    let evidence: toml::Table = folder.read(TRAP).parse().expect("it is TOML");
    let command =
        evidence["command"].as_str().expect("it is text").strip_prefix("judge ").expect("it is ours");
    let ended = crate::support::run(&folder.path("results/cup/faults"), command);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_data_eq!(ended.stdout, str![[r#"
trap-in-take-turn in seat 1 of trap-in-take-turn walker, round 1: trap in take-turn, turn 1: integer divide by zero
  opening   none
  question  ........../........../........../........../........../........../........../........../........../.......... 5 4 3 3 2
  answer    none
  fuel      1000000 in this turn, 1000008 in the game
  memory    0 bytes more in this turn, 65536 in all
the same fault happened again

"#]].raw());
}

#[test]
fn a_log_moves_no_cursor() {
    let folder = cup(&["walker", "log-escapes"]);
    folder.play("");
    let (name, text) = evidence(&folder).pop_first().expect("it commits a fault");
    let printable = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
    assert!(text.contains("u{1b}[31mred") && printable(&text), "{text:?}");
    let shown = folder.judge(&format!("repro results/cup/faults/{name}")).stdout;
    assert!(shown.contains("\\u{1b}[31mred") && printable(&shown), "{shown:?}");
}

#[test]
fn the_whole_log_is_printed_and_its_end_is_in_the_file() {
    let changes =
        [("(i32.const 4000)", "(i32.const 2)"), ("(i32.const 10)", "(i32.const 25)"), ("16384", "5")];
    let flood = project_text("tests/guests/flood.wat");
    let talker = changes.iter().fold(flood, |text, (from, to)| text.replace(from, to));
    let folder = cup(&["walker"]).file("bots/talker.wasm", assemble(&talker));
    folder.play("");
    let (name, text) = evidence(&folder).pop_first().expect("it commits a fault");
    let evidence: toml::Table = text.parse().expect("it is TOML");
    assert_eq!(evidence["fault"]["log"].as_array().map(Vec::len), Some(20));
    let printed = folder.judge(&format!("repro results/cup/faults/{name}")).stdout;
    let lines = printed.lines().filter(|line| line.starts_with("  log ")).count();
    assert_eq!(lines, 25, "{printed}");
}

#[test]
fn another_fault_is_not_the_same() {
    let folder = trap();
    folder.play("");
    let text = folder.read(TRAP);
    let (before, game) = text.split_once("[game]").expect("it tells of the game");
    let folder = folder.file(TRAP, format!("{before}[game]{}", game.replace("fuel = ", "fuel = 1")));
    let ended = folder.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout.contains("not the same: game.fuel was 1"), "{}", ended.stdout);
    // The other contestant, in the other seat.
    let other = text
        .replace("seat = 0", "seat = 1")
        .replace("contestant = \"trap-in-take-turn\"", "contestant = \"walker\"");
    let folder = folder.file(TRAP, other);
    let ended = folder.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stdout.contains("walker has no fault now"), "{}", ended.stdout);
}

/// The ways to all values in a file of evidence.
fn ways(value: &toml::Value, way: &[String]) -> Vec<Vec<String>> {
    let below = |key: String, value: &toml::Value| ways(value, &[way, &[key]].concat());
    match value {
        toml::Value::Table(table) => {
            table.iter().flat_map(|(key, value)| below(key.clone(), value)).collect()
        }
        toml::Value::Array(list) if !list.is_empty() => {
            list.iter().enumerate().flat_map(|(index, value)| below(index.to_string(), value)).collect()
        }
        _ => vec![way.to_vec()],
    }
}

/// The file of evidence with another value at this way.
fn forged(evidence: &str, way: &[String]) -> String {
    let mut evidence: toml::Value = toml::from_str(evidence).expect("it is TOML");
    let value = way.iter().fold(&mut evidence, |value, key| match key.parse::<usize>() {
        Ok(index) => &mut value[index],
        Err(_) => &mut value[key.as_str()],
    });
    *value = match value {
        toml::Value::String(_) if way.ends_with(&["kind".to_owned()]) => "exit".into(),
        toml::Value::String(text) => format!("{text}0").into(),
        toml::Value::Integer(number) => (*number + 1).into(),
        other => panic!("no evidence has {other}"),
    };
    toml::to_string(&evidence).expect("it is TOML")
}

#[test]
fn whatever_a_file_tells_is_confirmed() {
    let folder = cup(&["walker", "log-escapes", "off-board"]);
    folder.play("");
    for (name, text) in evidence(&folder) {
        let path = format!("results/cup/faults/{name}");
        let all = ways(&toml::from_str(&text).expect("it is TOML"), &[]);
        assert!(all.len() > 20, "{all:?}");
        for way in all.iter().filter(|way| way.last().is_none_or(|key| key != "log")) {
            fs::write(folder.path(&path), forged(&text, way)).expect("it can be written");
            let ended = folder.judge(&format!("repro {path}"));
            assert!(!ended.stderr.contains("it is not evidence"), "{way:?}: {}", ended.stderr);
            // With more contestants than there are, the number of the game is not known.
            if way.join(".") == "tournament.contestants" {
                assert!(ended.stdout.contains("\nnot confirmed: the game's number: "), "{}", ended.stdout);
                assert_eq!(ended.code, Some(3), "{}", ended.stdout);
            }
            assert_ne!(ended.code, Some(0), "{name}: {way:?} is not confirmed: {}", ended.stdout);
        }
        fs::write(folder.path(&path), text).expect("it can be written");
        assert_eq!(folder.judge(&format!("repro {path}")).code, Some(0), "as it was");
    }
}

#[test]
fn a_round_that_the_tournament_does_not_have_is_seen_though_its_seed_is_right() {
    // In a tournament of two rounds both have faults; in one of one round the second is none of its games.
    let two = trap().file("cup.toml", CUP.replace("rounds = 1", "rounds = 2"));
    two.play("");
    let text = two.read(TRAP);
    let folder = trap();
    folder.play("");
    let hash = |folder: &Folder| sha256(folder.read("cup.toml").as_bytes());
    let games = two.read("results/cup/games.csv");
    let seed = games.lines().nth(3).and_then(|game| game.split(',').nth(3)).expect("there is a third game");
    let (first, rest) = text.split_once("seed = \"").expect("it has a seed");
    let (_, rest) = rest.split_once('"').expect("it ends");
    let forged = format!("{first}seed = \"{seed}\"{rest}").replace(&hash(&two), &hash(&folder));
    let forged = forged.replace("round = 1\n", "round = 2\n").replace("number = 1\n", "number = 3\n");
    let folder = folder.file(TRAP, forged);
    let ended = folder.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stderr.contains("this game is not in the tournament"), "{}", ended.stderr);
}

#[test]
fn where_results_decide_who_meets_whom_that_is_not_confirmed() {
    let folder = trap().file("cup.toml", CUP.replace("rounds = 1", "rounds = 1\nformat = \"swiss\""));
    folder.play("");
    let ended = folder.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    assert!(
        ended.stdout.contains("\nnot confirmed: that these contestants met in this round"),
        "{}",
        ended.stdout
    );
    assert!(ended.stdout.ends_with("\nthe same fault happened again\n"), "{}", ended.stdout);
}

#[test]
fn files_that_are_left_out_do_not_count() {
    let folder = trap().file("cup.toml", format!("bad_files = \"leave-out\"\n{CUP}"));
    let folder = folder.file("bots/aaa.wasm", "no bot");
    folder.play("");
    let ended = folder.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert!(!ended.stdout.contains("not confirmed"), "{}", ended.stdout);
    // A third who might have played would make it another schedule.
    let text = folder.read(TRAP).replace("contestants = 2", "contestants = 3");
    let ended = folder.file(TRAP, text).judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(3), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_fault_outside_the_tournament_proves_nothing() {
    let folder = trap();
    folder.play("");
    let text = folder.read(TRAP);
    let forged = |from: &str, to: &str| {
        assert!(text.contains(from), "it has no {from}");
        text.replace(from, to)
    };
    for forged in [
        forged("\nround = 1\n", "\nround = 2\n"),
        forged("\nseed = \"0x", "\nseed = \"0x0"),
        forged("contestant = \"trap-in-take-turn\"", "contestant = \"walker\""),
        forged("seat = 0", "seat = 1"),
        forged("seat = 0", "seat = 2"),
        forged("order = 0", "order = 2"),
    ] {
        let folder = trap().file(TRAP, forged.clone());
        let ended = folder.judge(&format!("repro {TRAP}"));
        assert_eq!(ended.code, Some(2), "{forged}: {}", ended.stdout);
        assert!(ended.stderr.contains("this game is not in the tournament"), "{}", ended.stderr);
    }
}

#[test]
fn results_and_tournament_may_be_moved_together() {
    let folder = trap();
    folder.play("");
    let home = Folder::new();
    for part in ["cup.toml", "bots", "results"] {
        fs::rename(folder.path(part), home.path(part)).expect("it can be moved");
    }
    assert_eq!(home.judge(&format!("repro {TRAP}")).code, Some(0));
    fs::rename(home.path("cup.toml"), home.path("bots/cup.toml")).expect("it can be moved");
    let ended = home.judge(&format!("repro {TRAP}"));
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.contains("the tournament's file is not there; name it with --tournament"),
        "{}",
        ended.stderr
    );
}

#[test]
fn another_tournament_or_bot_is_told() {
    let folder = trap();
    folder.play("");
    let told = |folder: &Folder| {
        let ended = folder.judge(&format!("repro {TRAP}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stdout);
        ended.stderr
    };
    let folder = folder.file("cup.toml", CUP.replace("seed = 7", "seed = 8"));
    assert!(told(&folder).contains("the tournament's file has changed since the evidence was written"));
    let folder = folder.file("cup.toml", CUP).file("bots/walker.wasm", guest("off-board"));
    assert!(told(&folder).contains("walker.wasm: this bot has changed since the evidence was written"));
    fs::remove_file(folder.path("bots/walker.wasm")).expect("it is there");
    let folder = folder.file("bots/another.wasm", guest("walker"));
    assert!(told(&folder).contains("contestant \"walker\" is no longer there"));
    let folder = folder.file(TRAP, "command = 1\n");
    assert!(told(&folder).contains("it is not evidence"));
}

#[test]
fn evidence_of_an_earlier_run_goes_and_other_files_stay() {
    let folder = trap();
    folder.play("");
    let folder = folder
        .file("results/cup/faults/notes.txt", "mine")
        .file("bots/trap-in-take-turn.wasm", guest("walker"));
    folder.play("");
    assert_eq!(evidence(&folder).into_keys().collect::<Vec<_>>(), ["notes.txt"]);
    fs::remove_file(folder.path("results/cup/faults/notes.txt")).expect("it is there");
    folder.play("");
    assert!(!folder.path("results/cup/faults").exists());
}

/// At tables of three the order at the table is drawn, too, and follows from the files.
#[test]
fn a_fault_at_a_table_of_three_is_committed_again() {
    for seed in 6..10 {
        let cup = format!(
            "game = \"stones\"\nseed = {seed}\nseats = 3\nrounds = 1\nfaults = \"forfeit\"\nexamples = [\"aggressive\", \"random\", \"wolf\"]\n[limits]\nfuel_per_turn = \"1K\"\n"
        );
        let folder = Folder::new().file("cup.toml", cup);
        folder.succeeds("run cup.toml --quiet");
        folder.succeeds("repro results/cup/faults/wolf.out-of-fuel.toml");
    }
}
