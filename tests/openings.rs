//! Openings that the organiser wrote into a file: games begin with them, and everything that plays a game again does.

mod of_others;

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;
use snapbox::{assert_data_eq, str};

use crate::support::{Folder, project_bytes, rows, saved_game};

const CUP: &str = r#"game = "othello"
seed = 3
rounds = 3
publish = true
openings = "openings.txt"
examples = ["greedy", "random", "edgar"]

[rules]
size = 6
"#;

const OPENINGS: &str = "# The first two are known by name.\nb3 b2\n\nc2 b2 b3\n  b3   d2 \n";

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).file("openings.txt", OPENINGS)
}

#[test]
fn every_pairing_plays_each_opening_in_both_seat_orders() {
    let played = cup().play("--quiet");
    assert_eq!(played.stderr, "");
    let games = rows(&played.games);
    assert_eq!(games.len(), 18);
    for game in &games {
        let opening = ["b3 b2", "c2 b2 b3", "b3 d2"][game["round"].parse::<usize>().expect("a number") - 1];
        assert_eq!(game["opening"], opening, "{game:?}");
    }
    let seatings: BTreeSet<(&str, &str)> =
        games.iter().map(|game| (game["opening"].as_str(), game["seats"].as_str())).collect();
    assert_eq!(seatings.len(), 18, "each is there once");
    let manifest: toml::Table = played.manifest.parse().expect("it is TOML");
    assert_eq!(manifest["tournament"]["openings"][1][2].as_str(), Some("b3"));
}

#[test]
fn games_in_ggf_are_openings_and_are_replayed() {
    let folder = cup();
    let games = rows(&folder.play("--quiet").games).len();
    folder.succeeds("moves results/cup --ggf --quiet");
    let actions = |arguments: &str| -> Vec<String> {
        let replayed = folder.succeeds(&format!("replay {arguments} --json")).stdout;
        let replayed: serde_json::Value = serde_json::from_str(&replayed).expect("it is JSON");
        let moves = replayed["moves"].as_array().expect("it is a list").iter();
        moves.map(|one| one["action"].as_str().expect("it is text").to_owned()).collect()
    };
    for number in [1, games] {
        assert_eq!(
            actions(&format!("results/cup/games.ggf {number}")),
            actions(&format!("results/cup {number}"))
        );
    }
    let no_game = folder.judge(&format!("replay results/cup/games.ggf {}", games + 1)).stderr;
    assert!(no_game.contains("it has 18 games; name the number of one of them, from 1"), "{no_game}");
    let of_eight = "F5D6C3D3C4";
    let folder = folder.file("moves.txt", format!("# A game on the usual board.\n{of_eight}\n"));
    let listed = folder.succeeds("replay moves.txt --game othello --print").stdout;
    assert!(listed.ends_with("no transcript: the game was not over\n"), "{listed}");
    let unnamed = folder.judge("replay moves.txt").stderr;
    assert!(unnamed.contains("if it lists the actions of a game, name the game"), "{unnamed}");

    let ggf =
        CUP.replace("publish = true", "opening_plies = 2").replace("openings.txt", "results/cup/games.ggf");
    let folder = folder.file("second.toml", &ggf);
    folder.succeeds("run second.toml --quiet");
    folder.succeeds("verify results/second --quiet");
    let second = folder.read("results/second/games.csv");
    let begun: BTreeSet<String> = rows(&second).iter().map(|game| game["opening"].clone()).collect();
    assert_eq!(begun, ["b3 b2", "b3 d2", "c2 b2"].map(str::to_owned).into(), "two actions of each");

    let folder = folder.file("cup.toml", &ggf);
    let refused = folder.judge("run cup.toml --quiet --fresh");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("games.ggf: the openings are in a file of results"),
        "{}",
        refused.stderr
    );
    assert!(folder.path("results/cup/games.ggf").exists(), "it is still there");
}

