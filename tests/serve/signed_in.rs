//! People who sign in at the proxy in front: it is believed by its address and its secret, and nobody else is.

use super::GOBBLET;
use super::organise::{bearer, form};
use super::season::Season;
use crate::support::{Folder, project_bytes};

#[test]
fn whom_the_proxy_names_is_signed_in_and_nobody_else_who_says_so() {
    let season = Season::with(1, "trusted_proxy = \"127.0.0.1\"\nsign_in_by_proxy = true");
    let server = season.start();
    let secret = season.read("data/proxy").trim().to_owned();
    std::fs::write(season.path("people.csv"), "name,address\nanna,Zoe@example.org\nbert,bert@example.org\n")
        .expect("there is room");
    let invited = season.judge("serve invite --file people.csv --season season.toml --data data");
    assert_eq!(invited.code, Some(0), "{}", invited.stderr);
    let by = |user: &str| format!("Judge-User: {user}\r\nJudge-Proxy: {secret}\r\n");
    let (zoe, bert) = (by("zoe@example.org"), by("bert@example.org"));

    // Whoever is invited joins without a link, once, and gets a token for programs.
    assert_eq!(server.get_with("/me", &zoe).status, 303);
    assert!(server.get_with("/join/me", &zoe).body.contains("Take part as anna"));
    let token = server.post("/join/me", &zoe).token();
    assert_eq!(server.post("/join/me", &zoe).status, 404, "that was all");
    assert_eq!(server.post("/join/me", &by("nobody@example.org")).status, 404);
    assert_eq!(server.upload(&token, &project_bytes(GOBBLET)).status, 202);
    server.verdict(&token, 1);
    let own = |headers: &str| server.get_with("/api/own", headers);
    assert!(own(&zoe).body.contains("\"name\":\"anna\""), "{}", own(&zoe).body);
    let page = server.get_with("/contestant/anna", &zoe);
    assert!(page.body.contains("Hand in") && page.head.contains("no-store"), "{}", page.head);
    assert_eq!(form(&server, "/pause", &zoe, "").status, 303);
    assert_eq!(form(&server, "/pause", &format!("{zoe}Origin: http://evil.example\r\n"), "").status, 403);

    // A token says more than the proxy, and both headers are wanted, each once.
    assert_eq!(own(&format!("{bert}{}", bearer(&token))).status, 200);
    for wrong in [
        "Judge-User: zoe@example.org\r\n".to_owned(),
        format!("Judge-User: zoe@example.org\r\nJudge-Proxy: {}\r\n", "0".repeat(64)),
        format!("Judge-User: zoe@example.org\r\nJudge-Proxy: {}\r\n", &secret[1..]),
        format!("Judge-Proxy: {secret}\r\n"),
        format!("{zoe}Judge-User: bert@example.org\r\n"),
        format!("{zoe}Judge-Proxy: {secret}\r\n"),
        by(""),
        by("%7aoe@example.org"),
    ] {
        assert_eq!(own(&wrong).status, 401, "{wrong}");
    }
    assert!(
        !server.get("/terms").body.contains(&secret) && !server.get("/events.log").body.contains(&secret)
    );
    drop(server);

    // From another address than the proxy's the same headers say nothing; and without the key nobody is asked.
    for serve in ["trusted_proxy = \"192.0.2.1\"\nsign_in_by_proxy = true", "trusted_proxy = \"127.0.0.1\""] {
        season.change(1, serve);
        let server = season.start();
        assert_eq!(server.get_with("/api/own", &zoe).status, 401, "{serve}");
        assert!(!server.get_with("/contestant/anna", &zoe).body.contains("Hand in"));
    }
    // Once more: two who are reached at one address are nobody.
    season.change(1, "trusted_proxy = \"127.0.0.1\"\nsign_in_by_proxy = true");
    let server = season.start();
    std::fs::write(season.path("people.csv"), "name,address\nbert,zoe@example.org\n").expect("there is room");
    let link = season.judge("serve invite --file people.csv --season season.toml --data data").stdout;
    let (_, link) = link.trim().split_once("/join/").expect("it is a link");
    assert_eq!(server.post(&format!("/join/{link}"), "").status, 200);
    assert_eq!(server.get_with("/api/own", &zoe).status, 401);
}

#[test]
fn a_proxy_that_lets_people_sign_in_has_to_be_named() {
    let toml = "game = \"gobblet\"\nexamples = [\"ok\", \"random\"]\n[serve]\nsign_in_by_proxy = true\n";
    let ended = Folder::new().file("season.toml", toml).judge("serve season.toml --data data");
    assert!(
        ended.code == Some(2)
            && ended.stderr.contains("season.toml:4: [serve] sign_in_by_proxy = true: name the proxy"),
        "{}",
        ended.stderr
    );
}
