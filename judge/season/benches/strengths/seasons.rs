//! Seasons whose anchors lie near to one another or far apart.

use judge_play::Seed;
use judge_sdk::Random;
use judge_season::ladder::standings::standings;

use super::simulated::Simulation;
use super::{FIELDS, Field};

/// Contestants without the anchors, and rounds of each.
const SIZE: (usize, u32) = (30, 20);

/// Points of Elo of the anchors.
const ANCHORS: [(&str, &[f64]); 6] = [
    ("anchors 0, 0", &[0.0, 0.0]),
    ("anchors 174, 0", &[174.0, 0.0]),
    ("anchors 521, 0", &[521.0, 0.0]),
    ("anchors 942, 0", &[942.0, 0.0]),
    ("anchors 942, 471, 0", &[942.0, 471.0, 0.0]),
    ("anchors 942 … 0, five", &[942.0, 707.0, 471.0, 236.0, 0.0]),
];

/// Prints a table: how many per cent of the contestants' intervals hold on the anchors' true scale, and their width.
pub(super) fn print(seasons: u64, is_wanted: impl Fn(&str) -> bool) {
    for (name, anchors) in ANCHORS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let cells = FIELDS.map(|(_, field)| format!(" {:10} |", cell(anchors, field, seasons)));
        println!("| {name:25} |{}", cells.concat());
    }
}

fn cell(anchors: &[f64], field: Field, seasons: u64) -> String {
    let (mut held, mut all, mut width) = (0_u32, 0_u32, 0.0);
    for seed in 1..=seasons {
        let contestants = field(SIZE.0, &mut Random::new(seed));
        let lowest = contestants.iter().copied().fold(f64::INFINITY, f64::min);
        let mut elos = anchors.to_vec();
        elos.extend(contestants.iter().map(|elo| elo - lowest));
        let season = played(&elos, anchors.len(), seed);
        let mean = anchors.iter().sum::<f64>() / anchors.len() as f64;
        for standing in standings(&season.state).iter().filter(|of| of.version >= anchors.len()) {
            let truth = 1_500.0 + elos[standing.version] - mean;
            all += 1;
            held += u32::from(
                standing.low.is_none_or(|low| low <= truth) && standing.high.is_none_or(|high| truth <= high),
            );
            width += standing.low.zip(standing.high).map_or(0.0, |(low, high)| high - low);
        }
    }
    format!("{:.1} / {:.0}", 100.0 * f64::from(held) / f64::from(all), width / f64::from(all))
}

fn played(elos: &[f64], anchors: usize, seed: u64) -> Simulation {
    let mut season = Simulation::with_anchors(elos, anchors, Seed(seed));
    while let batch = season.draw(SIZE.1)
        && !batch.is_empty()
    {
        season.play(batch);
    }
    season
}
