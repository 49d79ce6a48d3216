//! The committed bots are made of the committed sources.

use std::collections::{BTreeMap, BTreeSet};

use std::path::Path;

use crate::support::{Folder, project_files, project_text, root, sha256};

/// The script that works out the judge's version when it is built.
#[path = "../judge/bots/build.rs"]
#[allow(dead_code, clippy::print_stdout, reason = "its main function writes for Cargo")]
mod games_version;

/// Every file that the bots are made of, and every bot, as `contestants/build` writes them down.
const SUMMED: [&str; 8] = [
    "sdk/games/Cargo.toml",
    "sdk/games/src/**/*",
    "sdk/rust/Cargo.toml",
    "sdk/rust/src/**/*",
    "sdk/wit/**/*",
    "contestants/*/*/Cargo.toml",
    "contestants/*/*/src/**/*",
    "contestants/*/*.wasm",
];

#[test]
fn no_bot_is_older_than_its_source() {
    let committed = committed_sums();
    let files = SUMMED.iter().flat_map(|pattern| project_files(pattern));
    let now: BTreeMap<String, String> = files.map(|file| (file.clone(), sum(&file))).collect();
    let mut changed: Vec<String> = committed
        .keys()
        .filter(|file| !now.contains_key(*file))
        .map(|file| format!("{file} is gone"))
        .collect();
    changed.extend(now.iter().filter_map(|(file, sum)| match committed.get(file) {
        None => Some(format!("{file} is new")),
        Some(committed) if committed != sum => Some(format!("{file} has changed")),
        Some(_) => None,
    }));
    assert!(
        changed.is_empty(),
        "the bots are not made of these sources; build them again with contestants/build\n{}",
        changed.join("\n")
    );
}

#[test]
fn every_bot_has_its_folder_and_every_folder_its_bot() {
    let bots: BTreeSet<String> =
        project_files("contestants/*/*.wasm").iter().map(|bot| bot.replace(".wasm", "")).collect();
    let folder = |file: &String| file.split('/').take(3).collect::<Vec<_>>().join("/");
    let folders: BTreeSet<String> = project_files("contestants/*/*/**/*").iter().map(folder).collect();
    assert!(!bots.is_empty());
    assert_eq!(bots, folders, "build the bots with contestants/build; remove those that have no source");
}

/// As Git for Windows checks out a repository that does not say how lines end.
#[test]
fn a_checkout_with_other_line_ends_makes_the_same_judge() {
    let list = "judge/bots/games-version.txt";
    let text = project_text(list);
    let counted = text.lines().filter_map(|line| line.strip_prefix("in "));
    let copy = |folder: Folder, file: &str| folder.file(file, project_text(file).replace('\n', "\r\n"));
    let folder = counted.chain([list, "Cargo.lock"]).fold(Folder::new(), copy);
    let digits = games_version::digits(&folder.path(""));
    assert_eq!(digits, games_version::digits(Path::new(&root())));
    assert!(judge_bots::GAMES_VERSION.ends_with(&format!("+{digits}")), "{}", judge_bots::GAMES_VERSION);
}

#[test]
fn git_is_told_how_lines_end_and_which_files_are_no_text() {
    let told = project_text(".gitattributes");
    for line in ["* text=auto eol=lf", "*.png binary", "*.wasm binary"] {
        assert!(told.lines().any(|told| told == line), "{line}");
    }
}

/// The sums in `contestants/SHA256SUMS`, by file.
fn committed_sums() -> BTreeMap<String, String> {
    let text = project_text("contestants/SHA256SUMS");
    let line = |line: &str| {
        let (sum, file) = line.split_once("  ").unwrap_or_else(|| panic!("{line:?} is no sum and file"));
        (file.to_owned(), sum.to_owned())
    };
    text.lines().map(line).collect()
}

fn sum(file: &str) -> String {
    let bytes = std::fs::read(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    sha256(&bytes)
}
