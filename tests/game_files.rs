//! Games that are files: the ready ones are played, checked and looked at as the judge's own are.

mod broken;
mod contracts;
#[allow(dead_code, reason = "the fuzz targets use more of it")]
pub(crate) mod made;
mod named;
mod sandbox;
mod saved;
mod seats;
mod written;
mod zoo;

use std::fmt::Write;
use std::fs;

use crate::support::{Folder, assemble, project_bytes};

/// Connect Four with its bots, in a folder.
fn connect_four(more: &str) -> Folder {
    let bot = |name: &str| project_bytes(&format!("contestants/connect-four/{name}.wasm"));
    Folder::new()
        .file("game.wasm", project_bytes("tournaments/games/connect-four.wasm"))
        .file("bots/minimax.wasm", bot("minimax"))
        .file("bots/random.wasm", bot("random"))
        .file(
            "cup.toml",
            format!("game = \"game.wasm\"\nseed = 7\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n{more}"),
        )
}

#[test]
fn a_tournament_of_a_file_comes_to_the_same_on_one_thread_and_two_and_is_verified() {
    let folder = connect_four("");
    for jobs in ["1", "2"] {
        let ended = folder.judge(&format!("run cup.toml --quiet --jobs {jobs} --out jobs-{jobs}"));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    }
    for file in ["results.csv", "games.csv", "pairs.csv", "seats.csv", "manifest.toml"] {
        let read =
            |jobs: &str| fs::read(folder.path(&format!("jobs-{jobs}/{file}"))).expect("it was written");
        assert_eq!(read("1"), read("2"), "{file}");
    }
    let results = fs::read_to_string(folder.path("jobs-1/results.csv")).expect("it was written");
    let first = results.lines().nth(1).expect("somebody is first");
    assert!(first.starts_with("1,minimax,Minimax,8,4,4,"), "{first}");
    let ended = folder.judge("verify jobs-1 --quiet");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let ended = folder.judge("replay jobs-1 1 --print");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.contains("four in a row"), "{}", ended.stdout);
}

/// The game decides games, so another file of the same name is another tournament.
#[test]
fn another_file_of_a_game_is_told() {
    let folder = connect_four("");
    assert_eq!(folder.judge("run cup.toml --quiet").code, Some(0));
    let mut changed = project_bytes("tournaments/games/connect-four.wasm");
    // A custom section, which changes nothing but the bytes.
    changed.extend(b"\0\x03\x01xy");
    fs::write(folder.path("game.wasm"), changed).expect("it can be written");
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(1), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("the game's file differs: "), "{}", ended.stdout);
}

#[test]
fn what_is_wrong_with_a_games_file_is_told_with_file_and_line() {
    let told = |folder: Folder| {
        let ended = folder.judge("run cup.toml --quiet");
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        ended.stderr
    };
    let missing =
        Folder::new().file("cup.toml", "game = \"none.wasm\"\nseed = 1\ncontestants = [\"x.wasm\"]\n");
    let text = told(missing);
    assert!(text.contains("cup.toml:1: game \"none.wasm\": no such file; build the game"), "{text}");
    let bot = connect_four("").file("game.wasm", project_bytes("contestants/connect-four/random.wasm"));
    let text = told(bot);
    assert!(
        text.contains("it does not export the interface judge:game/rules@1.0.0 as a game must; it exports "),
        "{text}"
    );
    let text = told(connect_four("[rules]\ncolumms = 7\n"));
    assert!(text.contains("cup.toml:6: [rules]: unknown key \"columms\""), "{text}");
    let text = told(connect_four("[rules]\ncolumns = 70\n"));
    assert!(text.contains("cup.toml:6: [rules] columns = 70: write a number from"), "{text}");
}

/// A game whose functions all have this body.
fn hostile(body: &str) -> Vec<u8> {
    hostile_with("", body)
}

