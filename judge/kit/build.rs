//! Builds the files that a bot's author needs into the program, as they lie in `sdk` now.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders and files of `sdk` that no new bot needs.
const LEFT_OUT: [&str; 8] =
    ["tests", "scenes", "tournaments", "README.md", "examples", "headers", "types.mjs", "SHA256SUMS"];
/// What the templates import.
const KEPT: [&str; 3] = ["c/examples/random.h", "js/examples/random.js", "typescript/examples/random.ts"];

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let sdk = here.join("../../sdk");
    let workspace = here.join("../../Cargo.toml");
    println!("cargo::rerun-if-changed={}", sdk.display());
    println!("cargo::rerun-if-changed={}", here.join("templates").display());
    println!("cargo::rerun-if-changed={}", workspace.display());
    let mut files = Vec::new();
    walk(&sdk, &mut files);
    files.extend(KEPT.iter().map(|file| sdk.join(file)));
    let mut text = list("SDK", &sdk, &files);
    let mut templates = Vec::new();
    walk(&here.join("templates"), &mut templates);
    text += &list("TEMPLATES", &here.join("templates"), &templates);
    let workspace = workspace.to_str().expect("our names are Unicode");
    writeln!(text, "const WORKSPACE: &str = include_str!({workspace:?});").expect("a string takes all text");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("files.rs"), text).expect("the build's own folder can be written");
}

/// All files below a folder, in order.
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
