//! The output of the commands beside `judge run`.

use std::path::PathBuf;

use snapbox::{assert_data_eq, file};
use wit_parser::{Resolve, SourceMap};

use crate::support::{Folder, project_files};

#[test]
fn the_games_are_listed() {
    let ended = Folder::new().judge("games");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_data_eq!(&ended.stdout, file!["golden/games.txt"].raw());
    for (game, listed) in games().iter().zip(ended.stdout.split("\n\n")) {
        let one = Folder::new().judge(&format!("games {game}"));
        assert_eq!((one.code, one.stdout.trim_end()), (Some(0), listed.trim_end()), "{}", one.stderr);
    }
    let mistyped = Folder::new().judge("games otello");
    assert!(mistyped.code == Some(2) && mistyped.stderr.contains("'othello'"), "{}", mistyped.stderr);
}

#[test]
fn every_games_interface_is_whole() {
    for game in games() {
        let ended = Folder::new().judge(&format!("wit {game}"));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        let mut sources = SourceMap::new();
        sources.push_str("game.wit", ended.stdout);
        let mut resolve = Resolve::default();
        let package = resolve.push_group(sources.parse().expect("it is WIT")).expect("it is whole");
        resolve.select_world(&[package], Some(&format!("{game}-bot"))).expect("a bot is a world");
    }
}

#[test]
fn an_interface_can_be_had_as_json() {
    for game in games() {
        let ended = Folder::new().judge(&format!("wit {game} --json"));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        assert_eq!(ended.stdout, judge_bots::FileKind::bot(&game).as_data().json());
    }
    let ended = Folder::new().judge("wit othello --json --core");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
}

/// The games that have an interface.
fn games() -> Vec<String> {
    let files = project_files("sdk/wit/*.wit").into_iter().map(PathBuf::from);
    let names = files.map(|file| file.file_stem().expect("it is a file").to_string_lossy().into_owned());
    names.filter(|name| name != "host").collect()
}
