//! Frauds that an organiser could try on a season's log, and who notices them.

use serde_json::Value;

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

pub(super) const VERIFY: &str = "verify data --tournament season.toml";

/// A season in which anna has handed in by `judge submit`, and everybody has played.
pub(super) fn played() -> Season {
    let season = Season::new(2);
    let server = season.start();
    let anna = server.join("anna");
    std::fs::write(season.path("token"), anna).expect("it can be written");
    std::fs::write(season.path("bot.wasm"), project_bytes(GOBBLET)).expect("it can be written");
    let submitted = season.judge(&format!("submit bot.wasm --season {} --token token", server.url()));
    assert_eq!(submitted.code, Some(0), "{}", submitted.stderr);
    server.wait_until_it_rests();
    drop(server);
    season
}

/// The event of a line of the log.
pub(super) fn event(line: &[String]) -> Value {
    serde_json::from_str(&line[2]).expect("it is JSON")
}

pub(super) fn is(line: &[String], kind: &str) -> bool {
    event(line)["event"] == kind
}

#[test]
fn a_file_that_is_dropped_is_proved_by_its_receipt() {
    let season = played();
    assert_eq!(season.read("receipts.txt").lines().count(), 2, "one for the file, one for the verdict");
    let verify = format!("{VERIFY} --receipt receipts.txt");
    let verified = season.judge(&verify);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    // The log ends before the file came in.
    season.rewrite(|lines| {
        let upload = lines.iter().position(|line| is(line, "uploaded")).expect("it is there");
        lines.truncate(upload);
    });
    assert_eq!(season.judge(VERIFY).code, Some(0), "without a receipt nobody can say");
    let verified = season.judge(&verify);
    assert!(
        verified.code == Some(1) && verified.stdout.contains("key has signed event"),
        "{}",
        verified.stdout
    );
    // A server that had written more does not go on as if nothing had been.
    let server = season.judge("serve season.toml --data data");
    assert!(server.code == Some(2) && server.stderr.contains("accept-rollback"), "{}", server.stderr);
    let accepted = season.order("accept-rollback");
    assert_eq!(accepted.code, Some(0), "{}", accepted.stderr);
    season.start().wait_until_it_rests();
    let verified = season.judge(VERIFY);
    assert!(
        verified.stdout.contains("by hand") && verified.stdout.contains("the log was continued"),
        "{}",
        verified.stdout
    );
    let none = season.order("accept-rollback");
    assert!(none.code == Some(2) && none.stderr.contains("nothing is missing"), "{}", none.stderr);
}

#[test]
fn a_receipt_that_was_changed_is_told_to_prove_nothing() {
    let season = played();
    let receipts = season.read("receipts.txt").replacen("\"time\":1", "\"time\":2", 1);
    std::fs::write(season.path("forged.txt"), receipts).expect("it can be written");
    let verified = season.judge(&format!("{VERIFY} --receipt forged.txt"));
    assert!(verified.code == Some(2) && verified.stderr.contains("proves nothing"), "{}", verified.stderr);
}

#[test]
fn times_that_are_changed_change_the_head_that_somebody_noted() {
    let season = played();
    let log = season.read("data/events.log");
    let (number, head) = (log.lines().count(), log.lines().last().and_then(|line| line.split(' ').next()));
    let noted = format!("{VERIFY} --expect {number}:{}", head.expect("it has a hash"));
    assert_eq!(season.judge(&noted).code, Some(0));
    season.rewrite(|lines| lines.iter_mut().for_each(|line| line[1] = "1000000000".into()));
    let verified = season.judge(&noted);
    assert!(verified.code == Some(1) && verified.stdout.contains("expected to be"), "{}", verified.stdout);
}

#[test]
fn a_loss_that_was_made_void_is_played_and_told() {
    let season = played();
    season.rewrite(|lines| {
        // Nothing is drawn after the last batch, so nothing else follows from it.
        let last = lines.iter().rposition(|line| is(line, "played")).expect("they played");
        let mut played = event(&lines[last]);
        let game = &mut played["rounds"][0][0];
        assert!(!game["ranks"].is_null());
        *game = serde_json::json!({
            "ranks": null, "end": "void", "turns": 0, "fuel": [0, 0], "transcript": "0".repeat(64),
        });
        lines[last][2] = played.to_string();
        lines.truncate(last + 1);
    });
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("is void in the log, and ends by "), "{}", verified.stdout);
}

