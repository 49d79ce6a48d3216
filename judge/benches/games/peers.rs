//! Othello at random, sandboxed, beside `OpenSpiel` driven from Python: ours divided by theirs, in one run.
//!
//! Wants a Python that has `pyspiel` (`pip install open_spiel`), named by `PYTHON`; without one this part says so.

use std::path::Path;
use std::process::Command;

use crate::{Pair, RUNS, median, repository, threads};

/// Games of one measurement: ours, in rounds of two, and theirs.
const ROUNDS: u32 = 5_000;
const THEIRS: u32 = 1_000;

pub(crate) fn print() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = repository().join("judge/benches/games/openspiel.py");
    if theirs(&python, &script, 1).is_none() {
        println!(
            "OpenSpiel was not measured: {python} has no pyspiel. Install open_spiel, and name the Python in PYTHON\n"
        );
        return;
    }
    let pair = Pair::unopened("othello", "random", ROUNDS);
    let one = threads(1);
    let runs: Vec<(f64, f64)> = (0..RUNS)
        .map(|_| {
            let ours = f64::from(2 * ROUNDS) / pair.sandboxed(&one).as_secs_f64();
            (ours, theirs(&python, &script, THEIRS).expect("it has just played"))
        })
        .collect();
    let median_of = |value: &dyn Fn(&(f64, f64)) -> f64| median(runs.iter().map(value).collect());
    println!("{:<36} {:>12}", "Othello at random, one thread", "games/s");
    println!("{:<36} {:>12.0}", "this judge, sandboxed", median_of(&|run| run.0));
    println!("{:<36} {:>12.0}", "OpenSpiel from Python", median_of(&|run| run.1));
    println!("{:<36} {:>12.1}\n", "ours by theirs", median_of(&|run| run.0 / run.1));
}

/// Games a second of `OpenSpiel`; `None` if it is not installed.
fn theirs(python: &str, script: &Path, games: u32) -> Option<f64> {
    let output = Command::new(python).arg(script).arg(games.to_string()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    str::from_utf8(&output.stdout).ok()?.trim().parse().ok()
}