#[test]
fn published_results_are_enough_to_see_a_game_again() {
    let folder = cup();
    let played = folder.play("--jobs 1");
    for file in [&played.results, &played.games, &played.seats, &played.pairs] {
        assert!(!file.is_empty());
    }
    folder.succeeds("run cup.toml --quiet --jobs 2 --out results/two");
    assert_eq!(folder.results_in("results/two"), folder.results_in("results/cup"));
    folder.succeeds("verify results/cup --quiet");
    let replayed = folder.succeeds("replay results/cup 7 --json").stdout;
    let replayed: serde_json::Value = serde_json::from_str(&replayed).expect("it is JSON");
    assert_eq!(replayed["opening"], serde_json::json!(["c2", "b2", "b3"]));
    assert_eq!(replayed["transcript_sha256"], rows(&played.games)[6]["transcript_sha256"].as_str());
    let turns = |by: &str| {
        let moves = replayed["moves"].as_array().expect("it is a list").iter();
        moves.filter(|moved| moved["by"] == by).count()
    };
    assert_eq!(turns("opening"), 3);
    folder.succeeds("moves results/cup --quiet");
    let moves = rows(&folder.read("results/cup/moves.csv"));
    assert_eq!(moves.iter().filter(|row| row["by"] == "opening").count(), 3 * 2 * (2 + 3 + 2));
    folder.succeeds("report results/cup --quiet --out report.html");
    let page = folder.read("report.html");
    assert!(page.contains(r#""openings":[["b3","b2"],["c2","b2","b3"],["b3","d2"]]"#));
}

#[test]
fn parts_come_to_the_same_bytes() {
    let folder = cup();
    let whole = folder.play("");
    for number in 1..=2 {
        folder.succeeds(&format!("run cup.toml --shard {number}/2 --quiet --out parts/{number}"));
    }
    folder.succeeds("merge cup.toml parts/1 parts/2 --quiet --out results/merged --audit 100%");
    let [results, games, manifest] = folder.results_in("results/merged");
    assert_eq!([results, games, manifest], [whole.results, whole.games, whole.manifest]);
}

/// If results decide the pairings, rounds count otherwise, and openings go by them all the same.
#[test]
fn every_format_takes_the_openings_in_turn() {
    for format in ["swiss", "knockout"] {
        let cup = CUP.replace("rounds = 3", &format!("rounds = 3\nformat = \"{format}\""));
        let folder = cup_of(&cup);
        let games = rows(&folder.play("--quiet").games);
        let played = games.iter().filter(|game| game["outcome"] == "decided");
        for game in played {
            let round: usize = game["round"].parse().expect("a number");
            let opening = ["b3 b2", "c2 b2 b3", "b3 d2"][(round - 1) % 3];
            assert_eq!(game["opening"], opening, "{format}");
        }
        folder.succeeds("verify results/cup --quiet");
    }
}

fn cup_of(text: &str) -> Folder {
    Folder::new().file("cup.toml", text).file("openings.txt", OPENINGS)
}

/// A game depends on its own opening: only those with another one are played again.
#[test]
fn games_whose_opening_changes_are_played_again_and_no_others() {
    let folder = cup();
    let before = folder.play("");
    let folder = folder.file("openings.txt", OPENINGS.replace("c2 b2 b3", "c2 d2"));
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stdout.contains("the file of openings differs: "), "{}", ended.stdout);
    let ended = folder.judge("replay results/cup 1 --print");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("openings.txt: these openings have changed"), "{}", ended.stderr);

    folder.succeeds("run cup.toml --quiet");
    assert_eq!(folder.read("results/cup/journal").lines().count(), 18 + 6, "a round of three pairings");
    let (before, after) = (rows(&before.games), rows(&folder.read("results/cup/games.csv")));
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before != after, before["round"] == "2", "{before:?}");
    }
    let seeds = |rows: &[crate::support::Row]| rows.iter().map(|row| row["seed"].clone()).collect::<Vec<_>>();
    assert_eq!(seeds(&before), seeds(&after));
}

#[test]
fn the_seed_of_a_beacon_depends_on_the_openings() {
    let announced = CUP.replace("seed = 3\n", "");
    let inputs = |openings: &str| {
        let folder = cup_of(&announced).file("openings.txt", openings);
        folder.judge_args(&["seed", "cup.toml", "--announce", "Lotto {}"]).stdout
    };
    let first = inputs(OPENINGS);
    assert!(!first.is_empty());
    assert_eq!(inputs(OPENINGS), first);
    assert_ne!(inputs(&OPENINGS.replace("b3 b2", "b3 d2 c2")), first);
}

