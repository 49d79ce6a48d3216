//! Anchors: what they are rated is fixed when a season begins.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

/// The numbers of the events that are of a kind, from 1.
fn events(season: &Season, kind: &str) -> Vec<usize> {
    let kind = format!("{{\"event\":\"{kind}\"");
    let log = season.read("data/events.log");
    (1..).zip(log.lines()).filter(|(_, line)| line.contains(&kind)).map(|(number, _)| number).collect()
}

/// Lets anna play in a season until everybody has played.
fn played(season: &Season) {
    let server = season.start();
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_until_it_rests();
}

#[test]
fn anchors_are_rated_once_by_games_among_themselves_and_who_forges_a_rating_is_found() {
    let season = Season::new(3);
    let server = season.start();
    server.wait_until_it_rests();
    assert_eq!(events(&season, "anchors-rated").len(), 1);
    let before = server.get("/results.csv").body;
    drop(server);
    played(&season);
    let [rated, drawn] = ["anchors-rated", "drawn"].map(|kind| events(&season, kind));
    assert!(rated.len() == 1 && drawn.iter().any(|event| *event > rated[0]), "{rated:?} {drawn:?}");
    // Name, version and rating of an anchor.
    let shown = |standings: &str, name: &str| {
        let line = standings.lines().find(|line| line.split(',').nth(1) == Some(name));
        line.map(|line| line.split(',').skip(1).take(3).map(str::to_owned).collect::<Vec<String>>())
    };
    let server = season.start();
    let after = server.get("/results.csv").body;
    for anchor in ["ok", "random"] {
        assert!(shown(&before, anchor).is_some());
        assert_eq!(shown(&after, anchor), shown(&before, anchor), "{after}");
    }
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    season.forge("\"ratings\":[", "\"ratings\":[1");
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    let told = format!("event {}: ", rated[0]);
    assert!(verified.stdout.starts_with(&told), "{}", verified.stdout);
}

#[test]
fn anchors_that_are_rated_before_they_have_played_are_told() {
    let season = Season::new(3);
    let server = season.start();
    server.wait_until_it_rests();
    drop(server);
    season.rewrite(|lines| {
        let rated = lines.pop().expect("it has events");
        lines.truncate(1);
        lines.push(rated);
    });
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    let told = "event 2: the anchors are rated, and have rounds left to play among themselves";
    assert!(verified.stdout.starts_with(told), "{}", verified.stdout);
}

#[test]
fn a_season_that_was_begun_without_it_goes_on_as_before() {
    let season = Season::new(2);
    drop(season.start());
    season.rewrite(|lines| {
        lines.truncate(1);
        let (before, behind) = lines[0][2].split_once(",\"anchor_rounds\":").expect("it says how many");
        lines[0][2] = format!("{before}}}{}", behind.split_once('}').expect("it ends").1);
    });
    season.forget_seen();
    played(&season);
    assert!(events(&season, "anchors-rated").is_empty());
    assert!(events(&season, "played").len() > 1);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}
