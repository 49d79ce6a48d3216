//! Anchors: the scale hangs on them, and they are rated by all rounds.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

/// The number of events that are of a kind.
fn events(season: &Season, kind: &str) -> usize {
    season.read("data/events.log").matches(&format!("{{\"event\":\"{kind}\"")).count()
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
fn anchors_play_when_somebody_joins_and_have_ratings_with_intervals() {
    let season = Season::new(3);
    let server = season.start();
    server.wait_until_it_rests();
    assert_eq!(events(&season, "drawn"), 3, "alone they have rounds like everybody");
    drop(server);
    played(&season);
    let server = season.start();
    let results = server.get("/results.csv");
    assert!(results.head.to_lowercase().contains("last-modified: "), "{}", results.head);
    for anchor in ["ok", "random"] {
        let line = results.body.lines().find(|line| line.split(',').nth(1) == Some(anchor));
        let cells: Vec<&str> = line.expect("it is there").split(',').collect();
        assert!(cells[3..6].iter().all(|rating| !rating.is_empty()) && cells[4] != cells[5], "{cells:?}");
    }
    assert!(server.get("/").body.contains(" Elo above "), "the doubt of the scale is told");
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}
