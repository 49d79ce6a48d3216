//! A ladder far beyond one class, simulated: how long it takes to draw a batch and to rate, how much memory rounds
//! take, how long the log takes to be read. Plays no game: every outcome is drawn by chance.
//!
//! `-- scale`, or `-- scale CONTESTANTS ROUNDS`, for one size.

use std::time::Instant;

use crate::simulated::Simulation;
use judge_play::Seed;
use judge_season::ladder::standings::standings;
use judge_season::state::State;

/// Points of Elo between the weakest and the strongest.
const SPREAD: f64 = 800.0;

pub(crate) fn print(numbers: &[usize]) {
    println!(
        "{:>11} {:>9} {:>9} {:>9} {:>9} {:>15}",
        "contestants", "rounds", "draw s", "page s", "most MB", "log bytes/round"
    );
    match *numbers {
        [contestants, rounds] => line(contestants, rounds),
        _ => {
            for (contestants, rounds) in [(100, 20), (300, 20), (1_000, 20), (3_000, 10), (10_000, 3)] {
                line(contestants, rounds);
            }
        }
    }
}

/// A ladder of so many, until each has played so many rounds.
fn line(contestants: usize, rounds: usize) {
    // Later contestants are stronger.
    let elos: Vec<f64> = (0..contestants).map(|place| f64_of(place) * SPREAD / f64_of(contestants)).collect();
    let mut season = Simulation::new(&elos, Seed(7));
    let mut drawing = 0.0;
    let before = season.log_bytes;
    for _ in 0..rounds {
        let begun = Instant::now();
        let batch = season.draw(u32::MAX);
        drawing = begun.elapsed().as_secs_f64();
        season.play(batch);
    }
    let played = season.state.rounds.len();
    let memory = memory();
    let page = page(&season.state);
    let bytes = (season.log_bytes - before) / played.max(1);
    println!("{contestants:>11} {played:>9} {drawing:>9.3} {page:>9.2} {memory:>9} {bytes:>15}");
}

#[expect(clippy::cast_precision_loss, reason = "contestants are few")]
fn f64_of(count: usize) -> f64 {
    count as f64
}

/// The most memory that this process has had so far, in MB; 0 where the system does not say.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1_024)
}

/// Seconds that the ratings take as pages show them.
fn page(state: &State) -> f64 {
    let begun = Instant::now();
    let rows = standings(state);
    assert_eq!(rows.len(), state.contestants.len());
    begun.elapsed().as_secs_f64()
}
