//! The organiser's program is handed verdicts, the end of uploads and the final, and keeps nobody waiting.

use std::time::Instant;

use serde_json::Value;

use super::GOBBLET;
use super::season::{Season, Server};
use crate::support::project_bytes;

/// A program that keeps what it is handed, and fails and talks, or hangs at a verdict, if the person's address says so.
const MAILER: &str = "read line\nprintf '%s\\n' \"$line\" >> \"$1\"\ncase $line in\n*fails*) echo SECRET; echo SECRET >&2; exit 3;;\n*verdict*hangs*) sleep 600;;\nesac\n";

fn start(season: &Season) -> Server<'_> {
    season.start_with(&["--each", "sh", "mail", "told", "--to=x"])
}

/// What the program was handed of some event, when it is so much: names, addresses and words.
fn told(season: &Season, event: &str, count: usize) -> Vec<[String; 3]> {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed().as_secs() < 300, "so many are not told of {event}");
        let text = std::fs::read_to_string(season.path("told")).unwrap_or_default();
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let all = lines.map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
        let all: Vec<Value> = all.filter(|told| told["event"] == event).collect();
        if all.len() >= count {
            let word = |told: &Value, key: &str| told[key].as_str().expect("it is a text").to_owned();
            return all.iter().map(|told| ["name", "address", "text"].map(|key| word(told, key))).collect();
        }
        crate::support::pause();
    }
}

#[test]
fn people_are_told_of_verdicts_the_end_and_the_final_by_a_program_that_stops_nothing() {
    let season = Season::new(2);
    std::fs::write(season.path("mail"), MAILER).expect("there is room");
    let people = "name,display_name,address,team\nanna,Zoë Müller,fails,\nbert,,hangs,\n,Ann,ann@example.org,red\n,Bob,bob@example.org,red\n";
    std::fs::write(season.path("people.csv"), people).expect("there is room");
    let server = start(&season);
    let links = season.judge("serve invite --file people.csv --season season.toml --data data").stdout;
    let join = |line: &str| {
        let (_, secret) = line.split_once("/join/").expect("it is a link");
        server.post(&format!("/join/{secret}"), "").token()
    };
    let tokens: Vec<String> = links.lines().map(join).collect();
    assert_eq!(server.upload(&tokens[0], b"no bot").status, 202);
    let said = server.says("anna: sh ");
    assert!(said.ends_with("anna: sh failed: exit status: 3, so it may not know of this: verdict"), "{said}");
    // The program hangs at bert's, and everybody plays.
    assert_eq!(server.upload(&tokens[1], &project_bytes(GOBBLET)).status, 202);
    assert_eq!(told(&season, "verdict", 2)[1][..2], ["bert", "hangs"]);
    assert_eq!(server.upload(&tokens[2], &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    assert!(server.verdict(&tokens[3], 3).contains("\"accepted\""));
    server.wait_until_it_rests();
    let all = told(&season, "verdict", 4);
    assert!(
        all[0][2].starts_with("upload 1 is refused: ") && all[1][2].starts_with("upload 2 is accepted: ")
    );
    let red = [["red", "ann@example.org"], ["red", "bob@example.org"]];
    assert_eq!([&all[2][..2], &all[3][..2]], red, "each member is told");

    // What happens while no server runs is told when it runs again.
    while season.read("data/told") != "3" {
        crate::support::pause();
    }
    drop(server);
    assert_eq!(season.order("freeze").code, Some(0));
    season.change(2, "closes = \"2026-01-01T00:00:00Z\"");
    let before = std::fs::read_to_string(season.path("told")).expect("it is there");
    let server = start(&season);
    assert_eq!(told(&season, "uploads-closed", 4)[3][..2], ["red", "bob@example.org"]);
    let finalists = told(&season, "final", 3);
    assert_eq!(finalists.iter().filter(|of| of[0] == "red").count(), 2);
    assert!(server.get("/health").body.starts_with("ok\n"));
    let after = std::fs::read_to_string(season.path("told")).expect("it is there");
    assert!(after.starts_with(&before) && !after[before.len()..].contains("verdict"), "nobody is told twice");
    // Whoever does not name the program again is not told of what comes meanwhile.
    drop(server);
    drop(season.start());
    assert!(!season.path("data/told").exists());
}
