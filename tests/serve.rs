//! A season as its people have it: the real program on loopback, requests over real connections, and kills.

mod anchors;
mod beacons;
#[cfg(unix)]
mod curl;
mod disks;
mod endures;
mod extended;
mod final_tournament;
mod frauds;
mod games;
mod hostile;
mod judges;
mod late;
mod organise;
mod own;
mod people;
mod practice;
mod remote;
#[cfg(target_os = "linux")]
mod restored;
mod season;
mod signed_in;
#[cfg(target_os = "linux")]
mod stop;
mod submit;
mod tables;
#[cfg(unix)]
mod told;
mod unit;
mod visitors;
mod weeks;
mod worker;
mod workers;

use std::io::Write;

use crate::support::project_bytes;
use season::{Season, Server};

const GOBBLET: &str = "contestants/gobblet/ok.wasm";

impl Server<'_> {
    /// Somebody joins, and hands in the season's first file, which has its verdict: the token.
    pub(crate) fn joins_with(&self, name: &str, bot: &str) -> String {
        let token = self.join(name);
        assert_eq!(self.upload(&token, &project_bytes(bot)).status, 202);
        self.verdict(&token, 1);
        token
    }
}

#[test]
fn a_contestant_gets_from_an_invitation_to_results() {
    let season = Season::new(3);
    let server = season.start();
    let anna = server.join("anna");
    let answer = server.upload(&anna, &project_bytes("contestants/othello/greedy.wasm"));
    assert_eq!(answer.status, 202, "{}", answer.body);
    let verdict = server.verdict(&anna, 1);
    assert!(verdict.contains("\"refused\"") && verdict.contains("as a bot for gobblet must"), "{verdict}");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 2).contains("\"accepted\""));
    server.wait_until_it_rests();
    let standings = server.get("/standings.csv").body;
    let line = standings.lines().find(|line| line.contains(",anna,1,")).expect("it plays");
    let rounds: u32 = line.split(',').nth(6).and_then(|rounds| rounds.parse().ok()).expect("it is a number");
    assert!(rounds >= 3, "it has played its rounds, and perhaps some for others: {standings}");
    let page = server.get("/contestant/anna").body;
    assert!(page.contains("turn; ") && page.contains("/game/"), "{page}");
    assert!(!page.contains("Hand in"), "only the contestant can");
    let game = server.get("/game/1").body;
    assert!(game.contains("<td>1</td><td>1</td>"), "{game}");
}

#[test]
fn who_reads_pages_is_told_by_a_page_what_went_wrong_and_a_program_in_words() {
    let season = Season::new(1);
    let server = season.start();
    let program = server.get("/contestant/nobody");
    assert_eq!((program.status, program.body.as_str()), (404, "there is no such page\n"));
    let reader = server.get_with("/contestant/nobody", "Accept: text/html,*/*;q=0.8\r\n");
    assert_eq!(reader.status, 404);
    assert!(
        reader.head.contains("text/html") && reader.head.contains("content-security-policy"),
        "{}",
        reader.head
    );
    assert!(
        reader.body.contains("<p>There is no such page.</p>") && reader.body.contains("href=\"/\""),
        "{}",
        reader.body
    );
}

#[test]
fn an_invitation_holds_once_and_a_token_for_one_contestant_only() {
    let season = Season::new(1);
    let server = season.start();
    let link = season.invite("anna");
    assert!(server.get(&link).body.contains("Take part as anna"));
    let first = server.post(&link, "");
    assert_eq!(first.status, 200);
    assert!(first.head.contains("HttpOnly; SameSite=Lax"), "{}", first.head);
    assert_eq!(server.post(&link, "").status, 404, "it was followed");
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    assert_eq!(
        server.upload(&first.token(), &project_bytes(GOBBLET)).status,
        401,
        "anna has got another token"
    );
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    let of = |token: &str| server.get_with("/api/upload/1", &format!("Authorization: Bearer {token}\r\n"));
    assert_eq!((of(&anna).status, of(&bert).status, of("").status), (200, 404, 401));
    assert_eq!(of(&"0".repeat(64)).status, 401);
}

