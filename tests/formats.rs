//! Tournaments in every format, and what must not make a difference to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Folder, Played, Row, bot, guest, rows};

/// Six contestants who differ in strength, two of them twice.
fn cup(keys: &str) -> Folder {
    let cup = format!("game = \"battleship\"\nseed = 7\n{keys}contestants = [\"bots/*.wasm\"]\n");
    let twice = [("stupid", "silly"), ("tidy", "neat")];
    let folder = Folder::new().file("cup.toml", cup).bots(&["stupid", "tidy", "hunter"]);
    let folder = folder.file("bots/walker.wasm", guest("walker"));
    twice.iter().fold(folder, |folder, (of, name)| folder.file(&format!("bots/{name}.wasm"), bot(of)))
}

/// The tournament, which gives the same with one job and two, and when it is gone on with.
fn played(folder: &Folder) -> Played {
    let one = folder.play("--jobs 1 --fresh");
    let journal = std::fs::read(folder.path("results/cup/journal")).expect("it is there");
    let lines: Vec<&[u8]> = journal.split_inclusive(|byte| *byte == b'\n').collect();
    let half = lines[..lines.len() / 2].concat();
    std::fs::write(folder.path("results/cup/journal"), half).expect("it can be written");
    let two = folder.play("--jobs 2");
    assert_eq!((&two.results, &two.games), (&one.results, &one.games));
    two
}

/// Every line's points are the sum of its games'.
#[track_caller]
fn assert_points_add_up(played: &Played) {
    let mut points: BTreeMap<String, u64> = BTreeMap::new();
    for game in rows(&played.games) {
        for (name, gained) in game["seats"].split(' ').zip(game["points"].split(' ')) {
            *points.entry(name.to_owned()).or_default() += gained.parse::<u64>().expect("a number");
        }
    }
    for line in rows(&played.results) {
        assert_eq!(line["points"], points.get(&line["contestant"]).unwrap_or(&0).to_string(), "{line:?}");
    }
}

fn pairing(game: &Row) -> Vec<&str> {
    let mut pairing: Vec<&str> = game["seats"].split(' ').collect();
    pairing.sort_unstable();
    pairing
}

#[test]
fn in_a_gauntlet_champions_meet_everybody_else() {
    let played = played(&cup("format = \"gauntlet\"\nchampions = [\"hunter\", \"tidy\"]\nrounds = 2\n"));
    let games = rows(&played.games);
    assert_eq!(games.len(), 2 * 4 * 2 * 2);
    for game in &games {
        let champions = pairing(game).iter().filter(|name| ["hunter", "tidy"].contains(name)).count();
        assert_eq!(champions, 1, "{game:?}");
    }
    assert_points_add_up(&played);
}

#[test]
fn in_a_gauntlet_points_a_game_decide() {
    let played = played(&cup("format = \"gauntlet\"\nchampions = [\"tidy\"]\nrounds = 10\n"));
    let lines = rows(&played.results);
    let number = |line: &Row, key: &str| line[key].parse::<u64>().expect("a number");
    for pair in lines.windows(2) {
        let [one, other] = [&pair[0], &pair[1]].map(|line| (number(line, "points"), number(line, "played")));
        assert!(one.0 * other.1 >= other.0 * one.1, "{pair:?}");
    }
    let (first, champion) = (&lines[0], played.line("tidy"));
    assert_eq!(first["contestant"], "hunter", "it wins most of its games, of which it has few");
    assert!(number(&champion, "points") > number(first, "points"));
}

#[test]
fn in_a_swiss_nobody_meets_anybody_twice_and_who_sits_out_has_a_rounds_points() {
    let folder =
        cup("format = \"swiss\"\nrounds = 3\nabsent = [\"zoe\"]\n").file("bots/odd.wasm", bot("stupid"));
    let played = played(&folder);
    let games = rows(&played.games);
    let byes: Vec<&Row> = games.iter().filter(|game| game["outcome"] == "bye").collect();
    assert_eq!((games.len(), byes.len()), (3 * (3 * 2 + 1), 3));
    assert!(byes.iter().all(|bye| bye["points"] == "4"), "{byes:?}");
    assert_eq!(byes.iter().map(|bye| &bye["seats"]).collect::<BTreeSet<_>>().len(), 3);
    let met: BTreeSet<Vec<&str>> = games.iter().map(pairing).filter(|pairing| pairing.len() == 2).collect();
    assert_eq!(met.len(), 9);
    assert_points_add_up(&played);
    let points = |name: &str| played.line(name)["points"].parse::<u64>().expect("a number");
    for line in rows(&played.results) {
        let name = &line["contestant"][..];
        let met_by = met.iter().filter(|pairing| pairing.contains(&name));
        let opponents = met_by.flatten().copied().filter(|other| *other != name);
        let sat_out = byes.iter().map(|bye| &bye["seats"][..]).filter(|bye| *bye == name);
        let mut of: Vec<u64> = opponents.chain(sat_out).map(points).collect();
        of.sort_unstable();
        let told = if of.is_empty() { String::new() } else { format!("{} {}", of[1] + of[2], of[1]) };
        assert_eq!(line["buchholz"], told, "{line:?}");
    }
    assert!(played.stdout.contains("Buchholz"), "{}", played.stdout);
}

