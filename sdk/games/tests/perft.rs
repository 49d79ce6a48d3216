//! Numbers of sequences of legal actions, against the tables of counts in `perft/`.
//!
//! A table is named after its game. A sequence is counted at its length; one that ends
//! early, because the game is over, is not counted beyond. What the judge plays by itself
//! counts if the game lists it as legal, as a pass in Othello, and else does not, as the
//! automatic turn in Freedom.

#[path = "support/set_up.rs"]
mod set_up;
#[path = "support/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsString;
use std::fs::DirEntry;
use std::path::Path;
use std::thread;

use judge_games::Game;
use judge_games::battleship::Battleship;
use judge_games::freedom::Freedom;
use judge_games::gobblet::Gobblet;
use judge_games::othello::Othello;
use judge_games::stones::Stones;

use set_up::SetUp;
use table::rows;

const FILES: [&str; 5] = ["battleship.txt", "freedom.txt", "gobblet.txt", "othello.txt", "stones.txt"];

/// The faults of a file, a line each.
fn faults(file: &str, text: &str) -> Vec<String> {
    match file {
        "battleship.txt" => faults_of::<Battleship>(file, text),
        "freedom.txt" => faults_of::<Freedom>(file, text),
        "gobblet.txt" => faults_of::<Gobblet>(file, text),
        "othello.txt" => faults_of::<Othello>(file, text),
        "stones.txt" => faults_of::<Stones>(file, text),
        _ => vec![format!("{file}: no game has this name")],
    }
}

fn faults_of<G: SetUp + Clone>(file: &str, text: &str) -> Vec<String> {
    let in_line = |(line, cells): (usize, Vec<&str>)| {
        let faults = faults_in_row::<G>(&cells).unwrap_or_else(|error| vec![error.to_string()]);
        faults.into_iter().map(move |fault| format!("{file}:{line}: {fault}"))
    };
    rows(text).flat_map(in_line).collect()
}

fn faults_in_row<G: SetUp + Clone>(cells: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let [name, params, position, wanted] = cells else {
        return Err("a row is name | params | position | depth:count …".into());
    };
    let game = G::set_up(params, position)?;
    let wanted: Vec<(usize, u64)> =
        wanted.split_whitespace().map(depth_and_count).collect::<Result<_, _>>()?;
    let deepest = wanted.iter().map(|&(depth, _)| depth).max().ok_or("there are no counts")?;
    let mut found = vec![0; deepest];
    count(&game, &mut found);
    let wrong = wanted.into_iter().filter(|&(depth, count)| found[depth - 1] != count);
    let fault =
        |(depth, count)| format!("{name}, depth {depth}: expected {count}, found {}", found[depth - 1]);
    Ok(wrong.map(fault).collect())
}

fn depth_and_count(text: &str) -> Result<(usize, u64), Box<dyn Error>> {
    let (depth, count) = text.split_once(':').ok_or("counts are depth:count")?;
    match depth.parse()? {
        0 => Err("depths are from 1 on".into()),
        depth => Ok((depth, count.parse()?)),
    }
}

/// Adds the sequences of 1, 2, … actions from here to `counts`; the last are not played.
fn count<G: Game + Clone>(game: &G, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    let legal = game.legal();
    *here += legal.len() as u64;
    if deeper.is_empty() {
        return;
    }
    for action in legal {
        let mut next = game.clone();
        next.play(&action).unwrap_or_else(|illegal| panic!("{action} is listed, but {illegal}"));
        count(&next, deeper);
    }
}

#[test]
fn positions_have_as_many_sequences_as_the_tables_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let read = |file| std::fs::read_to_string(folder.join(file)).expect("the table can be read");
    let faults: Vec<String> = thread::scope(|scope| {
        let counting =
            FILES.map(|file| (file, read(file))).map(|(file, text)| scope.spawn(move || faults(file, &text)));
        counting.into_iter().flat_map(|file| file.join().expect("listed actions are legal")).collect()
    });
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_game_has_a_table_and_every_table_a_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<DirEntry>| entry.expect("an entry can be read").file_name();
    let names: BTreeSet<OsString> = entries.map(name).collect();
    assert_eq!(names, FILES.map(OsString::from).into());
}

#[test]
fn a_fault_is_told_with_file_line_depth_and_both_counts() {
    let table = "# name | params | position | depth:count\n\na b | size=4 | start | 3:45 1:4 2:13\n";
    let wrong = ["a b, depth 3: expected 45, found 44", "a b, depth 2: expected 13, found 12"];
    assert_eq!(faults("othello.txt", table), wrong.map(|fault| format!("othello.txt:3: {fault}")));
    for (row, fault) in [
        ("a | size=4 | start", "a row is name | params | position | depth:count …"),
        ("a | size=5 | start | 1:4", "size = 5: write 4, 6 or 8"),
        ("a | width=4 | start | 1:4", "unknown key \"width\"; the keys are size, ask_on_pass"),
        ("a | size=4 | - | 1:4", "a position ends in a space and who is to move, X or O"),
        ("a | size=6 | -----OX--XO----- X | 1:4", "the position is of other parameters"),
        ("a | size=4 | start | 0:1", "depths are from 1 on"),
        ("a | size=4 | start |", "there are no counts"),
    ] {
        assert_eq!(faults("othello.txt", row), [format!("othello.txt:1: {fault}")]);
    }
    assert_eq!(faults("chess.txt", table), ["chess.txt: no game has this name"]);
}
