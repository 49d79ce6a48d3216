//! People: the names that they are shown by, beside the log; what is known of them is deleted; teams, and files of people.

use super::GOBBLET;
use super::organise::{bearer, form};
use super::season::{Answer, Season, Server};
use crate::support::project_bytes;

/// Where people read.
const PAGES: [&str; 7] =
    ["/", "/contestant/anna", "/contestant/bert", "/screen", "/play", "/game/1", "/final"];
/// As a browser asks.
const READS: &str = "Accept: text/html\r\n";

/// Changes one's own name.
fn rename(server: &Server<'_>, token: &str, name: &str) -> Answer {
    form(server, "/name", &bearer(token), &format!("name={name}"))
}

/// The pages that have some words in them.
fn pages_with(server: &Server<'_>, words: &str) -> Vec<&'static str> {
    let has = |page: &&str| server.get_with(page, READS).body.contains(words);
    PAGES.into_iter().filter(has).collect()
}

#[test]
fn people_are_shown_by_names_of_any_script_that_the_log_does_not_have() {
    let season = Season::new(2);
    let server = season.start();
    let invited = season.judge_args(&[
        "serve",
        "invite",
        "anna",
        "--display-name",
        "Zoë Müller",
        "--season",
        "season.toml",
        "--data",
        "data",
    ]);
    assert!(
        invited.stderr.contains("the log shows this name to everybody, and keeps it"),
        "{}",
        invited.stderr
    );
    let (_, link) = invited.stdout.trim().split_once("/join/").expect("it is a link");
    let anna = server.post(&format!("/join/{link}"), "").token();
    let bert = server.join("bert");
    for (token, bot) in [(&anna, "ok"), (&bert, "smart")] {
        let bot = project_bytes(&format!("contestants/gobblet/{bot}.wasm"));
        assert_eq!(server.upload(token, &bot).status, 202);
    }
    for name in ["anna", "bert"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    for page in ["/", "/contestant/anna", "/screen"] {
        let body = server.get(page).body;
        assert!(
            body.contains("Zoë Müller") && body.contains("<h1") && !body.contains(">anna<"),
            "{page}: {body}"
        );
    }
    // The organiser, and the contestant itself.
    let named =
        season.judge_args(&["serve", "name", "bert", "李雷", "--season", "season.toml", "--data", "data"]);
    assert_eq!(named.stdout, "bert is shown as 李雷\n", "{}", named.stderr);
    assert!(server.get("/").body.contains("李雷"));
    assert_eq!(rename(&server, &bert, "ZO%C3%8B+M%C3%9CLLER").status, 303);
    let page = server.get("/").body;
    assert!(page.contains("Zoë Müller (anna)") && page.contains("ZOË MÜLLER (bert)"), "{page}");
    for (name, told) in [
        ("%D0%B0nna", "two alphabets"),
        ("a%00b", "without control characters"),
        (&"x".repeat(10_000), "1 to 64 columns"),
        ("Bert", "wait 10 seconds"),
    ] {
        let refused = rename(&server, &bert, name);
        assert!(
            refused.status == 409 && refused.body.contains(told) && refused.body.len() < 500,
            "{}",
            refused.body
        );
    }
    assert_eq!(form(&server, "/name", "", "name=x").status, 401);
    let refused = season.order("name ok Best");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("there is no contestant ok that can be"),
        "{}",
        refused.stderr
    );
    // It is no event, and it is there after a restart.
    drop(server);
    let server = season.start();
    assert!(server.get("/").body.contains("Zoë Müller (anna)"));
    let grades = season.order("grades").stdout;
    assert!(grades.contains("\nanna,Zoë Müller (anna),"), "{grades}");
    assert_eq!(season.files_with("Müller"), [season.path("data/people.json")]);
    for file in ["/events.log", "/results.csv", "/versions.csv", "/games.csv", "/receipts"] {
        let body = server.get_with(file, &bearer(&anna)).body;
        assert!(body.contains("anna") && !body.contains("Zoë"), "{file}");
    }
    assert_eq!(rename(&server, &anna, "").status, 303);
    assert!(server.get("/").body.contains(">anna<"));
}

#[test]
fn whoever_is_forgotten_is_on_no_page_even_if_it_plays_the_final() {
    let season = Season::with(2, "[serve.final]\ntop = 2\nrounds = 2");
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    for (token, bot) in [(&anna, "ok"), (&bert, "smart")] {
        let bot = project_bytes(&format!("contestants/gobblet/{bot}.wasm"));
        assert_eq!(server.upload(token, &bot).status, 202);
    }
    for name in ["anna", "bert"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    let nothing = season.order("forget anna");
    assert_eq!(
        (nothing.code, &*nothing.stderr),
        (Some(2), "error: data: nothing is known of anna beside the log\n")
    );
    assert_eq!(rename(&server, &anna, "Zo%C3%AB+%3Cb%3E").status, 303);
    assert_eq!(season.order("freeze").code, Some(0));
    assert_eq!(season.judge("run data/finals/1/final.toml --out last --quiet").code, Some(0));
    assert_eq!(season.judge("report last").code, Some(0));
    assert_eq!(season.order("publish-final last").code, Some(0));
    let shown = "Zoë &#60;b&#62;";
    let pages = pages_with(&server, shown);
    for page in ["/", "/contestant/anna", "/screen", "/final"] {
        assert!(pages.contains(&page), "{page}: {pages:?}");
    }
    let report = server.get_with("/final", READS).body;
    assert!(report.contains("<dt>Called</dt><dd>Zoë &#60;b&#62;</dd>"), "{report}");
    assert!(report.contains("\"called\":\"Zoë \\u003cb>\",\"colour\""), "the page draws itself so again");
    let parts = |page: &str| page.split("Called").count();
    assert_eq!(parts(&report), parts(&server.get("/final").body));
    assert!(!server.get("/final").body.contains("Zoë"), "who checks it gets what was published");
    let forgotten = season.order("forget anna");
    assert!(forgotten.stdout.starts_with("anna is forgotten: all pages"), "{}", forgotten.stderr);
    assert_eq!(pages_with(&server, "Zoë"), Vec::<&str>::new());
    assert!(server.get("/contestant/anna").body.contains("was deleted: 20"));
    assert!(season.files_with("Zoë").is_empty(), "{:?}", season.files_with("Zoë"));
    // An invitation that nobody has followed goes, too.
    let link = season.invite("carl");
    assert_eq!(season.order("forget carl").code, Some(0));
    assert_eq!(server.post(&link, "").status, 404);
    // The organiser takes somebody out, and says no reason.
    assert_eq!(season.order("withdraw bert").stdout, "bert has withdrawn\n");
    assert!(server.upload(&bert, &project_bytes(GOBBLET)).body.contains("you have withdrawn"));
    drop(server);
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("bert was withdrawn by the organiser"), "{}", verified.stdout);
    assert!(verified.stdout.contains("played again; its results agree"), "{}", verified.stdout);
}

#[test]
fn a_name_that_is_drawn_says_nothing_of_a_person() {
    let season = Season::new(1);
    let server = season.start();
    let drawn = season.order("invite --pseudonym");
    assert_eq!(drawn.stderr, "");
    let (name, link) = drawn.stdout.trim().split_once(' ').expect("a name and a link");
    assert_eq!(name.len(), 8, "{name}");
    let (_, secret) = link.split_once("/join/").expect("it is a link");
    assert!(server.get(&format!("/join/{secret}")).body.contains(&format!("Take part as {name}")));
}

/// A program that keeps what it is handed, and fails, hangs or talks if the person's address says so.
#[cfg(unix)]
const MAILER: &str = "#!/bin/sh\nread line\nprintf '%s\\n' \"$line\" >> \"$1\"\ncase $line in\n*fails*) echo SECRET; echo SECRET >&2; exit 3;;\n*hangs*) sleep 600 & echo $! > pid; wait;;\nesac\n";

#[cfg(unix)]
#[test]
fn a_file_of_people_is_invited_and_each_link_is_handed_to_a_program() {
    use std::os::unix::fs::PermissionsExt;
    let season = Season::new(1);
    let server = season.start();
    std::fs::write(season.path("mail"), MAILER).expect("there is room");
    std::fs::set_permissions(season.path("mail"), std::fs::Permissions::from_mode(0o700))
        .expect("it is ours");
    let people = "\u{feff}name;display_name;address;team\r\n;Zoë Müller;zoe@example.org;\r\nbert;李雷;fails@example.org;\r\n;Ann;ann@example.org;red\r\n;Bob;bob@example.org;red\r\n";
    std::fs::write(season.path("people.csv"), people).expect("there is room");
    let place = "--season season.toml --data data";
    let nameless = season.judge(&format!("serve invite --file people.csv {place}"));
    assert_eq!(
        (nameless.code, &*nameless.stderr),
        (Some(2), "error: people.csv: line 2: it has no name; write one, or draw it with --pseudonym\n")
    );
    let order = format!("serve invite --file people.csv --pseudonym {place} --each ./mail told --to=x");
    let invited = season.judge(&order);
    assert_eq!(invited.code, Some(1), "{}", invited.stderr);
    assert!(
        invited.stderr.contains("bert: ./mail failed: exit status: 3; hand this link over"),
        "{}",
        invited.stderr
    );
    assert!(!invited.stderr.contains("SECRET") && !invited.stdout.contains("SECRET"), "{}", invited.stderr);
    assert!(
        invited.stdout.starts_with("bert http") && invited.stdout.lines().count() == 1,
        "{}",
        invited.stdout
    );
    let told = season.read("told");
    let told: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(told.len(), 4);
    assert_eq!((&told[0]["display_name"], &told[0]["event"]), (&"Zoë Müller".into(), &"invitation".into()));
    let of = |told: &serde_json::Value| (told["name"].clone(), told["member"].clone());
    assert_eq!([of(&told[2]), of(&told[3])], [("red".into(), 1.into()), ("red".into(), 2.into())]);
    // Everybody joins: names are shown, addresses are nowhere but in the table.
    let token = |told: &serde_json::Value| {
        let (_, secret) =
            told["link"].as_str().expect("it has a link").split_once("/join/").expect("it is one");
        server.post(&format!("/join/{secret}"), "").token()
    };
    let tokens: Vec<String> = told.iter().map(token).collect();
    assert!(season.files_with("/invitations/").is_empty());
    assert_eq!(season.files_with("@example.org"), [season.path("data/people.json")]);
    let page = server.get("/contestant/red").body;
    assert!(page.contains("Members: Ann, Bob") && !page.contains("example.org"), "{page}");

    // Each member hands in with a token of its own, for all.
    assert_eq!(server.upload(&tokens[2], &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&tokens[3], 1).contains("\"accepted\""));
    // Who stands in the file again keeps the number, and gets another token.
    let again = season.judge(&format!("serve invite --file people.csv --pseudonym {place}"));
    let (_, link) =
        again.stdout.lines().last().expect("there are four").split_once("/join/").expect("it is one");
    let other = server.post(&format!("/join/{link}"), "").token();
    let smart = project_bytes("contestants/gobblet/smart.wasm");
    assert_eq!(server.upload(&tokens[3], &smart).status, 401);
    assert_eq!(season.order("remove-member red --member 2").stdout, "red has no member 2 any more\n");
    assert_eq!(server.upload(&other, &smart).status, 401);
    assert_eq!(season.order("remove-member red --member 2").code, Some(2));
    assert_eq!(server.upload(&tokens[2], &smart).status, 202, "the others stay");
    assert!(season.files_with("bob@").is_empty() && !server.get("/contestant/red").body.contains("Bob"));
    server.verdict(&tokens[2], 2);
    server.wait_until_it_rests();
    drop(server);
    let verified = season.judge("verify data --tournament season.toml");
    for told in
        ["red has got another member, number 2", "red was invited again", "member 2 was taken out of red"]
    {
        assert!(
            verified.code == Some(0) && verified.stdout.contains(told),
            "{}{}",
            verified.stdout,
            verified.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_has_started() {
    let season = Season::new(1);
    drop(season.start());
    std::fs::write(season.path("people.csv"), "name,address\nanna,hangs\n").expect("there is room");
    std::fs::write(season.path("mail"), MAILER).expect("there is room");
    let order = "serve invite --file people.csv --season season.toml --data data --each sh mail told";
    let invited = season.judge(order);
    assert!(invited.stderr.contains("anna: sh did not end within 10 seconds"), "{}", invited.stderr);
    assert!(invited.code == Some(1) && invited.stdout.starts_with("anna http"), "{}", invited.stdout);
    // Whoever is dead, and whom nobody has asked for its end, is still listed.
    let pid = season.read("pid");
    let lives = || {
        let process = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        !process.is_empty() && !process.contains(") Z ")
    };
    let begun = std::time::Instant::now();
    while lives() {
        assert!(begun.elapsed().as_secs() < 300, "it was not ended");
        crate::support::pause();
    }
}
