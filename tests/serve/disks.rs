//! Trouble with the machine: a disk that is full, a folder that cannot be made, a clock that was set back.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_nothing_is_accepted_and_nothing_is_lost() {
    let season = Season::new(60);
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_for_another_event();
    drop(server);
    let log = std::fs::metadata(season.path("data/events.log")).expect("it is there").len();
    // Some more events in blocks of 512 bytes, and no file of a bot.
    let server = season.start_after(&format!("ulimit -S -f {}", log / 512 + 8));
    server.wait_until_it_says("cannot be written");
    // The machine's keeper gets an alarm; people who read pages read on.
    assert_eq!((server.get("/health").status, server.get("/").status), (503, 200));
    let refused = server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm"));
    assert!(
        refused.status == 503 && refused.body.contains("cannot be "),
        "{}: {}",
        refused.status,
        refused.body
    );
    // The log takes some more small events, and then says that it takes none.
    let change =
        |(path, token): &(&str, &String)| server.post(path, &format!("Authorization: Bearer {token}\r\n"));
    // Each of them may pause ten times.
    let refused = [("/pause", &anna), ("/resume", &anna), ("/pause", &bert), ("/resume", &bert)]
        .iter()
        .cycle()
        .take(1_000)
        .map(change)
        .find(|answer| answer.status != 303);
    let refused = refused.expect("it is found");
    assert!(refused.status == 503 && refused.body.contains("log cannot be written"), "{}", refused.body);
    let ordered = season.order("suspend anna --reason x");
    assert!(
        ordered.code == Some(1) && ordered.stderr.contains("log cannot be written"),
        "{}",
        ordered.stderr
    );
    // Somebody makes room, and the server goes on by itself.
    server.has_room_again();
    server.post("/resume", &format!("Authorization: Bearer {anna}\r\n"));
    server.wait_until_it_rests();
    assert_eq!(server.get_with("/api/upload/2", &format!("Authorization: Bearer {anna}\r\n")).status, 404);
    assert!(server.rounds_of("anna") >= 60);
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn in_a_folder_that_becomes_read_only_no_file_is_accepted_and_all_else_goes_on() {
    let season = Season::new(60);
    let server = season.start_as_one_of_many();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    let carl = season.invite("carl");
    season.permit(0o500);
    let smart = project_bytes("contestants/gobblet/smart.wasm");
    let refused = server.upload(&bert, &smart);
    assert!(
        refused.status == 503 && refused.body.contains("cannot be kept: Permission denied"),
        "{}: {}",
        refused.status,
        refused.body
    );
    // The log and the journal are open. An invitation that cannot be removed holds once all the same.
    assert_eq!(server.post(&carl, "").status, 200);
    assert_eq!(server.post(&carl, "").status, 404);
    server.wait_until_it_rests();
    assert!(server.rounds_of("anna") >= 60);
    season.permit(0o700);
    assert_eq!(server.upload(&bert, &smart).status, 202);
    assert!(server.verdict(&bert, 2).contains("\"accepted\""));
    server.wait_until_it_rests();
    // It is far above all others, so its place may be settled before it has played all its rounds.
    assert!(server.rounds_of("bert") >= 50);
    drop(server);
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named_before_anything_begins() {
    // Not even the system's owner can write there.
    let ended = Season::new(1).judge("serve season.toml --data /proc/season");
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.starts_with("error: /proc/season: no season can be kept here: "),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_season_whose_log_is_missing_does_not_begin_anew() {
    let season = Season::new(1);
    drop(season.start());
    let log = season.path("data/events.log");
    std::fs::remove_file(&log).expect("it is there");
    for _ in 0..2 {
        let ended = season.judge("serve season.toml --data data");
        let told = "it has a file secret, and events.log is missing or empty; put that back from your backup";
        assert!(ended.code == Some(2) && ended.stderr.contains(told), "{}", ended.stderr);
    }
}

#[test]
fn when_the_clock_goes_back_the_time_of_the_season_stands_still() {
    let season = Season::with(1, "uploads_per_hour = 1\ncloses = \"2101-01-01T00:00:00Z\"");
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    server.wait_until_it_rests();
    drop(server);
    // All that has happened was in the year 2100: no hash depends on that.
    season.set_times(4_102_444_800);
    let server = season.start();
    let again = server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm"));
    assert!(again.status == 409 && again.body.contains("within one hour"), "{}", again.body);
    // Who is invited now can come now.
    let bert = server.join("bert");
    assert_eq!(server.upload(&bert, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    server.verdict(&bert, 2);
    assert_eq!(season.order("suspend bert --reason x").code, Some(0));
    server.wait_until_it_rests();
    drop(server);
    let log = season.read("data/events.log");
    assert!(log.lines().all(|line| line.split(' ').nth(1) == Some("4102444800")), "{log}");
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn a_season_does_not_start_with_a_bot_that_is_gone_or_another_and_says_whose() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    let bot = super::endures::variant(1);
    assert_eq!(server.upload(&anna, &bot).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    drop(server);
    let files = std::fs::read_dir(season.path("data/bots")).expect("it is there");
    let mut files = files.map(|entry| entry.expect("it can be read").path());
    let its = files.find(|path| std::fs::read(path).is_ok_and(|bytes| bytes == bot)).expect("it is kept");
    let refused = |told: &str| {
        let ended = season.judge("serve season.toml --data data");
        assert!(ended.code == Some(2) && ended.stderr.contains(told), "{}", ended.stderr);
    };
    std::fs::write(&its, "another").expect("it can be written");
    refused("1 file in it, which the log names, cannot be used: ");
    refused(".wasm (anna): it is not the file of its hash; put the folder back from your backup");
    std::fs::remove_file(&its).expect("it is there");
    refused(".wasm (anna): ");
    std::fs::write(&its, bot).expect("it can be written");
    drop(season.start());
}

#[cfg(target_os = "linux")]
#[test]
fn a_rollback_is_noticed_and_accepted_whatever_cache_folder_who_orders_has() {
    let season = Season::new(1);
    let elsewhere = "export XDG_CACHE_HOME=\"$PWD/elsewhere\"";
    season.start_after(elsewhere).stop();
    let backup = season.copy();
    let server = season.start_after(elsewhere);
    server.join("bert");
    server.stop();
    std::fs::remove_dir_all(season.path("data")).expect("it is there");
    let copied =
        std::process::Command::new("cp").arg("-r").arg(backup.path("data")).arg(season.path("")).status();
    assert!(copied.expect("there is cp").success());
    let refused = season.judge("serve season.toml --data data");
    assert!(refused.code == Some(2) && refused.stderr.contains("accept-rollback"), "{}", refused.stderr);
    let accepted = season.order("accept-rollback");
    assert_eq!(accepted.code, Some(0), "{}", accepted.stderr);
    season.start().stop();
    drop(season.start_after(elsewhere));
}
