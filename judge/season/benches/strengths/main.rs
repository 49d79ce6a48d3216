//! How often intervals, bounds and places are right, in tournaments and seasons of contestants whose strengths are known.
//! Games are drawn by a formula, and none is played: Bradley and Terry's, with draws and an advantage of the first seat.
//!
//! `cargo bench --workspace --bench strengths`, or with `-- TOURNAMENTS WORD…`: so many of each kind, and only the rows whose
//! names have all these words; without, 100 tournaments or 40 seasons of each kind. It prints the intervals and bounds that
//! hold in per cent, the width of the intervals in points of Elo, and in how many tournaments a place is false. The last time:
//!
//! | format | kinds | held, worst to best cell | mean width | false places |
//! |---|---|---|---|---|
//! | Swiss, 8 to 64 bots, 3 to 9 rounds | 5 | 95.7 to 100 | 503 to 1226 | 0 of 4,000 |
//! | round-robin of 8 or 16, 1 to 10 rounds | 4 | 97.9 to 100 | 113 to 395 | 0 of 3,200 |
//! | two to five bots, 1 to 30 rounds | 6 | 98.0 to 100 | 576 to 1517 | 1 of 4,800 |
//! | tables of 3, 4 and 8 | 4 | 98.2 to 100 | 193 to 332 | 1 of 3,200 |
//! | gauntlet | 2 | 97.9 to 99.8 | 936 to 1058 | 0 of 1,600 |
//! | double elimination | 2 | 97.6 to 99.9 | 542 to 553 | 0 of 1,600 |
//! | groups, then knockout | 1 | 98.2 to 99.9 | 597 | 1 of 800 |
//! | knockout | 3 | 96.8 to 100 | 722 to 889 | 0 of 2,400 |
//! | seasons with two to five anchors, up to 942 apart | 6 | 94.8 to 100 | 392 to 502 | |
//!
//! A cell is a format with one of the eight fields below. `docs/results.md` has the sum.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![expect(clippy::cast_precision_loss, reason = "counts are small")]

mod seasons;
mod simulated;
#[path = "../../../core/tests/ratings/simulation.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod simulation;

use judge_rating::ELO;
use judge_sdk::Random;
use simulation::{Coverage, Schedule, Setup, simulate_each};

/// The strengths of so many contestants, in points of Elo.
type Field = fn(usize, &mut Random) -> Vec<f64>;

const FIELDS: [(&str, Field); 8] = [
    ("equal", |n, _| vec![0.0; n]),
    ("line 35", |n, _| (0..n).map(|i| 35.0 * i as f64).collect()),
    ("normal 174", |n, random| (0..n).map(|_| 174.0 * normal(random)).collect()),
    ("star 800", |n, _| groups(n, &[1, n], 800.0)),
    ("halves 260", |n, _| groups(n, &[n / 2, n], 260.0)),
    ("halves 521", |n, _| groups(n, &[n / 2, n], 521.0)),
    ("halves 942", |n, _| groups(n, &[n / 2, n], 942.0)),
    ("thirds 600", |n, _| groups(n, &[n / 3, 2 * n / 3, n], 600.0)),
];

/// Contestants and rounds, of a pair or a match where there are any.
const FORMATS: [(&str, usize, Schedule); 27] = [
    ("swiss 8 x 3", 8, Schedule::Swiss(3)),
    ("swiss 16 x 3", 16, Schedule::Swiss(3)),
    ("swiss 16 x 5", 16, Schedule::Swiss(5)),
    ("swiss 32 x 9", 32, Schedule::Swiss(9)),
    ("swiss 64 x 6", 64, Schedule::Swiss(6)),
    ("few, 2 x 1", 2, Schedule::RoundRobin(2, 1)),
    ("few, 2 x 3", 2, Schedule::RoundRobin(2, 3)),
    ("few, 2 x 30", 2, Schedule::RoundRobin(2, 30)),
    ("few, 3 x 1", 3, Schedule::RoundRobin(2, 1)),
    ("few, 4 x 1", 4, Schedule::RoundRobin(2, 1)),
    ("few, 5 x 3", 5, Schedule::RoundRobin(2, 3)),
    ("round robin 8 x 3", 8, Schedule::RoundRobin(2, 3)),
    ("round robin 16 x 1", 16, Schedule::RoundRobin(2, 1)),
    ("round robin 16 x 3", 16, Schedule::RoundRobin(2, 3)),
    ("round robin 16 x 10", 16, Schedule::RoundRobin(2, 10)),
    ("tables of 3, 5 x 3", 5, Schedule::RoundRobin(3, 3)),
    ("tables of 3, 9 x 1", 9, Schedule::RoundRobin(3, 1)),
    ("tables of 4, 6 x 3", 6, Schedule::RoundRobin(4, 3)),
    ("tables of 8, 8 x 5", 8, Schedule::RoundRobin(8, 5)),
    ("gauntlet 8 x 5", 8, Schedule::Gauntlet(5)),
    ("gauntlet 16 x 3", 16, Schedule::Gauntlet(3)),
    ("double elimination 16 x 4", 16, Schedule::DoubleElimination(4)),
    ("double elimination 32 x 3", 32, Schedule::DoubleElimination(3)),
    ("groups 16 x 3", 16, Schedule::Groups(4, 3)),
    ("knockout 8 x 10", 8, Schedule::Knockout(10)),
    ("knockout 16 x 4", 16, Schedule::Knockout(4)),
    ("knockout 32 x 3", 32, Schedule::Knockout(3)),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let count = words.iter().find_map(|word| word.parse().ok());
    let words: Vec<&str> =
        words.iter().filter(|word| word.parse::<u32>().is_err()).map(String::as_str).collect();
    let is_wanted = |name: &str| words.iter().all(|word| name.contains(word));
    println!("| {:25} |{}", "", FIELDS.map(|(field, _)| format!(" {field:10} |")).concat());
    println!("|---|{}", "---|".repeat(FIELDS.len()));
    let mut all = Coverage::default();
    for (format, n, schedule) in FORMATS.into_iter().filter(|(format, ..)| is_wanted(format)) {
        let cell = |(_, field): &(&str, Field)| {
            let found = simulate_each(count.unwrap_or(100), |random| {
                let mut strengths = field(n, random);
                random.shuffle(&mut strengths);
                let strengths = strengths.into_iter().map(|elo| elo / ELO).collect();
                Setup { name: String::new(), strengths, schedule, twins: false }
            });
            all.extend(&found);
            format!(" {:10} |", found.cell())
        };
        let cells = FIELDS.iter().map(cell).collect::<String>();
        println!("| {format:25} |{cells}");
    }
    println!("\nall of them: {}\n{all}\n", Coverage::HEADER);
    seasons::print(count.unwrap_or(40).into(), is_wanted);
    let is_right = all.held() >= 0.95 && all.false_places() <= 0.005;
    assert!(is_right || !words.is_empty(), "intervals or places are wrong too often");
}

/// Groups that end at these places, each so much weaker than the one before.
fn groups(n: usize, ends: &[usize], apart: f64) -> Vec<f64> {
    let group = |i: usize| ends.iter().filter(|end| **end <= i).count();
    (0..n).map(|i| -apart * group(i) as f64).collect()
}

/// Nearly a normal variable.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| f64::from(random.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0
}
