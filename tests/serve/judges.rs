//! A season that several versions of the judge have played.

use serde_json::Value;

use super::GOBBLET;
use super::frauds::{VERIFY, event, is, played};
use super::season::Season;
use crate::support::{project_bytes, sha256};

/// Makes a season as if another judge had played all of it.
fn by_another_judge(season: &Season) {
    let log = season.read("data/events.log");
    let (_, judge) = log.split_once("\"judge\":\"").expect("it says by which");
    let judge = judge.split('"').next().expect("it ends").to_owned();
    season.forge(&format!("\"judge\":\"{judge}\""), "\"judge\":\"0.0.1\"");
    season.forget_seen();
}

#[test]
fn a_season_goes_on_with_another_judge_and_verify_says_which_one_is_needed_for_what() {
    let season = played();
    by_another_judge(&season);
    let before = season.read("data/events.log").lines().count();
    let refused = season.judge("serve season.toml --data data");
    let told = "this season is played by judge 0.0.1 with engine ";
    assert!(refused.code == Some(2) && refused.stderr.contains(told), "{}", refused.stderr);
    assert!(refused.stderr.contains("judge serve update"), "{}", refused.stderr);
    let wrong = season.judge(VERIFY);
    assert!(wrong.code == Some(1) && wrong.stdout.starts_with("event 1: "), "{}", wrong.stdout);
    let updated = season.order("update");
    assert!(updated.code == Some(0), "{}{}", updated.stdout, updated.stderr);
    let again = season.order("update");
    assert!(again.code == Some(2) && again.stderr.contains("nothing to update"), "{}", again.stderr);
    let server = season.start();
    let running = season.order("update");
    assert!(
        running.code == Some(2) && running.stderr.contains("another judge is running"),
        "{}",
        running.stderr
    );
    let bert = server.join("bert");
    assert_eq!(server.upload(&bert, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    assert!(server.verdict(&bert, 2).contains("\"accepted\""));
    server.wait_until_it_rests();
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    assert!(
        verified.stdout.ends_with("check the events above with their judge, too\n"),
        "{}",
        verified.stdout
    );
    let told = format!("not checked     events 1 to {before}, which need judge 0.0.1 with engine ");
    assert!(
        verified.stdout.contains(&told) && !verified.stdout.contains(", 0 games;"),
        "{}",
        verified.stdout
    );
}

#[test]
fn games_that_a_judge_has_played_whom_nobody_has_are_not_called_checked() {
    let season = played();
    let by_nobody = |judge: &str, engine: &str| {
        let event = serde_json::json!({ "event": "updated", "judge": judge, "engine": engine });
        vec![String::new(), String::new(), event.to_string()]
    };
    season.rewrite(|lines| {
        let opened = event(&lines[0]);
        let [judge, engine] = ["judge", "engine"].map(|key| opened[key].as_str().expect("it says by which"));
        let mut all = [by_nobody("9.9.9", "none"), by_nobody(judge, engine)];
        let last = lines.iter().rposition(|line| is(line, "played")).expect("games were played");
        // Whoever has lost has won.
        lines[last][2] =
            lines[last][2].replace("[1,2]", "[0,0]").replace("[2,1]", "[1,2]").replace("[0,0]", "[2,1]");
        for line in &mut all {
            line[1].clone_from(&lines[last][1]);
        }
        let [away, back] = all;
        lines.insert(last + 1, back);
        lines.insert(last, away);
    });
    let told = season.judge(VERIFY);
    assert_eq!(told.code, Some(1), "{}{}", told.stdout, told.stderr);
    assert!(told.stdout.contains("which need judge 9.9.9 with engine none"), "{}", told.stdout);
    assert!(!told.stdout.contains("everything agrees"), "{}", told.stdout);
    let json: Value =
        serde_json::from_str(&season.judge(&format!("{VERIFY} --json")).stdout).expect("it is JSON");
    assert_eq!(
        (&json["agrees"], &json["season"]["other_judges"][0]["by"][0]),
        (&false.into(), &"9.9.9".into())
    );
}

/// Development versions of the judge called components. A season that has one goes on without its games.
#[test]
fn a_component_with_functions_is_refused_by_this_judge_and_the_season_goes_on() {
    const ANNAS: &str = "contestants/gobblet/smart.wasm";
    let season = Season::new(300);
    let server = season.start();
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes(ANNAS)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    drop(server);
    let component = wat::parse_str("(component)").expect("it is a component");
    // As if it had been handed in then.
    let [before, now] = [sha256(&project_bytes(ANNAS)), sha256(&component)];
    std::fs::remove_file(season.path(&format!("data/bots/{before}.wasm"))).expect("it is there");
    std::fs::write(season.path(&format!("data/bots/{now}.wasm")), component).expect("it can be written");
    season.rewrite(|lines| {
        for line in lines {
            line[2] = line[2].replace(&before, &now);
        }
    });
    by_another_judge(&season);
    let updated = season.order("update");
    assert_eq!(updated.code, Some(0), "{}{}", updated.stdout, updated.stderr);
    let server = season.start();
    let bert = server.join("bert");
    assert_eq!(server.upload(&bert, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&bert, 2).contains("\"accepted\""));
    server.wait_until_it_says("anna: its games are void, since its file is no bot any more: it is a component that does not export wasi:cli/run");
    server.wait_until_it_rests();
    assert!(server.rounds_of("bert") > 0);
}
