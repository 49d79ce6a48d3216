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

#[test]
fn teams_that_meet_on_boards_stand_by_match_points() {
    let keys = CUP.replace("team_best = 2", "boards = true\nabsent = [\"late\"]");
    let teams = "[teams]\nred = [\"stupid\", \"hunter\"]\nblue = [\"late\", \"tidy\"]\ngreen = [\"silly\", \"walker\"]\n";
    let folder = Folder::new().file("cup.toml", format!("{keys}{teams}")).guests(&["walker"]);
    let folder = folder.bots(&["stupid", "tidy", "hunter"]).file("bots/silly.wasm", bot("stupid"));
    let one = folder.play("--jobs 1");
    let mut met: Vec<String> = rows(&one.games).iter().map(|game| game["seats"].clone()).collect();
    met.sort_unstable();
    met.dedup();
    let pairs = [["silly", "stupid"], ["hunter", "tidy"], ["hunter", "walker"], ["tidy", "walker"]];
    let mut both: Vec<String> =
        pairs.iter().flat_map(|[one, other]| [format!("{one} {other}"), format!("{other} {one}")]).collect();
    both.sort_unstable();
    assert_eq!((met, one.games.lines().count()), (both, 1 + 2 * 8));
    // Of each match what was made at the boards, and 8 points for an empty one.
    let points = |one: &str, other: &str| -> u64 {
        let pairs = rows(&folder.read("results/cup/pairs.csv"));
        let pair = pairs.iter().find(|pair| pair["contestant"] == one && pair["opponent"] == other);
        pair.map_or(0, |pair| pair["points"].parse().expect("a number"))
    };
    let red_blue = (8 + points("hunter", "tidy"), points("tidy", "hunter"));
    let red_green = (
        points("stupid", "silly") + points("hunter", "walker"),
        points("silly", "stupid") + points("walker", "hunter"),
    );
    let green_blue = (8 + points("walker", "tidy"), points("tidy", "walker"));
    let won = |(own, other): (u64, u64)| 1 + u64::from(own > other) - u64::from(own < other);
    let mut expected = [
        (won(red_blue) + won(red_green), red_blue.0 + red_green.0, "red", "stupid hunter"),
        (4 - won(red_blue) - won(green_blue), red_blue.1 + green_blue.1, "blue", "tidy"),
        (2 + won(green_blue) - won(red_green), green_blue.0 + red_green.1, "green", "silly walker"),
    ];
    expected.sort_unstable();
    expected.reverse();
    let teams = folder.read("results/cup/teams.csv");
    let rows = (1..).zip(expected).map(|(rank, (matches, points, team, members))| {
        format!("{rank},{team},{matches},{points},{members},\n")
    });
    let rows: String = rows.collect();
    assert_eq!(teams, format!("rank,team,match_points,points,counted,others\n{rows}"));
    let (_, table) = one.stdout.split_once(" rank  team ").expect("it is shown");
    assert!(table.trim_start().starts_with("match points  points  members\n"), "{table}");

    // On two threads, by parts and by verify it is the same.
    let files = ["results.csv", "games.csv", "teams.csv", "manifest.toml"];
    let all = || files.map(|name| folder.read(&format!("results/cup/{name}")));
    let before = all();
    folder.play("--jobs 2 --fresh");
    assert_eq!(all(), before);
    folder.succeeds("verify results/cup");
    folder.succeeds("report results/cup");
    let page = folder.read("results/cup/report.html");
    assert!(page.contains("<th scope=\"col\">Match points</th>"), "it is drawn");
    for part in ["1/2", "2/2"] {
        folder.succeeds(&format!("run cup.toml --shard {part} --quiet"));
    }
    folder.succeeds("merge cup.toml");
    assert_eq!(all(), before);
}