#[test]
fn a_bye_on_request_is_half_a_round_and_who_comes_late_or_goes_has_none() {
    let keys = "format = \"swiss\"\nrounds = 3\n";
    let given = "byes = [{ name = \"hunter\", round = 2 }]\n";
    let tables =
        "[[late]]\nname = \"walker\"\nfrom_round = 3\n[[withdrawn]]\nname = \"silly\"\nafter_round = 1\n";
    let folder = cup(&format!("{keys}{given}"));
    let text = std::fs::read_to_string(folder.path("cup.toml")).expect("it is there");
    let folder = folder.file("cup.toml", text.clone() + tables);
    let played = played(&folder);
    assert_points_add_up(&played);
    let byes = |played: &Played| -> BTreeSet<(String, String, String)> {
        let games = rows(&played.games).into_iter().filter(|game| game["outcome"] == "bye");
        games.map(|game| (game["round"].clone(), game["seats"].clone(), game["points"].clone())).collect()
    };
    let given = [
        ("1", "walker", "0"),
        ("2", "hunter", "2"),
        ("2", "silly", "0"),
        ("2", "walker", "0"),
        ("3", "silly", "0"),
    ];
    for (round, name, points) in given {
        assert!(byes(&played).contains(&(round.into(), name.into(), points.into())), "{round} {name}");
    }
    // Five, three and five are left.
    assert_eq!(byes(&played).iter().filter(|bye| bye.2 == "4").count(), 3, "{:?}", byes(&played));
    assert!(
        played.manifest.contains("[[tournament.byes]]\nname = \"silly\"\nfirst = 2\npoints = 0\n"),
        "{}",
        played.manifest
    );
    let verified = folder.succeeds("verify results/cup");
    assert!(verified.stdout.contains("\nbyes         hunter, walker, silly\n"), "{}", verified.stdout);
    folder.succeeds("report results/cup");
    let page = std::fs::read_to_string(folder.path("results/cup/report.html")).expect("it is there");
    assert!(page.contains("<td class=\"text\">bye 2</td>") && page.contains("bye 0"));

    // What was played before stays when somebody withdraws while the tournament runs.
    let first = |played: &Played| -> Vec<Row> {
        rows(&played.games).into_iter().filter(|game| game["round"] == "1").collect()
    };
    let folder = folder.file("cup.toml", text.clone());
    let before = first(&folder.play("--fresh"));
    let folder = folder.file("cup.toml", text + "[[withdrawn]]\nname = \"silly\"\nafter_round = 1\n");
    let after = folder.play("");
    assert_eq!(first(&after), before);
    assert!(byes(&after).contains(&("2".into(), "silly".into(), "0".into())));
}

#[test]
fn two_copies_of_a_bot_have_no_rating_after_a_round() {
    let cup =
        "game = \"battleship\"\nseed = 7\nformat = \"swiss\"\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let twins =
        Folder::new().file("cup.toml", cup).file("bots/a.wasm", bot("tidy")).file("bots/b.wasm", bot("tidy"));
    let played = twins.play("");
    for line in rows(&played.results) {
        assert_eq!((&line["rating"][..], &line["rating_low"][..]), ("", ""), "{line:?}");
    }
    assert!(played.stdout.contains("nobody has a rating yet: that takes three rounds"), "{}", played.stdout);
}