/// The same, with more in the module.
fn hostile_with(more: &str, body: &str) -> Vec<u8> {
    let functions = [
        ("info", ""),
        ("contract", ""),
        ("set-up", "i32 i32"),
        ("start", "i32 i32 i64"),
        ("play", "i32 i32 i32 i32"),
        ("legal", "i32 i32"),
        ("remove", "i32 i32 i32"),
        ("begin", "i32 i32 i32 i64"),
        ("question", "i32 i32 i32"),
        ("answer", "i32 i32 i32 i32 i32"),
        ("scene", "i32 i32 i32 i32"),
        ("marks", "i32 i32 i32 i32 i32 i32 i32 i32"),
        ("secret", "i32 i32 i32 i32"),
        ("draft", "i32 i32 i32 i32"),
        ("hulls", "i32 i32 i32 i32"),
        ("trials", "i32 i32"),
    ];
    let function = |(name, params): &(&str, &str)| {
        format!("(func (export \"judge:game/rules@1.0.0#{name}\") (param {params}) (result i32) {body})")
    };
    let functions: String = functions.iter().map(function).collect();
    let room = "(func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))";
    assemble(&format!("(module {more} (memory (export \"memory\") 1) {room} {functions})"))
}

/// That is the organiser's mistake, and nobody's fault.
#[test]
fn a_game_that_breaks_its_promises_ends_in_one_line_that_names_it() {
    for (body, told) in [
        ("unreachable", "the game is broken: trap: "),
        ("(loop $for_ever (br $for_ever)) unreachable", "the game is broken: out-of-fuel: "),
        ("(i32.const 65532)", "the game is broken: bad-reply: "),
        ("(i32.const 0)", "the game is broken: info: the name \"\" is no name of a game"),
    ] {
        let ended = connect_four("").file("game.wasm", hostile(body)).judge("run cup.toml --quiet");
        assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{body}: {}", ended.stderr);
        let start = format!("error: cup.toml:1: game \"game.wasm\": {told}");
        assert!(ended.stderr.starts_with(&start), "{body}: {}", ended.stderr);
    }
}

/// A game in Rust that panics says where, as a bot does.
#[test]
fn what_a_game_wrote_before_it_trapped_is_told() {
    let text = "panicked at src/lib.rs:7:5:\nthe heap is empty";
    let text_in_wat = text.replace('\n', "\\0a");
    let body = format!("(call $log (i32.const 512) (i32.const {})) unreachable", text.len());
    let import = r#"(import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))"#;
    let game = hostile_with(&format!("{import} (data (i32.const 512) \"{text_in_wat}\")"), &body);
    let ended = connect_four("").file("game.wasm", game).judge("run cup.toml --quiet");
    let told = "the game is broken: trap: exception: the heap is empty (src/lib.rs:7:5)\n";
    assert!(ended.stderr.ends_with(told), "{}", ended.stderr);
}

/// A sound game breaks its promise where it may use less than it needs.
#[test]
fn a_broken_game_leaves_evidence_that_is_played_again() {
    let folder = connect_four("[limits]\ngame_fuel = \"70k\"\n");
    let ended = folder.judge("run cup.toml --quiet --out results");
    assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
    let broken = "error: results: the game is broken, and no bot is to blame: connect-four: start: out-of-fuel: a call took";
    assert!(ended.stderr.starts_with(broken), "{}", ended.stderr);
    let repro = "judge repro results/faults/game.broken.toml";
    assert!(ended.stderr.contains(repro), "{}", ended.stderr);
    let again = folder.judge("repro results/faults/game.broken.toml --quiet");
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""), "{}", again.stdout);
    assert!(again.stdout.ends_with("the same broken promise happened again\n"), "{}", again.stdout);

    let evidence =
        fs::read_to_string(folder.path("results/faults/game.broken.toml")).expect("it was written");
    let forged = folder.file("results/faults/game.broken.toml", evidence.replace("turns = ", "turns = 1"));
    let again = forged.judge("repro results/faults/game.broken.toml --quiet");
    assert_eq!(again.code, Some(1), "{}", again.stdout);
    assert!(again.stdout.contains("not the same: broken.turns was 1"), "{}", again.stdout);
    fs::write(forged.path("game.wasm"), project_bytes("tournaments/games/tron.wasm"))
        .expect("it can be written");
    let again = forged.judge("repro results/faults/game.broken.toml --quiet");
    assert_eq!(again.code, Some(2), "{}", again.stdout);
}

