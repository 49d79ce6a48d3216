//! Bots that read and write lines: in tournaments as WebAssembly, and on this machine as they are.

pub(crate) mod sandbox;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use judge_bots::FileKind;
use judge_play::player::lines::{examples, parameters};
use judge_play::{GAMES, Rules, contract};
use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::guests::cup;
use crate::support::{Folder, assemble, bot, guest, has_programs, line_walker, project_text, rows};

/// The program of `docs/lines.md` in this language.
fn program(language: &str) -> String {
    program_in("docs/lines.md", language)
}

fn program_in(page: &str, language: &str) -> String {
    let text = project_text(page);
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap_or_else(|| panic!("{language}"));
    rest.split_once("```").expect("it ends").0.to_owned()
}

/// The line walker with other code in place of what it does to answer a turn.
fn walker(turn: &str) -> Vec<u8> {
    assemble(&line_walker(turn))
}

#[test]
fn a_program_that_reads_lines_plays_beside_bots_whose_functions_are_called() {
    let played = cup().guests(&["line-walker", "walker"]).bots(&["stupid"]).play("");
    assert!(rows(&played.games).iter().all(|game| game["reason"] == "rules"), "{}", played.games);
    let line = played.line("line-walker");
    assert_eq!((line["status"].as_str(), line["name"].as_str()), ("ranked", "Line Walker"));
    assert!(played.stdout.contains("Line Walker"), "{}", played.stdout);
}

#[test]
fn the_same_program_plays_every_game() {
    for game in GAMES.iter().map(|game| game.name).filter(|game| *game != "battleship") {
        let text = format!("game = \"{game}\"\nseed = 7\nrounds = 3\ncontestants = [\"bots/*.wasm\"]\n");
        let folder = Folder::new().file("cup.toml", text).guests(&["line-walker"]);
        let folder = folder.file("bots/twin.wasm", walker(""));
        let played = folder.play("--jobs 2");
        assert!(rows(&played.results).iter().all(|line| line["faults"] == "0"), "{game}: {}", played.results);
    }
}

#[test]
fn it_comes_to_the_same_bytes_on_any_threads_and_when_it_is_verified() {
    let text = "game = \"battleship\"\nseed = 7\nrounds = 40\ncontestants = [\"bots/*.wasm\"]\n";
    let cup = Folder::new().file("cup.toml", text).guests(&["line-walker", "walker"]).bots(&["tidy"]);
    cup.play("--jobs 1");
    let results = cup.results_in("results/cup");
    cup.succeeds("verify results/cup");
    cup.play("--jobs 2 --fresh");
    cup.assert_results(&results);
}

/// A program that breaks the protocol is disqualified for this reason, and the evidence shows it again.
#[track_caller]
fn breaks(name: &str, turn: &str, reason: Inline) {
    let without = cup().guests(&["walker"]).file("bots/runner.wasm", guest("walker"));
    let alone = without.play("");
    let together = without.file(&format!("bots/{name}.wasm"), walker(turn));
    let played = together.play("");
    assert_eq!(played.games_without(name), alone.games_without(name));
    let line = played.line(name);
    assert_eq!(line["status"], "disqualified");
    assert_data_eq!(line["reason"].as_str(), reason.raw());
    let evidence = fs::read_dir(together.path("results/cup/faults")).expect("there is evidence");
    let evidence = evidence.map(|file| file.expect("it can be read").path());
    let evidence: Vec<PathBuf> = evidence
        .filter(|file| file.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name)))
        .collect();
    let repeated = together.judge_args(&["repro", &evidence[0].to_string_lossy()]);
    assert_eq!(repeated.code, Some(0), "{}{}", repeated.stdout, repeated.stderr);
}