/// The page of a report saves games so.
#[test]
fn a_saved_game_begins_as_its_tournament_said() {
    let folder = cup();
    folder.play("");
    let replayed = folder.succeeds("replay results/cup 7 --json").stdout;
    let game: serde_json::Value = serde_json::from_str(&replayed).expect("it is JSON");
    let bot = |seat: usize| {
        let seat = &game["seats"][seat];
        json!({ "name": seat["name"], "sha256": seat["sha256"], "file": null })
    };
    let saved = saved_game(&game, &[bot(0), bot(1)]);
    fs::remove_file(folder.path("openings.txt")).expect("it is there");
    let folder = folder.file("game.json", saved.to_string());
    let replayed = folder.succeeds("replay game.json --print").stdout;
    assert!(replayed.contains("opening"), "{replayed}");
    let folder =
        folder.file("game.json", saved.to_string().replacen("\"c2\",\"b2\",\"b3\"", "\"c2\",\"d2\"", 1));
    assert_ne!(folder.judge("replay game.json --print").code, Some(0), "it is another game");
    let folder = folder
        .file("game.json", saved.to_string().replace("\"opening\":[\"c2\",", "\"opening\":[\"[c2 X]\","));
    let told = folder.judge("replay game.json --print").stderr;
    assert!(
        told.starts_with("error: game.json: opening: [c2 X]: a board has 16, 36 or 64 squares"),
        "{told}"
    );
}

#[test]
fn a_fault_after_an_opening_is_committed_again() {
    let folder = cup_of(&format!("{CUP}[limits]\nfuel_per_turn = 1000\n"));
    folder.play("--quiet");
    let file = "results/cup/faults/edgar.out-of-fuel.toml";
    assert!(folder.read(file).contains("opening = \"b3 b2\""), "{}", folder.read(file));
    folder.succeeds(&format!("repro {file}"));
    let folder = folder.file("openings.txt", format!("{OPENINGS}# more\n"));
    let ended = folder.judge(&format!("repro {file}"));
    assert_eq!(ended.code, Some(2));
    let told = "the file of openings has changed since the evidence was written: ";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
}

/// Connect Four, whose openings the game's file reads.
#[test]
fn a_game_that_is_a_file_has_openings_too() {
    let bot = |name: &str| project_bytes(&format!("contestants/connect-four/{name}.wasm"));
    let folder = Folder::new()
        .file("game.wasm", project_bytes("tournaments/games/connect-four.wasm"))
        .file("bots/minimax.wasm", bot("minimax"))
        .file("bots/random.wasm", bot("random"))
        .file("openings.txt", "4 4\n1 7 1\n")
        .file(
            "cup.toml",
            "game = \"game.wasm\"\nseed = 7\nrounds = 2\nopenings = \"openings.txt\"\ncontestants = [\"bots/*.wasm\"]\n",
        );
    let openings: Vec<String> =
        rows(&folder.play("").games).iter().map(|game| game["opening"].clone()).collect();
    assert_eq!(openings, ["4 4", "4 4", "1 7 1", "1 7 1"]);
    folder.succeeds("verify results/cup --quiet");
    folder.succeeds("replay results/cup 3 --print");
    let folder = folder.file("openings.txt", "4 9\n");
    let ended = folder.judge("run cup.toml");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.starts_with("error: openings.txt:1: \"9\""), "{}", ended.stderr);
}

#[test]
fn whoever_plays_more_rounds_than_there_are_openings_is_told() {
    let folder = cup_of(&CUP.replace("rounds = 3", "rounds = 4"));
    let played = folder.play("--quiet");
    let warning = "warning: openings.txt has 3 openings, and a pairing plays 4 rounds: with an opening that comes again bots may repeat their games; add openings, or lower rounds\n";
    assert_eq!(folder.succeeds("verify results/cup").stderr.matches(warning).count(), 1);
    assert_eq!(rows(&played.games).iter().filter(|game| game["opening"] == "b3 b2").count(), 12);
}

#[track_caller]
fn refused(cup: &str, openings: &str, expected: snapbox::data::Inline) {
    let folder = Folder::new().file("cup.toml", cup).file("openings.txt", openings);
    let ended = folder.judge("run cup.toml");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{}", ended.stderr);
    assert_data_eq!(ended.stderr, expected);
}

