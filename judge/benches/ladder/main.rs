//! The rounds that a ladder needs until the order of its contestants is right, against random pairing in the same run.
//! Strengths are known, and outcomes are drawn by chance. Right is an order in which at most so many pairs of a hundred
//! are the wrong way round (Kendall's distance), now and in all rounds after that.
//!
//! `cargo bench --bench ladder`, or with `-- SEASONS ROUNDS`; `-- scale` measures a ladder of many.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod scale;
#[path = "../../season/benches/strengths/simulated.rs"]
mod simulated;

use judge_play::Seed;
use judge_season::log::event::Pairing;
use rayon::prelude::*;
use simulated::{Simulation, right_after};

/// The number of contestants.
const CONTESTANTS: u32 = 30;
/// Pairs of a thousand that may be in the wrong order.
const WRONG: [usize; 3] = [100, 50, 30];
/// Points of Elo from one contestant to the next.
const FIELDS: [(&str, f64); 3] = [("40 apart", 40.0), ("20 apart", 20.0), ("10 apart", 10.0)];

/// A way to draw a batch.
type Draw = fn(&Simulation) -> Vec<Pairing>;

const DRAWS: [(&str, Draw); 2] =
    [("ladder", |season| season.draw(u32::MAX)), ("by lot", Simulation::draw_by_lot)];

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    if std::env::args().any(|word| word == "scale") {
        return scale::print(&numbers);
    }
    let number = |place: usize, usual: u64| numbers.get(place).map_or(usual, |number| *number as u64);
    let (seasons, rounds) = (number(0, 20), number(1, 200));
    println!(
        "{CONTESTANTS} contestants, {seasons} seasons of {rounds} rounds each; the median, and the quarter and three quarters"
    );
    println!(
        "{:<10} {:<8} {:>20} {:>20} {:>20} {:>18}",
        "Elo", "pairing", "10 % wrong", "5 % wrong", "3 % wrong", "wrong at the end"
    );
    for (field, step) in FIELDS {
        for (pairing, draw) in DRAWS {
            let wrong: Vec<Vec<usize>> =
                (1..=seasons).into_par_iter().map(|seed| season(step, seed, rounds, draw)).collect();
            let until = WRONG.map(|most| shown(&wrong, most));
            let last: usize = wrong.iter().filter_map(|wrong| wrong.last()).sum();
            let last = last / wrong.len().max(1);
            println!(
                "{field:<10} {pairing:<8} {:>20} {:>20} {:>20} {:>16}.{} %",
                until[0],
                until[1],
                until[2],
                last / 10,
                last % 10
            );
        }
    }
}

/// Pairs of a thousand in the wrong order after each round of a season.
fn season(step: f64, seed: u64, rounds: u64, draw: Draw) -> Vec<usize> {
    let elos: Vec<f64> = (0..CONTESTANTS).map(|place| f64::from(place) * step).collect();
    Simulation::new(&elos, Seed(seed)).wrong_after_each(rounds, draw)
}

/// After how many rounds the order is right: in half of the seasons, in a quarter, in three quarters.
fn shown(wrong: &[Vec<usize>], most: usize) -> String {
    let mut until: Vec<Option<usize>> = wrong.iter().map(|wrong| right_after(wrong, most)).collect();
    // Those that never are come last.
    until.sort_by_key(|until| until.unwrap_or(usize::MAX));
    let at = |part: usize| {
        let until = until.get(until.len() * part / 4).copied().flatten();
        until.map_or_else(|| "later".into(), |rounds| rounds.to_string())
    };
    format!("{} ({} … {})", at(2), at(1), at(3))
}
