//! The table of threats of docs/serve.md, row by row, as far as it is not tested beside what it threatens.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;

use super::GOBBLET;
use super::organise::{bearer, form};
use super::season::{Season, Server};
use crate::support::project_bytes;

/// Files that are received at a time.
const UPLOADS_MAX: usize = 16;
/// Pages that receive every event, at a time.
const STREAMS_MAX: usize = 400;

#[test]
fn every_change_that_another_site_asks_for_is_refused() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    server.wait_until_it_rests();
    let head = server.get("/head").body;
    let paths = [
        "/pause",
        "/resume",
        "/withdraw",
        "/publish",
        "/organiser/order",
        &format!("/organiser/enter/{}", "0".repeat(64)),
        &season.invite("bert"),
    ];
    for path in paths {
        for site in ["Origin: https://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n", "Origin: null\r\n"]
        {
            let answer =
                form(&server, path, &format!("{}{site}", bearer(&anna)), "sure=on&version=1&order=close");
            assert_eq!(answer.status, 403, "{path} by {site}");
        }
    }
    assert_eq!(server.get("/head").body, head, "nothing has happened");
}

#[test]
fn numbers_and_paths_that_are_guessed_tell_nothing() {
    let season = Season::new(1);
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    server.verdict(&anna, 1);
    let of_bert = |path: &str| server.get_with(path, &bearer(&bert));
    // Somebody else's upload is as one that is not there.
    let [theirs, nobodys] = ["/api/upload/1", "/api/upload/7"].map(of_bert);
    assert_eq!((theirs.status, &theirs.body), (404, &nobodys.body));
    for path in [
        "/api/upload/0",
        "/api/upload/18446744073709551615",
        "/api/upload/-1",
        "/game/18446744073709551615",
        "/game/99999999/log",
        "/bot/secret.wasm",
        "/bot/..%2f..%2fsecret",
        "/final/%2e%2e/secret",
        "/organiser/../secret",
        "/organiser/enter/..%2f..%2fsecret",
        "/contestant/anna%2f..%2fbert",
        "/data/events.log",
        "/secret",
        "/key",
        "/.unfinished",
    ] {
        let answer = of_bert(path);
        assert!([400, 404].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.body.contains(season.read("data/secret").trim()), "{path}");
    }
}

#[test]
fn uploads_that_never_end_are_bounded_and_keep_nobody_from_looking() {
    let season = Season::new(1);
    let server = season.start();
    let tokens: Vec<String> = (0..=UPLOADS_MAX).map(|number| server.join(&format!("anna{number}"))).collect();
    let (last, slow) = tokens.split_last().expect("there are some");
    let begun: Vec<TcpStream> = slow.iter().map(|token| half(&server, token)).collect();
    // The server has all of them in hand when none of these contestants can begin another.
    for token in slow {
        while server.upload(token, b"").status != 409 {
            crate::support::pause();
        }
    }
    let refused = server.upload(last, &project_bytes(GOBBLET));
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert!(server.get("/health").body.starts_with("ok\n"));
    drop(begun);
    let mut taken = server.upload(last, &project_bytes(GOBBLET));
    while taken.status == 503 {
        taken = server.upload(last, &project_bytes(GOBBLET));
    }
    assert_eq!(taken.status, 202, "{}", taken.body);
    assert!(server.verdict(last, 1).contains("\"accepted\""));
    // Who can begin another has nothing left of the first.
    for token in slow {
        while server.upload(token, b"").status == 409 {
            crate::support::pause();
        }
    }
    server.wait_until_all_is_finished();
}

/// The first half of an upload.
fn half(server: &Server<'_>, token: &str) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "PUT /api/bot HTTP/1.1\r\nHost: localhost\r\n{}Content-Length: 1000\r\n\r\nhalf",
        bearer(token)
    );
    stream.write_all(head.as_bytes()).expect("it can be sent");
    stream
}

#[test]
fn streams_that_are_left_open_are_bounded_and_freed_when_they_end() {
    let season = Season::new(1);
    let server = season.start();
    let streams: Vec<TcpStream> = (0..STREAMS_MAX).map(|_| stream(&server).1).collect();
    assert_eq!(stream(&server).0, 503);
    // What is not a stream is answered all the same, and the ladder plays on.
    assert!(server.get("/health").body.starts_with("ok\n"));
    server.wait_until_it_rests();
    drop(streams);
    while stream(&server).0 != 200 {
        crate::support::pause();
    }
}

/// Subscribes to every event: the status, and the connection.
fn stream(server: &Server<'_>) -> (u16, TcpStream) {
    let mut stream = server.connect();
    stream.write_all(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it can be sent");
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).expect("it answers");
    (line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("it has a status"), stream)
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_connections_that_say_nothing_keep_nobody_out() {
    let season = Season::new(1);
    // So many open files are what most systems allow at first.
    let server = season.start_after("ulimit -S -n 1024");
    assert!(server.files_max() > 1_024 + 100, "connections must leave files to open for everything else");
    let anna = server.join("anna");
    let silent: Vec<TcpStream> = (0..600).map(|_| server.connect()).collect();
    // Others begin a request, and do not end it.
    let slow: Vec<TcpStream> = (0..400)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("it can be sent");
            stream
        })
        .collect();
    assert!(server.get("/health").body.starts_with("ok\n"));
    // Files can still be opened: one is handed in, compiled and played.
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_until_it_rests();
    assert!(server.rounds_of("anna") > 0);
    for mut stream in silent.into_iter().chain(slow) {
        // The server ends each of them by itself, whatever it says.
        let ended = stream.read_to_end(&mut Vec::new());
        let is_open =
            ended.is_err_and(|error| [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()));
        assert!(!is_open, "a connection that says nothing is still there");
    }
}
