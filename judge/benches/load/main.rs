//! A season under load: 300 contestants who have handed in, readers of its pages, watchers who receive every event,
//! and somebody who hands in one file after the other. Prints requests a second, how long they and the uploads take,
//! games a second, memory, open files and the rounds so far; with watchers and without, at first and after 40,000 rounds.
//!
//! `cargo bench --bench load`, or with `-- CONTESTANTS WATCHERS SECONDS FILES ROUNDS`: how many files differ, each of
//! which is compiled and loaded, and after how many rounds it is measured again. `-- slow` measures what one slow contestant
//! costs the others.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod server;
mod slow;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use server::Server;

/// Readers who ask one page after the other.
const READERS: usize = 8;
/// Files that differ, if nothing is said: each is compiled once.
const FILES: u64 = 30;
/// Pages that they ask for in turn.
const PAGES: [&str; 5] = ["/", "/contestant/bot1", "/results.csv", "/versions.csv", "/head"];

const SEASON: &str = "title = \"Load\"\ngame = \"gobblet\"\nrounds = 100000\ncontestants = [\"bots/*.wasm\"]\n[rules]\nplies_max = 40\n[serve]\naddress = \"127.0.0.1:0\"\nuploads_per_hour = 1000\nuploads_per_day = 1000\n";

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    if std::env::args().any(|word| word == "slow") {
        return slow::print(&numbers);
    }
    let number = |place: usize, usual: u64| numbers.get(place).copied().unwrap_or(usual);
    let (contestants, watchers, seconds) = (number(0, 300), number(1, 100), number(2, 10));
    let (files, rounds) = (number(3, FILES), number(4, 40_000));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contestants/gobblet");
    let season = tempfile::tempdir().expect("there is room");
    fs::create_dir(season.path().join("bots")).expect("it can be made");
    for bot in ["ok", "random"] {
        let file = format!("{bot}.wasm");
        fs::copy(root.join(&file), season.path().join("bots").join(&file))
            .expect("the example bots are there");
    }
    fs::write(season.path().join("season.toml"), SEASON).expect("it can be written");
    let server = Server::start(season.path());
    let begun = Instant::now();
    let tokens = hand_in(
        &server,
        &season.path().join("data"),
        &fs::read(root.join("random.wasm")).expect("it is there"),
        (contestants, files),
    );
    println!(
        "{contestants} contestants have handed in, and all files are checked, in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "requests/s", "p50 ms", "p99 ms", "up p50 ms", "up p99 ms", "games/s", "MB", "files", "rounds"
    );
    let wait = Duration::from_secs(seconds);
    let watchers = usize::try_from(watchers).expect("they are few");
    let lines = || {
        line(&server, &tokens, "nobody looks", 0, 0, wait);
        line(&server, &tokens, &format!("{READERS} readers"), READERS, 0, wait);
        line(&server, &tokens, &format!("{READERS} readers, {watchers} watchers"), READERS, watchers, wait);
    };
    lines();
    while server.metric("judge_rounds_total") < rounds {
        thread::sleep(Duration::from_secs(1));
    }
    lines();
}

/// Lets everybody join and hand in a file, and waits for all verdicts. What comes out are the tokens.
fn hand_in(server: &Server, data: &Path, bot: &[u8], (contestants, files): (u64, u64)) -> Vec<String> {
    let mut tokens = Vec::new();
    for number in 1..=contestants {
        let token = server.join(data, &format!("bot{number}"));
        server.hand_in(&token, &server::another(bot, number % files));
        tokens.push(token);
    }
    server.wait_for_verdicts();
    tokens
}

/// One line of the table.
fn line(server: &Server, tokens: &[String], what: &str, readers: usize, watchers: usize, wait: Duration) {
    let (stop, told) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (games, begun) = (server.metric("judge_games_total"), Instant::now());
    let (times, uploads) = thread::scope(|scope| {
        for _ in 0..watchers {
            scope.spawn(|| watch(server, &stop, &told));
        }
        let reading: Vec<_> = (0..readers).map(|_| scope.spawn(|| read(server, &stop))).collect();
        let uploading = scope.spawn(|| upload(server, tokens, &stop));
        thread::sleep(wait);
        stop.store(true, Ordering::Relaxed);
        let times =
            reading.into_iter().flat_map(|reader| reader.join().expect("it does not panic")).collect();
        (Sorted::new(times), Sorted::new(uploading.join().expect("it does not panic")))
    });
    let seconds = begun.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "it is below a million")]
    let a_second = |count: u64| count as f64 / seconds;
    let games = a_second(server.metric("judge_games_total") - games);
    println!(
        "{what:<28} {:>10.0} {:>10.1} {:>10.1} {:>10.1} {:>10.1} {games:>10.0} {:>10} {:>10} {:>10}",
        a_second(times.0.len() as u64),
        times.at(50),
        times.at(99),
        uploads.at(50),
        uploads.at(99),
        server.memory(),
        server.files(),
        server.metric("judge_rounds_total")
    );
    assert!(watchers == 0 || told.into_inner() > 0, "nobody is told of anything");
}

/// Times, the shortest first.
struct Sorted(Vec<Duration>);

impl Sorted {
    fn new(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    /// Milliseconds within which so many of a hundred were.
    fn at(&self, part: usize) -> f64 {
        self.0.get(self.0.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    }
}

/// Hands in one file after the other, each for the next contestant. No file is a bot, so nobody plays another one then.
fn upload(server: &Server, tokens: &[String], stop: &AtomicBool) -> Vec<Duration> {
    let mut times = Vec::new();
    for (number, token) in tokens.iter().cycle().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let begun = Instant::now();
        let file = format!("no bot {number}");
        let answer =
            server.ask("PUT", "/api/bot", &format!("Authorization: Bearer {token}\r\n"), file.as_bytes());
        let took = begun.elapsed();
        // A file of theirs may still wait for its check.
        if !answer.starts_with("HTTP/1.1 409") {
            assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
            times.push(took);
        }
    }
    times
}

/// Asks for one page after the other; what comes out is how long each took.
fn read(server: &Server, stop: &AtomicBool) -> Vec<Duration> {
    let mut times = Vec::new();
    for page in PAGES.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let begun = Instant::now();
        let answer = server.ask("GET", page, "", b"");
        assert!(answer.starts_with("HTTP/1.1 200"), "{page}: {answer}");
        times.push(begun.elapsed());
    }
    times
}

/// Receives every event.
fn watch(server: &Server, stop: &AtomicBool, told: &AtomicUsize) {
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    stream.write_all(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it can be sent");
    stream.set_read_timeout(Some(Duration::from_millis(500))).expect("it is no zero");
    let mut bytes = [0; 4_096];
    while !stop.load(Ordering::Relaxed) {
        if let Ok(read) = stream.read(&mut bytes) {
            assert_ne!(read, 0, "the stream does not end");
            told.fetch_add(1, Ordering::Relaxed);
        }
    }
}
