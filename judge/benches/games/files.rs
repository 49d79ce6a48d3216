//! The cost of a game as a file: Othello built in against Othello as a file, with a bot that answers at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use judge_core::host::Options;
use judge_core::tournament::{GameFiles, Tournament};

use super::turns::{QUICK, asked};
use super::{Pair, RUNS, median, repository, threads};

/// Rounds played in a run, of two games each.
const ROUNDS: u32 = 200;

/// Prints nanoseconds a turn of both, and what the file adds.
pub(crate) fn print() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let bot = folder.path().join("quick.wasm");
    fs::write(&bot, wat::parse_str(QUICK).expect("it is a module")).expect("it can be written");
    let Some(game) = built(folder.path()) else {
        println!("\nothello as a file was not measured: {WANTS}");
        return;
    };
    let pairs = ["othello".to_owned(), game.display().to_string()].map(|game| {
        let file = folder.path().join("cup.toml");
        fs::write(&file, super::cup(&game, &bot, ROUNDS)).expect("it can be written");
        let files = GameFiles::new(&Options::default());
        Pair::of_tournament(Tournament::read_with(&file, &files).expect("the tournament is valid"))
    });
    let thread = threads(1);
    let turns = pairs.each_ref().map(|pair| asked(&pair.results(&thread)));
    assert_eq!(turns[0], turns[1], "both play the same games");
    let runs: Vec<[f64; 2]> =
        (0..RUNS).map(|_| pairs.each_ref().map(|pair| pair.sandboxed(&thread).as_secs_f64())).collect();
    #[expect(clippy::cast_precision_loss, reason = "shown to the nanosecond")]
    let [own, file] =
        [0, 1].map(|place| median(runs.iter().map(|run| run[place]).collect()) * 1e9 / turns[0] as f64);
    println!(
        "\nothello, a bot that answers at once: nanoseconds a turn, of {} turns in whole games",
        turns[0]
    );
    println!("{:<36} {own:>12.0}", "built in");
    println!("{:<36} {file:>12.0}", "as a file");
    println!("{:<36} {:>12.0}", "what the file adds", file - own);
}

/// What is missing where there is no game as a file.
pub(super) const WANTS: &str =
    "it cannot be built for wasm32-unknown-unknown; run: rustup target add wasm32-unknown-unknown";

/// Othello as a file, built in this folder; nothing where it cannot be built.
pub(super) fn built(folder: &Path) -> Option<PathBuf> {
    let project = repository();
    let sdk = project.join("sdk");
    let manifest = format!(
        "[package]\nname = \"othello\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\ncrate-type = [\"cdylib\"]\n\n[dependencies]\njudge-game = {{ path = \"{}\" }}\njudge-games = {{ path = \"{}\" }}\n\n[profile.release]\nlto = true\npanic = \"abort\"\n\n[workspace]\n",
        sdk.join("game").display(),
        sdk.join("games").display()
    );
    let source = format!(
        "judge_game::export_game!(judge_games::othello::Othello, include_str!(\"{}\"));\n",
        sdk.join("wit/othello.wit").display()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("it can be written");
    fs::write(folder.join("lib.rs"), source).expect("it can be written");
    fs::copy(project.join("Cargo.lock"), folder.join("Cargo.lock")).expect("it can be copied");
    let target = project.join("target/othello-as-a-file");
    let build = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target)
        .current_dir(folder)
        .status();
    let wasm = target.join("wasm32-unknown-unknown/release/othello.wasm");
    build.is_ok_and(|status| status.success()).then_some(wasm)
}
