//! `judge check`, end to end.

use crate::support::{Ended, Folder, assemble, bot, guest, project_bytes, project_text, sha256};

/// Checks a bot by a few rules only, which is quick.
fn check(wasm: impl AsRef<[u8]>, options: &str) -> Ended {
    let folder = Folder::new()
        .file("bot.wasm", wasm)
        .file("positions.txt", "\u{feff}# the first reply\nd3\n\nd3 c5\n");
    folder.judge(&format!("check bot.wasm --quiet {options}"))
}

#[track_caller]
fn says(ended: &Ended, code: i32, parts: &[&str]) {
    assert_eq!(ended.code, Some(code), "{}{}", ended.stdout, ended.stderr);
    for part in parts {
        assert!(ended.stdout.contains(part), "no {part:?} in\n{}", ended.stdout);
    }
}

#[test]
fn a_good_bot_is_found_good() {
    let ended = check(bot("hunter"), "--set size=8 --strict");
    let parts = [
        "  kind      core module",
        "judge:arena/battleship@1.0.0#take-turn",
        "it calls itself \"Hunter\"",
        "no fault found",
    ];
    says(&ended, 0, &parts);
}

#[test]
fn an_example_bot_is_examined_by_its_name() {
    let folder = Folder::new();
    let by_name = folder.judge("check hunter --set size=6 --quiet");
    assert!(by_name.stdout.contains(&sha256(&bot("hunter"))), "{}", by_name.stdout);
    says(&by_name, 0, &["hunter\n", "no fault found\n"]);
    for (word, told) in [
        ("huntr", "there is no such file or example bot; did you mean \"hunter\"?"),
        (
            "random",
            "freedom, gobblet, othello and stones have an example bot of this name; name the game with --game",
        ),
    ] {
        let ended = folder.judge(&format!("check {word}"));
        assert_eq!((ended.code, ended.stderr), (Some(2), format!("error: {word}: {told}\n")));
    }
}

#[test]
fn the_figures_of_fitness_are_told() {
    let ended = check(bot("hunter"), "--jobs 1");
    says(
        &ended,
        0,
        &["  fitness   100 fleets sunk in a mean of 59.89 shots, median 61, from 33 to 79, deviation 10.37"],
    );
}

#[test]
fn a_fault_is_told_with_its_position_and_the_command_that_repeats_it() {
    let ended = check(bot("crasher"), "--set size=8");
    let again = "judge check bot.wasm --game battleship --set size=8 --only 1";
    let parts = [
        "fault: exception in take-turn, turn 4: ",
        "  position  after ",
        "  question  ",
        "  do        the bot crashed; ",
        again,
    ];
    says(&ended, 2, &parts);
    let repeated = check(bot("crasher"), "--game battleship --set size=8 --only 1");
    says(
        &repeated,
        2,
        &["  cases     1; 5 turns asked", "fault: exception in take-turn, turn 4: ", "of this case:"],
    );
}

#[test]
fn three_cases_of_one_fault_are_enough() {
    let ended = check(bot("crasher"), "--jobs 2");
    let parts = ["since one fault came up again and again; --all plays", ", and the like in 2 other cases\n"];
    says(&ended, 2, &parts);
    assert!(!ended.stdout.contains("  fitness "), "{}", ended.stdout);
    let sentence = "I crash in my fourth turn";
    assert_eq!(ended.stdout.matches(sentence).count(), 1, "{}", ended.stdout);
}

#[test]
fn a_turn_that_crashes_is_not_the_worst() {
    // All of its fuel is charged to the bot, which took next to nothing.
    let report = |guest| -> serde_json::Value {
        let ended = check(guest, "--only 1 --json");
        serde_json::from_str(&ended.stdout).expect("it is JSON")
    };
    let crash = report(bot("crasher"));
    assert_eq!(crash["turns"], 5, "{crash}");
    for key in ["fuel_of_mean_turn", "fuel_of_worst_turn", "fuel_of_worst_game"] {
        let fuel = crash[key]["used"].as_u64().or(crash[key].as_u64()).expect("it is a number");
        assert!((1..1_000_000).contains(&fuel), "{key}: {crash}");
    }
    says(
        &check(guest("trap-in-new-game"), "--only 1"),
        2,
        &["  fuel      no turn was answered; worst game "],
    );
    let endless = report(guest("endless-loop"));
    assert_eq!(endless["fuel_of_worst_turn"]["used"], 100_000_000, "{endless}");
}

