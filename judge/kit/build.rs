//! Builds the files that a bot's author needs into the program, as they lie in `sdk` now.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders of the project that new folders are made of.
const FOLDERS: [&str; 5] = ["judge/kit/new", "judge/limits", "judge/play", "judge/wit", "sdk"];
/// Folders and files in them that nothing is made of.
const LEFT_OUT: [&str; 5] = ["tests", "tests.rs", "tournaments", "examples", "testdata"];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let project = here.join("../..");
    let workspace = project.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", workspace.display());
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={}", project.join(folder).display());
        walk(&project.join(folder), &mut files);
    }
    let mut text = "const FILES: &[(&str, &[u8])] = &[\n".to_owned();
    for file in files {
        let path = file.strip_prefix(&project).expect("it is below").to_str().expect("our names are Unicode");
        let file = file.to_str().expect("our names are Unicode");
        let path = path.replace('\\', "/");
        writeln!(text, "    ({path:?}, include_bytes!({file:?})),").expect("a string takes all text");
    }
    let workspace = workspace.to_str().expect("our names are Unicode");
    writeln!(text, "];\nconst WORKSPACE: &str = include_str!({workspace:?});")
        .expect("a string takes all text");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("files.rs"), text).expect("the build's own folder can be written");
}

/// All files below a folder, in order, but for those that are left out.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("our names are Unicode");
        if LEFT_OUT.contains(&name) || name.starts_with('.') || name.starts_with("__") {
            continue;
        }
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}
