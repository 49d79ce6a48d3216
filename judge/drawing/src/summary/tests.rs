use std::collections::BTreeMap;

use super::*;
use crate::{Contestant, report};

/// A tournament of `ann`, `bob` and `cid`.
fn told(format: Format, seats: usize) -> TournamentFacts {
    let contestant = |name: &&str| Contestant {
        name: (*name).into(),
        called: String::new(),
        display_name: None,
        team: None,
        sha256: String::new(),
        fuel_per_turn: None,
        options: BTreeMap::new(),
        rank: None,
        seeded: None,
    };
    TournamentFacts {
        title: String::new(),
        game: "stones".into(),
        format,
        seats,
        team_best: None,
        settings: BTreeMap::new(),
        limits: judge_limits::Limits::default(),
        tournament_file: String::new(),
        tournament_sha256: String::new(),
        tournament_seed: String::new(),
        judge: String::new(),
        engine_version: String::new(),
        contestants: ["ann", "bob", "cid", "dan"].iter().map(contestant).collect(),
        left_out: vec![],
        too_large: vec![],
        why_not: String::new(),
        has_bots: false,
    }
}

/// Rows of contestants with their points and games, in order.
fn standings(rows: &[(usize, u64, u64)]) -> Vec<Standing> {
    let row = |(at, &(contestant, points, played)): (usize, &(usize, u64, u64))| Standing {
        contestant,
        rank: at + 1,
        points,
        buchholz: String::new(),
        played,
        won: 0,
        drawn: 0,
        lost: 0,
        rating: None,
        rating_low: None,
        rating_high: None,
        places: Some((1, at + 2)),
        faults: 0,
        status: "ranked".into(),
        reason: String::new(),
        fuel_per_turn_mean: 0,
    };
    rows.iter().enumerate().map(row).collect()
}

/// A game of a match between two, with their points.
fn game(match_name: &str, seats: [usize; 2], points: [u64; 2]) -> Game {
    Game {
        number: 1,
        round: 1,
        match_name: match_name.into(),
        seats: seats.into(),
        outcome: "decided".into(),
        reason: "rules".into(),
        points: points.into(),
        turns: 1,
        is_played: true,
        spent: vec![],
    }
}

fn results(rows: &[(usize, u64, u64)], games: Vec<Game>) -> Results {
    Results { standings: standings(rows), teams: vec![], games, faults: vec![] }
}

/// A knockout in which `cid` came into the final, which ended so.
fn knockout(places: [usize; 3], points: [u64; 2]) -> Results {
    let games = vec![game("semi-1", [1, 2], [0, 2]), game("final", [0, 2], points)];
    results(&places.map(|id| (id, 8, 4)), games)
}

#[test]
fn a_knockout_says_who_won_the_final_and_how() {
    let told = told(Format::Knockout, 2);
    let headline = |results: &Results| headline(&told, results);
    assert_eq!(headline(&knockout([2, 0, 1], [2, 6])), "cid wins the final against ann, 6–2.");
    assert_eq!(
        headline(&knockout([2, 0, 1], [8, 8])),
        "cid wins the final against ann by seeding after 8–8."
    );
    let mut out = knockout([2, 0, 1], [8, 8]);
    out.standings[1].status = "disqualified".into();
    assert_eq!(headline(&out), "cid wins the final against ann, which is disqualified.");
}

