//! Visitors of a season: they watch and play, and nothing of it reaches the ladder.

use judge_play::{Line, LineText, Rules, SeatLine, Seed};
use judge_sandbox::Limits;
use serde_json::{Value, json};

use super::organise::{bearer, form};
use super::season::{Answer, Season, Server};

const JSON: &str = "Content-Type: application/json\r\n";

impl Server<'_> {
    pub(super) fn table(&self) -> Answer {
        self.post("/tables", "")
    }

    /// Sends a message to a table, and gives its events.
    pub(super) fn play(&self, table: &str, message: &Value) -> Vec<Value> {
        let answer = self.ask("POST", &format!("/tables/{table}/play"), JSON, message.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.body);
        // The body comes in chunks, whose lengths stand on lines of their own.
        let lines = answer.body.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let messages: Vec<Value> = lines.filter(Value::is_object).collect();
        let problem = messages.iter().find(|message| message["kind"] == "problem");
        assert_eq!(problem, None);
        messages
            .iter()
            .flat_map(|message| message["events"].as_array().cloned().unwrap_or_default())
            .collect()
    }
}

pub(super) fn name(table: &Answer) -> String {
    let answer: Value = serde_json::from_str(&table.body).unwrap_or_else(|_| panic!("{}", table.body));
    answer["table"].as_str().expect("it has a name").to_owned()
}

/// A game between a person and the first bot, from its beginning.
fn against_a_bot() -> Value {
    let rules = Rules::new("gobblet", [("plies_max", "40")]).expect("they are valid");
    let line = Line::new(rules, Seed(5), vec![SeatLine::person(), SeatLine::bot(0)]);
    json!({ "id": 1, "viewpoint": null, "changes": [], "line": LineText::of(&line, &Limits::default()) })
}

#[test]
fn a_visitor_plays_to_the_end_and_the_ladder_knows_nothing_of_it() {
    let season = Season::new(1);
    let server = season.start();
    server.wait_until_it_rests();
    let before = server.get("/head").body;
    let table = name(&server.table());
    let mut events = server.play(&table, &against_a_bot());
    for id in 2.. {
        let last = events.last().expect("something happens");
        if last["event"] == "over" {
            break;
        }
        assert_eq!(server.get("/visited/1").status, 404, "nobody looks on");
        let action = last["scene"]["choices"][0]["action"].clone();
        events = server.play(
            &table,
            &json!({ "id": id, "line": null, "viewpoint": null, "changes": [["act", action]] }),
        );
    }
    let page = server.get("/visited/1");
    assert!(page.status == 200 && page.body.contains("a visitor"), "{}", page.body);
    assert!(server.get("/play").body.contains("/visited/1"));
    assert_eq!(server.get("/head").body, before, "no event was written");
}

#[test]
fn a_game_that_was_looked_at_lately_is_not_played_again() {
    let season = Season::new(1);
    let server = season.start();
    server.wait_until_it_rests();
    let page = server.get("/game/1");
    assert_eq!(page.status, 200, "{}", page.body);
    // Nothing can be played again any more.
    std::fs::remove_dir_all(season.path("data/bots")).expect("it is there");
    assert_eq!(server.get("/game/2").status, 503);
    assert_eq!(server.get("/game/1").body, page.body);
}

#[test]
fn who_publishes_a_bot_lets_visitors_play_against_it() {
    let season = Season::new(1);
    let server = season.start();
    // The bots of the season's file come first.
    let anchors = 2;
    let against_the_new_one = |id: u32| {
        let mut message = against_a_bot();
        message["id"] = id.into();
        message["line"]["seats"][1]["bot"] = anchors.into();
        message
    };
    let table = name(&server.table());
    let answer = server.ask(
        "POST",
        &format!("/tables/{table}/play"),
        JSON,
        against_the_new_one(1).to_string().as_bytes(),
    );
    assert!(answer.body.contains("not the seats and bots of this table"), "{}", answer.body);
    let anna = server.joins_with("anna", "contestants/gobblet/smart.wasm");
    assert!(!server.get("/play").body.contains("anna"));
    assert_eq!(form(&server, "/publish", &bearer(&anna), "version=1&sure=on").status, 303);
    assert!(server.get("/play").body.contains("anna"));
    let table = name(&server.table());
    assert!(!server.play(&table, &against_the_new_one(1)).is_empty());
}

