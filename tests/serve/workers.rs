//! Workers on other machines, as far as one machine can tell: processes that share a folder, or that ask the server.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use super::endures::variant_of;
use super::remote::SMART;
use super::season::{Season, Server};
use super::worker::{Worker, key};
use crate::support::project_text;

/// The path at which workers ask the server.
const WORK: &str = "/work";

/// A season of eight bots in which nothing is drawn yet, as its seed waits for a public value; and its events, as they are when
/// it is played on this machine alone. Most bots think for a while, so that a part is there long enough for somebody else to
/// take it.
fn season() -> (Season, &'static [String]) {
    /// Its files, and the events. It is made once for all tests.
    type Made = (Vec<(String, Vec<u8>)>, Vec<String>);
    static MADE: LazyLock<Made> = LazyLock::new(|| {
        let season = Season::with(20, "announced = \"Lotto {}\"\nmatchings = 4");
        for number in 0..6 {
            let path = season.path(&format!("bots/bot{number}.wasm"));
            fs::write(path, variant_of(SMART, number)).expect("it can be written");
        }
        drop(season.start());
        (season.files(), alone(&season))
    });
    (Season::from_files(&MADE.0), &MADE.1)
}

/// The address of something that workers ask.
fn at(what: &str) -> String {
    format!("{WORK}/{what}")
}

/// The next part that a worker takes who asks the server.
fn take(server: &Server<'_>, header: &str) -> Value {
    loop {
        let taken = server.post(&at("take"), header);
        if taken.status == 200 {
            return serde_json::from_str(&taken.body).expect("it is JSON");
        }
        assert!(taken.status == 204 && !server.rests(), "{}", taken.body);
    }
}

pub(super) fn begin(season: &Season) {
    let known = season.order("beacon 7");
    assert_eq!(known.code, Some(0), "{}", known.stderr);
}

/// The events, without times and the hashes that hold them.
pub(super) fn events(season: &Season) -> Vec<String> {
    let log = season.read("data/events.log");
    log.lines().filter_map(|line| line.splitn(3, ' ').nth(2)).map(str::to_owned).collect()
}

/// The same season played on this machine alone.
pub(super) fn alone(season: &Season) -> Vec<String> {
    let alone = season.copy();
    begin(&alone);
    alone.start().wait_until_it_rests();
    events(&alone)
}

/// The first file in a folder of which this is true.
fn find(folder: PathBuf, is_it: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?;
    files.filter_map(Result::ok).map(|file| file.path()).find(|path| is_it(&path.to_string_lossy()))
}

#[test]
fn with_workers_of_which_one_is_killed_the_log_is_the_same() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%"]);
    let (mut killed, _other) = (Worker::start(&season, "work", "one"), Worker::start(&season, "work", "two"));
    begin(&season);
    while find(season.path("work/taken"), |path| path.ends_with(".one.json")).is_none() {
        assert!(!server.rests(), "it has played nothing");
    }
    killed.kill();
    server.wait_until_it_rests();
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

#[test]
fn with_workers_that_share_no_folder_the_log_is_the_same() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%"]);
    let (mut killed, _other) =
        (Worker::start_at(&season, &server, "one"), Worker::start_at(&season, &server, "two"));
    begin(&season);
    while find(season.path("work/taken"), |path| path.ends_with(".one.json")).is_none() {
        assert!(!server.rests(), "it has played nothing");
    }
    killed.kill();
    server.wait_until_it_rests();
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

/// The number of times that the server and its workers are killed.
const KILLS: usize = 12;

#[test]
fn killed_again_and_again_with_their_workers_a_season_comes_to_the_same() {
    let (season, undisturbed) = season();
    begin(&season);
    let mut server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    let begin_all = |server: &Server<'_>| {
        [Worker::start(&season, "work", "one"), Worker::start_at(&season, server, "two")]
    };
    let mut workers = begin_all(&server);
    for kill in 0..KILLS {
        server.wait_for_another_event();
        // The other one goes on: if it can, it finds the next server, and its part is nobody's any more.
        workers[kill % 2].kill();
        server.kill();
        server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
        workers = begin_all(&server);
    }
    server.wait_until_it_rests();
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