#[test]
fn in_a_knockout_the_winner_of_the_last_match_is_first() {
    let played = played(&cup("format = \"knockout\"\nseeding = [\"hunter\", \"walker\"]\nrounds = 1\n"));
    let games = rows(&played.games);
    let met: BTreeSet<Vec<&str>> = games.iter().map(pairing).collect();
    assert_eq!(met.len(), 5, "six contestants play five matches");
    let places: Vec<String> = rows(&played.results).iter().map(|line| line["contestant"].clone()).collect();
    let last = pairing(&games[games.len() - 1]);
    assert_eq!(
        last.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>(),
        places[..2].iter().cloned().collect()
    );
    let first_match = pairing(&games[0]);
    assert!(!first_match.contains(&"hunter") && !first_match.contains(&"walker"), "the best have byes");
    assert_points_add_up(&played);
}

/// The games of each match by its name, and the contestants in order.
fn matches_and_places(played: &Played) -> (BTreeMap<String, BTreeSet<String>>, Vec<String>) {
    let mut sides: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for game in rows(&played.games) {
        let names = game["seats"].split(' ').map(ToOwned::to_owned);
        sides.entry(game["match"].clone()).or_default().extend(names);
    }
    assert!(sides.values().all(|sides| sides.len() == 2), "{sides:?}");
    (sides, rows(&played.results).iter().map(|line| line["contestant"].clone()).collect())
}

/// What the folder says is true, and a report shows the bracket.
#[track_caller]
fn assert_verified(folder: &Folder, words: &[&str]) {
    let verified = folder.judge("verify results/cup");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert_eq!(folder.judge("report results/cup").code, Some(0));
    let page = std::fs::read_to_string(folder.path("results/cup/report.html")).expect("it is there");
    assert!(words.iter().all(|word| page.contains(word)), "{words:?}");
}

#[test]
fn the_losers_of_the_semi_finals_play_for_the_third_place() {
    let folder =
        cup("format = \"knockout\"\nthird_place = true\nseeding = [\"hunter\", \"walker\"]\nrounds = 1\n");
    let played = played(&folder);
    let (sides, places) = matches_and_places(&played);
    assert_eq!(sides.len(), 6, "six contestants play five matches and one more");
    let two = |places: &[String]| places.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!([&sides["final"], &sides["third-place"]], [&two(&places[..2]), &two(&places[2..4])]);
    assert!(played.stdout.contains("\nthird-place: "), "{}", played.stdout);
    assert_points_add_up(&played);
    assert_verified(&folder, &["<h3>Third place</h3>"]);
}

#[test]
fn in_a_double_elimination_who_loses_once_plays_on_among_the_losers() {
    for faults in ["disqualify", "forfeit"] {
        let keys = format!("format = \"double-elimination\"\nrounds = 1\nfaults = \"{faults}\"\n");
        let folder = cup(&keys).guests(&["trap-in-new-game"]);
        let played = played(&folder);
        let (sides, places) = matches_and_places(&played);
        let last = sides.get("final-2").unwrap_or(&sides["final"]);
        assert_eq!(*last, places[..2].iter().cloned().collect());
        if faults == "forfeit" {
            // Each of seven but the first loses twice, and the first perhaps once.
            assert_eq!(sides.len(), 12 + usize::from(sides.contains_key("final-2")), "{sides:?}");
        }
        assert!(played.stdout.contains("─ losers-"), "{}", played.stdout);
        assert_points_add_up(&played);
        assert_verified(&folder, &["<h3>Winners, round 1</h3>", "<h3>Losers, round ", "<h3>Final</h3>"]);
    }
}

