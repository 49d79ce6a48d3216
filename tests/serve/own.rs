//! A contestant's own page: logs and lost games, publishing, withdrawing.

use super::GOBBLET;
use super::organise::{bearer, form};
use super::season::Season;
use crate::support::{project_bytes, sha256};

#[test]
fn the_bytes_of_a_bot_are_shown_when_its_author_has_published_them() {
    let season = Season::new(1);
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    let bytes = project_bytes("contestants/gobblet/smart.wasm");
    assert_eq!(server.upload(&anna, &bytes).status, 202);
    server.verdict(&anna, 1);
    let path = format!("/bot/{}.wasm", sha256(&bytes));
    let publish = |token: &str, fields: &str| form(&server, "/publish", &bearer(token), fields).status;
    assert_eq!(server.get(&path).status, 404);
    assert_eq!(publish(&anna, "version=1"), 400, "it asks whether the author is sure");
    assert_eq!(form(&server, "/publish", "", "version=1&sure=on").status, 401);
    // Texts that are no version of one's own change nothing.
    assert_eq!(publish(&bert, "version=1&sure=on"), 409);
    assert_eq!(publish(&anna, "version=2&sure=on"), 409);
    assert_eq!(server.get(&path).status, 404);
    assert_eq!(publish(&anna, "version=1&sure=on"), 303);
    let answer = server.get(&path);
    assert_eq!(answer.status, 200);
    assert!(
        answer.head.contains("application/wasm") && answer.head.contains("attachment"),
        "{}",
        answer.head
    );
    assert!(answer.head.contains(&format!("content-length: {}", bytes.len())), "{}", answer.head);
    assert!(answer.body.starts_with("\0asm"));
    assert!(server.get("/contestant/anna").body.contains(&format!("<a href=\"{path}\">published</a>")));
    // An anchor's file is in the same folder, and without it nobody could check games against it.
    let anchor = sha256(&project_bytes("contestants/gobblet/ok.wasm"));
    assert_eq!(server.get(&format!("/bot/{anchor}.wasm")).status, 200);
    for path in ["/bot/..%2fsecret", "/bot/..%2f..%2fsecret.wasm"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn who_pauses_again_and_again_is_told_to_wait_and_can_play_all_the_same() {
    let season = Season::new(1);
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    server.wait_until_it_rests();
    let push = |token: &str, path: &str| form(&server, path, &bearer(token), "");
    for _ in 0..10 {
        assert_eq!(push(&anna, "/pause").status, 303);
        assert_eq!(push(&anna, "/pause").status, 303, "it is so already");
        assert_eq!(push(&anna, "/resume").status, 303);
    }
    let head = server.get("/head").body;
    let refused = push(&anna, "/pause");
    assert_eq!(
        (refused.status, refused.body.as_str()),
        (409, "you have paused 10 times within one hour, which is the limit; try again later")
    );
    assert_eq!(push(&anna, "/resume").status, 303);
    assert_eq!(server.get("/head").body, head, "nothing has happened");
    assert_eq!(push(&bert, "/pause").status, 303);
}

#[test]
fn who_withdraws_plays_no_more_until_it_is_invited_again() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    assert_eq!(form(&server, "/withdraw", &bearer(&anna), "").status, 400);
    assert_eq!(form(&server, "/withdraw", &bearer(&anna), "sure=on").status, 303);
    assert!(server.get("/versions.csv").body.contains(",withdrawn\n"));
    let refused = server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm"));
    assert!(refused.status == 409 && refused.body.contains("you have withdrawn"), "{}", refused.body);
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    assert!(server.verdict(&anna, 2).contains("it plays; "));
    drop(server);
    assert_eq!(season.judge("verify data --tournament season.toml").code, Some(0));
}

#[test]
fn lost_games_faults_and_logs_are_shown_to_their_contestant_alone() {
    let season = Season::new(8);
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    // Random moves lose against the example bots.
    assert_eq!(server.upload(&anna, &project_bytes("contestants/gobblet/random.wasm")).status, 202);
    server.verdict(&anna, 1);
    server.wait_until_it_rests();
    let page = |headers: &str| server.get_with("/contestant/anna", headers).body;
    let own = page(&bearer(&anna));
    let (_, number) = own.split_once("<td><a href=\"/game/").unwrap_or_else(|| panic!("{own}"));
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    let log = format!("/game/{number}/log");
    assert!(own.contains("lost, ended by ") && own.contains(&log), "{own}");
    for other in [page(""), page(&bearer(&bert))] {
        assert!(!other.contains("lost, ended by ") && !other.contains("/log\""), "{other}");
    }
    let shown = server.get_with(&log, &bearer(&anna));
    assert_eq!((shown.status, shown.body.is_empty()), (200, false));
    assert_eq!(server.get(&log).status, 401);
    assert_eq!(server.get_with(&log, &bearer(&bert)).status, 404);
    assert_eq!(server.get_with("/game/0/log", &bearer(&anna)).status, 404);
}
