//! The cost of keeping games: the journal's time for each, the judge's memory for few games and for many, and how long
//! people wait for whole commands.

use std::fs;
use std::hint::black_box;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use judge_core::journal::{Journal, JournalKeys, LinePlace};
use judge_core::phases::{GameResult, Round};

use crate::{Pair, cup, shipped, threads};

/// Rounds of two games that are kept over and over.
const ROUNDS: u32 = 500;
/// Games of the two tournaments whose memory is compared.
const FEW: u32 = 1_000;
const MANY: u32 = 100_000;

pub(crate) fn print() {
    let pair = Pair::new("othello", "random", ROUNDS);
    let results = pair.results(&threads(2));
    let a_game = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(2 * ROUNDS);
    println!("\n{:<36} {:>12}", "keeping a game", "microseconds");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (journal, _) = Journal::open(&folder.path().join("journal")).expect("it can be made");
    let (writing, places) = write(&journal, &pair, &results);
    println!("{:<36} {:>12.2}", "written into the journal", a_game(writing));
    println!("{:<36} {:>12.2}", "read from the journal again", a_game(read(&journal, &places)));
    if cfg!(target_os = "linux") {
        let (few, many) = (peak_kib(FEW), peak_kib(MANY));
        println!("\n{:<36} {:>12}", "the judge's memory at most", "KiB");
        println!("{:<36} {few:>12}", format!("{FEW} games"));
        println!("{:<36} {many:>12}", format!("{MANY} games"));
    }
    waits();
}

/// Prints how long whole commands take, each once.
fn waits() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let wasm = shipped("othello", "random");
    let wait = |what: &str, command: &str| {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        judge.current_dir(&folder).args(command.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
        let begin = Instant::now();
        assert!(judge.status().expect("the judge can be started").success(), "judge {command}");
        println!("{what:<36} {:>12.2}", begin.elapsed().as_secs_f64());
    };
    println!("\n{:<36} {:>12}", "a whole command", "seconds");
    for (rounds, name) in [(1, "two"), (MANY / 2, "many")] {
        fs::write(folder.path().join(name).with_extension("toml"), cup("othello", &wasm, rounds))
            .expect("a temporary file can be written");
    }
    wait("judge run, 2 games, nothing compiled", "run two.toml --cache cache");
    wait("judge run, 2 games, all compiled", "run two.toml --cache cache --out again");
    wait(&format!("judge run, {MANY} games"), "run many.toml --cache cache");
    wait("judge report of them", "report results/many");
    wait("judge verify of them", "verify results/many --cache cache");
    match std::env::var("INTERPRETED") {
        Ok(bot) => wait("judge check of a bot", &format!("check {bot} --no-cache")),
        Err(_) => println!("no bot with an interpreter was compiled: name one in INTERPRETED"),
    }
}

/// Time to write all results into a journal, and where they are.
fn write(journal: &Journal, pair: &Pair, results: &[GameResult]) -> (Duration, Vec<LinePlace>) {
    let keys = JournalKeys::new(&pair.tournament, &pair.bots);
    let mut places = Vec::with_capacity(results.len());
    let begin = Instant::now();
    for (fixture, result) in pair.rounds.iter().flat_map(Round::fixtures).zip(results) {
        let GameResult::Played(record) = result else { panic!("the bots commit no faults") };
        places.push(journal.append(&keys.of(&fixture), record).expect("there is room"));
    }
    (begin.elapsed(), places)
}

/// Time to read all records from a journal, as the tables are made of them.
fn read(journal: &Journal, places: &[LinePlace]) -> Duration {
    let begin = Instant::now();
    for place in places {
        black_box(journal.read(*place).expect("it is whole"));
    }
    begin.elapsed()
}

/// The most memory that a judge has while it plays so many games of Othello.
fn peak_kib(games: u32) -> u64 {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let wasm = shipped("othello", "random");
    let cup = cup("othello", &wasm, games / 2);
    fs::write(folder.path().join("cup.toml"), cup).expect("a temporary file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command.current_dir(&folder).args(["run", "cup.toml", "--jobs", "2", "--quiet"]).stdout(Stdio::null());
    let mut judge = command.spawn().expect("the judge can be started");
    let mut peak = 0;
    while judge.try_wait().expect("it can be asked").is_none() {
        peak = peak.max(peak_so_far_kib(&judge).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    peak
}

fn peak_so_far_kib(judge: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", judge.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
