//! The judge's version with a hash of all that decides what a game comes to, so that it means something between
//! releases, and changes only when games can change. A test of the project says which files count.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// Which sources count, and which do not and why, seen from the project's top folder.
const LIST: &str = "games-version.txt";
/// Packages that decide what a bot's code does. What they depend on comes with their version.
const PACKAGES: [&str; 5] = [
    "wasmtime",
    "wasmtime-wasi",
    "wit-component",
    "wasi-preview1-component-adapter-provider",
    "cranelift-codegen",
];
/// Of the hash's first eight bytes six are shown.
const HIDDEN_BITS: u32 = 16;

fn main() {
    let top = Path::new("../..");
    let mut hash = Sha256::new();
    println!("cargo:rerun-if-changed={LIST}");
    for source in read(Path::new(LIST)).lines().filter_map(|line| line.strip_prefix("in ")) {
        let file = top.join(source);
        println!("cargo:rerun-if-changed={}", file.display());
        add(&mut hash, source);
        add(&mut hash, &code(&read(&file)));
    }
    println!("cargo:rerun-if-changed={}", top.join("Cargo.lock").display());
    for version in versions(&read(&top.join("Cargo.lock"))) {
        add(&mut hash, &version);
    }
    let first = *hash.finalize().first_chunk().expect("a SHA-256 has 32 bytes");
    let digits = u64::from_be_bytes(first) >> HIDDEN_BITS;
    println!("cargo:rustc-env=GAMES_VERSION={}+{digits:012x}", env!("CARGO_PKG_VERSION"));
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Adds a text with its length.
fn add(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

/// A file's code without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line.trim(), "\n"]).collect()
}

/// The versions of the packages that count, as the lock file has them.
fn versions(lock: &str) -> Vec<String> {
    let packages = lock.split("[[package]]\n").filter(|package| {
        let name = package.lines().next().unwrap_or_default();
        PACKAGES.iter().any(|counted| name == format!("name = {counted:?}"))
    });
    packages.map(|package| package.lines().take(2).collect::<Vec<_>>().join(" ")).collect()
}