#[test]
fn a_worker_that_forges_is_barred_and_nothing_that_it_says_counts() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    begin(&season);
    let (part, taken) = loop {
        assert!(!server.rests(), "no part was there to be taken");
        let Some(part) = find(season.path("work/todo"), |path| path.contains("-0000")) else { continue };
        let name = part.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let taken = season.path(&format!("work/taken/{name}.forger.json"));
        if fs::rename(&part, &taken).is_ok() {
            break (name, fs::read_to_string(taken).expect("it is text"));
        }
    };
    let says_so = || {
        let file =
            fs::File::options().write(true).open(season.path(&format!("work/taken/{part}.forger.json")));
        let _ = file.and_then(|file| file.set_modified(std::time::SystemTime::now()));
    };
    let forged = forge_part(&season, (&part, &taken), swapped, says_so);
    fs::write(season.path("forged"), forged).expect("it can be written");
    fs::rename(season.path("forged"), season.path(&format!("work/done/{part}.forger.journal")))
        .expect("it can be handed over");
    server.wait_until_it_says("the worker forger is barred: it has forged a game");
    let health = server.get("/health").body;
    assert!(health.contains("\nforger: 0 parts, ") && health.ends_with("; it is barred\n"), "{health}");
    assert!(server.get("/metrics").body.contains("\njudge_worker_barred{worker=\"forger\"} 1\n"));
    is_barred(&season, server, undisturbed);
    // It learns that it is barred, and ends.
    let again = season.judge("serve worker work --name forger");
    assert!(again.code == Some(2) && again.stderr.contains("this worker is barred"), "{}", again.stderr);
}

#[test]
fn a_worker_that_forges_by_its_key_is_barred_also_by_a_server_that_was_started_again() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    let key = key(&season, "forger");
    let header = format!("Authorization: Bearer {key}\r\n");
    begin(&season);
    let handed = take(&server, &header);
    let part = handed["part"].as_str().expect("it has a name").to_owned();
    let says_so = || assert_eq!(server.post(&at(&format!("touch/{part}")), &header).status, 204);
    let forged = forge_part(&season, (&part, &handed["work"].to_string()), padded, says_so);
    let done = server.ask("PUT", &at(&format!("done/{part}")), &header, forged.as_bytes());
    assert_eq!(done.status, 204, "{}", done.body);
    is_barred(&season, server, undisturbed);
    let server = season.start_with(&["--work", "work", "--wait", "100%"]);
    assert_eq!(server.post(&at("take"), &header).status, 403);
    fs::write(season.path("key"), key).expect("it can be written");
    let again = season.judge(&format!("serve worker {} --key key", server.url()));
    assert!(again.code == Some(2) && again.stderr.contains("this worker is barred"), "{}", again.stderr);
    let made = season.order("worker-key forger");
    assert!(made.code == Some(2) && made.stderr.contains("choose another name"), "{}", made.stderr);
    // A shared folder of another season's run knows it, too.
    let shared = season.judge("serve worker work --name forger");
    assert!(shared.code == Some(2) && shared.stderr.contains("this worker is barred"), "{}", shared.stderr);
}

