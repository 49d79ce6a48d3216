//! Every tournament in `tournaments/` can be played, and comes to the same with any number of threads.

use std::path::Path;

use crate::support::{Folder, project_files, project_text, root};

#[test]
fn every_tournament_is_the_same_with_one_job_and_with_two() {
    let tournaments = project_files("tournaments/*.toml");
    assert!(tournaments.contains(&"tournaments/october.toml".to_owned()), "{tournaments:?}");
    for tournament in tournaments {
        let folder = Folder::new().file("cup.toml", shortened(&tournament, 1));
        let one = folder.play("--jobs 1");
        let two = folder.play("--jobs 2");
        assert!(one.results == two.results && one.games == two.games, "{tournament}");
        assert!(one.games.lines().count() > 1, "{tournament} has no games");
    }
}

/// A tournament's file with at most `rounds` rounds, its paths made absolute.
pub(crate) fn shortened(tournament: &str, rounds: u32) -> String {
    let mut table: toml::Table = project_text(tournament).parse().expect("it is TOML");
    table.insert("rounds".into(), rounds.into());
    let folder = root().join(tournament);
    let folder = folder.parent().expect("it is in a folder");
    if let Some(toml::Value::Array(patterns)) = table.get_mut("contestants") {
        for pattern in patterns {
            absolute(pattern, folder);
        }
    }
    if let Some(toml::Value::Array(contestants)) = table.get_mut("contestant") {
        contestants
            .iter_mut()
            .filter_map(|table| table.get_mut("wasm"))
            .for_each(|wasm| absolute(wasm, folder));
    }
    table.to_string()
}

fn absolute(path: &mut toml::Value, folder: &Path) {
    let from_folder = path.as_str().expect("a path is text");
    *path = folder.join(from_folder).to_string_lossy().into_owned().into();
}
