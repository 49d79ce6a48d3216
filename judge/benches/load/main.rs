//! A season under load: 300 contestants who have handed in, readers of its pages, watchers who receive every event,
//! and somebody who hands in one file after the other. Prints requests a second, how long they and the uploads take,
//! games a second, memory, open files and the rounds so far; with watchers and without.
//!
//! `cargo bench --bench load`, or with `-- CONTESTANTS WATCHERS SECONDS FILES LINES`: how many files differ, each of
//! which is compiled and loaded, and how often the last line is measured.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use judge_core::tournament::Name;
use judge_serve::folder::Folder;
use judge_serve::{invitation, store};

/// Readers who ask one page after the other.
const READERS: usize = 8;
/// Files that differ, if nothing is said: each is compiled once.
const FILES: u64 = 30;
/// Pages that they ask for in turn.
const PAGES: [&str; 5] = ["/", "/contestant/bot1", "/results.csv", "/versions.csv", "/head"];

const SEASON: &str = "title = \"Load\"\ngame = \"gobblet\"\nrounds = 100000\ncontestants = [\"bots/*.wasm\"]\n[rules]\nplies_max = 40\n[serve]\naddress = \"127.0.0.1:0\"\nuploads_per_hour = 1000\nuploads_per_day = 1000\n";

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, usual: u64| numbers.get(place).copied().unwrap_or(usual);
    let (contestants, watchers, seconds) = (number(0, 300), number(1, 100), number(2, 20));
    let (files, lines) = (number(3, FILES), number(4, 1));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contestants/gobblet");
    let season = tempfile::tempdir().expect("there is room");
    fs::create_dir(season.path().join("bots")).expect("it can be made");
    for bot in ["ok", "random"] {
        let file = format!("{bot}.wasm");
        fs::copy(root.join(&file), season.path().join("bots").join(&file))
            .expect("the example bots are there");
    }
    fs::write(season.path().join("season.toml"), SEASON).expect("it can be written");
    let mut server = Server::start(season.path());
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
    line(&server, &tokens, "nobody looks", 0, 0, wait);
    line(&server, &tokens, &format!("{READERS} readers"), READERS, 0, wait);
    let watchers = usize::try_from(watchers).expect("they are few");
    for _ in 0..lines {
        line(&server, &tokens, &format!("{READERS} readers, {watchers} watchers"), READERS, watchers, wait);
    }
    let _ = server.judge.kill();
    let _ = server.judge.wait();
}

/// A server that runs.
struct Server {
    judge: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        judge.args(["serve", "season.toml", "--data", "data"]).current_dir(folder).stderr(Stdio::piped());
        let mut judge = judge.spawn().expect("it starts");
        let mut lines = BufReader::new(judge.stderr.take().expect("it is piped")).lines();
        let address = lines.find_map(|line| Some(line.ok()?.split_once("http://")?.1.to_owned()));
        thread::spawn(move || lines.for_each(drop));
        Self { judge, address: address.expect("it says where it listens") }
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).expect("it can be sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn metric(&self, name: &str) -> u64 {
        let text = self.ask("GET", "/metrics", "", b"");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.expect("it has this metric")
    }

    /// Memory that the server has now, in MB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.judge.id())).unwrap_or_default();
        let kilobytes = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
        kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1_024)
    }

    /// Files that the server has open now; 0 where the system does not say.
    fn files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.judge.id())).map_or(0, Iterator::count)
    }
}

/// Lets everybody join and hand in a file, and waits for all verdicts. What comes out are the tokens.
fn hand_in(server: &Server, data: &Path, bot: &[u8], (contestants, files): (u64, u64)) -> Vec<String> {
    let (folder, mut tokens) = (Folder::at(data), Vec::new());
    for number in 1..=contestants {
        let name = Name::new(&format!("bot{number}")).expect("it is a name");
        let invitation = invitation::invite(&folder, &name, store::clock()).expect("it can be written");
        let page = server.ask("POST", &format!("/join/{}", invitation.reveal()), "", b"");
        let (_, token) = page.split_once("id=\"token\">").expect("it shows the token");
        let token = &token[..64];
        // A custom section with a number: another file, the same moves.
        let mut file = bot.to_vec();
        file.extend([&[0, 11, 2][..], b"no", &(number % files).to_le_bytes()].concat());
        let answer = server.ask("PUT", "/api/bot", &format!("Authorization: Bearer {token}\r\n"), &file);
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
        tokens.push(token.to_owned());
    }
    while server.metric("judge_uploads_waiting") > 0 {
        thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(server.metric("judge_uploads_refused_total"), 0);
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
