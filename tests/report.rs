//! `judge report` for bots that are not handed out: games from what was done in them.

use crate::support::{Folder, bot, project_bytes};
use serde_json::json;

const TOURNAMENT: &str =
    "game = \"battleship\"\nseed = 1\nrounds = 2\nfaults = \"forfeit\"\ncontestants = [\"bots/*.wasm\"]\n";

/// A tournament whose bots nobody may have, played.
fn played() -> Folder {
    let folder = Folder::new().file("evening.toml", TOURNAMENT).bots(&["crasher", "density", "hunter"]);
    folder.succeeds("run evening.toml --quiet --out out");
    folder
}

/// The viewer's data in a report that was written so.
fn payload(folder: &Folder, options: &str) -> serde_json::Value {
    folder.succeeds(&format!("report out --quiet --out report.html {options}"));
    let page = folder.read("report.html");
    let (_, json) = page.split_once("id=\"payload\">").expect("there is a payload");
    serde_json::from_str(json.split("</script>").next().expect("it ends")).expect("it is JSON")
}

#[test]
fn without_bots_a_report_holds_what_was_done() {
    let folder = played();
    let payload = payload(&folder, "");
    assert!(payload["bots"].as_array().expect("it is a list").iter().all(serde_json::Value::is_null));
    assert!(payload["transcripts"]["moves"].as_str().is_some_and(|moves| moves.len() > 100), "{payload}");
}

