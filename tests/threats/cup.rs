//! One tournament of all the hostile guests among two honest ones.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Folder, Played, Row, guest, project_files, rows};

/// Memory of thirty-two pages, and turns that end soon.
const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 1
contestants = ["bots/*.wasm"]

[limits]
fuel_per_turn = "20M"
memory = "2 MiB"
"#;

/// They commit no fault, are for another game, or are not let in.
const NOT_IN_CUP: [&str; 11] = [
    "endless-sleep",
    "flood",
    "line-walker",
    "memory-filler",
    "memory-searcher",
    "quitter",
    "slow-listener",
    "sockets",
    "walker",
    "wasi-player",
    "weights",
];

/// The guests that commit a fault, by name.
fn hostile() -> Vec<String> {
    let name = |file: String| file.trim_start_matches("tests/guests/").trim_end_matches(".wat").to_owned();
    let names = project_files("tests/guests/*.wat").into_iter().map(name);
    names.filter(|name| !NOT_IN_CUP.contains(&name.as_str())).collect()
}

fn honest() -> Folder {
    let folder = Folder::new().file("cup.toml", CUP).guests(&["walker"]);
    folder.file("bots/runner.wasm", guest("walker"))
}

fn cup() -> Folder {
    let hostile = hostile();
    honest().guests(&hostile.iter().map(String::as_str).collect::<Vec<_>>())
}

static PLAYED: LazyLock<Played> = LazyLock::new(|| cup().play("--jobs 2"));

/// The games in which only the honest play, without their numbers.
fn honest_games(played: &Played) -> Vec<Row> {
    let hostile: BTreeSet<String> = hostile().into_iter().collect();
    let is_honest = |row: &Row| !row["seats"].split(' ').any(|name| hostile.contains(name));
    let mut games: Vec<Row> = rows(&played.games).into_iter().filter(is_honest).collect();
    for game in &mut games {
        game.remove("game");
    }
    games
}

#[test]
fn neither_threads_nor_the_hostile_change_the_games_of_the_honest() {
    let alone = honest().play("");
    assert_eq!(honest_games(&alone).len(), 2);
    assert_eq!(honest_games(&PLAYED), honest_games(&alone));
    for jobs in ["--jobs 1", "--jobs 8"] {
        let again = cup().play(jobs);
        assert!((again.results == PLAYED.results) && (again.games == PLAYED.games), "{jobs}");
    }
}

#[test]
fn every_hostile_guest_is_out_and_no_honest_one() {
    for line in rows(&PLAYED.results) {
        let is_honest = ["walker", "runner"].contains(&line["contestant"].as_str());
        assert_eq!(line["status"], if is_honest { "ranked" } else { "disqualified" }, "{line:?}");
    }
}

/// `guest` is disqualified for this fault.
#[track_caller]
fn fault(guest: &str, expected: Inline) {
    let line = PLAYED.line(guest);
    let (_, fault) = line["reason"].split_once(": ").expect("it names the game first");
    assert_data_eq!(fault, expected.raw());
}

#[test]
fn a_tree_of_calls_is_a_timeout() {
    fault(
        "tree-of-calls",
        str!["out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20000000 units"],
    );
}

#[test]
fn filling_memory_is_paid_by_the_byte() {
    fault(
        "bulk-filler",
        str!["out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20000000 units"],
    );
}

#[test]
fn asking_the_judge_costs_fuel() {
    fault(
        "host-caller",
        str!["out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20000000 units"],
    );
}

#[test]
fn a_trap_costs_the_turn() {
    let games = rows(&PLAYED.games);
    let plays = |game: &&Row| game["reason"].starts_with("trap-in-take-turn: trap");
    let game = games.iter().find(plays).expect("it trapped");
    let seat = usize::from(game["seats"].ends_with("trap-in-take-turn"));
    let fuel: u64 =
        game["fuel"].split(' ').nth(seat).expect("it has a seat").parse().expect("it is a number");
    assert!((20_000_000..20_001_000).contains(&fuel), "{fuel}");
}

#[test]
fn calls_from_the_bottom_of_the_stack() {
    fault("deep-log", str!["trap in take-turn, turn 1: call stack exhausted"]);
}

#[test]
fn memory_ends_at_the_same_page_every_time() {
    fault("memory-counter", str!["illegal-move in take-turn, turn 1: the shot at 32,200 is off the board"]);
}

#[test]
fn a_wild_log_is_a_fault() {
    fault("wild-log", str!["bad-reply in take-turn, turn 1: string pointer/length out of bounds of memory"]);
}

#[test]
fn a_log_that_is_no_text_is_a_fault() {
    fault(
        "log-of-no-text",
        str!["bad-reply in take-turn, turn 1: invalid utf-8 sequence of 1 bytes from index 0"],
    );
}

#[test]
fn a_line_beyond_the_limit_is_a_fault() {
    fault(
        "huge-log",
        str!["bad-reply in take-turn, turn 1: it is longer than reply_size in [limits] lets it be"],
    );
}

#[test]
fn an_allocation_that_traps() {
    fault("trap-in-realloc", str!["trap in new-game: wasm `unreachable` instruction executed"]);
}

#[test]
fn an_allocation_that_calls_itself() {
    fault("recursive-realloc", str!["trap in new-game: call stack exhausted"]);
}

#[test]
fn an_allocation_that_takes_all_memory() {
    fault("growing-realloc", str!["out-of-memory in new-game: it wanted more memory than the limit"]);
}

#[test]
fn an_allocation_that_calls_the_judge() {
    fault(
        "log-in-realloc",
        str![
            "trap in new-game: it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed"
        ],
    );
}

#[test]
fn a_trap_after_the_answer() {
    fault("trap-after-answer", str!["trap in take-turn, turn 1: wasm `unreachable` instruction executed"]);
}

#[test]
fn no_end_after_the_answer() {
    fault(
        "endless-after-answer",
        str!["out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20000000 units"],
    );
}

#[test]
fn a_call_to_the_judge_after_the_answer() {
    fault(
        "log-after-answer",
        str![
            "trap in take-turn, turn 1: it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed"
        ],
    );
}

#[test]
fn the_bits_of_a_nan_are_the_same_everywhere() {
    fault("nan-reader", str!["illegal-move in take-turn, turn 1: the shot at 192,127 is off the board"]);
}

#[test]
fn nothing_that_bots_write_gets_out_as_it_is() {
    for text in [&PLAYED.stdout, &PLAYED.stderr, &PLAYED.results, &PLAYED.games, &PLAYED.manifest] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert!(!text.contains(['\u{202e}', '\u{200b}', '\u{2066}']), "{text:?}");
    }
    for row in rows(&PLAYED.results).iter().chain(&rows(&PLAYED.games)) {
        let is_formula = |cell: &String| cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        assert!(!row.values().any(is_formula), "{row:?}");
    }
}

#[test]
fn nothing_is_left_of_the_game_before() {
    let guests = ["memory-filler", "memory-searcher", "walker"];
    // The filler takes some 480 turns, each with 2 M of fuel.
    let games = CUP.replace("rounds = 1", "rounds = 4") + "fuel_bank = \"10G\"\n";
    let played = Folder::new().file("cup.toml", games).guests(&guests).play("--jobs 1");
    for line in rows(&played.results) {
        assert_eq!((line["status"].as_str(), line["played"].as_str()), ("ranked", "16"), "{line:?}");
    }
}
