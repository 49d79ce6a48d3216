//! The cost to others of one contestant whose bot takes long: games between others with it, as a share of what they
//! were just before without it. Games a second hold on a machine that has nothing else to do. Games for each second
//! that the server's threads ran hold on a busy one, too; what waits there with idle processors does not show in them.
//!
//! `-- slow`, or `-- slow CONTESTANTS SECONDS FUEL`, the last what the others use in a turn. The bots wait
//! for memory, which is the slowest code for its fuel that is known: one until its turn has no fuel left, one for as much
//! fuel as others use, and one for a thousand times as much.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::server::{Server, another};

const SEASON: &str = "title = \"Slow\"\ngame = \"battleship\"\nrounds = 100000\ncontestants = [\"bots/*.wasm\"]\n[serve]\naddress = \"127.0.0.1:0\"\n";

/// The work of the bots before each turn: so many loads, each from a place that depends on the one before.
const LOADS: &str = "(loop $more
      (local.set $at (i32.add (i32.load (i32.and (local.get $at) (i32.const 0x1fffffc)))
        (i32.add (i32.mul (local.get $at) (i32.const 1103515245)) (i32.const 12345))))
      (br_if $more (i32.ne (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 0))))";

/// The work of the others: they count, as often as they would wait for memory with as much fuel.
const COUNTS: &str =
    "(loop $more (br_if $more (i32.ne (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 0))))";

/// Fuel of one turn of `LOADS` and of `COUNTS`.
const FUEL: [u64; 2] = [19, 9];

/// Fuel that the others use in a turn, unless it is said.
const USUAL: u64 = 20_000;
/// A little less than a turn may take if the season says nothing else.
const FUEL_MAX: u64 = 90_000_000;

pub(crate) fn print(numbers: &[u64]) {
    if !cfg!(target_os = "linux") {
        println!("one slow contestant was not measured: this system does not say how long threads ran");
        return;
    }
    let number = |place: usize, usual: u64| numbers.get(place).copied().unwrap_or(usual);
    let (contestants, seconds) = (number(0, 30), Duration::from_secs(number(1, 30)));
    let usual = number(2, USUAL);
    let quick = bot(COUNTS, usual / FUEL[1]);
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
    server.wait_for_verdicts();
    println!(
        "{:<34} {:>16} {:>16} {:>8} {:>12}",
        "games/s between others", "without it", "with it", "share", "its rounds"
    );
    // The loop that is asked for no turn at all takes as many as there are numbers.
    let slow = [
        ("no fuel is left", 0),
        ("as much fuel as others", usual),
        ("a thousand times as much", (1_000 * usual).min(FUEL_MAX)),
    ];
    for (place, (what, fuel)) in (0_u64..).zip(slow) {
        let name = format!("slow{place}");
        let without = between_others(&server, &name, seconds);
        let token = server.join(&data, &name);
        server.hand_in(&token, &bot(LOADS, fuel / FUEL[0]));
        server.wait_for_verdicts();
        let with = between_others(&server, &name, seconds);
        let rounds = rounds(&server, &name);
        let share = |place: usize| 100.0 * with[place] / without[place];
        println!(
            "{what:<26} {:>10.0} {:>10.0} {:>6.0} % {:>14.0} {:>14.0} {:>6.0} % {rounds:>11}",
            without[0],
            with[0],
            share(0),
            without[1],
            with[1],
            share(1)
        );
        server.ask("POST", "/pause", &format!("Authorization: Bearer {token}\r\n"), b"");
    }
}

/// The example that is written by hand, with something before each turn that is done so often.
fn bot(before: &str, times: u64) -> Vec<u8> {
    let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/guests/walker.wat");
    let text = fs::read_to_string(guest).expect("it is there");
    let text = text.replace("(memory (export \"memory\") 1)", "(memory (export \"memory\") 600)").replace(
        "(local $square i32)",
        &format!(
            "(local $square i32) (local $i i32) (local $at i32) (local.set $i (i32.const {times})) {before}"
        ),
    );
    wat::parse_str(text).expect("it is a module")
}

/// Rounds of a contestant.
fn rounds(server: &Server, name: &str) -> u64 {
    let text = server.ask("GET", "/versions.csv", "", b"");
    let its = text.lines().filter(|line| line.starts_with(&format!("{name},")));
    its.filter_map(|line| line.split(',').nth(4)?.parse::<u64>().ok()).sum()
}

/// Games in which this contestant does not play: in a second, and for each second that the server's threads ran.
fn between_others(server: &Server, name: &str, time: Duration) -> [f64; 2] {
    let games = || [server.metric("judge_games_total"), 2 * rounds(server, name)];
    let ([all, its], ran, begun) = (games(), ran(server), Instant::now());
    thread::sleep(time);
    let [all, its] = [games()[0] - all, games()[1] - its];
    #[expect(clippy::cast_precision_loss, reason = "it is below a million")]
    let others = (all - its) as f64;
    [others / begun.elapsed().as_secs_f64(), others / (self::ran(server) - ran)]
}

/// Seconds that the server's threads have run, as Linux reports it.
fn ran(server: &Server) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.process())).expect("it runs on Linux");
    let (_, after_name) = stat.rsplit_once(')').expect("it has a name");
    // Hundredths of a second as a user, and in the system.
    let times = after_name.split_whitespace().skip(11).take(2);
    times.map(|time| time.parse::<f64>().expect("it is a number") / 100.0).sum()
}
