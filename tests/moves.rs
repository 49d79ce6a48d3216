//! `judge moves`: every action of a tournament as a table, the bots' logs, and Othello's games as GGF.

use judge_games::othello::{Action, Othello, Params};
use judge_games::{Game, Seat};

use crate::support::{Folder, rows};

const OTHELLO: &str = r#"
game = "othello"
seed = 8
rounds = 2
examples = ["random", "greedy"]
[rules]
size = 6
"#;

#[test]
fn every_action_of_every_game_has_a_row() {
    let folder = Folder::new().file("cup.toml", OTHELLO);
    folder.play("");
    let ended = folder.succeeds("moves results/cup");
    assert!(ended.stdout.ends_with("of 4 games written to results/cup/moves.csv\n"), "{}", ended.stdout);
    let moves = rows(&folder.read("results/cup/moves.csv"));
    for game in rows(&folder.read("results/cup/games.csv")) {
        let of_game: Vec<_> = moves.iter().filter(|row| row["game"] == game["game"]).collect();
        assert_eq!(of_game.len().to_string(), game["turns"]);
        let json = folder.succeeds(&format!("replay results/cup {} --json", game["game"])).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        let seats: Vec<&str> = game["seats"].split(' ').collect();
        for (row, moved) in of_game.iter().zip(json["moves"].as_array().expect("it is a list")) {
            assert_eq!(Some(row["action"].trim_start_matches('\'')), moved["action"].as_str());
            assert_eq!(Some(row["by"].as_str()), moved["by"].as_str());
            assert_eq!(row["fuel"].parse().ok(), moved["fuel"].as_u64().filter(|_| row["by"] == "player"));
            let seat: usize = row["seat"].parse().expect("it is a number");
            assert_eq!(
                (moved["seat"].as_u64(), row["contestant"].as_str()),
                (Some(seat as u64), seats[seat])
            );
        }
    }
    let verified = folder.succeeds("verify results/cup").stdout;
    assert!(verified.contains("not checked  moves.csv"), "{verified}");
}

#[test]
fn a_run_can_write_them_and_the_next_run_takes_the_old_ones_away() {
    let folder = Folder::new().file("cup.toml", OTHELLO);
    folder.succeeds("run cup.toml --moves --ggf");
    let [moves, ggf] = ["moves.csv", "games.ggf"].map(|file| folder.read(&format!("results/cup/{file}")));
    folder.succeeds("moves results/cup --ggf --out elsewhere --jobs 2");
    assert_eq!([folder.read("elsewhere/moves.csv"), folder.read("elsewhere/games.ggf")], [moves, ggf]);
    let folder = folder.file("cup.toml", OTHELLO.replace("rounds = 2", "rounds = 1"));
    folder.succeeds("run cup.toml");
    assert!(!folder.path("results/cup/moves.csv").exists() && !folder.path("results/cup/games.ggf").exists());
}

#[test]
fn a_line_of_ggf_leads_to_the_score_that_it_says() {
    let folder = Folder::new().file("cup.toml", OTHELLO);
    folder.succeeds("run cup.toml --ggf");
    let games = rows(&folder.read("results/cup/games.csv"));
    let lines = folder.read("results/cup/games.ggf");
    assert_eq!(lines.lines().count(), games.len());
    for (line, game) in lines.lines().zip(games) {
        let field = |name: &str| {
            let (_, rest) = line.split_once(&format!("{name}[")).expect("it is there");
            rest.split_once(']').expect("it ends").0
        };
        assert_eq!(format!("{} {}", field("PB"), field("PW")), game["seats"]);
        assert_eq!(field("BO"), "6 ------ ------ --O*-- --*O-- ------ ------ *");
        let mut position = Othello::new(Params::new(6).expect("it is a size"));
        let (_, moves) = line.split_once("*]").expect("the board ends so");
        for moved in moves.trim_end_matches(";)").split_inclusive(']') {
            let (colour, action) = moved.trim_end_matches(']').split_once('[').expect("it is a move");
            let seat = if colour == "B" { Seat(0) } else { Seat(1) };
            assert_eq!(Game::to_move(&position), Some(seat), "{line}");
            let action: Action = action.replace("PA", "--").parse().expect("it is an action");
            position.play(&action).expect("it is legal");
        }
        let scores = position.outcome().expect("it is over").scores;
        assert_eq!(field("RE"), format!("{:+}.000", scores[0] - scores[1]));
    }
}

#[test]
fn logs_have_the_last_words_of_a_bot_that_fails() {
    let cup = "game = \"battleship\"\nseed = 1\nrounds = 2\nfaults = \"forfeit\"\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = Folder::new().bots(&["crasher", "tidy"]).file("cup.toml", cup);
    folder.play("");
    folder.succeeds("moves results/cup --games 2..3 --logs all");
    let logs = folder.read("results/cup/logs.csv");
    let games: Vec<String> = rows(&logs).into_iter().map(|row| row["game"].clone()).collect();
    assert_eq!(games, ["2", "2", "3", "3"], "{logs}");
    assert!(logs.contains("crasher,I crash in my fourth turn\n"), "{logs}");
    folder.succeeds("moves results/cup --logs tidy");
    assert!(!folder.read("results/cup/logs.csv").contains("crasher"));
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = Folder::new().bots(&["stupid", "tidy"]);
    let cup = "game = \"battleship\"\nseed = 1\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = folder.file("cup.toml", cup);
    folder.play("");
    for (options, told) in [
        ("--ggf", "--ggf: battleship has no notation in GGF"),
        ("--logs tidi", "--logs: there is no contestant \"tidi\""),
        ("--games 5..6", "no game from 5 to 6 was played"),
        ("--games 2..1", "--games: write a number, or two as in 1..200"),
    ] {
        let ended = folder.judge(&format!("moves results/cup {options}"));
        assert_eq!(ended.code, Some(2), "{options}");
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
    }
    assert!(!folder.path("results/cup/moves.csv").exists());
    // The games are believed no more than the results.
    let games = folder.read("results/cup/games.csv");
    let hash = rows(&games)[0]["transcript_sha256"].clone();
    let folder = folder.file("results/cup/games.csv", games.replace(&hash, &"0".repeat(64)));
    let ended = folder.judge("moves results/cup");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("game 1 has another transcript"), "{}", ended.stderr);
}