#[test]
fn a_workers_key_opens_nothing_but_its_own_parts() {
    let (season, _) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    let [one, other] =
        ["one", "other"].map(|name| format!("Authorization: Bearer {}\r\n", key(&season, name)));
    let anna = format!("Authorization: Bearer {}\r\n", server.join("anna"));
    for header in ["", &anna] {
        for (method, path) in [("POST", "take"), ("GET", "season.toml"), ("PUT", "done/0-1")] {
            assert_eq!(server.ask(method, &at(path), header, b"").status, 401, "{method} {path}");
        }
    }
    assert_eq!(server.post("/pause", &one).status, 401);
    assert_eq!(server.post("/organiser/order", &one).status, 401);
    begin(&season);
    let part = take(&server, &one)["part"].as_str().expect("it has a name").to_owned();
    for what in ["touch", "back"] {
        assert_eq!(server.post(&at(&format!("{what}/{part}")), &other).status, 410, "{what}");
    }
    assert_eq!(server.ask("PUT", &at(&format!("done/{part}")), &other, b"x").status, 410);
    for name in ["..%2f..%2fdata%2fsecret", "x.y", "%00", &"a".repeat(5_000)] {
        let status = server.ask("PUT", &at(&format!("done/{name}")), &one, b"x").status;
        assert!([400, 404, 410].contains(&status), "{name}: {status}");
    }
    for file in ["..%2fseason.toml", "x.wasm", &format!("{}.wasm", "0".repeat(64))] {
        assert_eq!(server.get_with(&at(&format!("bot/{file}")), &one).status, 404, "{file}");
    }
    assert!(server.get_with(&at("season.toml"), &one).body.contains("gobblet"));
    assert_eq!(server.post(&at(&format!("back/{part}")), &one).status, 204);
    assert_eq!(server.post(&at(&format!("touch/{part}")), &one).status, 410, "it is not its any more");
    // Without workers there is nothing of all this.
    drop(server);
    assert_eq!(season.start().post(&at("take"), &one).status, 404);
}

/// A forged result: a worker plays a part as it should, and then the loser becomes the winner.
fn forge_part(
    season: &Season,
    (part, json): (&str, &str),
    alter: fn(&str) -> String,
    says_that_it_plays: impl Fn(),
) -> String {
    // The result of an honest worker, in a folder of its own.
    for folder in ["todo", "taken", "done", "bots", "barred", "allowed"] {
        fs::create_dir_all(season.path("own").join(folder)).expect("it can be made");
    }
    fs::copy(season.path("work/season.toml"), season.path("own/season.toml")).expect("it is there");
    // Those that the part names: another may be on its way into the folder.
    let part_json: Value = serde_json::from_str(json).expect("it is JSON");
    let rounds = part_json["rounds"].as_array().expect("it has rounds");
    for bot in rounds.iter().flat_map(|round| round["bots"].as_array().expect("there are two")) {
        let file = format!("bots/{}.wasm", bot[1].as_str().expect("it is a hash"));
        fs::copy(season.path("work").join(&file), season.path("own").join(&file)).expect("it is there");
    }
    fs::write(season.path(&format!("own/todo/{part}.json")), json).expect("it can be written");
    let worker = Worker::start(season, "own", "forger");
    let done = season.path(&format!("own/done/{part}.forger.journal"));
    while !done.exists() {
        says_that_it_plays();
    }
    drop(worker);
    let honest = fs::read_to_string(done).expect("it is text");
    honest.lines().map(|line| forged(line, alter)).collect()
}

/// Nothing counts that the forger has handed over, and everybody can see that it is barred.
fn is_barred(season: &Season, server: Server<'_>, undisturbed: &[String]) {
    server.wait_until_it_rests();
    drop(server);
    let (barred, others): (Vec<String>, Vec<String>) =
        events(season).into_iter().partition(|event| event.contains("\"event\":\"barred\""));
    assert_eq!(others, undisturbed);
    assert!(barred.len() == 1 && barred[0].contains("\"worker\":\"forger\""), "{barred:?}");
    let verified = season.judge("verify data --tournament season.toml --sample 5%");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("the worker forger was barred"), "{}", verified.stdout);
}

/// Ranks the other way round.
fn swapped(json: &str) -> String {
    json.replace("[1,2]", "[0,0]").replace("[2,1]", "[1,2]").replace("[0,0]", "[2,1]")
}

/// More text where the log has none, which would fill the disk.
fn padded(json: &str) -> String {
    json.replace("\"opening\":\"", &format!("\"opening\":\"{}", "d3 ".repeat(1_000)))
}

