//! Instructions of a game and of a turn, counted by callgrind where it is installed: a figure that other work on the
//! machine does not change, so that a change can be compared with what was before it.
//!
//! Callgrind has neither SHA instructions nor the call that says which pages were written to: a hash costs some ten times
//! as much, and the end of an instance several times.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{cup, files, shipped, turns};

/// Rounds of two games.
const ROUNDS: u32 = 50;
/// The function that plays a game, as callgrind has it.
const PLAYS: &[&str] = &["--toggle-collect=judge_bots::games::game_runner*closure*closure*"];

/// Prints for each kind of bot what a game takes, a turn of it, and a game of the whole command: played, kept, read and
/// published.
pub(crate) fn print() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |form: &str| {
        (format!("othello, at once, {form}"), "othello".into(), turns::written(form, folder.path()))
    };
    let mut kinds = vec![
        at("functions"),
        at("lines"),
        ("othello random".into(), "othello".into(), shipped("othello", "random")),
        ("battleship tidy".into(), "battleship".into(), shipped("battleship", "tidy")),
    ];
    match files::built(folder.path()) {
        Some(game) => kinds.push((
            "the game as a file, at once".into(),
            game.display().to_string(),
            folder.path().join("functions.wasm"),
        )),
        None => println!("\nthe game as a file was not counted: {}", files::WANTS),
    }
    println!("\n{:<36} {:>12} {:>12} {:>12}", "instructions", "a game", "a turn", "whole run");
    for (name, game, bot) in kinds {
        // Compiled beforehand: callgrind takes a minute for it.
        let ready = judge(&[], folder.path(), &cup(&game, &bot, 1));
        let [few, many] = [1, 2].map(|times| cup(&game, &bot, times * ROUNDS));
        let counted = |toggle: &[&str], cup: &str| {
            let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];
            // It fails now and then, when a signal comes while another is handled.
            let count = |_| judge(&[&callgrind[..], toggle].concat(), folder.path(), cup);
            (0..6).filter_map(count).find(|(counted, _)| *counted > 0)
        };
        let all =
            ready.and_then(|_| Some([counted(PLAYS, &few)?, counted(&[], &few)?, counted(&[], &many)?]));
        let Some([(played, turns), (whole, _), (twice, _)]) = all else {
            println!("{name:<36} was not counted: callgrind is missing, or fails");
            continue;
        };
        let games = u64::from(2 * ROUNDS);
        println!("{name:<36} {:>12} {:>12} {:>12}", played / games, played / turns, (twice - whole) / games);
    }
}

/// Runs a tournament on one thread, under another program if there is one: the instructions that it counts, and turns.
fn judge(under: &[&str], folder: &Path, cup: &str) -> Option<(u64, u64)> {
    let _ = fs::remove_dir_all(folder.join("out"));
    fs::write(folder.join("cup.toml"), cup).expect("a temporary file can be written");
    let program = [under, &[env!("CARGO_BIN_EXE_judge")]].concat();
    let output = Command::new(program[0])
        .args(&program[1..])
        .args(["run", "cup.toml", "--out", "out", "--jobs", "1", "--quiet", "--cache", "cache"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .output();
    let told = String::from_utf8(output.ok().filter(|output| output.status.success())?.stderr).ok()?;
    let counted = told.lines().find_map(|line| line.split_once("Collected : "));
    let counted = counted.map_or(Some(0), |(_, number)| number.trim().parse().ok())?;
    let mut games = csv::Reader::from_path(folder.join("out/games.csv")).ok()?;
    let column = games.headers().ok()?.iter().position(|name| name == "turns")?;
    let turns = games.records().map(|row| row.ok()?[column].parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some((counted, turns))
}