#[test]
fn a_cache_may_keep_what_is_the_same_for_all_and_nothing_else() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    let kept = |path: &str, headers: &str| {
        let head = server.get_with(path, headers).head.to_lowercase();
        let value = |name: &str| {
            head.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned).unwrap_or_default()
        };
        (value("cache-control: "), value("vary: "))
    };
    let (for_all, vary) = kept("/contestant/anna", "");
    assert_eq!(
        (for_all.as_str(), vary.as_str()),
        ("public, max-age=2", "cookie, authorization, judge-user, accept")
    );
    assert_eq!(kept("/arena/page.css", "").0, "public, max-age=300");
    for (path, headers) in [
        ("/contestant/anna", format!("Authorization: Bearer {anna}\r\n")),
        ("/", "Cookie: judge=1\r\n".to_owned()),
        ("/contestant/nobody", String::new()),
        ("/head.json", String::new()),
        ("/events.log", String::new()),
        ("/results.csv", String::new()),
        ("/me", String::new()),
        (&season.invite("bert"), String::new()),
        ("/organiser", String::new()),
        ("/api/upload/1", String::new()),
    ] {
        assert_eq!(kept(path, &headers).0, "no-store", "{path} {headers}");
    }
}

#[test]
fn tables_are_bounded_and_freed() {
    let season = Season::new(1);
    let server = season.start();
    let tables: Vec<String> = (0..8).map(|_| name(&server.table())).collect();
    let refused = server.table();
    assert_eq!(refused.status, 503);
    assert!(refused.body.contains("all 8 tables are taken"), "{}", refused.body);
    assert_eq!(server.post(&format!("/tables/{}/stays", tables[0]), "").status, 204);
    assert_eq!(server.post(&format!("/tables/{}/leave", tables[0]), "").status, 204);
    // The thread of a table that was left ends a little later.
    while server.table().status != 200 {
        crate::support::pause();
    }
    assert_eq!(server.post(&format!("/tables/{}/stays", tables[0]), "").status, 404);
}

#[test]
fn what_visitors_send_is_not_believed() {
    let season = Season::new(1);
    let server = season.start();
    let table = name(&server.table());
    let play = |table: &str, headers: &str, body: &[u8]| {
        server.ask("POST", &format!("/tables/{table}/play"), headers, body)
    };
    let unknown = "0".repeat(64);
    assert_eq!(play(&unknown, JSON, against_a_bot().to_string().as_bytes()).status, 404);
    assert_eq!(play(&table, JSON, b"{").status, 400);
    assert_eq!(play(&table, JSON, &vec![b' '; (64 << 10) + 1]).status, 413);
    assert_eq!(server.post("/tables", "Origin: http://evil.example\r\n").status, 403);
    let cases: [(&str, Value); 4] = [
        ("/line/seats/1/bot", json!(7)),
        ("/line/seats", json!([])),
        ("/line/by_hand", json!({ "0": "nonsense" })),
        ("/changes", json!([["load", 1]])),
    ];
    for (key, value) in cases {
        let mut message = against_a_bot();
        *message.pointer_mut(key).expect("it is there") = value;
        let answer = play(&table, JSON, message.to_string().as_bytes());
        assert!(answer.body.contains("\"problem\""), "{key}: {}", answer.body);
    }
    // It goes on after all of that.
    assert!(!server.play(&table, &against_a_bot()).is_empty());
}

#[test]
fn a_game_of_the_ladder_is_shown_without_its_bots() {
    let season = Season::new(1);
    let server = season.start();
    server.wait_until_it_rests();
    let page = server.get("/game/1");
    assert!(page.head.contains("script-src 'self' 'wasm-unsafe-eval'"), "{}", page.head);
    assert!(!page.head.contains("unsafe-inline"), "{}", page.head);
    assert!(page.body.contains("\"recording\":{"), "{}", page.body);
    assert!(!page.body.contains("AGFzbQ"), "no WebAssembly in it");
    let game = server.get("/screen/game").body;
    assert!(game.contains("\"recording\":{"), "{game}");
    let (first, rest) = game.split_once("\"number\":").expect("it has a number");
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let other = server.get(&format!("/screen/game?not={number}")).body;
    assert!(!other.contains(&format!("\"number\":{number},")), "another comes next: {first}");
}

#[test]
fn news_begin_where_a_page_has_left_them() {
    use std::io::{BufRead, BufReader, Write};
    let season = Season::new(1);
    let server = season.start();
    server.wait_until_it_rests();
    let mut stream = server.connect();
    write!(stream, "GET /live HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n").expect("it reads");
    let lines = BufReader::new(stream).lines().map(|line| line.expect("it is text"));
    // The heartbeat, which begins with a colon, comes after what is new.
    let mut told = Vec::new();
    for line in lines {
        let is_last = line.contains("\"games\":[1,2]") || line.starts_with(':');
        told.push(line);
        if is_last {
            break;
        }
    }
    assert!(told.iter().any(|line| line == "event: standings"), "{told:?}");
    assert!(told.iter().any(|line| line.contains("\"rank\":1")), "{told:?}");
    assert!(told.iter().any(|line| line == "event: games"), "{told:?}");
    assert!(told.last().is_some_and(|line| line.contains("\"games\":[1,2]")), "{told:?}");
}
