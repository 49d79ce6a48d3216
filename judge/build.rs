//! The judge's version with a hash of all that decides what a game comes to, so that it means something between releases.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The judge itself, the rules, the contract, and the versions of everything else.
const SOURCES: [&str; 4] = ["judge/src", "sdk/games/src", "sdk/wit", "Cargo.lock"];
/// Of the hash's first eight bytes six are shown.
const HIDDEN_BITS: u32 = 16;

fn main() {
    let mut hash = Sha256::new();
    for source in SOURCES {
        let path = Path::new("..").join(source);
        println!("cargo:rerun-if-changed={}", path.display());
        for file in files(&path) {
            add(&mut hash, &file);
        }
    }
    let first = *hash.finalize().first_chunk().expect("a SHA-256 has 32 bytes");
    let digits = u64::from_be_bytes(first) >> HIDDEN_BITS;
    println!("cargo:rustc-env=JUDGE_VERSION={}+{digits:012x}", env!("CARGO_PKG_VERSION"));
}

/// Adds a file by its place in the project and its content.
fn add(hash: &mut Sha256, file: &Path) {
    let parts = file.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let content = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for bytes in [parts.collect::<Vec<_>>().join("/").into_bytes(), content] {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
}

/// The files at and below a path, in order.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| files(path)).collect()
}