#[test]
fn the_bracket_marks_who_won_each_match_level_or_not() {
    let told = told(Format::Knockout, 2);
    let won = |results: &Results| {
        let text = report(&told, judge_play::GameInfo::named("stones").expect("it is a game"), results);
        let rows = text.split("<tr class=\"won\">").skip(1);
        rows.map(|row| row.split("</svg>").nth(1).expect("a mark")[..3].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(won(&knockout([2, 0, 1], [8, 8])), ["cid", "cid"]);
    assert_eq!(won(&knockout([0, 2, 1], [8, 8])), ["cid", "ann"]);
    // Whoever won a match and was disqualified in a later one has won it all the same.
    let mut out = knockout([0, 1, 2], [8, 0]);
    out.standings[2].status = "disqualified".into();
    assert_eq!(won(&out), ["cid", "ann"]);
    let mut under_way = knockout([0, 2, 1], [2, 0]);
    under_way.standings.iter_mut().for_each(|row| row.status = "unfinished".into());
    assert_eq!(won(&under_way), ["cid"]);
}

#[test]
fn who_falls_to_the_losers_has_lost_and_the_second_final_decides() {
    let told = told(Format::DoubleElimination, 2);
    // cid loses to ann, beats bob, wins the first final, and loses the second.
    let games = vec![
        game("winners-1-1", [0, 1], [4, 0]),
        game("winners-2-1", [0, 2], [3, 1]),
        game("losers-2-1", [2, 1], [4, 0]),
        game("final", [0, 2], [0, 4]),
        game("final-2", [0, 2], [3, 1]),
    ];
    let results = results(&[(0, 8, 4), (2, 8, 4), (1, 0, 4)], games);
    assert_eq!(headline(&told, &results), "ann wins the final against cid, 3–1.");
    let text = report(&told, judge_play::GameInfo::named("stones").expect("it is a game"), &results);
    let rows = text.split("<tr class=\"won\">").skip(1);
    let won: Vec<&str> = rows.map(|row| &row.split("</svg>").nth(1).expect("a mark")[..3]).collect();
    // The losers' tree is below the winners'.
    assert_eq!(won, ["ann", "ann", "cid", "ann", "cid"]);
    assert_eq!(text.matches("<div class=\"bracket\">").count(), 2);
}

#[test]
fn groups_stand_above_the_bracket_and_mark_who_went_on() {
    let mut told = told(Format::Groups, 2);
    // In the third group all is level, and dan is seeded before ann.
    [3, 4, 2, 1].into_iter().zip(&mut told.contestants).for_each(|(at, of)| of.seeded = Some(at));
    // In the first group all have as many points, also against one another, and ann has won no game.
    let games = vec![
        game("group-1", [0, 1], [1, 1]),
        game("group-1", [0, 1], [1, 1]),
        game("group-1", [0, 3], [1, 1]),
        game("group-1", [1, 3], [2, 0]),
        game("group-1", [3, 1], [2, 0]),
        game("group-1", [0, 3], [1, 1]),
        game("group-2", [2, 2], [0, 2]),
        game("group-3", [0, 3], [1, 1]),
        game("final", [2, 1], [3, 1]),
    ];
    let results = results(&[(2, 8, 4), (1, 8, 4), (0, 0, 4), (3, 0, 4)], games);
    assert_eq!(headline(&told, &results), "cid wins the final against bob, 3–1.");
    let text = report(&told, judge_play::GameInfo::named("stones").expect("it is a game"), &results);
    let (groups, bracket) = text.split_once("<h2>The bracket</h2>").expect("there is one");
    let names = |text: &str, begins: &str| {
        let rows =
            text.split(begins).skip(1).map(|row| row.split("</svg>").nth(1).expect("a mark")[..3].to_owned());
        rows.collect::<Vec<_>>()
    };
    let (_, groups) = groups.split_once("<h3>Group 1</h3>").expect("there is one");
    assert_eq!(names(groups, "<tr"), ["bob", "dan", "ann", "cid", "dan", "ann"]);
    assert_eq!(names(groups, "<tr class=\"won\">"), ["bob", "cid"]);
    assert_eq!(names(bracket, "<tr class=\"won\">"), ["cid"]);
}

#[test]
fn the_losers_of_the_semi_finals_meet_in_a_match_that_is_drawn_before_the_final() {
    let games = vec![
        game("semi-1", [0, 2], [4, 0]),
        game("semi-2", [1, 3], [4, 0]),
        game("third-place", [2, 3], [2, 2]),
        game("final", [0, 1], [4, 0]),
    ];
    let results = results(&[(0, 8, 4), (1, 8, 4), (3, 0, 4), (2, 0, 4)], games);
    let text = report(
        &told(Format::Knockout, 2),
        judge_play::GameInfo::named("stones").expect("it is a game"),
        &results,
    );
    let rows = text.split("<tr class=\"won\">").skip(1);
    let won: Vec<&str> = rows.map(|row| &row.split("</svg>").nth(1).expect("a mark")[..3]).collect();
    assert_eq!(won, ["ann", "bob", "dan", "ann"]);
    assert!(text.contains("<h3>Third place</h3>"));
}

#[test]
fn a_gauntlet_says_shares_as_not_all_play_as_many_games() {
    let told = told(Format::Gauntlet, 2);
    let results = results(&[(1, 6, 4), (0, 10, 8)], vec![]);
    assert_eq!(
        headline(&told, &results),
        "bob wins with 75.0 % of the points from 4 games, ahead of ann with 62.5 %."
    );
    assert_eq!(result(&told, &results.standings[0]), "75.0 % of the points");
}

#[test]
fn a_swiss_says_how_sure_its_winner_is() {
    let results = results(&[(1, 6, 4), (0, 6, 4)], vec![]);
    let sure = " By the ratings its place is 1–2, with 95 % certainty.";
    let words = "bob wins with 6 points from 4 games, as many as ann.";
    assert_eq!(headline(&told(Format::Swiss, 2), &results), format!("{words}{sure}"));
    assert_eq!(headline(&told(Format::RoundRobin, 2), &results), words);
    let mut equal = results;
    equal.standings[1].rank = 1;
    let shared = "First place is shared by bob, ann, with 6 points each.";
    assert_eq!(headline(&told(Format::Swiss, 2), &equal), shared);
}

#[test]
fn tables_of_several_say_their_seats() {
    let line = |seats| line(&told(Format::RoundRobin, seats), &results(&[(0, 1, 1), (1, 1, 1)], vec![]));
    assert_eq!(line(2), "Stones · 2 contestants · 0 games were played");
    assert_eq!(line(4), "Stones · 2 contestants, 4 at a table · 0 games were played");
}