#[test]
fn a_refusal_for_time_is_tried_again_and_told() {
    let season = played();
    season.rewrite(|lines| {
        let checked = lines.iter().position(|line| is(line, "checked")).expect("it was checked");
        let mut refused = event(&lines[checked]);
        let reason =
            "compiling it takes more than 15 s of processor time; build it smaller, or of smaller functions";
        refused["verdict"] = serde_json::json!({ "refused": { "reason": reason } });
        lines[checked][2] = refused.to_string();
        lines.truncate(checked + 1);
    });
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("a file of anna was refused because "), "{}", verified.stdout);
}

#[test]
fn what_a_bot_calls_itself_and_how_large_it_is_are_checked() {
    for (then, now, told) in [
        (
            "\"calls_itself\":\"Ok\"",
            "\"calls_itself\":\"Best\"",
            "called itself Best, and calls itself Ok now",
        ),
        ("\"bytes\":", "\"bytes\":1", "the file of anna has "),
    ] {
        let season = played();
        let event = season.forge(then, now);
        let verified = season.judge(VERIFY);
        let begin = format!("event {event}: ");
        assert!(verified.stdout.starts_with(&begin) && verified.stdout.contains(told), "{}", verified.stdout);
    }
}

#[test]
fn who_is_invited_again_is_seen_to_have_new_keys() {
    let season = played();
    let server = season.start();
    server.join("anna");
    assert!(server.get("/contestant/anna").body.contains("Invited again, and so given new keys: 2"));
    drop(server);
    let verified = season.judge(VERIFY);
    assert!(verified.stdout.contains("anna was invited again, and got new keys"), "{}", verified.stdout);
}

#[test]
fn everybody_can_have_the_log_the_terms_and_a_signed_head() {
    let season = played();
    let server = season.start();
    assert_eq!(server.get("/events.log").body, season.read("data/events.log"));
    assert_eq!(server.get("/terms").body, season.read("season.toml"));
    std::fs::write(season.path("head.txt"), server.get("/head.json").body).expect("it can be written");
    drop(server);
    let verify = format!("{VERIFY} --receipt head.txt");
    assert_eq!(season.judge(&verify).code, Some(0));
    season.rewrite(|lines| lines[0][1] = "1".into());
    let verified = season.judge(&verify);
    assert!(
        verified.code == Some(1) && verified.stdout.contains("in this log the hash is"),
        "{}",
        verified.stdout
    );
}

#[test]
fn another_tournament_cannot_be_published_as_the_final() {
    let season = Season::with(1, "[serve.final]\ntop = 2\nrounds = 1");
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
    assert_eq!(season.order("freeze").code, Some(0));
    let file = season.read("data/finals/1/final.toml");
    let seed = file.lines().find(|line| line.starts_with("seed = ")).expect("it has a seed");
    std::fs::write(season.path("data/finals/1/mine.toml"), file.replace(seed, "seed = 7"))
        .expect("it can be");
    for (tournament, out) in [("final", "right"), ("mine", "wrong")] {
        let run = format!("run data/finals/1/{tournament}.toml --out {out} --quiet");
        assert_eq!(season.judge(&run).code, Some(0));
        assert_eq!(season.judge(&format!("report {out}")).code, Some(0));
    }
    let refused = season.order("publish-final wrong");
    let told = "this is not the final that was frozen: it has other seed";
    assert!(refused.code == Some(2) && refused.stderr.contains(told), "{}", refused.stderr);
    let published = season.order("publish-final right");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    // A friend has won, and the manifest is the right one.
    let results =
        season.read("right/results.csv").replace("anna", "?").replace("bert", "anna").replace('?', "bert");
    std::fs::write(season.path("right/results.csv"), results).expect("it can be written");
    std::fs::write(season.path("right/report.html"), "bert has won").expect("it can be written");
    let copy = season.copy();
    assert_eq!(copy.order("publish-final right").code, Some(0), "a server plays no final");
    let verified = copy.judge(VERIFY);
    let told = "results.csv of the published final does not follow from its games";
    assert!(verified.code == Some(1) && verified.stdout.contains(told), "{}", verified.stdout);
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    assert!(verified.stdout.contains("played again; its results agree"), "{}", verified.stdout);
    // A change of the files afterwards is reported, too.
    let report = season.read("data/events.log");
    let (_, report) = report.rsplit_once("\"report\":\"").expect("it is published");
    let results = format!("data/reports/{}/results.csv", &report[..64]);
    std::fs::write(season.path(&results), "rank,name\n").expect("it can be written");
    let verified = season.judge(VERIFY);
    assert!(
        verified.code == Some(1) && verified.stdout.contains("results.csv of the published final"),
        "{}",
        verified.stdout
    );
}

