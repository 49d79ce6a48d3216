//! A season whose game is a file: the season's folder carries it, workers and verifiers get it, pages show it.

use std::fs;

use super::season::{Season, Server};
use super::worker::Worker;
use super::workers::{alone, begin, events};
use crate::game_files::made::{self, Made, NAME, NEW_GAME, TAKE};
use crate::support::{Folder, project_bytes};

/// A season of Kuhn poker. Nothing is drawn yet, as its seed waits for a public value.
fn season(more: &str) -> Season {
    let bot = |name: &str| project_bytes(&format!("contestants/kuhn-poker/{name}.wasm"));
    let toml = format!(
        "title = \"Poker\"\ngame = \"games/kuhn.wasm\"\nrounds = 12\ncontestants = [\"bots/*.wasm\"]\n[rules]\nhands = 10\n{more}[serve]\naddress = \"127.0.0.1:0\"\nannounced = \"Lotto {{}}\"\nmatchings = 2\n[serve.final]\ntop = 2\nrounds = 2\n"
    );
    Season::of(
        Folder::new()
            .file("season.toml", toml)
            .file("games/kuhn.wasm", game())
            .file("bots/bluffer.wasm", bot("bluffer"))
            .file("bots/random.wasm", bot("random")),
    )
}

fn game() -> Vec<u8> {
    project_bytes("tournaments/games/kuhn-poker.wasm")
}

/// Somebody hands in a bot, and it is one.
fn hand_in(server: &Server<'_>, name: &str, bot: &str, upload: usize) {
    let token = server.join(name);
    let bytes = project_bytes(&format!("contestants/kuhn-poker/{bot}.wasm"));
    assert_eq!(server.upload(&token, &bytes).status, 202);
    let verdict = server.verdict(&token, upload);
    assert!(verdict.contains("\"accepted\""), "{verdict}");
}

#[test]
fn a_season_of_a_file_is_played_also_by_workers_and_verified_by_its_folder_and_its_address() {
    let season = season("");
    drop(season.start());
    let undisturbed = alone(&season);
    assert!(undisturbed.len() > 5, "{undisturbed:?}");

    begin(&season);
    let server = season.start_with(&["--work", "work", "--jobs", "1"]);
    let _workers = [Worker::start(&season, "work", "one"), Worker::start_at(&season, &server, "two")];
    server.wait_until_it_rests();
    assert_eq!(events(&season), undisturbed);

    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    for place in ["data --tournament season.toml".to_owned(), format!("{} --bots bots", server.url())] {
        let ended = season.judge(&format!("verify {place}"));
        assert_eq!(ended.code, Some(0), "{place}: {}{}", ended.stdout, ended.stderr);
        assert!(!ended.stdout.contains(", 0 games;"), "{}", ended.stdout);
    }
}

#[test]
fn a_contestant_hands_in_for_a_game_that_is_a_file_and_everybody_sees_it() {
    let season = season("");
    drop(season.start());
    begin(&season);
    let server = season.start();
    hand_in(&server, "anna", "bluffer", 1);
    let bert = server.join("bert");
    let other = server.upload(&bert, &project_bytes("contestants/othello/greedy.wasm"));
    assert_eq!(other.status, 202);
    let verdict = server.verdict(&bert, 2);
    assert!(verdict.contains("\"refused\"") && verdict.contains("as a bot for kuhn-poker must"), "{verdict}");
    server.wait_until_it_rests();

    let home = server.get("/").body;
    assert!(
        home.contains("three cards: jack, queen or king") && home.contains("href=\"/game.wasm\""),
        "{home}"
    );
    let page = server.get("/game/1").body;
    assert!(page.contains("\"gameFile\":{\"file\":\"/game.wasm\""), "{page}");
    let asked = server.get("/game.wasm");
    assert_eq!((asked.status, asked.head.contains("application/wasm")), (200, true), "{}", asked.head);
    let log = server.get("/game/1").body;
    assert!(log.contains("<td>1</td><td>1</td>"), "{log}");
    // What pages show that link to the game, and the wall of a round.
    assert!(log.contains("/game/1/card.png\""), "{log}");
    let card = server.get("/game/1/card.png");
    assert_eq!((card.status, card.head.contains("image/png")), (200, true), "{}", card.head);
    let board = server.get("/game/1/board.svg").body;
    assert!(board.starts_with("<svg ") && board.ends_with("</svg>\n"), "{board}");
    assert_eq!(server.get("/game/900/card.png").status, 404);
}