/// All other ways are in `sandbox`, with their words.
#[test]
fn who_breaks_the_protocol_commits_a_fault_with_evidence() {
    breaks(
        "silent",
        "(return)",
        str![
            "game 1: bad-reply in take-turn, turn 1: it waits for the next line and has not answered; print an answer, and flush the output after it"
        ],
    );
    breaks(
        "noisy",
        "(call $print (i32.const 128) (i32.const 9))",
        str![[
            r#"game 1: bad-reply in take-turn, turn 1: it answered "debug: 3": "debug: 3" is no square; write x,y, as in 3,0; print an action of the game, as in judge play, and notes to standard error"#
        ]],
    );
    breaks(
        "late",
        "(drop (call $clock (i32.const 1) (i64.const 0) (i32.const 8))) (loop $forever (br $forever))",
        str![
            "game 1: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 100,000,000 units, which are 0.10 s on the clock that it asked; let it stop before, or raise fuel_per_turn in [limits]"
        ],
    );
}

#[test]
fn a_check_says_when_a_bot_is_worse_than_chance_and_how_a_program_in_c_crashes() {
    let text = project_text("tests/guests/line-walker.wat").replace("debug: 3\\n", "0,0\\n");
    let shot = "(call $print (i32.const 128) (i32.const 4)) (return)";
    let folder = Folder::new().file("zero.wasm", assemble(&text.replace(";; here", shot)));
    let told = folder.judge("check zero.wasm --game battleship --quiet").stdout;
    assert!(told.contains("\nwarning: worse than chance: it lost all of 10 games against stupid,"), "{told}");
    let good = Folder::new().file("first.wasm", walker(""));
    let told = good.judge("check first.wasm --game gobblet --quiet").stdout;
    assert!(!told.contains("worse than chance"), "{told}");
    let crash = Folder::new().file("crash.wasm", walker("unreachable"));
    let told = crash.judge("check crash.wasm --game gobblet --set size=3 --quiet").stdout;
    assert!(
        told.contains("a null pointer is; to see the line, compile for your machine with cc -g"),
        "{told}"
    );
}

#[test]
fn a_check_says_what_a_program_in_c_does_not_notice() {
    let told = |turn: &str, function: &str| {
        let wasm = line_walker(turn)
            .replace("(func (export \"_start\")", &format!("{function} (func (export \"_start\")"));
        let folder = Folder::new().file("sailor.wasm", assemble(&wasm));
        folder.judge("check sailor.wasm --game gobblet --set size=3 --quiet").stdout
    };
    let grows = "(drop (memory.grow (i32.const 20000)))";
    let refused = "\nwarning: it was refused memory beyond the limit of 67,108,864 bytes in ";
    assert!(told(grows, "").contains(refused));
    let crash = told(&format!("{grows} (drop (i32.load (i32.const -4)))"), "");
    assert!(crash.contains(refused) && crash.contains("fault: trap in play"), "{crash}");
    assert!(crash.contains("\n  line      {\"ask\":\"play\",\"board\":"), "{crash}");
    let ends = told("(if (i32.eq (memory.grow (i32.const 20000)) (i32.const -1)) (then unreachable))", "");
    assert!(ends.contains("fault: out-of-memory") && !ends.contains(refused), "{ends}");
    // As clang calls it, with the stream in a variable or in the memory.
    let fgets = "(func $fgets (param i32 i32 i32) (result i32) (i32.const 0))";
    let gets = |room: u32, stream: &str| {
        let call = format!("(drop (call $fgets (i32.const 4096) (i32.const {room}) {stream}))");
        told("", &format!("{fgets} (func $read (local $stream i32) {call})"))
    };
    let cut =
        "\nwarning: fgets reads no more of a line than its buffer of 90 bytes has room for, and a line had ";
    assert!(gets(90, "(local.get $stream)").contains(cut));
    assert!(gets(90, "(local.tee $stream (i32.load (i32.const 0)))").contains(cut));
    assert!(!gets(65_536, "(local.get $stream)").contains("fgets"));
}

#[test]
fn a_tournament_can_leave_the_legal_actions_out() {
    let with = |most: u32| {
        let folder = cup().guests(&["line-walker", "walker"]);
        let text = format!("{}legal_actions = {most}\n", folder.read("cup.toml"));
        folder.file("cup.toml", text)
    };
    // Of a board of 100 squares. Without them the walker looks for some beyond its memory.
    for most in [0, 99] {
        let folder = with(most);
        let line = folder.play("").line("line-walker");
        assert!(line["reason"].contains("turn 1: out of bounds memory access"), "{}", line["reason"]);
        assert!(folder.read("results/cup/manifest.toml").contains(&format!("\nlegal_actions = {most}\n")));
        folder.succeeds("verify results/cup");
    }
    assert_eq!(with(100).play("").line("line-walker")["faults"], "0");
}

