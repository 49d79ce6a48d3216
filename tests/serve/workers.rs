//! Workers on other machines, as far as one machine can tell: processes that share a folder.

use std::fs;
use std::path::PathBuf;
use std::process::Child;

use super::endures::variant;
use super::season::Season;

/// A season of eight bots in which nothing is drawn yet, as its seed waits for a public value.
fn season() -> Season {
    let season = Season::with(40, "announced = \"Lotto {}\"\nmatchings = 4");
    for number in 0..6 {
        let path = season.path(&format!("bots/bot{number}.wasm"));
        fs::write(path, variant(number)).expect("it can be written");
    }
    drop(season.start());
    season
}

fn begin(season: &Season) {
    let known = season.order("beacon 7");
    assert_eq!(known.code, Some(0), "{}", known.stderr);
}

/// What happened, without times and the hashes that hold them.
fn events(season: &Season) -> Vec<String> {
    let log = season.read("data/events.log");
    log.lines().filter_map(|line| line.splitn(3, ' ').nth(2)).map(str::to_owned).collect()
}

/// The same season played on this machine alone.
fn alone(season: &Season) -> Vec<String> {
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

/// A process that is ended when this goes.
struct Worker(Child);

impl Worker {
    fn start(season: &Season, folder: &str, name: &str) -> Self {
        Self(season.begin(&format!("serve worker {folder} --name {name} --jobs 1 --quiet")))
    }

    /// Ends it without a warning.
    fn kill(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it was a child");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn with_workers_of_which_one_is_killed_the_log_is_the_same() {
    let season = season();
    let undisturbed = alone(&season);
    begin(&season);
    let server = season.start_with(&["--work", "work"]);
    let (mut killed, _other) = (Worker::start(&season, "work", "one"), Worker::start(&season, "work", "two"));
    while find(season.path("work/taken"), |path| path.ends_with(".one.json")).is_none() {
        assert!(!server.rests(), "it has played nothing");
    }
    killed.kill();
    server.wait_until_it_rests();
    drop(server);
    assert_eq!(events(&season), undisturbed);
}

#[test]
fn a_worker_that_forges_is_barred_and_nothing_that_it_says_counts() {
    let season = season();
    let undisturbed = alone(&season);
    begin(&season);
    let server = season.start_with(&["--work", "work", "--jobs", "1"]);
    let (part, taken) = loop {
        assert!(!server.rests(), "no part was there to be taken");
        let Some(part) = find(season.path("work/todo"), |path| path.contains('-')) else { continue };
        let name = part.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let taken = season.path(&format!("work/taken/{name}.forger.json"));
        if fs::rename(&part, &taken).is_ok() {
            break (name, taken);
        }
    };
    // What an honest worker makes of it, in a folder of its own.
    for folder in ["todo", "taken", "done", "bots", "barred"] {
        fs::create_dir_all(season.path("own").join(folder)).expect("it can be made");
    }
    fs::copy(season.path("work/season.toml"), season.path("own/season.toml")).expect("it is there");
    for bot in fs::read_dir(season.path("work/bots")).expect("it is there").filter_map(Result::ok) {
        fs::copy(bot.path(), season.path("own/bots").join(bot.file_name())).expect("it is there");
    }
    fs::copy(&taken, season.path(&format!("own/todo/{part}.json"))).expect("it is there");
    let worker = Worker::start(&season, "own", "forger");
    let done = season.path(&format!("own/done/{part}.forger.journal"));
    while !done.exists() {
        assert!(!server.rests(), "it was waited for");
    }
    drop(worker);
    // Whoever has lost has won.
    let honest = fs::read_to_string(done).expect("it is text");
    let forged: String = honest.lines().map(forged).collect();
    fs::write(season.path("work/done/x"), forged).expect("it can be written");
    fs::rename(season.path("work/done/x"), season.path(&format!("work/done/{part}.forger.journal")))
        .expect("it can be handed over");
    server.wait_until_it_rests();
    drop(server);
    let (barred, others): (Vec<String>, Vec<String>) =
        events(&season).into_iter().partition(|event| event.contains("\"event\":\"barred\""));
    assert_eq!(others, undisturbed);
    assert!(barred.len() == 1 && barred[0].contains("\"worker\":\"forger\""), "{barred:?}");
    let verified = season.judge("verify data --tournament season.toml --sample 5%");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("the worker forger was barred"), "{}", verified.stdout);
    // It is told, and ends.
    let again = season.judge("serve worker work --name forger");
    assert!(again.code == Some(2) && again.stderr.contains("has barred forger"), "{}", again.stderr);
}

/// A line of a journal in which ranks are the other way round, with a checksum that fits.
fn forged(line: &str) -> String {
    let (_, json) = line.split_once(' ').expect("it begins with a checksum");
    let other = json.replace("[1,2]", "[0,0]").replace("[2,1]", "[1,2]").replace("[0,0]", "[2,1]");
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
fn a_folder_that_no_season_shares_is_told() {
    let season = Season::new(1);
    let none = season.judge("serve worker nowhere --name one");
    assert!(none.code == Some(2) && none.stderr.contains("no season shares work here"), "{}", none.stderr);
}
