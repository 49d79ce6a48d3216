//! The committed files of the page are made of the sources beside it, and keep to the page's rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Expressions that put text into a page as HTML, or run it.
const FORBIDDEN: [&str; 7] =
    ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder, as paths from the project's top.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
        let entry = entry.expect("it can be read");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().expect("it has one").is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn what_is_committed_is_made_of_these_sources() {
    let sums = fs::read_to_string(root().join("judge/page/dist/SHA256SUMS")).expect("it is there");
    let sums: BTreeMap<&str, &str> =
        sums.lines().filter_map(|line| line.split_once("  ")).map(|(sum, file)| (file, sum)).collect();
    let folders = [
        "sdk/contract",
        "sdk/game/wit",
        "sdk/games/src",
        "sdk/scenes/src",
        "sdk/wit",
        "judge/wit/src",
        "judge/limits/src",
        "judge/play/src",
        "judge/meter/src",
        "judge/rating/src",
        "judge/drawing",
        "judge/page/engine",
        "judge/page/web/engine",
        "judge/page/web/view",
    ];
    let built = ["engine-files.gz", "engine.gz", "page.css", "page.js", "unpack-script.js", "worker.txt"]
        .map(|file| format!("judge/page/dist/{file}"));
    let style = "judge/page/web/page.css".to_owned();
    let sources = folders.iter().flat_map(|folder| files(folder));
    let mut there: Vec<String> = sources.chain(built).chain([style]).collect();
    there.sort();
    let listed: Vec<&str> = sums.keys().copied().collect();
    assert_eq!(listed, there, "run judge/page/build");
    for file in there {
        let sum = hex::encode(Sha256::digest(fs::read(root().join(&file)).expect("it can be read")));
        assert_eq!(sums[file.as_str()], sum, "{file} is newer than judge/page/dist; run judge/page/build");
    }
}

#[test]
fn text_goes_into_the_page_as_text() {
    let scripts = ["judge/page/web/engine", "judge/page/web/view"]
        .into_iter()
        .flat_map(files)
        .filter(|file| Path::new(file).extension().is_some_and(|end| end == "js"));
    let scripts: Vec<String> = scripts.chain(["judge/page/dist/page.js".to_owned()]).collect();
    assert!(scripts.len() > 10, "{scripts:?}");
    for file in scripts {
        let text = fs::read_to_string(root().join(&file)).expect("it is text");
        for word in FORBIDDEN {
            assert!(!text.contains(word), "{file} has {word}");
        }
    }
}