#[test]
fn a_program_that_ends_or_prints_too_early_is_refused_when_it_is_admitted() {
    let main = "(func (export \"_start\")";
    let text = project_text("tests/guests/line-walker.wat");
    let refused = |code: &str| {
        let bot = assemble(&text.replace(main, &format!("{main} {code}")));
        let ended = cup().guests(&["walker"]).file("bots/early.wasm", bot).judge("run cup.toml");
        assert_eq!(ended.code, Some(2));
        ended.stderr
    };
    let begins = "error: cup.toml:5: contestant \"early\": bots/early.wasm: started and asked for its name, ";
    assert_eq!(refused("(return)"), format!("{begins}it exited with status 0\n"));
    assert_eq!(
        refused("(call $print (i32.const 128) (i32.const 9))"),
        format!("{begins}it printed \"debug: 3\" before it was asked; print notes to standard error\n")
    );
}

#[test]
fn the_log_of_a_program_is_its_standard_error() {
    let note = "(call $write (i32.const 2) (i32.const 128) (i32.const 9))";
    let folder = cup().file("bots/chatty.wasm", walker(note)).bots(&["tidy"]);
    folder.play("");
    let replay = folder.succeeds("replay results/cup 1 --json");
    assert!(replay.stdout.contains("debug: 3"), "{}", replay.stdout);
}

#[test]
fn check_compare_and_a_report_take_such_a_file_as_any_other() {
    let folder = cup().guests(&["line-walker"]).bots(&["tidy"]);
    let checked = folder.succeeds("check bots/line-walker.wasm --game battleship");
    assert!(checked.stdout.contains("it calls itself \"Line Walker\""), "{}", checked.stdout);
    let ended = folder.judge("check bots/line-walker.wasm");
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: bots/line-walker.wasm: a program that reads lines says nothing of its game; name the game with --game. If it is a game itself: [..]

"#]]
    );
    folder.succeeds("compare bots/line-walker.wasm bots/tidy.wasm --game battleship --rounds 20");
    let text = cup().read("cup.toml").replace("seed", "publish = true\nseed");
    let folder = folder.file("cup.toml", text);
    folder.play("");
    let report = folder.succeeds("report results/cup");
    assert_eq!(report.stderr, "", "a page plays it, too");
}

#[test]
fn a_program_of_this_machine_is_no_contestant() {
    let folder = cup().file("bots/sailor.py", program("python")).file(
        "python.toml",
        "game = \"battleship\"\nseed = 1\nrounds = 1\ncontestants = [\"python3 bots/sailor.py\"]\n",
    );
    let ended = folder.judge("run python.toml");
    assert_eq!(ended.code, Some(2));
    let told = "error: python.toml:4: \"python3 bots/sailor.py\" is a command, and a tournament takes .wasm files; build one of the program, as docs/lines.md says\n";
    assert_eq!(ended.stderr, told);
}

