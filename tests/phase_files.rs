//! A tournament as a list of phases: what its files tell, and that nobody can change it.

use std::fs;

use crate::support::{Folder, bot, rows};

const CUP: &str = r#"game = "battleship"
seed = 8
rounds = 1
contestants = ["bots/*.wasm"]

[[phase]]
format = "swiss"
rounds = 3

[[phase]]
format = "round-robin"
best = 4
groups = 2

[[phase]]
format = "knockout"
best_of_each = 1
"#;

fn cup() -> Folder {
    let folder =
        Folder::new().file("cup.toml", CUP).bots(&["density", "hunter", "stupid", "tidy", "crasher"]);
    folder.file("bots/copy.wasm", bot("tidy")).file("bots/double.wasm", bot("tidy"))
}

#[test]
fn files_tell_how_each_phase_went_and_verify_compares_them() {
    let folder = cup();
    let played = folder.play("");
    let games = rows(&played.games);
    let of = |phase: &str| games.iter().filter(|game| game["phase"] == phase).count();
    // Three rounds of three pairs, but for walkovers that are games, too; two groups of two; one match.
    assert_eq!([of("2"), games.len() - of("1") - of("2") - of("3")], [4, 0]);
    let read = |name: &str| fs::read_to_string(folder.path("results/cup").join(name)).expect("it is there");
    let (groups, matches) = (rows(&read("groups.csv")), rows(&read("matches.csv")));
    let on =
        |phase: &str| groups.iter().filter(|row| row["phase"] == phase && row["goes_on"] == "true").count();
    assert_eq!([on("1"), on("2"), on("3")], [4, 2, 0]);
    assert_eq!(matches.len(), 1);
    let results = rows(&played.results);
    let winner = &matches[0]["winner"];
    assert_eq!((&results[0]["contestant"], matches[0]["match"].as_str()), (winner, "final"));
    // Of the last phase, of the groups, and of the Swiss; and whoever is disqualified last.
    let phase_of = |name: &str| groups.iter().filter(|row| row["contestant"] == name).count();
    let reached: Vec<usize> = results.iter().map(|row| phase_of(&row["contestant"])).collect();
    assert_eq!(reached, [3, 3, 2, 2, 1, 1, 1]);
    assert_eq!(results[6]["contestant"], "crasher");
    assert!(results.iter().all(|row| row["rank_low"].is_empty() && !row["seeded"].is_empty()));

    assert_eq!(folder.judge("verify results/cup").code, Some(0));
    for (name, right, wrong) in [
        ("matches.csv", matches[0]["why"].as_str(), "disqualified"),
        ("groups.csv", "true", "false"),
        ("games.csv", "group-1", "group-2"),
    ] {
        let (path, text) = (folder.path("results/cup").join(name), read(name));
        fs::write(&path, text.replacen(right, wrong, 1)).expect("it can be written");
        let forged = folder.judge("verify results/cup");
        assert_eq!(forged.code, Some(1), "{name}");
        assert!(
            forged.stdout.contains(name) || forged.stderr.contains(name),
            "{}{}",
            forged.stdout,
            forged.stderr
        );
        fs::write(&path, text).expect("it can be written");
    }
}

/// A short form and the list that it is short for give the same, but for the column of phases.
#[test]
fn groups_are_short_for_two_phases() {
    let short = CUP.split("\n[[").next().expect("it has a head").to_owned()
        + "format = \"groups\"\ngroups = 2\ngo_on = 1\n";
    let long = CUP.replace("format = \"swiss\"\nrounds = 3\n\n[[phase]]\n", "").replace("best = 4\n", "");
    let files = |text: String| {
        let folder = cup().file("cup.toml", text);
        folder.succeeds("run cup.toml --quiet");
        ["results.csv", "groups.csv", "matches.csv"]
            .map(|name| fs::read_to_string(folder.path("results/cup").join(name)).expect("it is there"))
    };
    assert_eq!(files(short), files(long));
}
