use std::collections::BTreeMap;

use judge_rating::EntrantId;
use judge_rating::phases::{By, End, Kind, Row};

use super::*;
use crate::{Contestant, report};

/// A tournament of `ann`, `bob`, `cid` and `dan`.
fn told(kinds: &[Kind], seats: usize) -> TournamentFacts {
    let contestant = |name: &&str| Contestant {
        name: (*name).into(),
        called: String::new(),
        display_name: None,
        team: None,
        board: None,
        sha256: String::new(),
        fuel_per_turn: None,
        options: BTreeMap::new(),
    };
    TournamentFacts {
        title: String::new(),
        game: "stones".into(),
        url: None,
        phases: kinds.iter().map(|kind| Phase::new(*kind, 2)).collect(),
        champions: vec![],
        seeding: vec![],
        byes: vec![],
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
        left_off: vec![],
        why_not: String::new(),
        has_bots: false,
    }
}

/// Rows of contestants with their points and games, in order.
fn standings(rows: &[(usize, u64, u64)]) -> Vec<ResultRow> {
    let row = |(at, &(id, points, played)): (usize, &(usize, u64, u64))| ResultRow {
        id: EntrantId(id),
        rank: Some(at + 1),
        points,
        played,
        rank_low: Some(1),
        rank_high: Some(at + 2),
        status: "ranked".into(),
        ..ResultRow::default()
    };
    rows.iter().enumerate().map(row).collect()
}

const KNOCKOUT: Kind = Kind::Knockout;

fn results(rows: &[(usize, u64, u64)], phases: Vec<End>) -> Results {
    Results { standings: standings(rows), phases, games: vec![], seats: vec![], faults: vec![] }
}

/// A match between two with their points, that the one at this place has won.
fn found(name: &str, sides: [usize; 2], points: [u64; 2], (won, why): (usize, Why)) -> Match {
    let [one, other] = sides.map(|id| ["ann", "bob", "cid", "dan"][id].to_owned());
    Match {
        phase: 1,
        group: 0,
        name: name.to_owned().try_into().expect("it is a match"),
        winner: [&one, &other][won].clone(),
        one,
        other,
        seed_one: 1,
        seed_other: 2,
        points_one: points[0],
        points_other: points[1],
        rounds: 2,
        why: Some(why),
        winner_to: String::new(),
        loser_to: String::new(),
        sides: sides.map(EntrantId),
        numbers: [0, 4],
    }
}

fn bracket(matches: Vec<Match>) -> End {
    End { rows: vec![], matches, is_over: true }
}

/// A knockout in which `cid` came into the final, which ended so.
fn knockout(places: [usize; 3], points: [u64; 2], end: (usize, Why)) -> Results {
    let semi = found("semi-1", [1, 2], [0, 2], (1, Why::Points));
    let matches = vec![semi, found("final", [0, 2], points, end)];
    results(&places.map(|id| (id, 8, 4)), vec![bracket(matches)])
}

/// The report, and the names of those that have a mark behind this.
fn drawn(told: &TournamentFacts, results: &Results) -> String {
    report(told, judge_play::GameInfo::named("stones").expect("it is a game"), results)
}

fn names(text: &str, begins: &str) -> Vec<String> {
    let rows = text.split(begins).skip(1);
    rows.map(|row| row.split("</svg>").nth(1).expect("a mark")[..3].to_owned()).collect()
}

