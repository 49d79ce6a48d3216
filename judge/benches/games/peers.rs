//! Games a second beside other judges, which give a bot no sandbox: ours divided by theirs, in one run.
//!
//! Othello at random beside `OpenSpiel` driven from Python: wants a Python that has `pyspiel` (`pip install open_spiel`),
//! named by `PYTHON`. Battleship beside the original of the LRUG Fight Club: wants Ruby, and the folder of a copy of
//! `github.com/threedaymonk/battleship`, named by `FIGHT_CLUB`. A peer that is not there is named, and left out.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::{Pair, RUNS, median, repository, threads};

/// Another judge, and what both play.
struct Peer {
    name: &'static str,
    game: &'static str,
    bot: &'static str,
    /// Games of one measurement: ours, in rounds of two, and theirs.
    rounds: u32,
    games: u32,
    /// The thing that is missing where the peer cannot be run.
    wants: &'static str,
}

const OPEN_SPIEL: Peer = Peer {
    name: "OpenSpiel from Python",
    game: "othello",
    bot: "random",
    rounds: 5_000,
    games: 1_000,
    wants: "install open_spiel, and name the Python in PYTHON",
};

const FIGHT_CLUB: Peer = Peer {
    name: "the original in Ruby",
    game: "battleship",
    bot: "tidy",
    rounds: 500,
    games: 50,
    wants: "install Ruby, and name the folder of the original in FIGHT_CLUB",
};

pub(crate) fn print() {
    let script = |name: &str| repository().join("judge/benches/games").join(name);
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    compare(&OPEN_SPIEL, || {
        let mut command = Command::new(&python);
        command.arg(script("openspiel.py"));
        command
    });
    let original = env::var_os("FIGHT_CLUB").unwrap_or_default();
    compare(&FIGHT_CLUB, || {
        let mut command = Command::new("ruby");
        command.arg("-I").arg(Path::new(&original).join("lib")).arg(script("fight_club.rb"));
        command
    });
}

/// Measures both by turns; `theirs` takes the number of games to play, and prints how many a second it played.
fn compare(peer: &Peer, theirs: impl Fn() -> Command) {
    if games_a_second(theirs(), 1).is_none() {
        println!("{} was not measured: {}\n", peer.name, peer.wants);
        return;
    }
    let pair = Pair::unopened(peer.game, peer.bot, peer.rounds);
    let one = threads(1);
    let runs: Vec<(f64, f64)> = (0..RUNS)
        .map(|_| {
            let ours = f64::from(2 * peer.rounds) / pair.sandboxed(&one).as_secs_f64();
            (ours, games_a_second(theirs(), peer.games).expect("it has just played"))
        })
        .collect();
    let median_of = |value: &dyn Fn(&(f64, f64)) -> f64| median(runs.iter().map(value).collect());
    println!("{:<36} {:>12}", format!("{} {}, one thread", peer.game, peer.bot), "games/s");
    println!("{:<36} {:>12.0}", "this judge, sandboxed", median_of(&|run| run.0));
    println!("{:<36} {:>12.0}", peer.name, median_of(&|run| run.1));
    println!("{:<36} {:>12.1}\n", "ours by theirs", median_of(&|run| run.0 / run.1));
}

/// The games a second that a peer reports; `None` if it is not installed.
fn games_a_second(mut peer: Command, games: u32) -> Option<f64> {
    let output = peer.arg(games.to_string()).output().ok().filter(|output| output.status.success())?;
    str::from_utf8(&output.stdout).ok()?.trim().parse().ok()
}
