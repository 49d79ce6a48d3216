//! Orders of organisers, by commands and by buttons: approval, suspension, closing dates, tables.

use super::GOBBLET;
use super::season::{Answer, Season, Server};
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";
/// The same, of somebody else's bytes.
const OTHER: &str = "contestants/gobblet/smart.wasm";

#[test]
fn a_newcomer_plays_when_approved_and_no_more_when_suspended() {
    let season = Season::with(2, "approval = true");
    let server = season.start();
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("does not play now: not approved yet"));
    server.wait_until_it_rests();
    assert_eq!(server.rounds_of("anna"), 0);
    let own = server.get_with("/contestant/anna", &bearer(&anna)).body;
    assert!(own.contains("plays when the organiser has approved you"), "{own}");

    let approved = season.order("approve Anna");
    assert_eq!(
        (approved.code, approved.stdout.as_str()),
        (Some(0), "Anna is approved\n"),
        "{}",
        approved.stderr
    );
    server.wait_until_it_rests();
    let played = server.rounds_of("anna");
    assert!(played >= 2, "{played}");
    let again = season.order("approve anna");
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (Some(2), "error: data: anna is not waiting for approval\n")
    );
    for (order, told) in
        [("approve bert", "there is no contestant bert"), ("suspend ok --reason x", "ok is an anchor")]
    {
        let refused = season.order(order);
        assert!(refused.code == Some(2) && refused.stderr.contains(told), "{}", refused.stderr);
    }

    let suspended = season.order("suspend anna --reason copied");
    assert_eq!(suspended.code, Some(0), "{}", suspended.stderr);
    let refused = server.upload(&anna, &project_bytes(OTHER));
    assert!(refused.status == 409 && refused.body.contains("suspended you: copied"), "{}", refused.body);
    let rounds = server.get("/rounds.csv").body;
    let bert = server.join("bert");
    assert_eq!(server.upload(&bert, &project_bytes(OTHER)).status, 202);
    assert!(server.verdict(&bert, 2).contains("\"accepted\""));
    assert_eq!(season.order("approve bert").code, Some(0));
    server.wait_until_it_rests();
    let after = server.get("/rounds.csv").body;
    assert!(after.len() > rounds.len() && !after[rounds.len()..].contains("anna"), "{after}");

    // The same orders are obeyed when no server runs.
    drop(server);
    let again = season.order("suspend anna --reason copied");
    assert!(
        again.code == Some(2) && again.stderr.ends_with("anna is suspended already\n"),
        "{}",
        again.stderr
    );
    assert_eq!(season.order("resume anna").stdout, "anna plays again\n");
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn after_the_closing_date_no_file_is_taken_until_it_is_put_off() {
    let season = Season::with(1, "closes = \"2020-01-01T00:00:00Z\"");
    let server = season.start();
    let anna = server.join("anna");
    assert!(server.get("/").body.contains("Files were taken until 2020-01-01T00:00:00Z"));
    let refused = server.upload(&anna, &project_bytes(GOBBLET));
    assert!(
        refused.status == 409 && refused.body.contains("files were taken until 2020-01-01T00:00:00Z"),
        "{}",
        refused.body
    );
    drop(server);
    season.change(1, "closes = 2999-01-01T00:00:00Z");
    let server = season.start();
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_until_it_rests();
    drop(server);
    // What is checked are the events: the date in the file may be any.
    season.change(1, "closes = \"2020-01-01T00:00:00Z\"");
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let told = "uploads were closed, and were opened again after event";
    assert!(verified.stdout.contains(told), "{}", verified.stdout);
    // An upload that the log has after the end is not one that can be.
    season.forge("{\"event\":\"uploads-opened\"}", "{\"event\":\"resumed\",\"contestant\":2}");
    let verified = season.judge(VERIFY);
    assert!(verified.code == Some(1) && verified.stdout.contains("cannot follow"), "{}", verified.stdout);
}