/// A line of a journal that is altered, with a checksum that fits.
fn forged(line: &str, alter: fn(&str) -> String) -> String {
    let (_, json) = line.split_once(' ').expect("it begins with a checksum");
    let other = alter(json);
    let mut crc = !0_u32;
    for byte in other.bytes() {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    format!("{:08x} {other}\n", !crc)
}

#[test]
fn the_command_of_the_deployment_for_kubernetes_works_for_a_season() {
    let (season, _) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    let manifest = project_text("tournaments/cluster/worker.yaml");
    let (_, command) = manifest.split_once(" command:\n").expect("it has a command");
    let words = command.lines().map_while(|line| line.trim_start().strip_prefix("- "));
    let words: Vec<String> = words
        .map(|word| word.replace("https://season.example", &server.url()).replace("/tmp/", ""))
        .collect();
    assert_eq!(words[0], "judge");
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command.args(&words[1..]).current_dir(season.path("")).env("JUDGE_WORKER_KEY", key(&season, "pod"));
    let _worker = Worker::waiting(command.stderr(Stdio::piped()).spawn().expect("it starts"));
    begin(&season);
    while find(season.path("work/taken"), |path| path.ends_with(".pod.json")).is_none() {
        assert!(!server.rests(), "it has played nothing");
    }
}

#[test]
fn a_worker_that_cannot_work_is_told_what_to_do() {
    let season = Season::new(1);
    let server = season.start();
    let url = server.url();
    fs::write(season.path("key"), "0".repeat(64)).expect("it can be written");
    for (arguments, told) in [
        (format!("{url} --key key"), "no season shares work here; start its server with --work"),
        (format!("{url} --key nowhere"), "the key cannot be read"),
        (url.clone(), "there is no key: name a file with --key, or put it into JUDGE_WORKER_KEY"),
        (format!("{url} --key key --name one"), "the key contains the worker's name"),
        ("http://season.example --key key".into(), "the key must not travel in the open"),
        ("work --key key".into(), "a shared folder needs no key"),
    ] {
        let refused = season.judge(&format!("serve worker {arguments}"));
        assert!(refused.code == Some(2) && refused.stderr.contains(told), "{arguments}: {}", refused.stderr);
    }
    drop(server);
    let server = season.start_with(&["--work", "work", "--wait", "100%"]);
    let refused = season.judge(&format!("serve worker {} --key key", server.url()));
    assert!(
        refused.code == Some(2) && refused.stderr.contains("does not know this key"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_folder_that_no_season_shares_is_told() {
    let season = Season::new(1);
    let none = season.judge("serve worker nowhere --name one");
    assert!(none.code == Some(2) && none.stderr.contains("no season shares work here"), "{}", none.stderr);
}

/// Lays files into the shared folder as anybody who may write there could, beside those that belong there.
#[cfg(unix)]
fn lay_traps(season: &Season) {
    use std::os::unix::fs::symlink;
    for folder in ["todo", "taken", "done", "bots", "barred", "allowed"] {
        fs::create_dir_all(season.path("work").join(folder)).expect("it can be made");
    }
    let log = season.path("data/events.log");
    for link in [
        ".unfinished",
        "season.toml",
        "todo/0-1.json",
        "taken/0-2.one.json",
        "done/0-3.one.journal",
        "barred/two",
    ] {
        symlink(&log, season.path("work").join(link)).expect("it can be made");
    }
    for folder in ["todo/0-4.json", "taken/0-5.one.json", "done/0-6.one.journal"] {
        fs::create_dir_all(season.path("work").join(folder).join("full")).expect("it can be made");
    }
}

#[cfg(unix)]
#[test]
fn whatever_lies_in_the_shared_folder_the_log_is_the_same() {
    let (season, undisturbed) = season();
    lay_traps(&season);
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    begin(&season);
    // Somebody takes a part, and hands over one byte of it.
    loop {
        assert!(!server.rests(), "no part was there to be taken");
        let Some(part) = find(season.path("work/todo"), |path| path.contains("-0000")) else { continue };
        let name = part.file_stem().expect("it has a name").to_string_lossy().into_owned();
        if fs::rename(&part, season.path(&format!("work/taken/{name}.lazy.json"))).is_ok() {
            fs::write(season.path(&format!("work/done/{name}.lazy.journal")), "x")
                .expect("it can be written");
            break;
        }
    }
    let _worker = Worker::start(&season, "work", "two");
    server.wait_until_it_rests();
    assert_eq!(server.get("/health").status, 200);
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

#[cfg(target_os = "linux")]
#[test]
fn a_shared_folder_that_goes_stops_neither_the_ladder_nor_the_servers_end() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    begin(&season);
    while find(season.path("work/todo"), |path| path.contains("-0000")).is_none() {
        assert!(!server.rests(), "nothing was offered");
    }
    // While the server writes there, too.
    while fs::remove_dir_all(season.path("work")).is_err() {}
    server.wait_until_it_rests();
    server.stop();
    assert_eq!(events(&season), undisturbed);
}

#[test]
fn a_worker_that_takes_parts_and_plays_none_is_not_waited_for_and_named() {
    let (season, undisturbed) = season();
    let server = season.start_with(&["--work", "work", "--wait", "50%", "--jobs", "1"]);
    let header = format!("Authorization: Bearer {}\r\n", key(&season, "lazy"));
    begin(&season);
    take(&server, &header);
    // While it plays: a rest of ten seconds may be over when the season is.
    loop {
        let rests = server.rests();
        let health = server.get("/health").body;
        if health.contains("\nlazy: 0 parts, 1 late, waited for ")
            && health.ends_with("; it gets none for now\n")
        {
            break;
        }
        assert!(!rests, "it was never named");
    }
    server.wait_until_it_rests();
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("\njudge_worker_late_total{worker=\"lazy\"} 1\n"), "{metrics}");
    for number in ["waited_seconds_total", "waited_ratio"] {
        let cost = metrics
            .split_once(&format!("\njudge_worker_{number}{{worker=\"lazy\"}} "))
            .expect("it is there")
            .1;
        let cost = cost.lines().next().and_then(|cost| cost.parse::<f64>().ok());
        assert!(cost.is_some_and(|cost| cost > 0.0), "{metrics}");
    }
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

#[test]
fn two_servers_do_not_share_one_folder_and_the_second_plays_alone() {
    let (season, undisturbed) = season();
    let (other, work) = (season.copy(), season.path("work"));
    let first = season.start_with(&["--work", "work", "--wait", "100%"]);
    let server = other.start_with(&["--work", work.to_str().expect("it is text"), "--wait", "100%"]);
    server.says("another server shares it");
    let header = format!("Authorization: Bearer {}\r\n", key(&other, "one"));
    let refused = server.post(&at("take"), &header);
    assert_eq!((refused.status, first.get("/health").status), (503, 200), "{}", refused.body);
    begin(&other);
    server.wait_until_it_rests();
    drop(server);
    assert_eq!(events(&other), undisturbed);
}

#[test]
fn a_worker_hands_over_one_part_at_a_time_and_no_more_than_its_games_need() {
    use std::io::Write;
    let (season, _) = season();
    let server = season.start_with(&["--work", "work", "--wait", "100%", "--jobs", "1"]);
    let header = format!("Authorization: Bearer {}\r\n", key(&season, "one"));
    begin(&season);
    let handed = take(&server, &header);
    let done = at(&format!("done/{}", handed["part"].as_str().expect("it has a name")));
    let rounds = handed["work"]["rounds"].as_array().expect("it has rounds").len();
    let slow = loop {
        let mut slow = server.connect();
        write!(slow, "PUT {done} HTTP/1.1\r\nHost: localhost\r\n{header}Content-Length: 9\r\n\r\nslow")
            .expect("it can be sent");
        let second = server.ask("PUT", &done, &header, b"");
        if second.status == 429 {
            break slow;
        }
        // It was the first to come, and an empty one is refused; the slow one may have been refused for its sake.
        assert_eq!(second.status, 400, "{}", second.body);
    };
    drop(slow);
    // As of the server's last look at the folder.
    let tells = |line: &str| server.get("/metrics").body.contains(line);
    while !tells("\njudge_workers 1\n") {
        assert!(!server.rests(), "the part was taken away");
    }
    assert!(tells("\njudge_parts_taken "));
    let large = vec![b'x'; (rounds << 20) + 1];
    loop {
        let answer = server.ask("PUT", &done, &header, &large);
        if answer.status == 413 {
            break;
        }
        assert_eq!(answer.status, 429, "{}", answer.body);
    }
}