#[test]
fn lines_that_are_no_openings_are_told_with_their_numbers() {
    refused(
        CUP,
        "b3 b2\nb3 b3\n# fine\nqueen\nb3 b2\n\u{1b}[2J\n",
        str![[r#"
error: openings.txt:2: "b3" is not legal here: b3 holds a chip already; forced actions are left out
error: openings.txt:4: "queen": "queen" is no action; write a square, as in d3, or -- to pass
error: openings.txt:5: it is the opening of line 1 again; remove one of the two
error: openings.txt:6: "/u{1b}[2J": "/u{1b}[2J" is no action; write a square, as in d3, or -- to pass

"#]],
    );
}

#[test]
fn an_opening_at_whose_end_the_game_is_over() {
    let small = CUP.replace("size = 6", "size = 4");
    let drawn = small.replace("openings = \"openings.txt\"", "opening_plies = 0");
    let folder = Folder::new().file("cup.toml", drawn);
    folder.play("--quiet");
    folder.succeeds("moves results/cup --quiet");
    let moves = rows(&folder.read("results/cup/moves.csv"));
    let whole = moves.iter().filter(|row| row["game"] == "1" && row["by"] == "player");
    let whole: Vec<&str> = whole.map(|row| row["action"].as_str()).collect();
    refused(
        &small,
        &format!("# a whole game\n{}\n", whole.join(" ")),
        str![[r#"
error: openings.txt:2: the game is over here; leave out its end, or set opening_plies

"#]],
    );
}

#[test]
fn a_file_of_openings_without_an_opening() {
    refused(
        CUP,
        "# nothing yet\n",
        str![[r#"
error: openings.txt: there is no opening in it; write the actions of one on each line

"#]],
    );
}

#[test]
fn a_file_of_openings_that_is_not_there() {
    refused(
        &CUP.replace("openings.txt", "opnings.txt"),
        "",
        str![[r#"
error: cup.toml:5: openings: opnings.txt: no such file; write one with the actions of an opening on each line, or correct the path

"#]],
    );
}

#[test]
fn openings_of_which_nothing_is_played() {
    refused(
        &CUP.replace("publish = true", "opening_plies = 0"),
        OPENINGS,
        str![[r#"
error: cup.toml:4: opening_plies = 0: no action of the openings would be played; remove one of the two keys

"#]],
    );
}

#[test]
fn openings_in_a_game_without() {
    let text =
        "game = \"battleship\"\nseed = 1\nopenings = \"openings.txt\"\nexamples = [\"tidy\", \"hunter\"]\n";
    refused(
        text,
        OPENINGS,
        str![[r#"
error: cup.toml:3: openings: this game has no openings; remove the key

"#]],
    );
}

#[test]
fn a_season_takes_no_openings() {
    let text = CUP.replace("seed = 3\n", "").replace("publish = true\n", "") + "\n[serve]\n";
    let folder = Folder::new().file("cup.toml", text).file("openings.txt", OPENINGS);
    let ended = folder.judge("serve cup.toml --data data");
    assert_eq!(ended.code, Some(2));
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml:3: openings: games of a season begin with random actions, which opening_plies counts; remove the key

"#]]
    );
}

/// Two positions with names, one with an action behind it.
const POSITIONS: &str = "[---- -OX- -XX- ---- O] # Mirror\n[----/-XXX/-XO-/---- O]   a1\t# Edge\nb1 a1\n";

#[test]
fn games_begin_at_positions_and_everything_that_plays_them_again_does() {
    let text = CUP.replace("size = 6", "size = 4");
    let folder = Folder::new().file("cup.toml", text).file("openings.txt", POSITIONS);
    let whole = folder.play("--quiet --jobs 2");
    folder.succeeds("run cup.toml --quiet --jobs 1 --out results/one");
    assert_eq!(folder.results_in("results/one"), folder.results_in("results/cup"));
    let begun: BTreeSet<String> = rows(&whole.games).iter().map(|game| game["opening"].clone()).collect();
    let all = ["[-----OX--XX----- O]", "[-----XXX-XO----- O] a1", "b1 a1"];
    assert_eq!(begun, all.map(str::to_owned).into());
    let manifest: toml::Table = whole.manifest.parse().expect("it is TOML");
    assert_eq!(manifest["tournament"]["opening_names"].to_string(), "[\"Mirror\", \"Edge\", \"\"]");
    folder.succeeds("verify results/cup --quiet");

    let replayed = folder.succeeds("replay results/cup 7 --json").stdout;
    let replayed: serde_json::Value = serde_json::from_str(&replayed).expect("it is JSON");
    assert_eq!(replayed["opening"], json!(["[-----XXX-XO----- O]", "a1"]));
    assert_eq!((&replayed["moves"][0]["seat"], &replayed["moves"][0]["action"]), (&json!(1), &json!("a1")));
    let shown = folder.succeeds("replay results/cup 7 --print").stdout;
    assert!(shown.starts_with("othello, game 7 of results/cup, opening Edge\n"), "{shown}");

    // The position is in GGF, too, and games in GGF begin there again.
    folder.succeeds("moves results/cup --ggf --quiet");
    let ggf = folder.read("results/cup/games.ggf");
    assert!(
        ggf.lines().nth(6).is_some_and(|game| game.contains("BO[4 ---- -*** -*O- ---- O]W[a1]")),
        "{ggf}"
    );
    let again = folder.succeeds("replay results/cup/games.ggf 7 --print").stdout;
    let moves = |text: &str| -> Vec<String> {
        let moves = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        moves.map(|line| line.split("  ").take(3).collect()).collect()
    };
    assert_eq!(moves(&again), moves(&shown));
    let text = CUP.replace("size = 6", "size = 4").replace("openings.txt", "results/cup/games.ggf");
    let folder = folder.file("second.toml", text.replace("publish = true", "opening_plies = 1"));
    folder.succeeds("run second.toml --quiet");
    let second = rows(&folder.read("results/second/games.csv"));
    let begun: BTreeSet<&str> =
        second.iter().map(|game| game["opening"].rsplit_once(' ').expect("it has an action").0).collect();
    assert_eq!(begun, ["[-----OX--XX----- O]", "[-----XXX-XO----- O]"].into(), "{second:?}");

    // A game between persons begins there as well.
    let folder = folder.file("moves.txt", "[----/-XXX/-XO-/---- O] a1");
    let played = folder.judge("replay moves.txt --game othello --print");
    assert!(
        played.stderr.contains("it is no position by these rules, but of another board or scoring"),
        "{}",
        played.stderr
    );
    let eight = "--------/".repeat(3) + "---OX---/---XO---/" + &"--------/".repeat(3);
    let folder = folder.file("moves.txt", format!("[{eight} O] d6"));
    let listed = folder.succeeds("replay moves.txt --game othello --print").stdout;
    assert!(listed.contains("1. d6       white"), "{listed}");
}

#[test]
fn a_position_that_is_none_is_told_with_its_line() {
    refused(
        CUP,
        "[---- -OX- -XO- ---- X]\n[---- O] b2\n[ b3\n",
        str![[r#"
error: openings.txt:1: [---- -OX- -XO- ---- X]: it is no position by these rules, but of another board or scoring
error: openings.txt:2: [---- O]: a board has 16, 36 or 64 squares, not 4
error: openings.txt:3: write ] behind the position

"#]],
    );
}

/// Bots are told the board alone, and build their game from it.
#[test]
fn stones_begin_on_any_board_and_bots_keep_up() {
    let cup = "game = \"stones\"\nseed = 3\nrounds = 2\nopenings = \"openings.txt\"\nexamples = [\"random\", \"aggressive\", \"wolf\"]\n";
    let openings =
        "[00.00/..0../...../..1../11.11 0 0 0 -] # Far\n[0.0.0/.1.1./..0../.1.1./1.... 0 0 0 -] 2,2>2,3\n";
    let folder = Folder::new().file("cup.toml", cup).file("openings.txt", openings);
    let games = rows(&folder.play("--quiet").games);
    assert_eq!(games.len(), 12);
    assert!(games.iter().all(|game| game["outcome"] == "decided"), "{games:?}");
    folder.succeeds("verify results/cup --quiet");
    refused(
        cup,
        "[00.00/..0../...../..1../11.11 1 3 0 -]\n",
        str![[r#"
error: openings.txt:1: [00.00/..0../...../..1../11.11 1 3 0 -]: player 0 is to move at the start, and no turn is taken yet: end it with 0 0 0 -

"#]],
    );
}
