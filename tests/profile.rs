//! `judge profile`, end to end.

use crate::support::{Folder, assemble, guest, project_bytes, project_text, two_modules};

/// A tournament of two bots that think a little, played.
fn played() -> Folder {
    played_with(project_bytes("contestants/othello/random.wasm"))
}

fn played_with(random: impl AsRef<[u8]>) -> Folder {
    let toml = "game = \"othello\"\nseed = 3\nrounds = 1\ncontestants = [\"*.wasm\"]\n[rules]\nsize = 6\n";
    let folder = Folder::new()
        .file("t.toml", toml)
        .file("greedy.wasm", project_bytes("contestants/othello/greedy.wasm"))
        .file("random.wasm", random);
    assert_eq!(folder.judge("run t.toml --quiet").code, Some(0));
    folder
}

/// The first column of a profile's table.
fn own_fuel(printed: &str) -> Vec<u64> {
    let rows = printed.lines().skip_while(|line| !line.trim_start().starts_with("own ")).skip(1);
    rows.map_while(|line| line.split_whitespace().next()?.parse().ok()).collect()
}

#[test]
fn the_functions_of_a_bot_sum_up_to_its_fuel_in_games_csv() {
    sum_up(&played());
}

#[test]
fn so_do_those_of_a_program_that_reads_lines() {
    sum_up(&played_with(guest("line-walker")));
}

#[track_caller]
fn sum_up(folder: &Folder) {
    let games = folder.read("results/t/games.csv");
    let mut rows = games.lines();
    let columns: Vec<&str> = rows.next().expect("it has a head").split(',').collect();
    let place = |name: &str| columns.iter().position(|column| *column == name).expect("the column is there");
    let (seats, fuel) = (place("seats"), place("fuel"));
    for (number, row) in (1..).zip(rows) {
        let cells: Vec<&str> = row.split(',').collect();
        for (name, fuel) in cells[seats].split(' ').zip(cells[fuel].split(' ')) {
            let ended = folder
                .judge(&format!("profile {name}.wasm --results results/t --number {number} --rows 1000"));
            assert_eq!(ended.code, Some(0), "{}", ended.stderr);
            let sum: u64 = own_fuel(&ended.stdout).iter().sum();
            assert_eq!(sum.to_string(), fuel, "{}", ended.stdout);
        }
    }
}

/// A component of two modules that call each other, as those of interpreters are. The other one makes room, which the
/// first asks for, and works. The bot logs and asks for its option, of which the judge writes the text.
fn bot_of_two_modules() -> Vec<u8> {
    let imports = r#"(module
        (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
        (import "judge:arena/host@1.0.0" "get-option" (func $option (param i32 i32 i32)))
        (import "helper" "room" (func $room (param i32) (result i32)))
        (import "helper" "work" (func $work))
        (data (i32.const 32) "style")"#;
    let turn = "(call $log (i32.const 64) (i32.const 6)) (call $work)
        (call $option (i32.const 32) (i32.const 5) (i32.const 40)) (call $work)
        (i32.const 16)))";
    let text = project_text("tests/guests/walker.wat").replacen("(module", imports, 1);
    let text =
        text.replacen("(global.get $free)", "(drop (call $room (local.get $size))) (global.get $free)", 1);
    let (text, _) = text.trim_end().rsplit_once("(i32.const 16)))").expect("it answers from there");
    let helper = r#"(module
        (func $loop (param $n i32) (result i32)
          (loop $next (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1))))) (local.get $n))
        (func (export "room") (param i32) (result i32) (call $loop (i32.const 100)))
        (func (export "work") (drop (call $loop (i32.const 5000)))))"#;
    two_modules(&format!("{text}{turn}"), helper)
}

#[test]
fn the_fuel_of_a_bot_of_several_modules_is_all_told() {
    let toml =
        "game = \"battleship\"\nseed = 3\nrounds = 1\ncontestants = [\"bot.wasm\"]\nexamples = [\"tidy\"]\n";
    let options =
        "\n[[contestant]]\nname = \"asks\"\nwasm = \"bot.wasm\"\noptions = { style = \"as it likes\" }\n";
    let folder = Folder::new().file("bot.wasm", bot_of_two_modules());
    let folder = folder.file("t.toml", toml.replace("contestants = [\"bot.wasm\"]\n", "") + options);
    folder.succeeds("run t.toml --quiet");
    let ended = folder.succeeds("profile bot.wasm --results results/t --number 1 --rows 100");
    let games = folder.read("results/t/games.csv");
    let cells: Vec<Vec<&str>> = games.lines().take(2).map(|line| line.split(',').collect()).collect();
    let cell =
        |name: &str| cells[1][cells[0].iter().position(|column| *column == name).expect("it is there")];
    let seat = cell("seats").split(' ').position(|name| name == "asks").expect("it plays");
    let fuel: u64 = cell("fuel").split(' ').nth(seat).expect("it has fuel").parse().expect("it is a number");
    assert_eq!(own_fuel(&ended.stdout).iter().sum::<u64>(), fuel, "{}", ended.stdout);
    assert!(!ended.stdout.contains("(lost"), "{}", ended.stdout);
    for function in ["log (judge)", "get-option (judge)", "work (helper)"] {
        assert!(ended.stdout.contains(function), "no {function} in\n{}", ended.stdout);
    }
}

#[test]
fn of_a_bot_with_an_interpreter_is_said_whose_functions_these_are() {
    let reads = r#"(module (import "judge:arena/source@1.0.0" "read" (func (param i32)))"#;
    let bot = project_text("tests/guests/walker.wat").replacen("(module", reads, 1);
    let folder = Folder::new().file("bot.wasm", assemble(&bot)).file("plain.wasm", guest("walker"));
    let told =
        |bot: &str| folder.succeeds(&format!("profile {bot} --game battleship --against itself")).stdout;
    let (text, words) = (told("bot.wasm"), "\nThe functions below are those of the interpreter");
    assert!(text.contains(words) && !told("plain.wasm").contains(words), "{text}");
    assert!(text.find(words) < text.find("with callees"), "it stands above the table: {text}");
}

#[test]
fn mistakes_are_told_with_their_remedies() {
    let folder = played();
    for (arguments, error) in [
        (
            "greedy.wasm --results results/t --number 9",
            "error: results/t/games.csv: there is no game 9; the games are 1 to 2",
        ),
        (
            "greedy --game othello --set size=6 --turn 900",
            "error: --turn: the bot does not have this turn; it has 10 turns, from 6 to 34",
        ),
        ("greedy --game othello --seat 3", "error: --seat: this game has seats 1 to 2"),
    ] {
        let ended = folder.judge(&format!("profile {arguments}"));
        let said = (ended.code, ended.stdout.as_str(), ended.stderr.trim_end());
        assert_eq!(said, (Some(2), "", error), "{arguments}");
    }
}

#[test]
fn pictures_are_the_same_each_time() {
    let files = || {
        let folder = Folder::new();
        let ended = folder.judge("profile greedy --game othello --set size=6 --svg g.svg --json g.json");
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        (folder.read("g.svg"), folder.read("g.json"))
    };
    assert_eq!(files(), files());
}

#[test]
fn a_word_that_is_no_example_is_told_which_there_are() {
    let told = |word: &str| Folder::new().judge(&format!("profile {word} --game battleship")).stderr;
    assert_eq!(told("hunterr"), "error: hunterr: there is no such bot; did you mean \"hunter\"?\n");
    let told = told("x");
    assert!(told.contains("write the path of a .wasm file, or an example: stupid, tidy"), "{told}");
}
