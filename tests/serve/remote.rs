//! A season that is checked by its address alone.

use super::endures::variant;
use super::season::Season;
use crate::support::project_bytes;

pub(super) const SMART: &str = "contestants/gobblet/smart.wasm";

/// A season in which anna has published her bot, and bert has not.
fn published() -> Season {
    let season = Season::new(2);
    let server = season.start();
    // Another file than the anchor's.
    for (name, bot, upload) in [("anna", variant(1), 1), ("bert", project_bytes(SMART), 2)] {
        let token = server.join(name);
        assert_eq!(server.upload(&token, &bot).status, 202);
        assert!(server.verdict(&token, upload).contains("\"accepted\""));
        std::fs::write(season.path(name), token).expect("it can be written");
    }
    server.wait_until_it_rests();
    let publish = format!("submit --season {} --token anna --choose publish:1", server.url());
    let ended = season.judge(&publish);
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    drop(server);
    season
}

#[test]
fn whoever_has_the_address_can_check_the_log_and_the_games_of_the_bots_at_hand() {
    let season = published();
    let server = season.start();
    let open = season.judge(&format!("verify {}", server.url()));
    assert_eq!(open.code, Some(0), "{}{}", open.stdout, open.stderr);
    assert!(
        open.stdout.contains("not checked     drawings, files and games; the season is not"),
        "{}",
        open.stdout
    );
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let none = season.judge(&format!("verify {}", server.url()));
    assert_eq!(none.code, Some(0), "{}{}", none.stdout, none.stderr);
    // Everybody has the anchors, and checks the games between them and anna.
    assert!(
        none.stdout.contains(" and 1 upload, whose bots are not public") && !none.stdout.contains("(100 %)"),
        "{}",
        none.stdout
    );
    assert!(!none.stdout.contains(", 0 games;"), "{}", none.stdout);
    std::fs::write(season.path("bots/bert.wasm"), project_bytes(SMART)).expect("it can be written");
    let all = season.judge(&format!("verify {} --bots bots", server.url()));
    assert_eq!(all.code, Some(0), "{}{}", all.stdout, all.stderr);
    assert!(!all.stdout.contains("not checked"), "{}", all.stdout);
}

#[test]
fn a_log_that_was_changed_is_told_by_its_address() {
    let season = published();
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let number = season.forge("\"chance\":500", "\"chance\":501");
    season.forget_seen();
    let server = season.start();
    let told = season.judge(&format!("verify {}", server.url()));
    assert!(
        told.code == Some(1) && told.stdout.starts_with(&format!("event {number}: round ")),
        "{}",
        told.stdout
    );
    let nobody = season.judge("verify http://127.0.0.1:1");
    assert_eq!(nobody.code, Some(1), "{}", nobody.stderr);
    let folder = season.judge("verify data --tournament season.toml --bots bots");
    assert_eq!(folder.code, Some(2), "{}", folder.stderr);
}

#[test]
fn a_sample_of_a_season_is_played_and_the_rest_is_taken_from_the_log() {
    let season = published();
    let verify = "verify data --tournament season.toml --sample 30% --seed 7";
    let sampled = season.judge(verify);
    assert_eq!(sampled.code, Some(0), "{}{}", sampled.stdout, sampled.stderr);
    assert!(
        sampled.stdout.contains(" games taken from the log; to draw this sample again, give --seed 7"),
        "{}",
        sampled.stdout
    );
    assert_eq!(season.judge(verify).stdout, sampled.stdout, "the seed draws it");
    let whole = season.judge("verify data --tournament season.toml");
    assert_ne!(whole.stdout, sampled.stdout);
    // Whatever is void is looked at.
    season.rewrite(|lines| {
        let last =
            lines.iter().rposition(|line| line[2].contains("\"event\":\"played\"")).expect("they played");
        let mut played: serde_json::Value = serde_json::from_str(&lines[last][2]).expect("it is JSON");
        played["rounds"][0][0] = serde_json::json!({
            "ranks": null, "end": "void", "turns": 0, "fuel": [0, 0], "transcript": "0".repeat(64),
        });
        lines[last][2] = played.to_string();
        lines.truncate(last + 1);
    });
    let told = season.judge("verify data --tournament season.toml --sample 0.0001% --seed 7");
    assert!(
        told.code == Some(1) && told.stdout.contains("is void in the log, and ends by"),
        "{}",
        told.stdout
    );
}