#[test]
fn a_knockout_says_who_won_the_final_and_how() {
    let told = told(&[KNOCKOUT], 2);
    let headline = |results: &Results| headline(&told, results);
    let by_points = knockout([2, 0, 1], [2, 6], (1, Why::Points));
    assert_eq!(headline(&by_points), "cid wins the final against ann, 6–2.");
    let level = knockout([2, 0, 1], [8, 8], (1, Why::Seeding));
    assert_eq!(headline(&level), "cid wins the final against ann by seeding after 8–8.");
    let out = knockout([2, 0, 1], [8, 2], (1, Why::Disqualified));
    assert_eq!(headline(&out), "cid wins the final against ann, which is disqualified.");
    let tales =
        |results: &Results| results.standings.iter().map(|row| tale(&told, results, row)).collect::<Vec<_>>();
    assert_eq!(tales(&by_points), ["Won the final 6–2.", "Lost the final.", "Third."]);
    assert_eq!(tales(&level)[0], "Won the final by seeding after 8–8.");
    assert_eq!(tales(&out)[..2], ["Won the final.", "Lost the final."]);
    // Both are, and whoever is first came less far.
    let mut out = knockout([1, 0, 2], [8, 8], (0, Why::BothDisqualified));
    out.standings[1..].iter_mut().for_each(|row| row.status = "disqualified".into());
    assert_eq!(headline(&out), "bob wins the knockout.");
}

#[test]
fn the_bracket_marks_who_won_each_match_and_says_why() {
    let text = drawn(&told(&[KNOCKOUT], 2), &knockout([0, 2, 1], [8, 8], (0, Why::Seeding)));
    assert_eq!(names(&text, "<tr class=\"won\">"), ["cid", "ann"]);
    assert!(text.contains("<h2>Knockout, 2 rounds a match, 3 contestants</h2>"));
    assert!(text.contains("semi-1</th>") && text.contains("final, by seeding</th>"), "{text}");
    // A match that is not over has no winner, and one without any game is drawn, too.
    let mut open = knockout([0, 2, 1], [0, 0], (0, Why::BothDisqualified));
    (open.phases[0].matches[0].winner, open.phases[0].matches[0].why) = (String::new(), None);
    let text = drawn(&told(&[KNOCKOUT], 2), &open);
    assert_eq!(names(&text, "<tr class=\"won\">"), ["ann"]);
    assert!(text.contains("final, both disqualified</th>"));
}

#[test]
fn the_losers_tree_is_below_that_of_the_winners_and_the_second_final_beside_the_first() {
    let told = told(&[Kind::DoubleElimination], 2);
    let points = Why::Points;
    // cid loses to ann, beats bob, wins the first final, and loses the second.
    let matches = vec![
        found("winners-1-1", [0, 1], [4, 0], (0, points)),
        found("winners-2-1", [0, 2], [3, 1], (0, points)),
        found("losers-2-1", [1, 2], [0, 4], (1, points)),
        found("final", [0, 2], [0, 4], (1, points)),
        found("final-2", [0, 2], [3, 1], (0, points)),
    ];
    let results = results(&[(0, 8, 4), (2, 8, 4), (1, 0, 4)], vec![bracket(matches)]);
    assert_eq!(headline(&told, &results), "ann wins the final against cid, 3–1.");
    let text = drawn(&told, &results);
    assert_eq!(names(&text, "<tr class=\"won\">"), ["ann", "ann", "cid", "ann", "cid"]);
    assert_eq!(text.matches("<div class=\"bracket\">").count(), 2);
    assert_eq!(text.matches("<h3>Final</h3>").count(), 1);
}

/// A row of a group.
fn row(group: u32, place: usize, contestant: usize, points: u64, goes_on: bool) -> Row {
    Row {
        group,
        place,
        contestant: EntrantId(contestant),
        seed: 1,
        points,
        played: 4,
        by: (place > 1).then_some(By::Seeding),
        goes_on,
        is_out: contestant == 3,
        ..Row::default()
    }
}

