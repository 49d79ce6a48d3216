//! Teams: their standings follow from those of their members.

use std::collections::BTreeMap;

use crate::support::{Folder, Row, bot, rows};

const CUP: &str =
    "game = \"battleship\"\nseed = 7\nrounds = 2\nteam_best = 2\ncontestants = [\"bots/*.wasm\"]\n";
const TEAMS: &str = "[teams]\n\"Red Ω\" = [\"stupid\", \"tidy\", \"crasher\"]\nblue = [\"hunter\", \"silly\"]\n[[contestant]]\nwasm = \"bots/neat.wasm\"\nteam = \"blue\"\n";

/// Seven contestants, six of them in two teams; one is disqualified.
fn cup(keys: &str) -> Folder {
    let folder = Folder::new().file("cup.toml", format!("{keys}{CUP}{TEAMS}"));
    let folder = folder.bots(&["stupid", "tidy", "hunter", "crasher"]).guests(&["walker"]);
    folder.file("bots/neat.wasm", bot("tidy")).file("bots/silly.wasm", bot("stupid"))
}

#[test]
fn the_best_of_each_team_count() {
    for keys in ["", "format = \"swiss\"\n", "format = \"groups\"\n"] {
        let folder = cup(keys);
        let one = folder.play("--jobs 1 --fresh");
        let teams = folder.read("results/cup/teams.csv");
        let two = folder.play("--jobs 2 --fresh");
        assert_eq!((&one.results, &teams), (&two.results, &folder.read("results/cup/teams.csv")));
        let points: BTreeMap<String, u64> = rows(&one.results)
            .iter()
            .map(|line| (line["contestant"].clone(), line["points"].parse().expect("a number")))
            .collect();
        let best_two = |members: [&str; 3]| {
            let mut points = members.map(|name| points[name]);
            points.sort_unstable();
            points[1] + points[2]
        };
        let mut expected = [
            (best_two(["hunter", "silly", "neat"]), "blue"),
            (best_two(["stupid", "tidy", "crasher"]), "Red Ω"),
        ];
        expected.sort_unstable();
        expected.reverse();
        let told: Vec<Row> = rows(&teams);
        assert_eq!(told.len(), 2);
        for ((line, (points, team)), rank) in told.iter().zip(expected).zip(["1", "2"]) {
            let own = [&line["rank"], &line["team"], &line["points"]];
            assert_eq!(own, [rank, team, &points.to_string()], "{teams}");
            assert_eq!(line["counted"].split(' ').count(), 2, "{teams}");
            assert_eq!(line["others"].split(' ').count(), 1, "{teams}");
        }
        let (_, table) = two.stdout.split_once(" rank  team ").expect("it is shown");
        assert!(table.contains("(crasher)\n"), "{table}");
        assert_eq!(folder.judge("verify results/cup").code, Some(0));
        assert_eq!(folder.judge("report results/cup").code, Some(0));
        let page = folder.read("results/cup/report.html");
        assert!(page.contains("<h2>Teams</h2>") && page.contains("Red Ω"), "it is drawn");
        let folder = folder.file("results/cup/teams.csv", teams.replace("blue", "blau"));
        let ended = folder.judge("verify results/cup");
        assert_eq!(ended.code, Some(1));
        assert!(ended.stdout.contains("teams.csv: row "), "{}", ended.stdout);
    }
}

#[test]
fn without_teams_there_is_no_file_of_them() {
    let cup = CUP.replace("team_best = 2\n", "");
    let folder = Folder::new().file("cup.toml", cup).bots(&["stupid", "tidy"]);
    folder.play("");
    assert!(!folder.path("results/cup/teams.csv").exists());
    let ended = folder.file("results/cup/teams.csv", "rank,team\n").judge("verify results/cup");
    assert_eq!(ended.code, Some(1));
    let told = "teams.csv: nobody is in a team, so there are no teams\n";
    assert!(ended.stdout.contains(told), "{}", ended.stdout);
}

#[test]
fn in_a_swiss_a_team_does_not_meet_itself_in_the_first_half() {
    let folder = cup("format = \"swiss\"\n").file("cup.toml", {
        let cup = CUP.replace("rounds = 2", "rounds = 4\nfaults = \"forfeit\"\nformat = \"swiss\"");
        format!("{cup}{TEAMS}")
    });
    let played = folder.play("");
    let team = |name: &str| match name {
        "stupid" | "tidy" | "crasher" => "Red Ω".to_owned(),
        "hunter" | "silly" | "neat" => "blue".to_owned(),
        other => other.to_owned(),
    };
    for game in rows(&played.games).iter().filter(|game| ["1", "2"].contains(&game["round"].as_str())) {
        let seats: Vec<String> = game["seats"].split(' ').map(team).collect();
        assert!(seats.len() == 1 || seats[0] != seats[1], "{game:?}");
    }
}
