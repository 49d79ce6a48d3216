//! Public values that go into seeds, so that the organiser does not own them.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

#[test]
fn a_season_waits_for_what_it_has_announced_and_all_its_drawings_follow_from_that() {
    let season = Season::with(4, "announced = \"Lotto {} {}\"\nmatchings = 3");
    let server = season.start();
    let page = server.get("/").body;
    assert!(page.contains("waits for this public value: <strong>Lotto {} {}</strong>"), "{page}");
    let anna = server.join("anna");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""), "files are checked before that");
    assert!(server.get("/metrics").body.contains("judge_ladder_playing 0"));
    let wrong = season.order("beacon 7");
    assert!(wrong.code == Some(2) && wrong.stderr.contains("2 for \"Lotto {} {}\""), "{}", wrong.stderr);
    let known = season.judge_args(&["serve", "beacon", "7 3", "--season", "season.toml", "--data", "data"]);
    assert_eq!(known.code, Some(0), "{}", known.stderr);
    assert!(known.stdout.contains("the secret and \"Lotto 3 7\""), "{}", known.stdout);
    server.wait_until_it_rests();
    assert!(server.get("/").body.contains("goes into it, too: Lotto 3 7."));
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let told = "beacon          \"Lotto {} {}\", whose values were 3 7\n";
    assert!(verified.stdout.contains(told), "{}", verified.stdout);
    // Other values make other drawings, or other games.
    season.forge("\"values\":\"3 7\"", "\"values\":\"3 8\"");
    assert_eq!(season.judge(VERIFY).code, Some(1));
    // A season that announces something else is another one.
    season.change(4, "announced = \"Lotto {}\"\nmatchings = 3");
    let refused = season.judge("serve season.toml --data data");
    assert!(refused.code == Some(2) && refused.stderr.contains("announces another"), "{}", refused.stderr);
}

#[test]
fn the_seed_of_a_final_can_follow_from_what_is_known_after_it_was_frozen() {
    let season = Season::with(1, "[serve.final]\ntop = 2\nrounds = 1\nannounced = \"Lotto {}\"");
    let server = season.start();
    for (name, bot) in [("anna", "ok"), ("bert", "smart")] {
        let token = server.join(name);
        let bytes = project_bytes(&format!("contestants/gobblet/{bot}.wasm"));
        assert_eq!(server.upload(&token, &bytes).status, 202);
    }
    for name in ["anna", "bert"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    let frozen = season.order("freeze");
    assert!(frozen.code == Some(0) && frozen.stdout.contains("judge seed "), "{}", frozen.stderr);
    let early = season.judge("run data/finals/1/final.toml --out early --quiet");
    assert_eq!(early.code, Some(2), "nothing is known yet");
    let file = season.read("data/finals/1/final.toml");
    let chosen = file.replace("announced = \"Lotto {}\"", "seed = 7");
    assert_ne!(chosen, file);
    std::fs::write(season.path("data/finals/1/mine.toml"), chosen).expect("it can be written");
    let seeded = season.judge("seed data/finals/1/final.toml --beacon 5");
    assert_eq!(seeded.code, Some(0), "{}", seeded.stderr);
    for (tournament, out) in [("final", "right"), ("mine", "wrong")] {
        let run = season.judge(&format!("run data/finals/1/{tournament}.toml --out {out} --quiet"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(season.judge(&format!("report {out}")).code, Some(0));
    }
    let refused = season.order("publish-final wrong");
    assert!(refused.code == Some(2) && refused.stderr.contains("it has other seed"), "{}", refused.stderr);
    let published = season.order("publish-final right");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}
