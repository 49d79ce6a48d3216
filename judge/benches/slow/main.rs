//! What one contestant whose bot takes long costs all others: games a second between others without it, with it, and
//! while it hands in one file after the other, as often as it may.
//!
//! `cargo bench --bench slow`, or with `-- CONTESTANTS SECONDS [endless]`. Its bot waits for memory, which is the slowest
//! code for its fuel that is known, and plays well otherwise; with `endless` each of its turns ends without fuel.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../load/server.rs"]
#[expect(dead_code, reason = "the other benchmark measures more")]
mod server;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use server::{Server, another};

/// Uploads of a contestant in an hour, as is usual, but for a last one that is quick.
const UPLOADS: u64 = 9;

const SEASON: &str = "title = \"Slow\"\ngame = \"battleship\"\nrounds = 100000\ncontestants = [\"bots/*.wasm\"]\n[serve]\naddress = \"127.0.0.1:0\"\n";

/// What the bot does before each turn: so many loads, each from a place that depends on the one before.
const LOADS: &str = "(loop $more
      (local.set $at (i32.add (i32.load (i32.and (local.get $at) (i32.const 0x1fffffc)))
        (i32.add (i32.mul (local.get $at) (i32.const 1103515245)) (i32.const 12345))))
      (br_if $more (i32.ne (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 0))))";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        words.iter().filter_map(|word| word.parse().ok()).nth(place).unwrap_or(usual)
    };
    let (contestants, seconds) = (number(0, 30), number(1, 60));
    let loads: u32 = if words.iter().any(|word| word == "endless") { 0 } else { 2_000_000 };
    let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/guests/walker.wat");
    let quick = fs::read_to_string(guest).expect("it is there");
    let slow = quick.replace("(memory (export \"memory\") 1)", "(memory (export \"memory\") 600)").replace(
        "(local $square i32)",
        &format!(
            "(local $square i32) (local $i i32) (local $at i32) (local.set $i (i32.const {loads})) {LOADS}"
        ),
    );
    let [quick, slow] = [quick, slow].map(|text| wat::parse_str(text).expect("it is a module"));
    let season = tempfile::tempdir().expect("there is room");
    fs::create_dir(season.path().join("bots")).expect("it can be made");
    for number in 0..2 {
        let file = season.path().join(format!("bots/anchor{number}.wasm"));
        fs::write(file, another(&quick, number)).expect("it can be written");
    }
    fs::write(season.path().join("season.toml"), SEASON).expect("it can be written");
    let server = Server::start(season.path());
    let data = season.path().join("data");
    for number in 1..=contestants {
        let token = server.join(&data, &format!("bot{number}"));
        server.hand_in(&token, &another(&quick, 2 + number));
    }
    let token = server.join(&data, "slow");
    server.wait_for_verdicts();
    println!("{:<34} {:>24} {:>16}", "", "games/s between others", "its games");
    let time = Duration::from_secs(seconds);
    line(&server, "without it", time, || ());
    server.hand_in(&token, &another(&slow, 0));
    line(&server, "with it", time, || ());
    let mut files = 1;
    let another_file = || {
        // Each as soon as the one before is checked.
        if files < UPLOADS && server.metric("judge_uploads_waiting") == 0 {
            server.hand_in(&token, &another(&slow, files));
            files += 1;
        }
    };
    line(&server, "with one file of it after the other", time, another_file);
    println!("{files} files of it, with {:?} rounds each", versions(&server));
    server.hand_in(&token, &another(&quick, 1));
    line(&server, "with a quick file of it", time, || ());
}

/// Rounds of each of its versions.
fn versions(server: &Server) -> Vec<u64> {
    let text = server.ask("GET", "/versions.csv", "", b"");
    let its = text.lines().filter(|line| line.starts_with("slow,"));
    its.filter_map(|line| line.split(',').nth(4)?.parse().ok()).collect()
}

/// One line of the table; meanwhile something is done every now and then.
fn line(server: &Server, what: &str, time: Duration, mut meanwhile: impl FnMut()) {
    let games = || [server.metric("judge_games_total"), 2 * versions(server).iter().sum::<u64>()];
    let ([all, its], begun) = (games(), Instant::now());
    while begun.elapsed() < time {
        meanwhile();
        thread::sleep(Duration::from_millis(500));
    }
    let [all, its] = [games()[0] - all, games()[1] - its];
    #[expect(clippy::cast_precision_loss, reason = "it is below a million")]
    let others = (all - its) as f64 / begun.elapsed().as_secs_f64();
    println!("{what:<34} {others:>24.0} {its:>16}");
}