#[test]
fn judge_wit_prints_the_lines_of_each_game() {
    let printed = Folder::new().succeeds("wit othello --lines").stdout;
    assert_data_eq!(
        printed,
        str![[r##"
# a program reads these lines, one at a time (docs/lines.md); behind > is what it may answer

{"ask":"name"}
> Sailor

{"tell":"new-game","seed":"1","seat":0,"seats":2,"size":8,"fuel_left":100000000}
# no answer

{"ask":"choose","own":"34628173824","opponent":"68853694464","legal":"17729692631040","fuel_left":100000000,"legal_actions":["d3","c4","f5","e6"]}
> d3

"##]]
    );
    for game in GAMES {
        let printed = Folder::new().succeeds(&format!("wit {} --lines", game.name)).stdout;
        for function in &contract::described(game.name).functions {
            assert!(printed.contains(&format!("\":\"{}\"", function.name)), "{}: {printed}", game.name);
        }
    }
}

#[test]
fn the_table_of_lines_is_that_of_the_contracts() {
    let page = project_text("docs/lines.md");
    let table: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && line.contains(",…}`")).collect();
    let mut right = Vec::new();
    for game in GAMES {
        let rules = Rules::new(game.name, []).expect("nothing is set");
        let examples = examples(&rules);
        for function in
            contract::described(game.name).functions.iter().filter(|function| function.name != "name")
        {
            let word = if function.result.is_some() { "ask" } else { "tell" };
            let begins = format!("{{\"{word}\":\"{}\"", function.name);
            let (_, answer) =
                examples.iter().find(|(line, _)| line.starts_with(&begins)).expect("it was asked");
            let arguments: Vec<String> = parameters(function).map(|(name, _)| format!("`{name}`")).collect();
            let arguments =
                if arguments.is_empty() { String::new() } else { format!(" {}", arguments.join(", ")) };
            let answer = answer.as_ref().map(|answer| format!(" `{answer}`")).unwrap_or_default();
            right.push(format!("| {} | `{begins},…}}` |{arguments} |{answer} |", game.name));
        }
    }
    assert_eq!(table, right);
}

/// Plays two games with a command, and without one.
fn plays(folder: &Folder, command: &str) {
    for (game, other) in [("battleship", "hunter"), ("othello", "greedy")] {
        let ended = folder.judge_args(&["play", game, command, other, "--seed", "1"]);
        assert_eq!(ended.code, Some(0), "{command}: {}", ended.stderr);
        assert!(ended.stdout.contains("wins"), "{command}: {}", ended.stdout);
        assert!(ended.stderr.contains("runs on this machine as it is"), "{}", ended.stderr);
        assert!(!ended.stdout.contains("bad-reply") && !ended.stdout.contains("exit in"), "{}", ended.stdout);
    }
}

fn built(folder: &Folder, command: &str) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    let status = Command::new(words[0]).args(&words[1..]).current_dir(folder.path("")).output();
    status.is_ok_and(|built| built.status.success())
}

/// The program with which `judge new` begins a bot for Battleship in this language.
fn begun(language: &str, file: &str) -> String {
    let folder = Folder::new();
    folder.succeeds(&format!("new battleship sailor --lang {language}"));
    folder.read(&format!("sailor/{file}"))
}

#[test]
fn each_program_of_the_documentation_and_of_a_new_bot_plays_on_this_machine() {
    for (language, file, needs, build, run) in [
        ("python", "sailor.py", "python3", "", "python3 sailor.py"),
        ("js", "bot.mjs", "node", "", "node bot.mjs"),
        ("ruby", "bot.rb", "ruby", "", "ruby bot.rb"),
        ("rust", "sailor.rs", "rustc", "rustc --edition 2024 -o sailor-rust sailor.rs", "cmd:./sailor-rust"),
        ("c", "main.c", "gcc", "gcc -O1 -Wall -Wextra -Werror -o sailor-c main.c", "cmd:./sailor-c"),
        (
            "cpp",
            "main.cpp",
            "g++",
            "g++ -O1 -Wall -Wextra -Werror -o sailor-cpp main.cpp",
            "cmd:./sailor-cpp",
        ),
        ("go", "bot.go", "go", "go build -o sailor-go bot.go", "cmd:./sailor-go"),
        ("zig", "bot.zig", "zig", "zig build-exe -femit-bin=sailor-zig bot.zig", "cmd:./sailor-zig"),
    ] {
        if !has_programs(&[needs]) {
            continue;
        }
        let program = if file.starts_with("sailor") { program(language) } else { begun(language, file) };
        // No seed makes JavaScript's chance the same each time, and one game in thirty would be a draw.
        let program = program.replace("Math.random()", "0");
        let folder = Folder::new().file(file, program);
        assert!(build.is_empty() || built(&folder, build), "{build}");
        plays(&folder, run);
    }
}