#[test]
fn who_writes_a_report_chooses_games_and_bots() {
    let folder = played();
    assert!(payload(&folder, "--games none")["transcripts"].is_null());
    let length =
        |options: &str| payload(&folder, options)["transcripts"]["moves"].as_str().expect("it is text").len();
    assert!(length("--games 1..2") < length("--games all"));
    assert!(length("--games decided") < length("--games all"), "crasher never comes to an end");
    let refused = |options: &str| {
        let ended = folder.judge(&format!("report out {options}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        ended.stderr
    };
    assert!(refused("--games 5..4").contains("write all, none, decided, or numbers as 1..200"));
    assert!(refused("--games 1..900").contains("the games are 1 to 12"));
    assert!(refused("--bots nobody").contains("there is no contestant nobody"));
    assert!(refused("--bots hunter").contains("publish = true"));
}

/// Whoever writes a page of a stranger's results must come to an end.
#[test]
fn numbers_that_no_tournament_has_are_refused_when_they_are_read() {
    let folder = played();
    let refused = |file: &str, right: &str, wrong: &str, told: &str| {
        let text = folder.read(&format!("out/{file}"));
        assert!(text.contains(right), "{right} is not in\n{text}");
        std::fs::write(folder.path(&format!("out/{file}")), text.replacen(right, wrong, 1))
            .expect("it is written");
        let ended = folder.judge("report out");
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(ended.stderr.contains(file) && ended.stderr.contains(told), "{}", ended.stderr);
        std::fs::write(folder.path(&format!("out/{file}")), text).expect("it is written");
    };
    let results = folder.read("out/results.csv");
    let hunter = results.lines().find(|line| line.contains(",hunter,")).expect("it has a row");
    let cells: Vec<&str> = hunter.split(',').collect();
    let with = |column: usize, cell: &str| {
        let cells = cells.iter().enumerate().map(|(at, old)| if at == column { cell } else { *old });
        cells.collect::<Vec<_>>().join(",")
    };
    let column = |name: &str| {
        let header = results.lines().next().expect("it has a header");
        header.split(',').position(|cell| cell == name).expect("there is such a column")
    };
    for rating in ["inf", "-inf", "1e300", "NaN"] {
        refused("results.csv", hunter, &with(column("rating_high"), rating), "is no rating");
    }
    refused("results.csv", hunter, &with(column("points"), "18446744073709551615"), "a number is too large");
    refused("manifest.toml", "\nseats = 2\n", "\nseats = 1000000000000\n", "no game has 1000000000000 seats");
    folder.succeeds("report out --quiet");
}

/// Somebody else may have made the folder: only a path that a person named is followed.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_report_is_replaced_and_not_followed() {
    let folder = played().file("profile", "theirs");
    let report = folder.path("out/report.html");
    std::os::unix::fs::symlink("../profile", &report).expect("it can be made");
    folder.succeeds("report out --quiet --games none");
    assert_eq!(folder.read("profile"), "theirs");
    assert!(std::fs::symlink_metadata(&report).is_ok_and(|there| there.is_file()));
    folder.succeeds("report out --quiet --games none --out profile");
    assert!(folder.read("profile").contains("id=\"payload\""));
}

#[test]
fn bots_that_may_be_handed_out_can_be_left_out() {
    let folder = Folder::new()
        .file("evening.toml", format!("publish = true\n{TOURNAMENT}"))
        .bots(&["density", "hunter"]);
    folder.succeeds("run evening.toml --quiet --out out");
    assert!(payload(&folder, "")["transcripts"].is_null(), "the bots play");
    let one = payload(&folder, "--bots hunter");
    assert!(one["bots"] == json!([null, 0]), "density, hunter");
    assert!(one["transcripts"].is_object());
}

#[test]
fn verify_compares_a_report_with_bots_that_it_is_told_to_compare() {
    let folder = Folder::new()
        .file("evening.toml", format!("publish = true\n{TOURNAMENT}"))
        .bots(&["density", "hunter"]);
    folder.succeeds("run evening.toml --quiet --out out");
    for options in ["", "--bots hunter", "--bots none --games 2..3"] {
        folder.succeeds(&format!("report out --quiet --out report.html {options}"));
        let told = folder.succeeds("verify out --quiet --report report.html").stdout;
        assert!(told.contains("\nreport       "), "{told}");
        let page = folder.read("report.html").replacen("<h2>Standings</h2>", "<h2>Standing</h2>", 1);
        std::fs::write(folder.path("report.html"), page).expect("it is written");
        let told = folder.judge("verify out --quiet --report report.html");
        assert_eq!(told.code, Some(1), "{options}: {}", told.stderr);
        assert!(told.stdout.contains("report.html: it is not as this judge writes it"), "{}", told.stdout);
    }
    folder.succeeds("report out --quiet");
    let told = folder.succeeds("verify out --quiet").stdout;
    assert!(told.contains("\nnot checked  report.html\n"), "nobody has asked: {told}");
}

#[test]
fn a_report_with_an_address_has_a_picture_beside_it_and_tells_pages_that_link_to_it() {
    let folder = played();
    folder.succeeds("report out --quiet --url https://club.example/cup/report.html");
    let page = folder.read("out/report.html");
    for told in [
        "<meta name=\"description\" content=\"",
        "<meta property=\"og:title\" content=\"evening\"/>",
        "<meta property=\"og:url\" content=\"https://club.example/cup/report.html\"/>",
        "<meta property=\"og:image\" content=\"https://club.example/cup/report.png\"/>",
    ] {
        assert!(page.contains(told), "{told} is not in\n{}", &page[..2_000]);
    }
    let picture = std::fs::read(folder.path("out/report.png")).expect("it was written");
    assert_eq!((&picture[..4], &picture[16..24]), (&b"\x89PNG"[..], &[0, 0, 4, 0xb0, 0, 0, 2, 0x76][..]));
    let compared = folder.judge("verify out --report out/report.html --quiet");
    assert_eq!(compared.code, Some(0), "{}", compared.stderr);
    for wrong in ["club.example/report.html", "https://club.example", "https://club.example/a?b"] {
        let ended = folder.judge(&format!("report out --quiet --url {wrong}"));
        assert!(ended.stderr.contains("write the page's whole address, as"), "{}", ended.stderr);
    }
    folder.succeeds("report out --quiet");
    assert!(!folder.read("out/report.html").contains("og:image"), "nobody knows where it will be");
}

#[test]
fn a_bot_too_large_for_a_page_is_left_out_and_the_page_says_so() {
    let mut large = bot("hunter");
    // A custom section of four MiB: 0, its length, and a name of no letters.
    large.extend([0, 0x80, 0x80, 0x80, 0x02, 0]);
    large.resize(large.len() + (4 << 20) - 1, 0);
    let text = format!("publish = true\n{TOURNAMENT}[limits]\nfile_size = \"8 MiB\"\n");
    let folder = Folder::new().file("evening.toml", text).bots(&["density"]).file("bots/large.wasm", large);
    folder.succeeds("run evening.toml --quiet --out out");
    let payload = payload(&folder, "");
    assert!(payload["bots"] == json!([0, null]), "density, large");
    assert!(payload["transcripts"].is_object());
    assert!(
        folder
            .read("report.html")
            .contains("large does not play on this page: it is larger than 4,194,304 bytes")
    );
    let ended = folder.judge("report out --bots large");
    assert!(ended.stderr.contains("large cannot be on the page: it is larger"), "{}", ended.stderr);
    let ended = folder.judge("report out --out report.html");
    assert!(
        ended.stderr.contains("large: it is larger than 4,194,304 bytes, a limit that"),
        "{}",
        ended.stderr
    );
    folder.succeeds("report out --quiet --out report.html --bots-max 8MiB");
    assert!(!folder.read("report.html").contains("does not play on this page"));
    let told = folder.succeeds("verify out --quiet --report report.html").stdout;
    assert!(told.contains("\nreport       "), "{told}");
    let ended = folder.judge("report out --bots-max much");
    assert!(ended.stderr.contains("write a number of bytes, as in \"8 MiB\""), "{}", ended.stderr);
}

#[test]
fn a_game_that_comes_to_something_else_is_not_recorded() {
    let folder = played();
    let games = folder.read("out/games.csv");
    let line = games.lines().find(|line| line.contains(",decided,")).expect("there is one");
    let (rest, _) = line.rsplit_once(',').expect("there are columns");
    let forged = games.replace(line, &format!("{rest},{}", "0".repeat(64)));
    let folder = folder.file("out/games.csv", forged);
    let ended = folder.judge("report out --games all");
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("has another transcript when it is played again"), "{}", ended.stderr);
    // Who has not asked for games gets a page without them.
    let ended = folder.judge("report out");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stderr.contains("warning: the page shows no games"), "{}", ended.stderr);
}