#[test]
fn the_best_of_each_group_go_on_into_a_knockout() {
    for faults in ["disqualify", "forfeit"] {
        let keys = format!(
            "format = \"groups\"\ngroups = 2\nrounds = 1\nthird_place = true\nseeding = [\"stupid\", \"trap-in-new-game\"]\nfaults = \"{faults}\"\n"
        );
        let folder = cup(&keys).guests(&["trap-in-new-game"]);
        let played = played(&folder);
        let mut members: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for game in rows(&played.games) {
            let names = game["seats"].split(' ').map(ToOwned::to_owned);
            members.entry(game["match"].clone()).or_default().extend(names);
        }
        let sizes: Vec<usize> = members.values().map(BTreeSet::len).collect();
        let names: Vec<&str> = members.keys().map(String::as_str).collect();
        assert_eq!(names, ["final", "group-1", "group-2", "semi-1", "semi-2", "third-place"]);
        // Seven contestants, and the first two by seeding are in different groups.
        assert_eq!(sizes, [2, 3, 4, 2, 2, 2], "{members:?}");
        assert!(members["group-1"].contains("stupid") && members["group-2"].contains("trap-in-new-game"));
        let on: BTreeSet<&String> = members["semi-1"].union(&members["semi-2"]).collect();
        for group in ["group-1", "group-2"] {
            assert_eq!(members[group].iter().filter(|name| on.contains(name)).count(), 2);
            for semi in ["semi-1", "semi-2"] {
                assert_eq!(members[group].intersection(&members[semi]).count(), 1, "{members:?}");
            }
        }
        let places: Vec<String> =
            rows(&played.results).iter().map(|line| line["contestant"].clone()).collect();
        let two = |places: &[String]| places.iter().cloned().collect::<BTreeSet<_>>();
        assert_eq!([&members["final"], &members["third-place"]], [&two(&places[..2]), &two(&places[2..4])]);
        let out = played.line("trap-in-new-game");
        assert_eq!(out["rank"], "7", "{out:?}");
        assert_eq!(out["status"] == "disqualified", faults == "disqualify", "{out:?}");
        assert!(rows(&played.results).iter().all(|line| line["rank_low"].is_empty()), "the format decides");
        assert!(played.stdout.contains("\nPhase 1: Round-robin in 2 groups, "), "{}", played.stdout);
        assert!(played.stdout.contains("\nthird-place: "), "{}", played.stdout);
        assert_points_add_up(&played);
        assert_verified(&folder, &["<h3>Group 1</h3>", "<h3>Group 2</h3>", "<h3>Third place</h3>"]);
    }
}

#[test]
fn who_is_disqualified_in_a_swiss_is_paired_no_more() {
    let folder = cup("format = \"swiss\"\nrounds = 4\n").guests(&["trap-in-new-game", "walker"]);
    let played = played(&folder);
    let line = played.line("trap-in-new-game");
    assert_eq!(
        (line["status"].as_str(), line["rank"].as_str(), line["points"].as_str()),
        ("disqualified", "7", "0")
    );
    let games = rows(&played.games).into_iter().filter(|game| game["outcome"] != "bye");
    let its_games = games.filter(|game| game["seats"].contains("trap-in-new-game"));
    assert_eq!(its_games.map(|game| game["round"].clone()).collect::<BTreeSet<_>>().len(), 1);
    assert_points_add_up(&played);
}

#[test]
fn a_tournament_stops_when_everybody_is_apart() {
    // Hunter, tidy and stupid are far apart.
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 40\nstop = \"separated\"\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().file("cup.toml", cup).bots(&["stupid", "tidy", "hunter"]);
    let played = played(&folder);
    let games = rows(&played.games);
    let rounds: u32 = games[games.len() - 1]["round"].parse().expect("a number");
    assert!([10, 15, 22, 33].contains(&rounds), "{rounds}");
    assert_eq!(games.len(), 3 * 2 * rounds as usize);
    for line in rows(&played.results) {
        assert_eq!((&line["rank_low"], &line["rank_high"]), (&line["rank"], &line["rank"]), "{line:?}");
    }
    assert_points_add_up(&played);
}

#[test]
fn equals_play_all_rounds_and_their_places_stay_open() {
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 12\nstop = \"separated\"\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().file("cup.toml", cup).bots(&["stupid"]).file("bots/silly.wasm", bot("stupid"));
    let played = played(&folder);
    assert_eq!(rows(&played.games).len(), 12 * 2);
    for line in rows(&played.results) {
        assert_eq!((line["rank_low"].as_str(), line["rank_high"].as_str()), ("1", "2"), "{line:?}");
    }
}

#[test]
fn a_key_of_another_format_is_told_by_its_name() {
    let told = |keys: &str| cup(keys).judge("run cup.toml").stderr;
    let expected = |line: &str, key: &str| {
        format!("error: cup.toml:{line}: {key}: not for this format; remove the key, or change format\n")
    };
    assert_eq!(told("seeding = [\"hunter\"]\n"), expected("3", "seeding"));
    assert_eq!(told("champions = [\"hunter\"]\n"), expected("3", "champions"));
    assert_eq!(told("format = \"swiss\"\nchampions = [\"hunter\"]\n"), expected("4", "champions"));
    assert_eq!(told("format = \"swiss\"\nthird_place = true\n"), expected("4", "third_place"));
    let both = told("format = \"knockout\"\ngroups = 2\ngo_on = 2\n");
    assert_eq!(both, expected("4", "groups") + &expected("5", "go_on"));
    let gauntlet = "format = \"gauntlet\"\nchampions = [\"tidy\"]\nseeding = [\"hunter\"]\n";
    assert_eq!(told(gauntlet), expected("5", "seeding"));
}