#[test]
fn the_limits_of_a_game_are_for_games_that_are_files() {
    let told = |folder: Folder| folder.judge("run cup.toml --quiet").stderr;
    let text = told(connect_four("[limits]\ngame_memory = \"64 KiB\"\n"));
    assert!(
        text.contains("the limit is 1; let it start with less, or raise game_memory in [limits]"),
        "{text}"
    );
    let text = told(connect_four("[limits]\ngame_fuel = 0\n"));
    assert!(text.contains("cup.toml:6: [limits] game_fuel: write a number of units of fuel"), "{text}");
    let othello = Folder::new().file(
        "cup.toml",
        "game = \"othello\"\nseed = 1\nexamples = [\"greedy\", \"random\"]\n[limits]\ngame_fuel = \"2G\"\n",
    );
    let text = told(othello);
    assert!(text.contains("cup.toml:5: [limits] game_fuel is for a game that is a file"), "{text}");
}

#[test]
fn a_file_says_its_rules_and_its_contract() {
    let folder = connect_four("");
    let rules = folder.judge("games game.wasm");
    assert!(rules.stdout.starts_with("connect-four (for 2 players)\n\n"), "{}", rules.stdout);
    assert!(rules.stdout.contains("game = \"game.wasm\"\n"), "{}", rules.stdout);
    let contract = folder.judge("wit game.wasm");
    assert!(contract.stdout.starts_with("package judge:arena@1.0.0;\n"), "{}", contract.stdout);
    assert!(contract.stdout.contains("export connect-four;"), "{}", contract.stdout);
    let json = folder.judge("wit game.wasm --json");
    assert!(json.stdout.contains("\"judge:arena/connect-four@1.0.0\""), "{}", json.stdout);
}

/// Those of the project: a board, simultaneous moves on a map from the seed, and hidden cards.
#[test]
fn the_ready_games_play_their_tournaments_without_a_fault() {
    for (game, best) in [("connect-four", "minimax"), ("tron", "space"), ("kuhn-poker", "bluffer")] {
        let folder = Folder::new();
        let file = crate::support::root().join(format!("tournaments/games/{game}.toml"));
        let ended = folder.judge(&format!("run {} --quiet --out results", file.display()));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{game}");
        let results = fs::read_to_string(folder.path("results/results.csv")).expect("it was written");
        let first = results.lines().nth(1).expect("somebody is first");
        assert!(first.starts_with(&format!("1,{best},")), "{first}");
        assert!(!results.contains("disqualified"), "{results}");
    }
}

#[test]
fn a_game_is_checked_as_a_bot_is() {
    let folder = Folder::new().file("tron.wasm", project_bytes("tournaments/games/tron.wasm"));
    let ended = folder.judge("check tron.wasm --set size=7 --quiet");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{}", ended.stdout);
    for part in ["game      tron, for 2 to 4 seats\n", "\n  question ", "\nno broken promise found\n"] {
        assert!(ended.stdout.contains(part), "{part:?}: {}", ended.stdout);
    }
    let ended = folder.judge("check tron.wasm --set size=70");
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stderr.contains("--set: tron: size = 70: write a number from 7 to 31"), "{}", ended.stderr);
    let ended = folder.judge("check tron.wasm --only 3");
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stderr.contains("--only: tron.wasm is a game, and this is for bots"), "{}", ended.stderr);
}

/// The author of a bot names the game's file where the name of a game stands.
#[test]
fn bots_for_a_file_are_checked_compared_and_profiled() {
    let folder = connect_four("");
    let ended = folder.judge("check bots/random.wasm --game game.wasm --set columns=4 --set rows=4 --quiet");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("game      connect-four; it calls itself \"Random\""), "{}", ended.stdout);
    let ended =
        folder.judge("compare bots/minimax.wasm bots/random.wasm --game game.wasm --rounds 4 --quiet");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.contains("minimax"), "{}", ended.stdout);
    let ended = folder.judge("profile bots/random.wasm --game game.wasm");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.contains("drop"), "{}", ended.stdout);
    let ended = folder.judge("check bots/random.wasm");
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    let told = "it is for connect-four, which is not one of the judge's own games; name the file of that game, as in --game connect-four.wasm";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    let ended = folder.judge("compare bots/minimax.wasm bots/random.wasm --game game.wasm --set columns=70");
    assert!(
        ended.stderr.contains("--set: connect-four: columns = 70: write a number from"),
        "{}",
        ended.stderr
    );
}