#[test]
fn the_first_bot_of_a_newcomer_plays_at_once() {
    if !has_programs(&["python3"]) {
        return;
    }
    // Left to chance, one game in thirty would be a draw.
    let seeded = "import random, runpy\nrandom.seed(1)\nrunpy.run_path(\"mine.py\", run_name=\"__main__\")\n";
    let folder =
        Folder::new().file("mine.py", program_in("docs/start.md", "python")).file("seeded/mine.py", seeded);
    let ended = folder.judge_args(&["play", "othello", "python3 seeded/mine.py", "greedy", "--seed", "1"]);
    assert!(
        ended.stdout.contains("(mine)") && ended.stdout.contains("wins"),
        "{}{}",
        ended.stdout,
        ended.stderr
    );
    // Its chance has no seed, so no two of its games are the same. That is no fault of a program of this machine.
    let checked = folder.judge_args(&["check", "python3 mine.py", "--game", "othello", "--set", "size=4"]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn check_and_compare_take_a_command() {
    if !has_programs(&["python3"]) {
        return;
    }
    let folder = Folder::new().file("sailor.py", program("python"));
    let folder = folder.file(
        "broken.py",
        program("python").replace("random.choice(question[\"legal_actions\"])", "\"hello\""),
    );
    let checked = folder.judge_args(&["check", "python3 sailor.py", "--game", "othello"]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
    let broken = folder.judge_args(&["check", "python3 broken.py", "--game", "othello"]);
    assert_eq!(broken.code, Some(2), "{}{}", broken.stdout, broken.stderr);
    assert!(broken.stdout.contains("it answered \"hello\""), "{}", broken.stdout);
    assert!(broken.stdout.contains("\n  line      {\"ask\":\"choose\","), "{}", broken.stdout);
    let only = folder.judge_args(&["check", "--only", "1", "python3 sailor.py"]);
    assert!(
        only.stderr.contains("says nothing of its game; name it, as in --game othello"),
        "{}",
        only.stderr
    );
    let played = folder.judge_args(&["play", "python3 sailor.py", "greedy"]);
    let missing = "error: python3 sailor.py: if this is a bot, the game is missing; name it first, as in judge play othello \"python3 sailor.py\" greedy\n";
    assert!(played.stderr.contains(missing), "{}", played.stderr);
    let compared =
        folder.judge_args(&["compare", "python3 sailor.py", "greedy", "--game", "othello", "--rounds", "4"]);
    assert_eq!(compared.code, Some(0), "{}{}", compared.stdout, compared.stderr);
    assert!(!compared.stdout.contains("fuel"), "{}", compared.stdout);
    let kept =
        folder.judge_args(&["compare", "python3 sailor.py", "greedy", "--game", "othello", "--out", "kept"]);
    assert_eq!(kept.code, Some(2));
    assert_data_eq!(
        kept.stderr,
        str![[r#"
error: --out: games of a command are not kept; leave --out out, or compare .wasm files

"#]]
    );
}

#[cfg(unix)]
#[test]
fn a_command_that_crashes_shows_how_and_its_last_lines() {
    let script = "#!/bin/sh\nwhile read line; do case $line in *name*) echo Sailor ;; *) echo 'no fleet' >&2; exit 3 ;; esac; done\n";
    let folder = Folder::new().file("sailor.sh", script);
    let ended = folder.judge_args(&["play", "battleship", "sh sailor.sh", "hunter", "--seed", "1"]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let told = "it ended with exit status: 3: no fleet; a bot reads lines until the judge stops it";
    assert!(ended.stdout.contains(told), "{}", ended.stdout);
    assert!(ended.stdout.contains("\n     line: {\"ask\":\"new-game\","), "{}", ended.stdout);
}

#[test]
fn the_kind_of_a_file_is_seen_in_its_bytes() {
    let kind = FileKind::bot("battleship");
    let reads = |bytes: &[u8]| judge_bots::reads_lines(bytes, &kind);
    let walker = guest("line-walker");
    assert!(reads(&walker));
    assert!(!reads(&bot("tidy")) && !reads(&guest("walker")));
}