#[test]
fn a_bot_that_only_fails_by_other_parameters_keeps_its_fitness() {
    // The fleet of a player who knows the usual board alone.
    let walker = project_text("tests/guests/walker.wat")
        .replace("(local.get $fleet)", "(i32.const 200)")
        .replace("(local.get $ships)", "(i32.const 5)")
        .replace(
            "(data (i32.const 64)",
            "(data (i32.const 200) \"\\05\\04\\03\\03\\02\") (data (i32.const 64)",
        );
    let ended = check(assemble(&walker), "");
    let parts = [
        "since one fault came up again and again",
        "\nno fault by the usual rules, ",
        "  fitness   100 fleets",
    ];
    says(&ended, 0, &parts);
}

#[test]
fn fitness_that_would_take_long_is_left_out() {
    let walker = project_text("tests/guests/walker.wat");
    let thinks = |millions: u32| {
        let body = format!(
            "(local $square i32) (local $n i32) (local.set $n (i32.const {millions}))
            (loop $think
              (memory.fill (i32.const 65536) (i32.const 0) (i32.const 1000000))
              (br_if $think (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))"
        );
        let (begin, end) = walker.rsplit_once("(local $square i32)").expect("it has a turn");
        assemble(&format!("{begin}{body}{end}").replace("(export \"memory\") 1)", "(export \"memory\") 17)"))
    };
    let ended = check(thinks(50), "");
    says(&ended, 0, &["\n  fitness   left out: it would take some ", " units of fuel; --all measures it\n"]);
    says(&check(thinks(1), ""), 0, &["\n  fitness   100 fleets sunk"]);
}

#[test]
fn a_bot_that_never_answers_and_one_that_breaks_the_rules_are_told_what_to_do() {
    says(
        &check(bot("staller"), "--set size=8 --only 1"),
        2,
        &["fault: out-of-fuel in ", " … (12 of ", "let it ask fuel-left"],
    );
    says(&check(bot("cheater"), "--set size=8 --only 1"), 2, &["fault: illegal-", "  answer    "]);
    says(&check(guest("quitter"), "--game stones --set seats=3 --only 1"), 2, &["fault: "]);
    says(&check(bot("tidy"), "--set size=8 --only 1"), 0, &["  log       nothing in this case\n"]);
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs_but_for_the_speed() {
    let report = |jobs: u32| {
        let ended = check(bot("tidy"), &format!("--set size=8 --json --jobs {jobs}"));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let mut report: serde_json::Value = serde_json::from_str(&ended.stdout).expect("it is JSON");
        report.as_object_mut().expect("it is an object").remove("nanoseconds_per_fuel");
        report
    };
    let once = report(1);
    assert_eq!(once["game"], "battleship");
    assert_eq!(once["file"]["kind"], "core-module");
    assert_eq!(once["findings"], serde_json::json!([]));
    assert_eq!(report(8), once);
}

#[test]
fn a_bot_is_forced_through_given_positions() {
    let wasm = project_bytes("contestants/othello/greedy.wasm");
    says(&check(&wasm, "--positions positions.txt"), 0, &["  cases     2; "]);
    let row = "--------/";
    let at = format!("[{}---OX---/---XO---/{} O] d6\n", row.repeat(3), row.repeat(3));
    let folder = Folder::new().file("bot.wasm", &wasm).file("positions.txt", at);
    let ended = folder.judge("check bot.wasm --positions positions.txt");
    says(&ended, 0, &["  cases     1; "]);
    let folder = Folder::new().file("bot.wasm", &wasm).file("positions.txt", "d3\n\nd3 a1\n");
    let ended = folder.judge("check bot.wasm --positions positions.txt");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("error: positions.txt:3: \"a1\" is not legal here"), "{}", ended.stderr);
}

#[test]
fn a_file_that_is_no_bot_is_told_as_its_author_needs() {
    let ended = check(b"nonsense", "--game othello");
    assert_eq!((ended.code, ended.stdout.contains("  kind      not WebAssembly")), (Some(2), true));
    assert!(ended.stderr.starts_with("error: bot.wasm: it is not WebAssembly"), "{}", ended.stderr);
    let ended = check(bot("tidy"), "--game othello");
    assert_eq!(ended.code, Some(2));
    assert!(
        ended
            .stderr
            .contains("error: bot.wasm: it does not export the interface judge:arena/othello@1.0.0 as a bot for othello must; it exports judge:arena/battleship@1.0.0;"),
        "{}",
        ended.stderr
    );
    let ended = check(bot("tidy"), "--only 999");
    assert!(
        ended.stderr.contains("error: --only: there is no case 999; they go from 1 to "),
        "{}",
        ended.stderr
    );
}

/// Plays Othello on the first square that is legal. It thinks when the game begins.
const BEGINNER: &str = r#"(module
  (memory (export "memory") 17)
  (data (i32.const 8) "\08\01\00\00\05\00\00\00")
  (data (i32.const 264) "Guest")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 4096))
  (func (export "name") (result i32) (i32.const 8))
  (func (export "new-game") (param i64 i32 i32 i32)
    (memory.fill (i32.const 65536) (i32.const 0) (i32.const 1000000)))
  (func (export "choose") (param i64 i64) (param $legal i64) (result i32)
    (local $square i32)
    (local.set $square (i32.wrap_i64 (i64.ctz (local.get $legal))))
    (i32.store8 (i32.const 0) (i32.and (local.get $square) (i32.const 7)))
    (i32.store8 (i32.const 1) (i32.shr_u (local.get $square) (i32.const 3)))
    (i32.const 0)))"#;