/// A season in which anna has made a key, and has handed in and paused with it.
fn signed() -> Season {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    std::fs::write(season.path("token"), &anna).expect("it can be written");
    std::fs::write(season.path("bot.wasm"), project_bytes(GOBBLET)).expect("it can be written");
    let submit = |what: &str| {
        season.judge(&format!("submit {what} --season {} --token token --key key", server.url()))
    };
    let submitted = submit("bot.wasm");
    assert_eq!(submitted.code, Some(0), "{}{}", submitted.stdout, submitted.stderr);
    server.wait_until_it_rests();
    let paused = submit("--choose pause");
    assert_eq!((paused.code, paused.stdout.as_str()), (Some(0), "done\n"), "{}", paused.stderr);
    // Whoever has the token only, as the organiser has, cannot act for anna any more.
    let head = format!("Authorization: Bearer {anna}\r\n");
    for path in ["/resume", "/withdraw"] {
        let form = format!("{head}Content-Type: application/x-www-form-urlencoded\r\n");
        let refused = server.ask("POST", path, &form, b"sure=on");
        assert!(
            refused.status == 409 && refused.body.contains("your key must sign this"),
            "{}",
            refused.body
        );
    }
    let refused = server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm"));
    assert!(refused.status == 409 && refused.body.contains("your key must sign this"), "{}", refused.body);
    season.remove("key");
    let other = submit("--choose play");
    assert!(other.code == Some(1) && other.stdout.contains("another key for you"), "{}", other.stdout);
    drop(server);
    season
}

