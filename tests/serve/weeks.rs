//! Tables that are frozen each week, and terms of seasons.

use super::GOBBLET;
use super::season::{Season, Server};
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

/// The weeks that the first page links to, when there are so many.
fn weeks(server: &Server<'_>, count: usize) -> Vec<String> {
    loop {
        let page = server.get("/").body;
        let links = page.split("href=\"/week/").skip(1);
        let weeks: Vec<String> = links.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect();
        if weeks.len() >= count {
            return weeks;
        }
        crate::support::pause();
    }
}

#[test]
fn a_table_is_frozen_each_week_and_never_changes_but_for_names_that_are_forgotten() {
    let season = Season::with(2, "[serve.weeks]\nfirst = \"2020-01-01T00:00:00Z\"");
    let server = season.start();
    let first = weeks(&server, 1).remove(0);
    let anna = server.join("anna");
    assert_eq!(
        season
            .judge_args(&["serve", "name", "anna", "Zoë", "--season", "season.toml", "--data", "data"])
            .code,
        Some(0)
    );
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    server.verdict(&anna, 1);
    server.wait_until_it_rests();
    let table = format!("/week/{first}/results.csv");
    let before = server.get(&table).body;
    assert!(before.starts_with("rank,contestant,") && !before.contains("anna"), "{before}");
    drop(server);
    // A week passes.
    season.change(2, "[serve.weeks]\nfirst = \"2019-12-25T00:00:00Z\"");
    let server = season.start();
    let second = weeks(&server, 2).remove(1);
    assert_eq!(server.get(&table).body, before);
    let page = server.get(&format!("/week/{second}")).body;
    assert!(page.contains("Zoë</a>") && page.contains("as they were frozen, 20"), "{page}");
    for none in ["/week/1", "/week/0/results.csv", "/week/x"] {
        assert_eq!(server.get(none).status, 404, "{none}");
    }
    let results = server.get("/results.csv").body;
    assert_eq!(season.read(&format!("data/weeks/{second}.csv")), results);

    // A term takes the season and its weeks, without the anchors.
    let term = season.judge(&format!("term data data/weeks/{second}.csv --json"));
    let term: serde_json::Value = serde_json::from_str(&term.stdout).expect("it is JSON");
    let rows = term["contestants"].as_array().expect("it is a list");
    assert_eq!((rows.len(), &rows[0]["contestant"], &rows[0]["name"]), (1, &"anna".into(), &"Zoë".into()));
    assert_eq!(rows[0]["total"], 2);
    assert_eq!(season.order("forget anna").code, Some(0));
    let page = server.get(&format!("/week/{second}")).body;
    assert!(page.contains("anna</a>") && !page.contains("Zoë"), "{page}");
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    std::fs::write(season.path("data/weeks/9.csv"), &before[1..]).expect("there is room");
    let told = season.judge("term data/weeks/9.csv").stderr;
    assert!(told.contains("it is not a table that the season has frozen"), "{told}");
    let hash = crate::support::sha256(results.as_bytes());
    let number = season.forge(&hash, &"0".repeat(64));
    let verified = season.judge(VERIFY);
    let told = format!("event {number}: the table of week {second} does not follow from the log");
    assert!(verified.code == Some(1) && verified.stdout.contains(&told), "{}", verified.stdout);
}