#[test]
fn each_phase_has_its_tables_with_a_bar_below_who_went_on_or_its_bracket() {
    let mut told = told(&[Kind::RoundRobin, KNOCKOUT], 2);
    told.phases[0].groups = 2;
    let rows =
        vec![row(1, 1, 1, 5, true), row(2, 1, 2, 4, true), row(1, 2, 0, 5, false), row(2, 2, 3, 0, false)];
    let groups = End { rows, matches: vec![], is_over: true };
    let last = bracket(vec![found("final", [2, 1], [3, 1], (0, Why::Points))]);
    let results = results(&[(2, 8, 4), (1, 8, 4), (0, 0, 4), (3, 0, 4)], vec![groups, last]);
    assert_eq!(headline(&told, &results), "cid wins the final against bob, 3–1.");
    let text = drawn(&told, &results);
    let (groups, bracket) = text.split_once("<h2>Phase 2: Knockout").expect("there is one");
    let (_, groups) = groups.split_once("<h2>Phase 1: Round-robin in 2 groups").expect("there is one");
    assert_eq!(names(groups, "<tr class=\"last-on\">"), ["bob", "cid"]);
    assert_eq!(names(groups, "<tr class=\"out\">"), ["dan"]);
    assert!(groups.contains("<td class=\"text\">seeding</td>"));
    assert_eq!(names(bracket, "<tr class=\"won\">"), ["cid"]);
}

#[test]
fn a_league_after_groups_counts_its_own_games() {
    let mut told = told(&[Kind::RoundRobin, Kind::RoundRobin], 2);
    told.phases[0].groups = 2;
    let first =
        End { rows: vec![row(1, 1, 1, 9, true), row(2, 1, 2, 9, true)], matches: vec![], is_over: true };
    let last = End { rows: vec![row(0, 1, 2, 5, false), row(0, 2, 1, 3, false)], ..first.clone() };
    let results = results(&[(2, 14, 8), (1, 12, 8)], vec![first, last]);
    assert_eq!(headline(&told, &results), "cid wins with 5 points, 2 ahead of bob.");
}

#[test]
fn beside_a_place_of_a_knockout_are_games_won_and_no_points() {
    let told = told(&[Kind::RoundRobin, KNOCKOUT], 2);
    let results = results(&[(1, 6, 4)], vec![]);
    let row = &results.standings[0];
    assert_eq!(result(&told, row), format!("{} of 4 games won", row.won));
    assert!(!drawn(&told, &results).contains("<th scope=\"col\">Points</th>"));
}

#[test]
fn a_match_for_the_third_place_has_a_stage_of_its_own() {
    assert_eq!(Stage::ThirdPlace.words(), "Third place");
}

#[test]
fn a_gauntlet_says_shares_as_not_all_play_as_many_games() {
    let told = told(&[Kind::Gauntlet], 2);
    let results = results(&[(1, 6, 4), (0, 10, 8)], vec![]);
    assert_eq!(headline(&told, &results), "bob wins with 75.0 % of the points, ahead of ann with 62.5 %.");
    assert_eq!(result(&told, &results.standings[0]), "75.0 % of the points");
}

#[test]
fn a_swiss_says_how_sure_its_winner_is() {
    let mut results = results(&[(1, 6, 4), (0, 6, 4)], vec![]);
    let sure = " By the ratings its place is 1–2, with 95 % certainty.";
    let words = "bob wins with 6 points, as many as ann.";
    // Any place of two is no news.
    assert_eq!(headline(&told(&[Kind::Swiss], 2), &results), words);
    results.standings.extend(standings(&[(2, 0, 4)]));
    results.standings[2].rank = Some(3);
    assert_eq!(headline(&told(&[Kind::Swiss], 2), &results), format!("{words}{sure}"));
    assert_eq!(headline(&told(&[Kind::RoundRobin], 2), &results), words);
    let mut equal = results;
    equal.standings[1].rank = Some(1);
    let shared = "First place is shared by bob, ann, with 6 points each.";
    assert_eq!(headline(&told(&[Kind::Swiss], 2), &equal), shared);
}

#[test]
fn tables_of_several_say_their_seats() {
    let line = |seats| line(&told(&[Kind::RoundRobin], seats), &results(&[(0, 1, 1), (1, 1, 1)], vec![]));
    assert_eq!(line(2), "Stones, 2 bots, 0 games.");
    assert_eq!(line(4), "Stones, 2 bots, 4 at a table, 0 games.");
}
