//! A season at tables of three: played, also by a worker and after a kill, verified, shown, and with a final.

use std::collections::BTreeMap;

use judge_play::{Line, LineText, Rules, SeatLine, Seed};
use judge_sandbox::Limits;
use serde_json::json;

use super::season::Season;
use super::visitors;
use super::worker::Worker;
use super::workers::{alone, begin, events};
use crate::support::{Folder, project_bytes};

/// A season of Stones between copies of the example bots. Nothing is drawn yet, as its seed waits for a public value.
fn season(rounds: u32, bots: usize) -> Season {
    let toml = format!(
        "title = \"Stones\"\ngame = \"stones\"\nseats = 3\nrounds = {rounds}\ncontestants = [\"bots/*.wasm\"]\n[serve]\naddress = \"127.0.0.1:0\"\nannounced = \"Lotto {{}}\"\n[serve.final]\ntop = 3\nrounds = 1\n"
    );
    let bot = |folder: Folder, number: usize| {
        let name = ["aggressive", "random"][number % 2];
        let bytes = project_bytes(&format!("contestants/stones/{name}.wasm"));
        folder.file(&format!("bots/{name}{number}.wasm"), bytes)
    };
    let season = Season::of((0..bots).fold(Folder::new().file("season.toml", toml), bot));
    drop(season.start());
    season
}

/// The lines of a table, each by its columns. It comes in chunks, whose lengths stand on lines of their own.
fn lines(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines().filter(|line| line.contains(',')).map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("it has a head").collect();
    lines.map(|line| head.iter().copied().zip(line).collect()).collect()
}

#[test]
fn a_season_at_tables_of_three_is_the_same_after_a_kill_and_with_a_worker_and_is_verified() {
    let season = season(12, 7);
    let undisturbed = alone(&season);
    begin(&season);
    let mut server = season.start_with(&["--work", "work", "--jobs", "1"]);
    let _workers = [Worker::start(&season, "work", "one"), Worker::start_at(&season, &server, "two")];
    for _ in 0..3 {
        server.wait_for_another_event();
    }
    server.kill();
    server = season.start_with(&["--work", "work", "--jobs", "1"]);
    server.wait_until_it_rests();
    assert_eq!(events(&season), undisturbed);

    let (games, rounds) = (server.get("/games.csv").body, server.get("/rounds.csv").body);
    let (games, rounds) = (lines(&games), lines(&rounds));
    assert_eq!(games.len(), 3 * rounds.len());
    let mut sat = BTreeMap::<&str, [u32; 3]>::new();
    for game in &games {
        for seat in 0..3 {
            sat.entry(game[format!("contestant_{seat}").as_str()]).or_default()[seat] += 1;
        }
        assert_eq!(
            rounds[game["round"].parse::<usize>().expect("it is a number") - 1]["round"],
            game["round"]
        );
    }
    assert_eq!(sat.len(), 7);
    assert!(sat.values().all(|sat| sat[0] >= 12 && sat.iter().all(|count| *count == sat[0])), "{sat:?}");
    assert_eq!(rounds[1]["game_1"], "4");
    drop(server);

    let verify = "verify data --tournament season.toml";
    let ended = season.judge(verify);
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    let log = season.read("data/events.log");
    let (_, ranks) = log.split_once("\"ranks\":[").expect("somebody has played");
    let ranks = format!("\"ranks\":[{}]", ranks.split_once(']').expect("it ends").0);
    let fuel = log.split_once("\"fuel\":").expect("it took some").1.split_once(']').expect("it ends").0;
    for (then, now, told) in [
        (ranks.as_str(), "\"ranks\":[9,9,9]", "round "),
        (ranks.as_str(), "\"ranks\":[1,2]", "it cannot follow the events before it"),
        (&format!("\"fuel\":{fuel}]"), "\"fuel\":[1]", "it cannot follow the events before it"),
        ("\"versions\":[", "\"versions\":[0,", "it cannot follow the events before it"),
    ] {
        let event = season.forge(then, now);
        let ended = season.judge(verify);
        assert_eq!(ended.code, Some(1), "{now}");
        assert!(ended.stdout.starts_with(&format!("event {event}: {told}")), "{now}: {}", ended.stdout);
        std::fs::write(season.path("data/events.log"), &log).expect("it can be written");
    }
}

#[test]
fn pages_show_all_three_and_the_best_play_a_final() {
    let season = season(4, 3);
    begin(&season);
    let server = season.start();
    let me = ["anna", "bert", "carl"].map(|name| (name, server.join(name)));
    for (number, (name, token)) in (1..).zip(&me) {
        let bot = project_bytes("contestants/stones/aggressive.wasm");
        assert_eq!(server.upload(token, &bot).status, 202);
        assert!(server.verdict(token, number).contains("\"accepted\""), "{name}");
    }
    while me.iter().any(|(name, _)| !server.get("/results.csv").body.contains(&format!(",{name},"))) {
        crate::support::pause();
    }
    server.wait_until_it_rests();
    let games = server.get("/games.csv").body;
    let games = lines(&games);
    let last = games.last().expect("there are games");
    let names = [0, 1, 2].map(|seat| last[format!("contestant_{seat}").as_str()]);
    let page = server.get(&format!("/game/{}", last["game"])).body;
    for (seat, name) in (1..).zip(names) {
        let told = format!("<dt>seat {seat}</dt><dd><a href=\"/contestant/{name}\">{name}</a></dd>");
        assert!(page.contains(&told), "{told}: {page}");
        let own = server.get(&format!("/contestant/{name}")).body;
        assert!(names.iter().all(|other| own.contains(&format!(">{other}</a>"))), "{own}");
    }
    assert!(page.contains(&format!("ranks {}, {} and {}", last["rank_0"], last["rank_1"], last["rank_2"])));
    let home = server.get("/").body;
    assert!(home.contains(&format!("6 contestants · {} games played", games.len())), "{home}");
    assert!(server.get("/metrics").body.contains(&format!("\njudge_games_total {}\n", games.len())));
    assert!(server.get("/screen/game?not=").body.contains("\"seats\":3"));

    // A visitor sits down with two bots.
    let rules = Rules::new("stones", [("seats", "3")]).expect("they are valid");
    let line = Line::new(rules, Seed(5), vec![SeatLine::person(), SeatLine::bot(0), SeatLine::bot(1)]);
    let line = LineText::of(&line, &Limits::default());
    let message = json!({ "id": 1, "viewpoint": null, "changes": [], "line": line });
    let seen = server.play(&visitors::name(&server.table()), &message);
    let last = seen.last().expect("something happens");
    assert!(last["scene"]["choices"].as_array().is_some_and(|choices| !choices.is_empty()), "{last}");

    let refused = season.order("freeze --format knockout");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("and here are tables of 3"),
        "{}",
        refused.stderr
    );
    let few = season.order("freeze --top 2");
    assert!(few.code == Some(2) && few.stderr.contains("needs 3 contestants"), "{}", few.stderr);
    assert_eq!(season.order("freeze").code, Some(0));
    let played = season.judge("run data/finals/1/final.toml --out last --quiet");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert_eq!(season.judge("report last --quiet").code, Some(0));
    let published = season.order("publish-final last");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    drop(server);
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let ended = season.judge("verify data --tournament season.toml");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}