#[test]
fn of_a_game_that_no_browser_runs_pages_show_what_the_server_has_seen_and_the_judge_plays() {
    let season = season("");
    // A custom section of 5 MiB, which says nothing: more than a page takes.
    let mut large = game();
    large.extend(b"\0\x84\x80\xc0\x02\x03pad");
    large.resize(large.len() + (5 << 20), 0);
    fs::write(season.path("games/kuhn.wasm"), large).expect("it can be written");
    drop(season.start());
    begin(&season);
    let server = season.start();
    server.wait_until_it_rests();
    for page in ["/game/1", "/screen/game?not="] {
        let body = server.get(page).body;
        assert!(body.contains("\"scenes\":true") && body.contains("\"scenes\":\""), "{page}: {body}");
        assert!(body.contains("\"engineFile\":null"), "{page}: {body}");
    }
    assert!(server.get("/screen").body.contains("\"scenes\":true"));
    let play = server.get("/play").body;
    assert!(play.contains("\"engineFile\":null") && play.contains("\"scenes\":false"), "{play}");
    assert!(play.contains("id=\"arena\""), "{play}");
}

#[test]
fn a_final_of_a_game_that_is_a_file_is_played_and_published() {
    let season = season("");
    drop(season.start());
    begin(&season);
    let server = season.start();
    hand_in(&server, "anna", "bluffer", 1);
    hand_in(&server, "bert", "random", 2);
    for name in ["anna", "bert"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    assert_eq!(season.order("freeze").code, Some(0));
    assert!(season.read("data/finals/1/final.toml").contains("game = \"game.wasm\""));
    let played = season.judge("run data/finals/1/final.toml --out last --quiet");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert_eq!(season.judge("report last --quiet").code, Some(0));
    let published = season.order("publish-final last");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    drop(server);
    let ended = season.judge("verify data --tournament season.toml");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_season_goes_on_with_the_game_that_it_was_begun_with() {
    let season = season("");
    drop(season.start());
    fs::write(season.path("games/kuhn.wasm"), project_bytes("tournaments/games/connect-four.wasm"))
        .expect("it can be written");
    let other = season.judge("serve season.toml --data data");
    assert!(other.stderr.contains("unknown key \"hands\""), "{}", other.stderr);
    let mut changed = game();
    // A custom section, which changes nothing but the bytes.
    changed.extend(b"\0\x03\x01xy");
    fs::write(season.path("games/kuhn.wasm"), changed).expect("it can be written");
    let other = season.judge("serve season.toml --data data");
    assert_eq!(other.code, Some(2), "{}", other.stderr);
    assert!(other.stderr.contains("the season's file has another game, or other rules"), "{}", other.stderr);
}

/// A number of `/metrics`.
fn metric(server: &Server<'_>, name: &str) -> u64 {
    let text = server.get("/metrics").body;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or_else(|| panic!("there is no {name}: {text}"))
}

/// A game that traps when somebody answers 3, and is mended, in a season of two bots that never do.
fn with_a_slip() -> Season {
    let traps = "(if (result i32) (i32.eq (i32.load8_u (local.get 3)) (i32.const 51)) (then unreachable) (else (global.get $answer)))";
    let bot = |name: u8| {
        let mut bot = made::bot("duel", &[NAME, NEW_GAME, TAKE]);
        bot.extend([0, 3, 1, b'n', name]);
        bot
    };
    let toml = "game = \"duel.wasm\"\nrounds = 10\ncontestants = [\"bots/*.wasm\"]\n[serve]\naddress = \"127.0.0.1:0\"\n";
    Season::of(
        Folder::new()
            .file("season.toml", toml)
            .file("duel.wasm", Made::new().does("answer", traps).wasm())
            .file("mended.wasm", Made::new().wasm())
            .file("three.wasm", Made::new().for_three().wasm())
            .file(
                "other.wasm",
                Made::new().asks("interface duel { name: func() -> string; new-game: func(seed: u64); take: func(more: bool) -> u8; }").wasm(),
            )
            .file("bots/one.wasm", bot(1))
            .file("bots/two.wasm", bot(2)),
    )
}

#[test]
fn who_meets_a_slip_of_the_game_voids_its_rounds_and_the_season_plays_on_with_a_mended_file() {
    let season = with_a_slip();
    let server = season.start();
    server.wait_until_it_rests();
    let before = metric(&server, "judge_rounds_total");
    let eve = server.join("eve");
    let says_three = made::bot("duel", &[NAME, NEW_GAME, ("take", "(result i32) (i32.const 3)")]);
    assert_eq!(server.upload(&eve, &says_three).status, 202);
    assert!(server.verdict(&eve, 1).contains("\"accepted\""));
    server.wait_until_it_says("since the game is broken: with ");
    server.wait_until_it_rests();
    assert!(server.get("/health").body.starts_with("ok\n"));
    let voids = metric(&server, "judge_rounds_void_total");
    // The anchors meet one another meanwhile, and a pair is drawn again after ten batches.
    assert!(voids >= 2 && metric(&server, "judge_rounds_total") - before >= voids, "{voids}");
    drop(server);
    let log = season.read("data/events.log");
    assert!(log.contains("; the last answer was 3, by seat 2\"}") && !log.contains("\"faults\""), "{log}");
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("is void and no bot is to blame"), "{}", verified.stdout);

    for (file, told) in [
        ("three", "a table of 3 needs 3 contestants"),
        ("other", "bots would need other functions"),
        ("duel", "it is the file that the season is played by already"),
    ] {
        let refused = season.order(&format!("update-game {file}.wasm"));
        assert!(refused.code == Some(2) && refused.stderr.contains(told), "{file}: {}", refused.stderr);
    }
    let mended = season.order("update-game mended.wasm");
    assert_eq!(mended.code, Some(0), "{}", mended.stderr);
    // It is an event, and the season's file may go on to name the old one.
    let server = season.start();
    server.wait_until_it_rests();
    assert!(server.rounds_of("eve") >= 10 && metric(&server, "judge_rounds_void_total") == voids);
    let earlier = server.get("/game/1");
    assert!(earlier.status == 503 && earlier.body.contains("an earlier file"), "{}", earlier.body);
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    for place in ["data --tournament season.toml".to_owned(), format!("{} --bots data/bots", server.url())] {
        let ended = season.judge(&format!("verify {place}"));
        assert_eq!(ended.code, Some(0), "{place}: {}{}", ended.stdout, ended.stderr);
        assert!(
            ended.stdout.contains("the season continued with another file of the game"),
            "{}",
            ended.stdout
        );
    }
    drop(server);
    // Nobody can make a friend's round void.
    let event = season.forge("the last answer was 3", "the last answer was 4");
    let ended = season.judge("verify data --tournament season.toml");
    assert_eq!(ended.code, Some(1), "{}", ended.stdout);
    assert!(ended.stdout.starts_with(&format!("event {event}: round ")), "{}", ended.stdout);
}

#[test]
fn a_season_goes_on_when_its_games_own_file_is_gone() {
    let season = season("");
    drop(season.start());
    season.remove("games/kuhn.wasm");
    begin(&season);
    let server = season.start();
    server.wait_until_it_rests();
    assert_eq!(server.get("/game/1").status, 200);
    drop(server);
    let ended = season.judge("verify data --tournament season.toml");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    // Its copy is the one of the log, or nothing goes on.
    fs::write(season.path("data/game"), "0".repeat(64)).expect("it can be written");
    let refused = season.judge("serve season.toml --data data");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("no such file; build the game"),
        "{}",
        refused.stderr
    );
}