#[test]
fn the_seed_of_a_tournament_of_a_file_can_follow_from_a_beacon() {
    let folder = connect_four("");
    let toml = fs::read_to_string(folder.path("cup.toml")).expect("it is there");
    fs::write(folder.path("cup.toml"), toml.replace("seed = 7\n", "")).expect("it can be written");
    for arguments in [["--announce", "Lotto {}"], ["--beacon", "7"]] {
        let ended = folder.judge_args(&[&["seed", "cup.toml"], &arguments[..]].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    }
    assert_eq!(folder.judge("run cup.toml --quiet").code, Some(0));
}

#[test]
fn a_report_carries_the_game_and_says_why_if_it_cannot() {
    let folder = connect_four("publish = true\n");
    assert_eq!(folder.judge("run cup.toml --quiet --out results").code, Some(0));
    let report = |told: &str| {
        let ended = folder.judge("report results --quiet");
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
        fs::read_to_string(folder.path("results/report.html")).unwrap_or_default()
    };
    let page = report("");
    assert!(page.contains("\"gameFile\":{\"file\":\"") && page.contains("<h2>Rules</h2>"));
    assert!(!page.contains("No game can be played on this page"));
    // Another game of the same rules.
    let mut changed = project_bytes("tournaments/games/connect-four.wasm");
    changed.extend(b"\0\x03\x01xy");
    fs::write(folder.path("game.wasm"), changed).expect("it can be written");
    report("error: game.wasm: it is not the game that was played; put its file back");
    fs::remove_file(folder.path("cup.toml")).expect("it is there");
    let page = report("");
    assert!(page.contains("No game can be played on this page: the game is a file, and that was not there"));
    assert!(page.contains("\"gameFile\":null"), "tables and plots are there");
}

#[test]
fn a_game_that_reads_lines_is_the_same_game_and_no_page_plays_it() {
    let bot = made::bot("duel", &[made::NAME, made::NEW_GAME, made::TAKE]);
    let cup = "game = \"game.wasm\"\nseed = 7\nrounds = 1\npublish = true\ncontestants = [\"bots/*.wasm\"]\n";
    let played = |game: Vec<u8>| {
        let folder = Folder::new().file("game.wasm", game).file("cup.toml", cup);
        let folder = folder.file("bots/one.wasm", &bot).file("bots/two.wasm", &bot);
        folder.succeeds("run cup.toml --quiet --out results");
        folder.succeeds("verify results --quiet");
        folder
    };
    let (folder, by_functions) = (played(made::by_lines()), played(made::Made::new().wasm()));
    for file in ["results.csv", "games.csv", "seats.csv"] {
        assert_eq!(
            folder.read(&format!("results/{file}")),
            by_functions.read(&format!("results/{file}")),
            "{file}"
        );
    }
    let checked = folder.succeeds("check game.wasm --quiet");
    assert!(checked.stdout.contains("no broken promise found"), "{}", checked.stdout);
    let ended = folder.judge("report results --quiet");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let page = folder.read("results/report.html");
    assert!(
        page.contains("No game can be played on this page: the game reads lines, and no browser plays it")
    );
    assert!(page.contains("<h2>Rules</h2>") && page.contains("\"gameFile\":null"));
}

/// Its author runs it before it is built.
#[cfg(unix)]
#[test]
fn a_game_is_played_and_checked_as_a_command() {
    let mut cases = String::new();
    for (question, answer) in made::answers_by_lines() {
        writeln!(cases, "'{question}'*) printf '%s\\n' '{}';;", answer.trim()).expect("a text takes it");
    }
    let script = format!("while read -r line; do case \"$line\" in\n{cases}*) exit 3;; esac; done\n");
    let bot = "while read -r line; do case \"$line\" in *'\"ask\"'*) echo 1;; esac; done\n";
    let folder = Folder::new().file("game.sh", script).file("bot.sh", bot);
    let told = "sh game.sh runs on this machine as it is, with no sandbox and no limit of fuel\n";
    let ended = folder.judge_args(&["play", "sh game.sh", "sh bot.sh", "cmd:sh bot.sh", "--seed", "1"]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(
        ended.stderr.starts_with(told) && ended.stdout.contains(" wins.\n"),
        "{}{}",
        ended.stderr,
        ended.stdout
    );
    let checked = folder.judge_args(&["check", "sh game.sh", "--quiet"]);
    assert!(
        checked.code == Some(0) && checked.stdout.contains("no broken promise found"),
        "{}",
        checked.stdout
    );
    let wit = folder.judge_args(&["wit", "sh game.sh"]);
    assert!(wit.stdout.contains("interface duel"), "{}", wit.stdout);
    // What is no game may be a bot; no tournament starts either.
    let bot = folder.judge_args(&["check", "sh bot.sh"]);
    let told = "a command says nothing of its game; name the game with --game. If it is a game itself: ";
    assert!(bot.stderr.contains(told), "{}", bot.stderr);
    let cup = "game = \"sh game.sh\"\ncontestants = [\"*.wasm\"]\n";
    let told = folder.file("cup.toml", cup).judge("run cup.toml").stderr;
    assert!(told.starts_with("error: cup.toml:1: "), "{told}");
    // What lies on the disk is data, and who writes a bot gets a file.
    let folder = Folder::new().file("cmd:sh game.sh", "").file("x.wasm", "#!/bin/sh\ntouch started\n");
    for word in ["cmd:sh game.sh", "x.wasm", "./x.wasm"] {
        for arguments in
            [&["games", word][..], &["wit", word], &["check", word], &["play", word, "greedy", "greedy"]]
        {
            let ended = folder.judge_args(arguments);
            assert!(
                ended.code == Some(2) && !ended.stderr.contains("runs on this machine"),
                "{}",
                ended.stderr
            );
        }
    }
    assert!(!folder.path("started").exists());
    let told = folder.judge_args(&["new", "sh game.sh", "mine", "--lang", "c"]).stderr;
    assert!(told.contains("a command is handed out to nobody"), "{told}");
}

/// As with the judge's own games, a run goes on where it was, and parts give the whole.
#[test]
fn a_run_of_a_file_that_was_killed_goes_on_and_its_parts_are_merged() {
    let long = || {
        let cup = "game = \"game.wasm\"\nseed = 7\nrounds = 40\ncontestants = [\"bots/*.wasm\"]\n";
        connect_four("").file("cup.toml", cup)
    };
    let whole = long();
    whole.succeeds("run cup.toml --quiet");
    let folder = long();
    let journal = folder.path("results/cup/shard-1-of-2/journal");
    let lines = || fs::read_to_string(&journal).unwrap_or_default().matches('\n').count();
    let mut judge = folder.start("run cup.toml --shard 1/2 --jobs 1");
    while lines() < 5 && judge.try_wait().expect("it can be asked").is_none() {
        crate::support::pause();
    }
    judge.kill().expect("it can be killed");
    judge.wait().expect("it was a child");
    folder.succeeds("run cup.toml --shard 2/2 --quiet");
    let resumed = folder.succeeds("run cup.toml --shard 1/2");
    assert!(resumed.stderr.contains("shard-1-of-2/journal: resuming: "), "{}", resumed.stderr);
    assert_eq!(lines(), 40, "every game of the part is there once");
    folder.succeeds("merge cup.toml --quiet");
    for file in ["results.csv", "games.csv", "pairs.csv", "seats.csv", "manifest.toml"] {
        let read =
            |folder: &Folder| fs::read(folder.path(&format!("results/cup/{file}"))).expect("it was written");
        assert!(read(&folder) == read(&whole), "{file}");
    }
}
