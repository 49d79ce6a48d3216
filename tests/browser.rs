//! `judge play --browser`, spoken to as a browser would, and as somebody who has no business there would.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Value, json};

use crate::support::{Folder, guest};

/// A judge that serves a game; it ends with the test.
struct Served {
    judge: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    /// The secret part of the address, with its slashes.
    path: String,
}

impl Served {
    fn start(folder: &Folder, arguments: &str) -> Self {
        let mut judge = folder.start(&format!("play {arguments} --browser"));
        let stdout = BufReader::new(judge.stdout.take().expect("it is a pipe"));
        let mut lines = stdout.lines().map(|line| line.expect("the judge speaks UTF-8"));
        let address = lines.find_map(|line| line.split("http://").nth(1).map(str::to_owned));
        let address = address.expect("the judge says where");
        let address = address.split(' ').next().expect("there is a first word");
        let (host, path) = address.split_once('/').expect("it has a secret part");
        Self { judge, host: host.to_owned(), path: format!("/{path}") }
    }

    /// Sends a request, and gives what came back, with its headers.
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let headers =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn status(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let answer = self.ask(method, path, headers, "{}");
        answer.split(' ').nth(1).expect("there is a status").to_owned()
    }

    /// The headers that our own page would send.
    fn own(&self) -> [(&str, String); 3] {
        let origin = format!("http://{}", self.host);
        [("Host", self.host.clone()), ("Origin", origin), ("Content-Type", "application/json".into())]
    }

    /// Sends a message as the page does, and gives the events.
    fn play(&self, message: &Value) -> Vec<Value> {
        let own = self.own();
        let headers: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = self.ask("POST", &format!("{}play", self.path), &headers, &message.to_string());
        let lines = answer.lines().filter(|line| line.starts_with('{'));
        let messages = lines.map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
        messages.flat_map(|message| message["events"].as_array().cloned().unwrap_or(vec![message])).collect()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.judge.kill();
        let _ = self.judge.wait();
    }
}

#[test]
fn only_the_own_page_is_answered() {
    let folder = Folder::new();
    let served = Served::start(&folder, "othello human greedy --seed 1");
    let host = ("Host", served.host.as_str());
    let page = served.ask("GET", &served.path, &[host], "");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("connect-src 'self'") && !page.contains("unsafe-inline"), "{page}");
    assert_eq!(served.status("GET", "/", &[host]), "404");
    assert_eq!(served.status("GET", "/0123456789abcdef0123456789abcdef/", &[host]), "404");
    assert_eq!(served.status("GET", &served.path, &[("Host", "example.org")]), "403");
    let play = format!("{}play", served.path);
    let json = ("Content-Type", "application/json");
    assert_eq!(served.status("POST", &play, &[host, json]), "403");
    assert_eq!(served.status("POST", &play, &[host, json, ("Origin", "http://example.org")]), "403");
    let origin = format!("http://{}", served.host);
    assert_eq!(served.status("POST", &play, &[host, ("Origin", &origin)]), "403");
    assert_eq!(served.status("POST", &play, &[host, json, ("Origin", &origin)]), "400");
}

#[test]
fn a_person_plays_takes_back_and_leaves_the_seat_to_a_bot() {
    let folder = Folder::new();
    let served = Served::start(&folder, "othello human greedy --set size=4 --seed 1");
    let message = |changes: Value| json!({ "id": 1, "line": null, "viewpoint": null, "changes": changes });
    let last = |events: &[Value]| events.last().expect("there are events").clone();
    let events = served.play(&message(json!([])));
    assert_eq!((&events[0]["event"], &last(&events)["event"]), (&json!("began"), &json!("waiting")));
    let action = last(&events)["scene"]["choices"][0]["action"].clone();
    let problem = last(&served.play(&message(json!([["act", "a1"]]))));
    assert_eq!((&problem["kind"], &problem["text"]), (&json!("problem"), &json!("a chip at a1 takes none")));
    let events = served.play(&message(json!([["act", action]])));
    assert_eq!(events[0]["action"], action);
    assert_eq!(last(&events)["event"], "waiting");
    let back = served.play(&message(json!([["take-back", 0]])));
    assert_eq!(back.iter().filter(|event| event["event"] == "moved").count(), 0, "{back:?}");
    let end = last(&served.play(&message(json!([["give-to-bot", 0, 0]]))));
    assert_eq!(end["event"], "over");
    assert_eq!(end["end"]["record"]["transcript_sha256"].as_str().map(str::len), Some(64));
    for wrong in [json!([["give-to-bot", 0, 7]]), json!([["give-to-bot", 9, 0]]), json!([["fly", 1]])] {
        assert_eq!(last(&served.play(&message(wrong.clone())))["kind"], "problem", "{wrong}");
    }
}

#[test]
fn a_person_in_battleship_is_not_sent_the_other_fleet() {
    let folder = Folder::new();
    let served = Served::start(&folder, "battleship human density --seed 1");
    // Everything is asked for.
    let message = |changes: Value| json!({ "id": 1, "line": null, "viewpoint": null, "changes": changes });
    served.play(&message(json!([])));
    let events = served.play(&message(json!([["act", "5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4"]])));
    let moved: Vec<&Value> = events.iter().filter(|event| event["event"] == "moved").collect();
    assert_eq!((&moved[0]["seat"], &moved[1]["seat"]), (&json!(0), &json!(1)));
    assert_eq!(moved[1]["action"], "fleet");
    // Shots are nobody's.
    let ships = |board: &Value| {
        assert_eq!(board["hulls"].as_array().map(Vec::is_empty), Some(board["owner"] == 1), "{board}");
        let cells = board["cells"].as_array().expect("a board has cells");
        cells
            .iter()
            .filter_map(|cell| cell["pieces"].as_array())
            .flatten()
            .filter(|piece| !piece["owner"].is_null())
            .count()
    };
    for event in events.iter().filter(|event| event["scene"].is_object()) {
        assert_eq!(ships(&event["scene"]["boards"][1]), 0, "{event}");
    }
    let scene = &events.last().expect("there are events")["scene"];
    assert_eq!(ships(&scene["boards"][0]), 17);
}

#[test]
fn a_bot_that_traps_loses_and_the_page_is_told_why() {
    let folder = Folder::new().file("trap.wasm", guest("trap-in-take-turn"));
    let served = Served::start(&folder, "battleship trap.wasm density --seed 1");
    let events = served.play(&json!({ "id": 1, "line": null, "viewpoint": null, "changes": [] }));
    let fault = events.iter().find(|event| event["event"] == "fault").expect("it traps");
    assert_eq!((&fault["kind"], &fault["function"]), (&json!("trap"), &json!("take-turn")));
    assert_eq!(events.last().expect("there are events")["event"], "over");
}

#[test]
fn a_bot_that_uses_wasi_plays() {
    let folder = Folder::new().file("clerk.wasm", guest("wasi-player"));
    let served = Served::start(&folder, "battleship human clerk.wasm --seed 1");
    let message = |changes: Value| json!({ "id": 1, "line": null, "viewpoint": null, "changes": changes });
    served.play(&message(json!([])));
    served.play(&message(json!([["act", "5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4"]])));
    let events = served.play(&message(json!([["act", "0,0"]])));
    let shot = events.iter().find(|event| event["event"] == "moved" && event["seat"] == 1);
    assert_eq!(shot.map(|shot| &shot["by"]), Some(&json!("player")), "{events:?}");
    assert_eq!(events.last().map(|event| &event["event"]), Some(&json!("waiting")), "{events:?}");
}