#[test]
fn the_beginning_is_a_turn_in_all_figures() {
    let ended = check(assemble(BEGINNER), "--set size=8 --only 9 --json");
    let report: serde_json::Value = serde_json::from_str(&ended.stdout).expect("it is JSON");
    let number = |value: &serde_json::Value| value.as_u64().expect("it is a number");
    let (turns, mean) = (number(&report["turns"]), number(&report["fuel_of_mean_turn"]));
    let (worst, game) =
        (number(&report["fuel_of_worst_turn"]["used"]), number(&report["fuel_of_worst_game"]["used"]));
    assert_eq!(report["function_of_worst_turn"], "new-game");
    assert!((1_000_000..1_000_100).contains(&worst), "{worst}");
    assert!(turns > 20 && mean == game / turns, "{report}");
    let told = check(assemble(BEGINNER), "--set size=8 --only 9");
    says(&told, 0, &["new-game with them; ", "of 100,000,000 (1.0 %), new-game in case 9; worst game "]);
}

/// Plays Freedom on the first square that is legal, and spends nearly all of each turn's fuel.
const SPENDER: &str = r#"(module
  (memory (export "memory") 17)
  (data (i32.const 8) "\08\01\00\00\05\00\00\00")
  (data (i32.const 264) "Guest")
  (global $size (mut i32) (i32.const 0))
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 4096))
  (func (export "name") (result i32) (i32.const 8))
  (func (export "new-game") (param i64 i32 i32) (param $size i32) (param i32)
    (global.set $size (local.get $size)))
  (func $is-free (param $x i32) (param $y i32) (result i32)
    (if (i32.or (i32.ge_u (local.get $x) (global.get $size)) (i32.ge_u (local.get $y) (global.get $size)))
      (then (return (i32.const 0))))
    (i32.eqz (i32.load8_u offset=4096
      (i32.add (i32.mul (local.get $y) (global.get $size)) (local.get $x)))))
  (func (export "make-move") (param $board i32) (param $squares i32) (param $last i32) (param $x i32) (param $y i32)
    (result i32)
    (local $n i32)
    (local.set $n (i32.const 95))
    (loop $think
      (memory.fill (i32.const 65536) (i32.const 0) (i32.const 1000000))
      (br_if $think (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.set $x (i32.sub (local.get $x) (i32.const 1)))
    (local.set $y (i32.sub (local.get $y) (i32.const 1)))
    (block $found
      (if (local.get $last) (then
        (loop $next
          (br_if $found (call $is-free
            (i32.store8 (i32.const 0) (i32.add (local.get $x) (i32.rem_u (local.get $n) (i32.const 3))))
            (i32.store8 (i32.const 1) (i32.add (local.get $y) (i32.div_u (local.get $n) (i32.const 3))))
            (i32.load8_s (i32.const 0)) (i32.load8_s (i32.const 1))))
          (local.set $n (i32.add (local.get $n) (i32.const 1)))
          (br_if $next (i32.lt_u (local.get $n) (i32.const 9))))
        (local.set $n (i32.const 0))))
      (loop $next
        (i32.store8 (i32.const 0) (i32.rem_u (local.get $n) (global.get $size)))
        (i32.store8 (i32.const 1) (i32.div_u (local.get $n) (global.get $size)))
        (br_if $found (call $is-free (i32.load8_u (i32.const 0)) (i32.load8_u (i32.const 1))))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br $next)))
    (i32.const 0)))"#;

