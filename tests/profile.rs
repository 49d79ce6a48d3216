//! `judge profile`, end to end.

use crate::lines::sandbox::INTERPRETER;
use crate::support::{Folder, assemble, guest, project_bytes, project_text};

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
fn an_interpreter_that_is_a_component_is_refused_with_what_to_do() {
    let reads_all = INTERPRETER.replace("(call $read (i32.const 8)", "(call $read (i32.const 4000)");
    let bot = assemble(&reads_all.replace("BYTES", "4"));
    let ended =
        Folder::new().file("bot.wasm", bot).judge("profile bot.wasm --game battleship --against itself");
    let told = "it is an interpreter, whose functions say nothing about your program; there, look at the clock, which counts fuel";
    assert!(ended.code != Some(0) && ended.stderr.contains(told), "{}", ended.stderr);
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
