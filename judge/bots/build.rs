//! The judge's version with a hash of all that decides the outcome of a game, so that it means something between
//! releases, and changes only when games can change. A test of the project says which files count.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The list of sources that count, and of those that do not with the reasons, seen from the project's top folder.
const LIST: &str = "judge/bots/games-version.txt";
/// The lock file, with the versions of packages.
const LOCK: &str = "Cargo.lock";
/// Packages that decide what a bot's code does. What they depend on comes with their version.
const PACKAGES: [&str; 3] = ["wasmtime", "wasmtime-wasi", "cranelift-codegen"];
/// Of the hash's first eight bytes six are shown.
const HIDDEN_BITS: u32 = 16;

fn main() {
    let top = Path::new("../..");
    for file in [LIST, LOCK].into_iter().chain(sources(&read(top, LIST))) {
        println!("cargo:rerun-if-changed={}", top.join(file).display());
    }
    println!("cargo:rustc-env=GAMES_VERSION={}+{}", env!("CARGO_PKG_VERSION"), digits(top));
}

/// The hash of all that counts below the project's top folder, as it is shown.
pub(crate) fn digits(top: &Path) -> String {
    let mut hash = Sha256::new();
    for source in sources(&read(top, LIST)) {
        add(&mut hash, source);
        add(&mut hash, &code(&read(top, source)));
    }
    for version in versions(&read(top, LOCK)) {
        add(&mut hash, &version);
    }
    let first = *hash.finalize().first_chunk().expect("a SHA-256 has 32 bytes");
    format!("{:012x}", u64::from_be_bytes(first) >> HIDDEN_BITS)
}

/// The sources that count, by the list.
fn sources(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter_map(|line| line.strip_prefix("in "))
}

/// A file's text with the line ends that it has in the repository: Git for Windows may check it out with others.
fn read(top: &Path, file: &str) -> String {
    let text = fs::read_to_string(top.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.replace("\r\n", "\n")
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