/// A tournament of a game that no page can play, as one with an interpreter is, played.
fn played_by_the_judge_only() -> Folder {
    let mut large = project_bytes("tournaments/games/connect-four.wasm");
    // A custom section of four MiB, as above.
    large.extend([0, 0x80, 0x80, 0x80, 0x02, 0]);
    large.resize(large.len() + (4 << 20) - 1, 0);
    let text = "game = \"game.wasm\"\nseed = 5\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n";
    let bot = |name: &str| project_bytes(&format!("contestants/connect-four/{name}.wasm"));
    let folder = Folder::new()
        .file("game.wasm", large)
        .file("evening.toml", text)
        .file("bots/minimax.wasm", bot("minimax"))
        .file("bots/random.wasm", bot("random"))
        .file("bots/third.wasm", bot("random"));
    folder.succeeds("run evening.toml --quiet --out out");
    folder
}

#[test]
fn a_game_that_no_page_can_play_is_recorded_for_who_watches() {
    let folder = played_by_the_judge_only();
    let payload_of = |options: &str| payload(&folder, options);
    let numbers = |options: &str| -> Vec<String> {
        payload_of(options)["scenes"].as_object().expect("there are some").keys().cloned().collect()
    };
    let all = payload_of("");
    assert!(all["engine"].is_null() && all["bots"] == json!([null, null, null]), "nothing on it can play");
    assert_eq!(numbers("").len(), 12, "of 12 games");
    assert_eq!(numbers("--scenes all").len(), 12);
    assert_eq!(numbers("--scenes 2").len(), 2);
    assert_eq!(numbers("--scenes 0").len(), 0);
    let note = "the game is too large for a page. Games that can be watched on it were recorded";
    assert!(folder.read("report.html").contains(note));
    let ended = folder.judge("report out --scenes some");
    assert!(ended.stderr.contains("write all, or how many games"), "{}", ended.stderr);
    // A game that a page plays is not recorded.
    assert!(payload(&played(), "")["scenes"].is_null());
}