#[test]
fn what_a_contestant_signs_itself_nobody_else_can_write() {
    let season = signed();
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let told = "contestants     2 decisions of their own, 2 signed with a key of theirs\n";
    assert!(verified.stdout.contains(told), "{}", verified.stdout);
    let log = season.read("data/events.log");
    for (forged, told) in [
        (r#"{"event":"withdrawn","contestant":2}"#.to_owned(), "has a key, and has not signed it"),
        (r#"{"event":"resumed","contestant":2}"#.to_owned(), "has a key, and has not signed it"),
        // The signature of the pause, once more, after an end of it.
        (
            log.lines().last().and_then(|line| line.splitn(3, ' ').nth(2)).expect("it is there").to_owned(),
            "its signature is wrong",
        ),
    ] {
        std::fs::write(season.path("data/events.log"), &log).expect("it can be written");
        let mut number = 0;
        season.rewrite(|lines| {
            lines.push(vec![String::new(), lines[0][1].clone(), forged.clone()]);
            number = lines.len();
        });
        let verified = season.judge(VERIFY);
        let begin = format!("event {number}: ");
        assert!(verified.stdout.starts_with(&begin) && verified.stdout.contains(told), "{}", verified.stdout);
    }
}

#[test]
fn receipts_of_another_season_are_no_false_alarm_and_no_proof() {
    let (season, other) = (played(), played());
    let own = season.read("receipts.txt");
    let others = other.read("receipts.txt");
    let verify = |text: &str| {
        std::fs::write(season.path("some.txt"), text).expect("it can be written");
        season.judge(&format!("{VERIFY} --receipt some.txt"))
    };
    let both = verify(&format!("{others}{own}"));
    assert_eq!(both.code, Some(0), "{}{}", both.stdout, both.stderr);
    assert!(
        both.stdout.contains("receipts        2, which agree, and 2 of other seasons"),
        "{}",
        both.stdout
    );
    let none = verify(&others);
    assert!(
        none.code == Some(2) && none.stderr.contains("none of the receipts is from this season"),
        "{}",
        none.stderr
    );
    let empty = verify("\n");
    assert!(empty.code == Some(2) && empty.stderr.contains("it has no receipts"), "{}", empty.stderr);
    let (_, key) = both.stdout.split_once("season's key    ").expect("it is printed");
    for (key, code) in [(&key[..64], 0), (&"0".repeat(64), 1)] {
        let verified = season.judge(&format!("{VERIFY} --season-key {key}"));
        assert_eq!(verified.code, Some(code), "{}{}", verified.stdout, verified.stderr);
    }
}

#[test]
fn a_file_that_is_gone_a_torn_line_and_times_that_go_back_are_told() {
    let season = played();
    let server = season.start();
    let bert = server.join("bert");
    // Another file than an anchor's.
    assert_eq!(server.upload(&bert, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    assert!(server.verdict(&bert, 2).contains("\"accepted\""));
    server.wait_until_it_rests();
    drop(server);
    let log = season.read("data/events.log");
    std::fs::write(season.path("data/events.log"), format!("{log}torn")).expect("it can be written");
    let torn = season.judge(VERIFY);
    assert!(
        torn.code == Some(0) && torn.stdout.contains("torn            the log ends with 4 bytes"),
        "{}",
        torn.stdout
    );
    std::fs::write(season.path("data/events.log"), &log).expect("it can be written");
    let last = log.lines().count();
    season.rewrite(|lines| lines.last_mut().expect("there are some")[1] = "1000000000".into());
    let back = season.judge(VERIFY);
    let told =
        format!("event {last}: its time is 2001-09-09T01:46:40Z, and the event before it happened at ");
    assert!(back.code == Some(1) && back.stdout.starts_with(&told), "{}", back.stdout);
    std::fs::write(season.path("data/events.log"), &log).expect("it can be written");
    let (_, file) = log.rsplit_once("\"event\":\"uploaded\"").expect("bert has handed in");
    let (_, file) = file.split_once("\"sha256\":\"").expect("it has a hash");
    season.remove(&format!("data/bots/{}.wasm", &file[..64]));
    let gone = season.judge(VERIFY);
    assert!(gone.code == Some(1) && gone.stdout.contains("the file of bert is missing"), "{}", gone.stdout);
}

#[test]
fn an_old_copy_of_the_whole_folder_is_noticed_and_so_is_one_that_does_not_say_how_new_it_is() {
    let season = played();
    let backup = season.copy();
    let restore = || {
        std::fs::remove_dir_all(season.path("data")).expect("it is there");
        let copied =
            std::process::Command::new("cp").arg("-r").arg(backup.path("data")).arg(season.path("")).status();
        assert!(copied.expect("there is cp").success());
    };
    let before = season.read("data/events.log");
    let server = season.start();
    server.join("bert");
    server.stop();
    restore();
    let refused = season.judge("serve season.toml --data data");
    assert!(refused.code == Some(2) && refused.stderr.contains("accept-rollback"), "{}", refused.stderr);
    let accepted = season.order("accept-rollback");
    assert_eq!(accepted.code, Some(0), "{}", accepted.stderr);
    season.start().stop();
    // Without the note in the folder nobody knows; whoever has noted a head does.
    season.remove("data/seen");
    let unknown = season.judge("serve season.toml --data data");
    assert!(
        unknown.code == Some(2) && unknown.stderr.contains("its file seen is missing"),
        "{}",
        unknown.stderr
    );
    let number = before.lines().count();
    let head = before.lines().last().and_then(|line| line.split(' ').next()).expect("it has a hash");
    let wrong = season.judge(&format!("serve season.toml --data data --expect {}:{head}", number - 1));
    assert!(wrong.code == Some(2) && wrong.stderr.contains("was expected to be"), "{}", wrong.stderr);
    season.start_with(&["--expect", &format!("{number}:{head}")]).stop();
    std::fs::write(season.path("data/seen"), "yesterday\n").expect("it can be written");
    let unread = season.judge("serve season.toml --data data");
    assert!(
        unread.code == Some(2) && unread.stderr.contains("its file seen cannot be read"),
        "{}",
        unread.stderr
    );
    assert_eq!(season.order("accept-rollback").code, Some(0));
    season.start().stop();
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("although the server may have written more"), "{}", verified.stdout);
}

#[test]
fn who_has_a_part_of_the_log_gets_the_rest() {
    let season = played();
    let server = season.start();
    let log = season.read("data/events.log");
    let range = |range: &str| server.get_with("/events.log", &format!("Range: bytes={range}\r\n"));
    let rest = range("100-");
    assert_eq!((rest.status, rest.body.as_str()), (206, &log[100..]));
    assert!(
        rest.head.contains(&format!("content-range: bytes 100-{}/{}", log.len() - 1, log.len())),
        "{}",
        rest.head
    );
    assert_eq!(range("0-9").body, log[..10]);
    assert_eq!(range(&format!("{}-", log.len())).status, 416);
    assert_eq!(server.get("/events.log").body, log);
}

#[test]
fn a_backup_that_is_made_while_the_server_runs_goes_on_elsewhere() {
    let season = played();
    let server = season.start();
    let made = season.judge("serve backup copy --data data");
    assert!(made.code == Some(0) && made.stdout.contains("copied as it was after event "), "{}", made.stderr);
    let (_, head) = made.stdout.trim_end().rsplit_once(' ').expect("it says the hash");
    assert!(season.read("copy/events.log").lines().last().is_some_and(|line| line.starts_with(head)));
    let again = season.judge("serve backup copy --data data");
    assert!(again.code == Some(2) && again.stderr.contains("name a new folder"), "{}", again.stderr);
    assert!(!season.path("copy/listening").exists());
    drop(server);
    let verified = season.judge("verify copy --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    std::fs::rename(season.path("data"), season.path("lost")).expect("it can be moved");
    std::fs::rename(season.path("copy"), season.path("data")).expect("it can be moved");
    let server = season.start();
    server.wait_until_it_rests();
    assert!(server.get("/contestant/anna").body.contains("/game/"));
}
