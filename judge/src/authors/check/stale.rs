//! A build that is older than its sources: a bot's file in, the source that is newer by its date out.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::time::{Duration, SystemTime};

use judge_core::file::{self, Links};

/// The endings of sources of bots and games.
const ENDINGS: [&str; 13] = ["c", "cc", "cpp", "go", "h", "hpp", "js", "mjs", "py", "rb", "rs", "ts", "zig"];
/// The longest time between files that are copied or checked out together.
const TOGETHER: Duration = Duration::from_secs(5);

/// A source that is newer than the file that was built of it, if there is one: the file beside it that is called so, and in a
/// folder of one bot, as `judge new` and Cargo make it, any file there.
pub(super) fn newer_source(wasm: &Path) -> Option<PathBuf> {
    let built = changed(wasm)?.checked_add(TOGETHER)?;
    let beside = ENDINGS.map(|ending| wasm.with_extension(ending));
    let sources = beside.into_iter().chain(folders(wasm).into_iter().flat_map(files));
    let is_source =
        |file: &PathBuf| ENDINGS.iter().any(|ending| file.extension() == Some((*ending).as_ref()));
    sources.filter(is_source).find(|file| changed(file).is_some_and(|changed| changed > built))
}

/// The folders with sources of this file alone.
fn folders(wasm: &Path) -> Vec<PathBuf> {
    let Ok(whole) = path::absolute(wasm) else { return Vec::new() };
    let of_cargo = whole.ancestors().find(|folder| folder.ends_with("target")).and_then(Path::parent);
    // Where more than one is built, as a game with its bots, there are sources of others, too.
    let read = |folder: &Path, name| file::read_text(&folder.join(name), Links::Refuse);
    let is_package = |text: String| !text.contains("default-members");
    let of_cargo = of_cargo.filter(|folder| read(folder, "Cargo.toml").is_ok_and(is_package));
    // Files that are kept of another version have another name.
    let name = whole.file_stem().map(|name| format!("name={}", name.to_string_lossy()));
    let is_its = |text: String| text.lines().any(|line| Some(line) == name.as_deref());
    let of_new = whole.parent().filter(|folder| read(folder, "sdk/bot").is_ok_and(is_its));
    let Some(folder) = of_cargo.or(of_new) else { return Vec::new() };
    vec![folder.join("src"), folder.join("lib"), folder.to_owned()]
}

fn files(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files.into_iter()
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}