#[test]
fn each_pairing_is_recorded_before_another_game_of_the_same() {
    let folder = played_by_the_judge_only();
    let payload = payload(&folder, "--scenes 5");
    let games = folder.read("out/games.csv");
    let mut pairings: Vec<Vec<&str>> = payload["scenes"]
        .as_object()
        .expect("there are some")
        .keys()
        .map(|number| {
            let row =
                games.lines().find(|line| line.starts_with(&format!("{number},"))).expect("it is listed");
            let mut names: Vec<&str> =
                ["minimax", "random", "third"].into_iter().filter(|name| row.contains(name)).collect();
            names.sort_unstable();
            names
        })
        .collect();
    pairings.sort();
    pairings.dedup();
    assert_eq!(pairings.len(), 3);
}

#[test]
fn verify_compares_what_a_report_has_recorded() {
    let folder = played_by_the_judge_only();
    folder.succeeds("report out --quiet --scenes 2");
    let agreed = folder.succeeds("verify out --quiet").stdout;
    assert!(agreed.contains("report       2 games as recorded agree\n"), "{agreed}");
    assert!(!agreed.contains("not checked"), "{agreed}");
    let page = folder.read("out/report.html");
    let (before, scenes) = page.split_once("\"scenes\":{").expect("there are some");
    let (number, packed) = scenes.split_once(':').expect("they have numbers");
    let differs = |page: String, told: &str| {
        std::fs::write(folder.path("other.html"), page).expect("it is written");
        let ended = folder.judge("verify out --quiet --report other.html");
        assert_eq!(ended.code, Some(1), "{}", ended.stderr);
        assert!(ended.stdout.contains(told), "{}", ended.stdout);
    };
    // Another letter in what is packed, a game in another's place, and a word of the page.
    let letter = if packed.as_bytes()[200] == b'a' { "b" } else { "a" };
    let one_letter = format!("{}{letter}{}", &packed[..200], &packed[201..]);
    let game = number.trim_matches('"');
    let told = format!("other.html: game {game} is not as this judge records it\n");
    differs(format!("{before}\"scenes\":{{{number}:{one_letter}"), &told);
    differs(
        page.replacen(&format!("{{{number}:"), "{\"999\":", 1),
        "game 999 is not as this judge records it",
    );
    differs(page.replacen("<h2>Standings</h2>", "<h2>Standing</h2>", 1), "it is not as this judge writes it");
    // What somebody else has put there is no report, and only who names it is told.
    std::fs::write(folder.path("out/report.html"), "my report").expect("it is written");
    folder.succeeds("verify out --quiet");
    let ended = folder.judge("verify out --quiet --report out/report.html");
    assert!(ended.stderr.contains("it cannot be compared: it is no report"), "{}", ended.stderr);
}

/// Two tournaments in a site's folder, played; the title of one means something to HTML, the folder of one to addresses.
fn site() -> Folder {
    let hostile = "</h2><script>alert(1)</script>";
    let folder = Folder::new()
        .file("first.toml", format!("title = \"First\"\npublish = true\n{TOURNAMENT}"))
        .file("second.toml", format!("title = \"{hostile}\"\nformat = \"knockout\"\n{TOURNAMENT}"))
        .bots(&["density", "hunter"]);
    folder.succeeds("run first.toml --quiet --out site/first");
    folder.succeeds("run second.toml --quiet --out site/second");
    std::fs::rename(folder.path("site/second"), folder.path("site/50%#")).expect("it can be moved");
    folder
}