#[test]
fn a_bot_that_spends_its_bank_is_at_fault_by_any_rules() {
    // The largest board, which is not the usual one: 676 turns, so a bank of 169 turns.
    let ended = check(assemble(SPENDER), "--only 23");
    let parts = [
        "worst game 16,900,000,000 of 16,900,000,000 (100.0 %)",
        "fault: out-of-fuel in make-move, turn 178: no answer within the ",
        " units that were left in the bank of fuel: case 23 (size=26), seat 0",
        "  do        the bot has spent 100 % of its fuel for the game, the bank; let it ask bank-left",
        "1 kind of fault",
    ];
    says(&ended, 2, &parts);
}

#[test]
fn the_verdict_says_how_little_was_played_of_a_bot_that_thinks_long() {
    let ended = check(assemble(SPENDER), "");
    let verdict = ended.stdout.lines().last().expect("it says something");
    assert!(verdict.starts_with("no fault by the usual rules in "), "{}", ended.stdout);
    assert!(verdict.contains(" of 40 cases, ") && verdict.contains("too few to tell"), "{verdict}");
    let parts =
        [", since that took all the fuel of a check; --all plays the others", "near a limit: fuel of a turn"];
    says(&ended, 0, &parts);
    // From half of its fuel on a bot is warned.
    let thinks =
        |millions: u32| assemble(&SPENDER.replace("(i32.const 95)", &format!("(i32.const {millions})")));
    let told = "warning: near a limit: fuel of a turn: 5";
    let hint = "; a harder position may take more than there is: ask for fuel-left more often, inside the search, and answer in time";
    says(&check(thinks(52), "--set size=4"), 0, &[told, hint]);
    let less = check(thinks(4), "--set size=4");
    says(&less, 0, &["no fault found"]);
    // In a table, too.
    let folder = Folder::new().file("a.wasm", assemble(SPENDER)).file("b.wasm", assemble(SPENDER));
    let table = folder.judge("check a.wasm b.wasm --quiet").stdout;
    assert!(table.contains("no fault by the usual rules in ") && !table.contains("fine"), "{table}");
}

#[test]
fn a_source_that_is_newer_than_the_bot_is_told() {
    let folder = Folder::new().bots(&["hunter"]);
    let folder = ["bots/hunter.rb", "bots/tidy.py", "bots/hunter.txt"]
        .iter()
        .fold(folder, |folder, path| folder.file(path, "nothing"));
    let built = std::fs::metadata(folder.path("bots/hunter.wasm")).and_then(|file| file.modified());
    let built = built.expect("files have times");
    let changed = |path: &str, seconds: u64| {
        let file = std::fs::File::options().write(true).open(folder.path(path)).expect("it is there");
        file.set_modified(built + std::time::Duration::from_secs(seconds)).expect("it is ours");
    };
    let told = || folder.judge("check bots/hunter.wasm --set size=8").stderr;
    // Another bot's source, and what is no source.
    changed("bots/tidy.py", 60);
    changed("bots/hunter.txt", 60);
    assert_eq!(told(), "");
    changed("bots/hunter.rb", 60);
    assert!(
        told().contains(
            "bots/hunter.rb is newer than bots/hunter.wasm; if it was changed since, build it again"
        ),
        "{}",
        told()
    );
    // Files that were checked out together are of one time.
    changed("bots/hunter.rb", 1);
    assert_eq!(told(), "");
    // A folder that is one bot's has other sources, too.
    let folder = folder.file("bots/sdk/bot", "name=hunter").file("bots/lib/aim.rb", "nothing");
    let file =
        std::fs::File::options().write(true).open(folder.path("bots/lib/aim.rb")).expect("it is there");
    file.set_modified(built + std::time::Duration::from_mins(1)).expect("it is ours");
    let told = folder.judge("check bots/hunter.wasm --set size=8").stderr;
    assert!(told.contains("aim.rb is newer than"), "{told}");
}

