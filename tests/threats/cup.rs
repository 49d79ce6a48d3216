//! One tournament of all the hostile guests among two honest ones.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use snapbox::{assert_data_eq, str};

use crate::guests;
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

/// What each of them does stands at the head of its file.
#[test]
fn each_hostile_guest_is_out_for_its_fault() {
    let fault = |guest: &String| {
        let reason = &PLAYED.line(guest)["reason"];
        let (_, fault) = reason.split_once(": ").expect("it names the game first");
        format!("{guest}: {fault}\n")
    };
    assert_data_eq!(
        hostile().iter().map(fault).collect::<String>(),
        str![[r#"
bidi-log: trap in take-turn, turn 1: wasm `unreachable` instruction executed
bulk-filler: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
deep-log: trap in take-turn, turn 1: call stack exhausted
endless-after-answer: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
endless-fleet: bad-reply in new-game: list pointer/length out of bounds of memory
endless-loop: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
endless-realloc: out-of-fuel in new-game: no answer within the turn's fuel of 20,000,000 units
endless-recursion: trap in take-turn, turn 1: call stack exhausted
exit: exit in take-turn, turn 3: it exited with status 3
formula-log: trap in take-turn, turn 1: wasm `unreachable` instruction executed
growing-realloc: out-of-memory in new-game: it wanted more memory than the limit
host-caller: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
huge-fleet: bad-reply in new-game: it is longer than reply_size in [limits] lets it be
huge-log: bad-reply in take-turn, turn 1: it is longer than reply_size in [limits] lets it be
log-after-answer: trap in take-turn, turn 1: it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed
log-escapes: trap in take-turn, turn 1: wasm `unreachable` instruction executed
log-flood: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
log-in-realloc: trap in new-game: it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed
log-of-no-text: bad-reply in take-turn, turn 1: invalid utf-8 sequence of 1 bytes from index 0
memory-counter: illegal-move in take-turn, turn 1: the shot at 32,200 is off the board
memory-hog: out-of-memory in take-turn, turn 1: it wanted more memory than the limit
nan-reader: illegal-move in take-turn, turn 1: the shot at 192,127 is off the board
no-such-orientation: bad-reply in new-game: unexpected discriminant: 7
off-board: illegal-move in take-turn, turn 1: the shot at 200,200 is off the board
print-flood: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
recursive-realloc: trap in new-game: call stack exhausted
start-clock: illegal-move in take-turn, turn 1: the shot at 0,200 is off the board
trap-after-answer: trap in take-turn, turn 1: wasm `unreachable` instruction executed
trap-in-new-game: trap in new-game: wasm `unreachable` instruction executed
trap-in-realloc: trap in new-game: wasm `unreachable` instruction executed
trap-in-take-turn: trap in take-turn, turn 1: integer divide by zero
tree-of-calls: out-of-fuel in take-turn, turn 1: no answer within the turn's fuel of 20,000,000 units
wild-fleet: bad-reply in new-game: list pointer/length out of bounds of memory
wild-log: bad-reply in take-turn, turn 1: string pointer/length out of bounds of memory
wild-pointer: bad-reply in take-turn, turn 1: pointer out of bounds of memory
wild-realloc: bad-reply in new-game: realloc return: beyond end of memory

"#]]
    );
}

#[test]
fn a_flood_of_logs_or_of_output_is_cut() {
    let told = guests::cup().guests(&["log-flood", "print-flood", "walker"]).play("").stdout;
    for cut in ["17996931", "5993955"] {
        assert!(told.contains(&format!(" ({cut} more bytes were cut)\n")), "{told}");
    }
    assert!(told.lines().all(|line| line.chars().count() < 250), "{told}");
}

#[test]
fn the_clock_and_the_random_numbers_are_the_same_everywhere() {
    // The lowest digit of the time comes first: one second, and 1 383 units of fuel.
    assert!(PLAYED.stdout.contains("76fca9b300000000 a4006d026f4c616a\n"), "{}", PLAYED.stdout);
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
