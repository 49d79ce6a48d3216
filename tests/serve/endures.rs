//! Events that could stop a season and do not: open files, a clock that jumps, others' cookies, orders by another user.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

/// The example bot with some bytes at its end that do nothing: another file each time.
pub(super) fn variant(number: u8) -> Vec<u8> {
    variant_of(GOBBLET, number)
}

/// The same of another bot.
pub(super) fn variant_of(bot: &str, number: u8) -> Vec<u8> {
    let mut bytes = project_bytes(bot);
    // A custom section: its length, the length of its name, its name, and a number.
    bytes.extend([0, 3, 1, b'n', number]);
    bytes
}

/// Each bot that is loaded keeps a file open.
#[cfg(target_os = "linux")]
#[test]
fn more_versions_play_than_files_may_be_open() {
    let season = Season::with(1, "uploads_per_hour = 1000\nuploads_per_day = 1000");
    let server = season.start_after("ulimit -n 64");
    let anna = server.join("anna");
    for number in 1..=70 {
        let taken = server.upload(&anna, &variant(number));
        assert_eq!(taken.status, 202, "{number}: {}", taken.body);
        let verdict = server.verdict(&anna, number.into());
        assert!(verdict.contains("\"accepted\""), "{number}: {verdict}");
    }
    server.wait_until_it_rests();
    assert!(server.rounds_of("anna") >= 1);
    assert!(server.get("/health").body.starts_with("ok\n"));
}

#[test]
fn a_season_does_not_believe_a_clock_that_has_jumped_until_somebody_says_that_it_is_right() {
    let season = Season::new(1);
    drop(season.start());
    // As after ten years.
    std::fs::write(season.path("data/seen"), "{\"time\":1000000000,\"log\":null}")
        .expect("it can be written");
    season.set_times(1_000_000_000);
    let refused = season.judge("serve season.toml --data data");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let told = "the server was last seen at 2001-09-09T01:46:40Z; correct the clock; if the new time is correct, run";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    let set = season.order("set-time");
    assert!(set.stdout.starts_with("the time of the season is 2"), "{}{}", set.stdout, set.stderr);
    let server = season.start();
    server.wait_until_it_rests();
    drop(server);
    assert!(season.read("data/events.log").contains("\"event\":\"time-set\""));
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn a_time_in_the_future_that_closed_a_season_is_put_right() {
    let season = Season::with(1, "closes = \"2100-01-01T00:00:00Z\"");
    let server = season.start();
    let anna = server.join("anna");
    drop(server);
    // As if the clock had been wrong when it closed.
    season.set_times(4_102_444_801);
    let server = season.start();
    let refused = server.upload(&anna, &project_bytes(GOBBLET));
    assert!(refused.status == 409 && refused.body.contains("files were taken until"), "{}", refused.body);
    let set = season.order("set-time");
    assert_eq!(set.code, Some(0), "{}", set.stderr);
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
}

#[test]
fn by_tls_a_cookie_is_the_hosts_own_and_two_of_them_are_nobodys() {
    let season = Season::with(1, "public_url = \"https://season.example\"");
    let server = season.start();
    let joined = server.post(&season.invite("anna"), "Sec-Fetch-Site: same-origin\r\n");
    let set = joined.head.lines().find(|line| line.starts_with("set-cookie: ")).expect("it sets a cookie");
    assert!(set.starts_with("set-cookie: __Host-judge=") && set.contains("; Secure"), "{set}");
    assert!(set.contains("; Path=/;") && set.contains("Max-Age=2592000"), "{set}");
    let cookie = set.split([' ', ';']).nth(1).expect("it has a value");
    let me = |cookies: &str| server.get_with("/me", &format!("Cookie: {cookies}\r\n"));
    assert_eq!(me(cookie).status, 303);
    // Another host of the same site can set a cookie without the prefix, and perhaps one more.
    assert_eq!(me(&cookie.replace("__Host-", "")).status, 200);
    assert_eq!(me(&format!("{cookie}; __Host-judge={}", "0".repeat(64))).status, 200);
    // Who signs out is signed out, whatever the browser keeps.
    let out = server.post("/sign-out", &format!("Cookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n"));
    assert!(out.status == 303 && out.head.contains("Max-Age=0"), "{}", out.head);
    assert_eq!(me(cookie).status, 200);
}

#[test]
fn who_asks_for_another_host_is_not_answered() {
    use std::io::{Read, Write};
    let season = Season::with(1, "public_url = \"https://season.example\"");
    let server = season.start();
    let status = |path: &str, host: &str| {
        let mut stream = server.connect();
        write!(stream, "GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n").expect("it can be sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok())
    };
    assert_eq!(status("/", "Host: season.example\r\n"), Some(200));
    assert_eq!(status("/", "Host: evil.example\r\n"), Some(421));
    assert_eq!(status("/", "Host: season.example\r\nHost: evil.example\r\n"), Some(421));
    assert_eq!(status("/health", "Host: 10.0.0.7:8080\r\n"), Some(200), "a machine knows no name");
}

#[test]
fn a_class_is_invited_by_a_list_of_names() {
    let season = Season::new(1);
    let server = season.start();
    let list = |text: &str| std::fs::write(season.path("class.txt"), text).expect("it can be written");
    list("anna\n\n  bert\ncarl\n");
    let invited = season.order("invite --file class.txt --sheet class.html");
    assert_eq!(invited.code, Some(0), "{}", invited.stderr);
    let lines: Vec<(&str, &str)> = invited.stdout.lines().filter_map(|line| line.split_once(' ')).collect();
    assert_eq!(lines.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["anna", "bert", "carl"]);
    let (_, secret) = lines[1].1.split_once("/join/").expect("it is a link");
    assert!(server.post(&format!("/join/{secret}"), "").body.contains("Welcome, bert"));
    let sheet = season.read("class.html");
    assert!(
        lines.iter().all(|(name, link)| sheet.contains(&format!("<h1>{name}</h1>")) && sheet.contains(link))
    );
    for (text, told) in [
        ("anna\n../x\n", "class.txt: line 2: "),
        ("anna\nAnna\n", "class.txt: line 2: anna stands above already"),
        ("\n", "class.txt: it has no names"),
    ] {
        list(text);
        let refused = season.order("invite --file class.txt");
        assert!(refused.code == Some(2) && refused.stderr.contains(told), "{}", refused.stderr);
    }
}

/// Orders are refused to a user whose files the server could not read.
#[cfg(target_os = "linux")]
#[test]
fn who_orders_as_another_user_is_told_how_to_do_it() {
    use std::os::unix::fs::{MetadataExt, chown};
    if std::fs::metadata("/proc/self").expect("there is one").uid() != 0 {
        return;
    }
    let season = Season::new(1);
    drop(season.start());
    chown(season.path("data"), Some(54_321), None).expect("we may");
    for order in ["invite anna", "organiser", "freeze", "set-time"] {
        let refused = season.order(order);
        let told = format!("run this as #54321: sudo -u #54321 judge serve {order} --season season.toml");
        assert!(refused.code == Some(2) && refused.stderr.contains(&told), "{}", refused.stderr);
    }
    assert_eq!(std::fs::read_dir(season.path("data/invitations")).expect("it is there").count(), 0);
}
