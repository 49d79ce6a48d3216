//! Builds the files that a bot's author needs into the program, as they lie in `sdk` now.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders and files of `sdk` that no new bot needs.
const LEFT_OUT: [&str; 6] = ["tests", "game", "scenes", "tournaments", "README.md", "examples"];

/// Crates that a game in Rust is built from, by folder below the project's.
const OF_GAMES: [&str; 9] = [
    "judge/limits",
    "judge/play",
    "judge/wit",
    "sdk/contract",
    "sdk/game",
    "sdk/games",
    "sdk/rust",
    "sdk/scenes",
    "sdk/wit",
];
/// Files of it that no build reads.
const LEFT_OUT_OF_GAMES: [&str; 5] = ["tests", "tests.rs", "tournaments", "examples", "testdata"];

/// Games to begin with, by language.
const GAMES: [(&str, &str); 3] =
    [("GAME", "game"), ("GAME_IN_PYTHON", "game-python"), ("GAME_IN_JAVASCRIPT", "game-js")];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let sdk = here.join("../../sdk");
    let workspace = here.join("../../Cargo.toml");
    println!("cargo::rerun-if-changed={}", sdk.display());
    println!("cargo::rerun-if-changed={}", here.join("templates").display());
    println!("cargo::rerun-if-changed={}", workspace.display());
    let mut files = Vec::new();
    walk(&sdk, &LEFT_OUT, &mut files);
    let mut text = list("SDK", &sdk, &files);
    let mut templates = Vec::new();
    walk(&here.join("templates"), &LEFT_OUT, &mut templates);
    text += &list("TEMPLATES", &here.join("templates"), &templates);
    for (name, folder) in GAMES {
        let folder = here.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut game = Vec::new();
        walk(&folder, &[], &mut game);
        text += &list(name, &folder, &game);
    }
    let project = here.join("../..");
    let mut of_games = vec![project.join("sdk/lines.wit"), project.join("sdk/source.wit")];
    for folder in OF_GAMES {
        println!("cargo::rerun-if-changed={}", project.join(folder).display());
        walk(&project.join(folder), &LEFT_OUT_OF_GAMES, &mut of_games);
    }
    text += &list("OF_GAMES", &project, &of_games);
    let workspace = workspace.to_str().expect("our names are Unicode");
    writeln!(text, "const WORKSPACE: &str = include_str!({workspace:?});").expect("a string takes all text");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("files.rs"), text).expect("the build's own folder can be written");
}

/// All files below a folder, in order, but for those of these names.
fn walk(folder: &Path, left_out: &[&str], files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("our names are Unicode");
        if left_out.contains(&name) || name.starts_with('.') || name.starts_with("__") {
            continue;
        }
        if path.is_dir() {
            walk(&path, left_out, files);
        } else {
            files.push(path);
        }
    }
}

/// A constant with paths from `top`, and bytes.
fn list(name: &str, top: &Path, files: &[PathBuf]) -> String {
    let mut text = format!("const {name}: &[(&str, &[u8])] = &[\n");
    for file in files {
        let path = file.strip_prefix(top).expect("it is below").to_str().expect("our names are Unicode");
        let file = file.to_str().expect("our names are Unicode");
        let path = path.replace('\\', "/");
        writeln!(text, "    ({path:?}, include_bytes!({file:?})),").expect("a string takes all text");
    }
    text + "];\n"
}