#[test]
fn only_an_organisers_browser_has_the_page_and_its_buttons_do_the_same() {
    let season = Season::with(1, "approval = true\n[serve.bands]\ngood = 1500");
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    for path in ["/organiser", "/organiser/grades.csv", "/organiser/sheets"] {
        for who in [String::new(), bearer(&anna), bearer(&"0".repeat(64)), cookie(&anna)] {
            assert_eq!(server.get_with(path, &who).status, 401, "{path} for {who:?}");
        }
    }
    let approve = "order=approve&name=anna";
    for who in [String::new(), bearer(&anna), cookie(&anna)] {
        assert_eq!(form(&server, "/organiser/order", &who, approve).status, 401);
    }
    let link = season.order("organiser").stdout;
    let link = link
        .trim()
        .split_once("/organiser/")
        .map(|(_, rest)| format!("/organiser/{rest}"))
        .expect("it is a link");
    assert!(server.get(&link).body.contains("<button class=\"primary\">Organise</button>"));
    let entered = server.post(&link, "");
    assert!(entered.head.contains("HttpOnly; SameSite=Lax"), "{}", entered.head);
    assert_eq!(server.post(&link, "").status, 404, "it holds once");
    let (_, key) = entered.head.split_once("judge-organiser=").expect("it sets the cookie");
    let key: String = key.chars().take_while(char::is_ascii_hexdigit).collect();
    assert_eq!(server.get_with("/organiser", &bearer(&key)).status, 401, "a cookie is no key of a command");
    let me = cookie(&key);
    assert!(server.get_with("/organiser", &me).body.contains("Approve anna</button>"));
    for header in ["Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        assert_eq!(form(&server, "/organiser/order", &format!("{me}{header}"), approve).status, 403);
    }
    let told = |body: &str| form(&server, "/organiser/order", &me, body);
    assert!(told(approve).body.contains("id=\"told\">anna is approved<"));
    assert_eq!(told("order=suspend&name=anna&reason=").status, 409);
    assert!(told("order=suspend&name=anna&reason=%3Cscript%3Ex").body.contains("&#60;script&#62;x"));
    assert!(told("order=resume&name=anna").body.contains("anna plays again"));
    assert!(told("order=invite&name=bert").body.contains("/join/"));
    assert!(told("order=invite&name=..%2Fx").status == 409);
    server.wait_until_it_rests();
    let grades = server.get_with("/organiser/grades.csv", &me).body;
    assert!(
        grades.starts_with("contestant,name,band,band_low,band_high,sure,rating,")
            && grades.contains("\nanna,"),
        "{grades}"
    );
    assert_eq!(grades, season.order("grades").stdout);
    assert!(server.get_with("/organiser/sheets", &me).body.contains("<h1>anna</h1>"));
    assert_eq!(told("order=close").status, 409, "it asks whether the organiser is sure");
    assert!(server.get_with("/organiser", &me).body.contains("<button>Freeze</button>"));
    let closed = told("order=close&sure=on").body;
    assert!(closed.contains("The season is closed"), "{closed}");
    for order in ["invite", "suspend", "freeze"] {
        assert!(!closed.contains(&format!("value=\"{order}\"")), "{order}: {closed}");
    }
    let own = server.get_with("/contestant/anna", &bearer(&anna)).body;
    assert!(own.contains("The season is closed.") && !own.contains("id=\"upload\""), "{own}");
    assert!(server.get("/").body.contains("its seed is <code>"));
}

#[test]
fn tables_and_metrics_tell_everything_and_no_secret() {
    let season = Season::new(2);
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    server.wait_until_it_rests();
    let lines = |path: &str| server.get(path).body.lines().count();
    let metrics = server.get("/metrics").body;
    let metric = |name: &str| -> usize {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}: {metrics}"))
    };
    // Chunks have heads of their own.
    let has = |path: &str, words: &str| assert!(server.get(path).body.contains(words), "{path}");
    has("/games.csv", "game,round,contestant_0,version_0,");
    has("/rounds.csv", "round,batch,contestant_1,");
    assert_eq!(lines("/versions.csv"), 1 + 3);
    assert_eq!(metric("judge_games_total"), 2 * metric("judge_rounds_total"));
    assert_eq!(metric("judge_contestants"), 1);
    assert_eq!(metric("judge_ladder_playing"), 0);
    assert!(server.get("/games.csv").body.matches("anna").count() >= 4);
    let secret = season.read("data/secret");
    for path in ["/metrics", "/games.csv", "/rounds.csv", "/versions.csv", "/", "/contestant/anna"] {
        let body = server.get(path).body;
        assert!(!body.contains(secret.trim()) && !body.contains(&anna), "{path}");
    }
}

pub(super) fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

fn cookie(key: &str) -> String {
    format!("Cookie: judge-organiser={key}\r\n")
}

/// Sends a form.
pub(super) fn form(server: &Server<'_>, path: &str, headers: &str, fields: &str) -> Answer {
    let headers = format!("{headers}Content-Type: application/x-www-form-urlencoded\r\n");
    server.ask("POST", path, &headers, fields.as_bytes())
}