#[test]
fn what_is_hostile_is_refused_and_leaves_nothing() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    let before = server.get("/head").body;
    let bots = season.bots();
    let limit = 4 << 20;
    // Just beyond the limit, with its length said and without.
    assert_eq!(server.upload(&anna, &vec![0; limit + 1]).status, 413);
    let chunks = format!("{limit:x}\r\n{}\r\n1\r\n0\r\n0\r\n\r\n", "0".repeat(limit));
    let head = format!("Authorization: Bearer {anna}\r\nTransfer-Encoding: chunked\r\n");
    assert_eq!(server.ask("PUT", "/api/bot", &head, chunks.as_bytes()).status, 413);
    assert_eq!(server.upload(&anna, b"").status, 400);
    // A site of somebody else's makes the browser ask.
    for header in
        ["Origin: http://evil.example\r\n", "Origin: https://localhost\r\n", "Sec-Fetch-Site: cross-site\r\n"]
    {
        let head = format!("{header}Authorization: Bearer {anna}\r\n");
        assert_eq!(server.ask("POST", "/pause", &head, b"").status, 403, "{header}");
        assert_eq!(server.ask("PUT", "/api/bot", &head, b"x").status, 403, "{header}");
    }
    for path in [
        "/contestant/../../secret",
        "/contestant/..%2f..%2fsecret",
        "/contestant/%00",
        "/join/..%2fsecret",
        "/game/0",
        "/secret",
    ] {
        let answer = server.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {}", answer.status);
    }
    let script = server.get("/contestant/%3Cscript%3E");
    assert!(script.status == 404 && !script.body.contains("<script>"));
    assert!(script.head.contains("default-src 'none'"), "{}", script.head);
    // An upload that breaks off.
    let mut broken = server.connect();
    write!(
        broken,
        "PUT /api/bot HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {anna}\r\nContent-Length: 1000\r\n\r\nhalf"
    )
    .expect("it can be sent");
    drop(broken);
    // Until the server has seen that, it is the contestant's one upload.
    let mut next = server.upload(&anna, b"no bot");
    while next.status == 409 {
        next = server.upload(&anna, b"no bot");
    }
    assert_eq!(next.status, 202, "it is not in anybody's way: {}", next.body);
    assert!(server.verdict(&anna, 1).contains("\"refused\""));
    assert_ne!(server.get("/head").body, before);
    server.wait_until_all_is_finished();
    assert_eq!(season.bots().len(), bots.len() + 1, "only what was accepted is kept: {:?}", season.bots());
}

#[test]
fn killed_again_and_again_under_load_it_loses_no_upload_and_comes_to_the_same() {
    // All that is random is drawn once: both seasons are the same up to here.
    let (whole, mut tokens) = (Season::new(4), Vec::new());
    let server = whole.start();
    server.wait_until_it_rests();
    for name in ["anna", "bert", "carl"] {
        tokens.push(server.join(name));
    }
    drop(server);
    let killed = whole.copy();
    let bots =
        ["ok", "smart", "random"].map(|name| project_bytes(&format!("contestants/gobblet/{name}.wasm")));
    let hand_in_all = |season: &Season, kills: usize| {
        let mut server = season.start();
        for (number, (token, bot)) in (1..).zip(tokens.iter().zip(&bots)) {
            assert_eq!(server.upload(token, bot).status, 202);
            for _ in 0..kills {
                server.kill();
                server = season.start();
            }
            assert!(server.verdict(token, number).contains("\"accepted\""), "upload {number} is lost");
            // The next one comes when this one has played, so that events come in the same order.
            for _ in 0..kills {
                server.wait_for_another_event();
                server.kill();
                server = season.start();
            }
            server.wait_until_it_rests();
        }
        let standings = server.get("/standings.csv").body;
        // Times differ, and so do the hashes that hold them.
        let log = season.read("data/events.log");
        let events = log.lines().filter_map(|line| line.splitn(3, ' ').nth(2)).map(str::to_owned);
        (events.collect::<Vec<String>>(), standings)
    };
    let undisturbed = hand_in_all(&whole, 0);
    assert_eq!(hand_in_all(&killed, 4), undisturbed);
}

#[test]
fn a_season_can_be_checked_and_the_first_event_that_differs_is_named() {
    let season = Season::new(2);
    let server = season.start();
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_until_it_rests();
    let head = server.get("/head").body;
    drop(server);
    let verify = "verify data --tournament season.toml";
    let ended = season.judge(verify);
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert!(
        ended.stdout.contains(head.trim().split(' ').next_back().expect("it has two words")),
        "{}",
        ended.stdout
    );
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    season.remove("data/secret");
    assert_eq!(season.judge(verify).code, Some(0), "the log tells the secret");
    // Somebody wins a game after all, and the chain is made anew.
    let number = season.forge("\"ranks\":[1,2]", "\"ranks\":[2,1]");
    let ended = season.judge(verify);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout.starts_with(&format!("event {number}: round ")), "{}", ended.stdout);
}
