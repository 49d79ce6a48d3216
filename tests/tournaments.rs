//! Every tournament in `tournaments/` can be played, and gives the same with any number of threads.

use std::path::Path;

use crate::support::{Folder, Played, project_files, project_text, root, rows};

/// The one whose results are looked at.
const OCTOBER: &str = "tournaments/october.toml";

#[test]
fn in_october_who_thinks_ahead_is_first_and_who_misbehaves_is_last() {
    let october = played_with_one_job_and_with_two(OCTOBER, 20);
    let rank = |name: &str| october.line(name)["rank"].parse::<usize>().expect("it is a number");
    assert_eq!((rank("density"), rank("hunter")), (1, 2), "{}", october.results);
    assert!(rank("tidy") < rank("stupid"), "{}", october.results);

    let lines = rows(&october.results);
    let (honest, out) = lines.split_at(lines.len() - 3);
    assert!(honest.iter().all(|line| line["status"] == "ranked" && line["reason"].is_empty()), "{honest:?}");
    let misdeeds = [
        ("cheater", ": illegal-fleet in new-game: two ships lie on 0,0"),
        (
            "crasher",
            ": exception in take-turn, turn 4: I crash in my fourth turn (contestants/battleship/crasher/src/lib.rs:21:60)",
        ),
        (
            "staller",
            ": out-of-fuel in take-turn, turn 4: no answer within the turn's fuel of 100,000,000 units",
        ),
    ];
    for (line, (name, misdeed)) in out.iter().zip(misdeeds) {
        assert_eq!((line["contestant"].as_str(), line["status"].as_str()), (name, "disqualified"));
        assert!(line["reason"].starts_with("game ") && line["reason"].ends_with(misdeed), "{line:?}");
        assert!(october.stdout.contains(&line["reason"]), "{}", october.stdout);
    }
}

#[test]
fn every_other_tournament_can_be_played() {
    let tournaments = project_files("tournaments/*.toml");
    assert!(tournaments.iter().any(|tournament| tournament == OCTOBER), "{tournaments:?}");
    for tournament in tournaments.iter().filter(|tournament| *tournament != OCTOBER) {
        let played = played_with_one_job_and_with_two(tournament, 1);
        let faulty = rows(&played.results).into_iter().find(|line| line["faults"] != "0");
        assert_eq!(faulty, None, "{tournament}");
    }
}

/// A tournament with at most `rounds` rounds, which gives the same with one job and with two.
fn played_with_one_job_and_with_two(tournament: &str, rounds: i64) -> Played {
    let folder = Folder::new().file("cup.toml", shortened(tournament, rounds));
    let one = folder.play("--jobs 1");
    let two = folder.play("--jobs 2");
    assert!(one.results == two.results, "{tournament}\n{}\n{}", one.results, two.results);
    assert!(one.games == two.games, "{tournament}\n{}\n{}", one.games, two.games);
    two
}

/// A tournament's file with at most `rounds` rounds, its paths made absolute.
fn shortened(tournament: &str, rounds: i64) -> String {
    let mut table: toml::Table = project_text(tournament).parse().expect("it is TOML");
    let typed = table.get("rounds").and_then(toml::Value::as_integer);
    table.insert("rounds".into(), typed.map_or(rounds, |typed| typed.min(rounds)).into());
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