#[test]
fn several_bots_have_a_table() {
    let folder = Folder::new().bots(&["hunter", "crasher"]).file("bots/notes.wasm", "none");
    let check =
        "check bots/hunter.wasm bots/crasher.wasm bots/notes.wasm --game battleship --set size=8 --quiet";
    let ended = folder.judge(check);
    let lines: Vec<&str> = ended.stdout.lines().map(str::trim).collect();
    let begins = |line: &str, words: &[&str]| {
        let found: Vec<&str> = line.split_whitespace().take(words.len()).collect();
        assert_eq!(found, words, "{}", ended.stdout);
    };
    begins(lines[0], &["bot", "game", "result", "cases"]);
    begins(lines[1], &["hunter.wasm", "battleship", "fine"]);
    begins(lines[2], &["crasher.wasm", "battleship", "1", "kind", "of", "fault"]);
    begins(lines[3], &["notes.wasm", "refused"]);
    let told = [
        "\nbots/crasher.wasm: case 1: exception in take-turn, turn 4: I crash",
        "\n  judge check bots/crasher.wasm --game battleship --set size=8 says more\n",
        "\nerror: bots/notes.wasm: it is not WebAssembly",
    ];
    says(&ended, 2, &told);
    let fine = folder.judge("check bots/hunter.wasm bots/hunter.wasm --set size=8 --quiet");
    assert_eq!((fine.code, fine.stdout.lines().count()), (Some(0), 3), "{}", fine.stdout);
    let narrow = folder
        .judge_with(&[("COLUMNS", "40")], "check bots/hunter.wasm bots/hunter.wasm --set size=8 --quiet");
    assert!(narrow.stdout.lines().all(|line| line.len() <= 40), "{}", narrow.stdout);
    let refused = folder.judge("check bots/hunter.wasm bots/crasher.wasm --only 1");
    assert!(refused.code == Some(2) && refused.stderr.contains("--only"), "{}", refused.stderr);
}

#[test]
fn a_bot_of_another_game_among_several_is_not_fine() {
    let folder = Folder::new().bots(&["hunter", "tidy"]);
    let folder = folder.file("bots/lost.wasm", project_bytes("contestants/stones/random.wasm"));
    let ended = folder.judge("check bots/hunter.wasm bots/lost.wasm bots/tidy.wasm --quiet");
    let line = |bot: &str| {
        let line = ended.stdout.lines().find(|line| line.trim_start().starts_with(bot));
        line.unwrap_or_default().split_whitespace().take(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("hunter.wasm"), "hunter.wasm battleship fine 44", "{}", ended.stdout);
    assert_eq!(line("lost.wasm"), "lost.wasm stones another game", "{}", ended.stdout);
    let told = "\nbots/lost.wasm: it is for stones, and most are for battleship; leave it out, or name the game with --game\n";
    says(&ended, 2, &[told]);
}

#[test]
fn bots_of_one_file_name_are_called_by_their_folders() {
    let folder = ["anna", "ben"].iter().fold(Folder::new(), |folder, pupil| {
        folder.file(&format!("handin/{pupil}/build/bot.wasm"), bot("hunter"))
    });
    let ended = folder.judge(
        "check handin/anna/build/bot.wasm handin/ben/build/bot.wasm --set size=8 --set no_touch=true --quiet",
    );
    says(&ended, 0, &["\n anna  battleship  fine", "\n ben   battleship  fine"]);
}

/// As cargo makes it without --release: as large as a bot with an interpreter.
#[test]
fn a_debug_build_is_refused_by_the_check_as_by_a_tournament() {
    let with_notes = |bytes: usize| {
        let mut module = guest("walker");
        let section = [b"\x0b.debug_info".as_slice(), &vec![0; bytes]].concat();
        let length = u32::try_from(section.len()).expect("it is small");
        // Five bytes of a number of any size.
        let leb = [0, 7, 14, 21, 28]
            .map(|shift| (length >> shift & 0x7f) as u8 | if shift < 28 { 0x80 } else { 0 });
        module.extend([&[0][..], &leb, &section].concat());
        module
    };
    let told = "it has more than 4194304 bytes, with debug information; build it with --release, or strip it";
    let cup =
        "game = \"battleship\"\nseed = 1\nrounds = 1\ncontestants = [\"*.wasm\"]\nexamples = [\"tidy\"]\n";
    let folder = Folder::new().file("cup.toml", cup).file("bot.wasm", with_notes(5 << 20));
    for command in ["check bot.wasm --quiet", "run cup.toml --quiet"] {
        let ended = folder.judge(command);
        assert_eq!(ended.code, Some(2), "{command}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stderr.contains(told), "{command}: {}", ended.stderr);
    }
    // A smaller one may play, wherever it is.
    let folder = folder.file("bot.wasm", with_notes(1 << 20));
    folder.succeeds("check bot.wasm --quiet --set size=8 --only 1");
    folder.succeeds("run cup.toml --quiet");
}
