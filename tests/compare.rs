//! `judge compare`, end to end.

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Ended, Folder, bot};

fn compare(arguments: &str) -> Ended {
    Folder::new().judge(&format!("compare {arguments}"))
}

#[track_caller]
fn refuses(arguments: &str, error: &str) {
    let ended = compare(arguments);
    assert_eq!(
        (ended.code, ended.stdout.as_str(), ended.stderr.trim_end()),
        (Some(2), "", error),
        "{arguments}"
    );
}

#[test]
fn the_answer_is_the_same_for_any_number_of_jobs() {
    let answer = |jobs: u32| {
        let ended = compare(&format!("greedy random --game othello --set size=6 --quiet --jobs {jobs}"));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        ended.stdout
    };
    let once = answer(1);
    assert_eq!([2, 8].map(answer), [once.clone(), once.clone()]);
    assert_data_eq!(
        once,
        str![[r#"
othello: greedy against random

  rounds    193 rounds, 386 games
  points    56.2 % for greedy, 95 % interval 51.5 to 60.9 %; biased, since the test stopped early
  Elo       +43, +10 to +77
  scores    0.00 in 30, 0.25 in 8, 0.50 in 91, 0.75 in 12, 1.00 in 52
  seats     seat 1 has 51.0 % of the points, seat 2 has 49.0 % of the points
  test      log-likelihood ratio +3.03 of ±2.94, 100 % of the way to 30 Elo

greedy is stronger than random: 30 Elo fits better than 0, with an error of about 5 %

"#]]
        .raw()
    );
}

#[test]
fn two_bots_are_compared_by_games_against_others() {
    let ended = compare("hunter tidy --against density,stupid --set size=6 --set fleet=3,2 --quiet");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_data_eq!(
        ended.stdout,
        str![[r#"
battleship: hunter and tidy, each against density, stupid

  rounds    70 rounds, 560 games
  points    +18.9 % for hunter, 95 % interval +14.4 to +23.5 %; biased, since the test stopped early
  Elo       +138, +103 to +177; what that is between equals
  scores    0.50 in 26, 0.75 in 37, 1.00 in 5, 1.25 in 2
  seats     seat 1 has 49.8 % of the points, seat 2 has 50.2 % of the points
  test      log-likelihood ratio +2.95 of ±2.94, 100 % of the way to 30 Elo

hunter is stronger than tidy: 30 Elo fits better than 0, with an error of about 5 %

"#]]
        .raw()
    );
}

#[test]
fn tables_of_three_are_compared_too() {
    let ended = compare("aggressive random --game stones --set seats=3 --rounds 8 --quiet");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_data_eq!(
        ended.stdout,
        str![[r#"
stones: aggressive against random

  rounds    8 rounds, 16 games
  points    87.5 % for aggressive, 95 % interval 60.2 to 97.5 %
  Elo       +338, +72 to +640
  scores    0.50 in 1, 0.75 in 2, 1.00 in 5
  seats     seat 1 has 37.5 % of the points, seat 2 has 62.5 % of the points, seat 3 has 50.0 % of the points
  test      log-likelihood ratio +0.66 of ±2.94, 22 % of the way to 30 Elo

undecided after 8 rounds; allow more with --rounds

"#]]
        .raw()
    );
}

#[test]
fn a_bot_is_not_stronger_than_itself() {
    let ended = compare("stupid stupid --set size=6 --set fleet=3,2 --quiet");
    let last = ended.stdout.lines().last().unwrap_or_default().to_owned();
    let expected = "stupid (first) is not stronger than stupid (second) by 30 Elo: 0 fits better, with an error of about 5 %";
    assert_eq!((ended.code, last.as_str()), (Some(0), expected), "{}", ended.stdout);
}

/// It draws no lots, so it plays the same two games over and over.
#[test]
fn games_that_repeat_count_once() {
    let ended = compare("dummy dummy --opening-plies 0 --quiet");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let has = |text: &str| ended.stdout.contains(text);
    assert!(has("undecided: the bots play the same games again and again"), "{}", ended.stdout);
    assert!(has("1 round, 2 games; 100 more went as others did"), "{}", ended.stdout);
}

#[test]
fn the_faults_of_a_bot_are_told() {
    let ended = compare("crasher stupid --quiet");
    assert!(
        ended.stdout.contains("  faults    66 faults of crasher, the first: exception in take-turn, turn 4"),
        "{}",
        ended.stdout
    );
}

#[test]
fn a_comparison_goes_on_where_it_was_stopped() {
    let folder = Folder::new().bots(&["hunter", "tidy"]);
    let command = |rounds: u32, more: &str| {
        let ended = folder.judge(&format!(
            "compare bots/hunter.wasm bots/tidy.wasm --set size=6 --set fleet=3,2 --sprt 0,5 --rounds {rounds} --quiet {more}"
        ));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stdout
    };
    command(20, "--out kept");
    let games = |folder: &Folder| folder.read("kept/journal").lines().count();
    assert_eq!(games(&folder), 40);
    let resumed = command(30, "--out kept");
    assert_eq!(games(&folder), 60, "only what is missing is played");
    assert_eq!(resumed, command(30, ""), "and the answer is that of one run");
}

#[test]
fn all_rounds_are_played_for_a_fair_estimate() {
    let told = |more: &str| {
        let ended = compare(&format!("hunter tidy --set size=6 --set fleet=3,2 --rounds 60 --quiet {more}"));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stdout
    };
    let stopped = told("--sprt -1000,1000");
    assert!(stopped.contains("1000 Elo fits better") && !stopped.contains("60 rounds"), "{stopped}");
    let fair = told("--all");
    assert!(fair.contains("  rounds    60 rounds, 120 games"), "{fair}");
    assert!(!fair.contains("biased") && !fair.contains("  test "), "{fair}");
    assert!(fair.ends_with("hunter is stronger than tidy, with an error of about 5 %\n"), "{fair}");
}

#[test]
fn results_of_a_tournament_are_left_alone() {
    let folder = Folder::new().file("results/manifest.toml", "");
    let ended = folder.judge("compare hunter tidy --out results");
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.stderr,
        "error: results: it has the results of a tournament; name another folder with --out\n"
    );
}

#[test]
fn mistakes_are_told_with_their_remedies() {
    refuses(
        "random greedy",
        "error: random: freedom, gobblet, othello and stones have an example bot of this name; name the game with --game",
    );
    refuses("greedy gredy", "error: gredy: there is no such bot; did you mean \"greedy\"?");
    refuses(
        "greedy edgar --set sise=6",
        "error: --set: othello: unknown key \"sise\"; the keys are size, ask_on_pass",
    );
    refuses(
        "greedy edgar --set size",
        "error: --set: \"size\" has no value; write KEY=VALUE, such as size=6",
    );
    refuses(
        "greedy edgar --against edgar",
        "error: --against: a bot that is compared cannot be an opponent, too; leave it out",
    );
    refuses(
        "tidy hunter --opening-plies 4",
        "error: --opening-plies: battleship has no openings; leave it out",
    );
    let folder = Folder::new().file("a.wasm", bot("tidy")).file("b.wasm", "nonsense");
    let ended = folder.judge("compare a.wasm b.wasm");
    assert!(ended.stderr.starts_with("error: b.wasm: it is not WebAssembly"), "{}", ended.stderr);
    assert_eq!(ended.code, Some(2));
}

#[test]
fn the_answer_is_there_as_json() {
    let answer = |jobs: u32| {
        let arguments = format!("greedy random --game othello --set size=6 --quiet --json --jobs {jobs}");
        let ended = compare(&arguments);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        ended.stdout
    };
    let text = answer(1);
    assert_eq!(answer(8), text);
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&json["format"], &json["end"]), (&"judge-compare-1".into(), &"decided".into()));
    assert_eq!((&json["rounds"], &json["games"]), (&193.into(), &386.into()));
    assert_eq!((json["decision"].as_f64(), json["sprt"][1].as_f64()), (Some(30.0), Some(30.0)));
    assert!(json["log_likelihood_ratio"].as_f64() > json["bound"].as_f64(), "{text}");
    let rounds = json["scores"].as_array().expect("it is a list").iter();
    assert_eq!(rounds.filter_map(|score| score["rounds"].as_u64()).sum::<u64>(), 193);
    assert_eq!(json["bots"][0]["name"], "greedy");
}