#[test]
fn a_front_page_says_who_won_and_plays_a_game_of_each_tournament() {
    let folder = site();
    let written =
        folder.succeeds("report site/50%# site/first --front site/index.html --title Club --quiet").stdout;
    assert_eq!(
        written,
        "written to site/50%#/report.html\nwritten to site/first/report.html\nwritten to site/index.html\n"
    );
    let page = folder.read("site/index.html");
    assert!(page.contains("<title>Club</title>") && page.contains("<h1>Club</h1>"));
    assert!(!page.contains("<script"), "{page}");
    let headline = |report: &str| {
        let report = folder.read(report);
        let (_, headline) = report.split_once("id=\"headline\">").expect("somebody won");
        headline.split_once("</p>").expect("it ends").0.to_owned()
    };
    for (report, address) in [("50%#", "50%25%23"), ("first", "first")] {
        let headline = headline(&format!("site/{report}/report.html"));
        assert!(page.contains(&format!("<p class=\"headline\">{headline}</p>")), "{headline}");
        assert!(page.contains(&format!("<a href=\"{address}/report.html\">")));
        let frame = format!("<iframe src=\"{address}/report.html#embed\"");
        assert!(page.contains(&frame), "{page}");
        assert!(page.contains(&format!("<a href=\"{address}/report.html#c0\">density</a>")));
    }
    let (_, policy) = page.split_once("Content-Security-Policy\" content=\"").expect("there is one");
    let policy = policy.split('"').next().expect("it ends").replace("&#39;", "'");
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    assert!(policy.ends_with("'; frame-src 'self'; base-uri 'none'; form-action 'none'"), "{policy}");
}

#[test]
fn a_front_page_leaves_reports_that_are_not_old() {
    let folder = site();
    folder.succeeds("report site/first --quiet --bots density --games none");
    let front = |told: &str| {
        let written = folder.succeeds("report site/first --front site/index.html --quiet").stdout;
        assert_eq!(written, told);
    };
    front("written to site/index.html\n");
    // As the judge before this one wrote it, whose scripts were others.
    let report = folder.read("site/first/report.html").replace("sha256-", "sha256-0");
    std::fs::write(folder.path("site/first/report.html"), report).expect("it is written");
    front("written to site/first/report.html\nwritten to site/index.html\n");
    // As of results that came later.
    let manifest = std::fs::File::options().append(true).open(folder.path("site/first/manifest.toml"));
    let later = std::time::SystemTime::now() + std::time::Duration::from_hours(1);
    manifest.expect("it is there").set_modified(later).expect("it is allowed");
    front("written to site/first/report.html\nwritten to site/index.html\n");
}

#[test]
fn a_front_page_of_reports_that_show_no_game_has_no_frame() {
    let folder = site();
    folder.succeeds("report site/first --quiet --bots none --games none");
    folder.succeeds("report site/first --front site/index.html --quiet");
    let page = folder.read("site/index.html");
    assert!(page.contains("<p class=\"headline\">density wins") && !page.contains("<iframe"));
}

#[test]
fn a_front_page_leads_only_to_what_lies_beside_and_below_it() {
    let folder = site();
    let refused = |command: &str, told: &str| {
        let ended = folder.judge(command);
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
    };
    refused("report site/first --front site/50%#/index.html", "error: site/first: it is not in ");
    refused("report site/first --front nowhere/index.html", "nowhere: it cannot be found");
    refused("report site/first --front site/first/report.html", "the report of this folder goes there");
    refused("report site/first site/50%#", "for several write a front page with --front FILE");
    #[cfg(unix)]
    {
        std::fs::create_dir(folder.path("other")).expect("it can be made");
        std::os::unix::fs::symlink(folder.path("site/first"), folder.path("other/first"))
            .expect("it can be made");
        refused("report other/first --front other/index.html", "other/first: it is not in ");
    }
    assert!(!folder.path("site/index.html").exists());
    // Beside it, and further down.
    folder.succeeds("report site/first --front site/first/index.html --quiet");
    assert!(folder.read("site/first/index.html").contains("<iframe src=\"report.html#embed\""));
    folder.succeeds("report site/first --front index.html --quiet");
    assert!(folder.read("index.html").contains("<iframe src=\"site/first/report.html#embed\""));
}
