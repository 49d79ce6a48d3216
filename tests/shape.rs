//! The shape of the code: who knows whom, who prints, how long files are. Reads the sources as plain text.

use crate::support::{project_files, project_text};

/// What a game's rules must not know of.
const MACHINERY: [&str; 5] = ["wasm", "sandbox", "fuel", "std::fs", "std::time"];

/// What prints.
const PRINTERS: [&str; 7] =
    ["println!", "eprintln!", "print!(", "eprint!(", "dbg!(", "io::stdout", "io::stderr"];

/// The most lines of a file.
const LINES_MAX: usize = 500;

#[test]
fn the_rules_depend_on_nothing() {
    let manifest: toml::Table = project_text("sdk/games/Cargo.toml").parse().expect("it is TOML");
    for key in manifest.keys() {
        assert!(
            !key.contains("dependencies") || key == "dev-dependencies",
            "sdk/games/Cargo.toml has [{key}]"
        );
    }
}

#[test]
fn the_rules_know_no_machinery() {
    none_has("sdk/games/src/**/*.rs", &MACHINERY);
}

#[test]
fn the_sandbox_knows_no_game() {
    let games = games();
    assert!(games.contains(&"battleship".to_owned()), "{games:?}");
    let mut words: Vec<&str> = games.iter().map(String::as_str).collect();
    words.push("judge_games");
    none_has("judge/src/sandbox.rs", &words);
    none_has("judge/src/sandbox/**/*.rs", &words);
}

#[test]
fn the_sandbox_and_the_referee_know_one_another_not() {
    none_has("judge/src/sandbox/**/*.rs", &["crate::referee", "crate::players", "crate::tournament"]);
    none_has("judge/src/referee.rs", &["wasmtime", "crate::sandbox", "crate::tournament"]);
    none_has("judge/src/arena.rs", &["wasmtime", "crate::sandbox"]);
}

#[test]
fn only_the_command_line_prints() {
    let is_edge = |file: &str| file == "judge/src/main.rs" || file.starts_with("judge/src/cli");
    for file in project_files("judge/src/**/*.rs").iter().filter(|file| !is_edge(file)) {
        none_has(file, &PRINTERS);
    }
    none_has("sdk/games/src/**/*.rs", &PRINTERS);
}

#[test]
fn no_file_is_too_long() {
    for folder in ["judge", "sdk", "contestants", "tests"] {
        for file in project_files(&format!("{folder}/**/*.rs")) {
            let lines = project_text(&file).lines().count();
            assert!(lines <= LINES_MAX, "{file} has {lines} lines; split it, {LINES_MAX} are the most");
        }
    }
}

/// No code in the files that match `pattern` has one of these words; comments may.
#[track_caller]
fn none_has(pattern: &str, words: &[&str]) {
    let files = project_files(pattern);
    assert!(!files.is_empty(), "no file matches {pattern}");
    for file in files {
        for (number, line) in (1..).zip(code(&project_text(&file))) {
            let lower = line.to_lowercase();
            let found = words.iter().find(|word| lower.contains(**word));
            assert_eq!(found, None, "{file}:{number}: {line}");
        }
    }
}

/// The lines with comments taken away, as far as a line tells.
fn code(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned()).collect()
}

/// The games, by the contract's files.
fn games() -> Vec<String> {
    let stem = |file: String| file.trim_start_matches("sdk/wit/").trim_end_matches(".wit").to_owned();
    project_files("sdk/wit/*.wit").into_iter().map(stem).filter(|game| game != "host").collect()
}
