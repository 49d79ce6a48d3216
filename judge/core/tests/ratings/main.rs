//! Ratings of whole tournaments: contestants of known strengths meet as the schedule says.

#![expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]

mod coverage;
#[expect(dead_code, reason = "the benchmark uses more of it")]
mod simulation;
mod tables;

use judge_core::phases::{Disqualified, EntrantId};
use judge_rating::{Tally, rate, separated, strengths};
use judge_sdk::Random;

use simulation::{Schedule, Setup, add, swiss};

#[test]
fn in_a_swiss_ratings_are_shrunk_towards_the_mean() {
    let tally = swiss(16, 5, 0.0).play(&mut Random::new(1));
    let spread = |elos: &[f64]| elos.iter().map(|elo| elo.abs()).sum::<f64>();
    let shrunk = rate(&Disqualified::nobody(16), &tally).entrants;
    let shrunk: Vec<f64> = shrunk.into_iter().flatten().filter_map(|rating| rating.elo).collect();
    let fitted = strengths(&Disqualified::nobody(16), &tally).into_iter().flatten().collect::<Vec<_>>();
    let mean = fitted.iter().sum::<f64>() / fitted.len() as f64;
    let fitted: Vec<f64> = fitted.iter().map(|strength| strength - mean).collect();
    assert!(spread(&shrunk) < 0.95 * spread(&fitted), "{shrunk:?}");
}

/// Thousands of contestants: under a minute, and a second for the order. With `--release` and `--ignored`, as above.
#[test]
#[ignore = "takes half a minute, with optimisation"]
#[expect(clippy::print_stdout, reason = "the times are for whoever runs it by hand")]
fn thousands_are_rated_in_seconds() {
    for (contestants, schedule) in
        [(1000, Schedule::Swiss(12)), (2000, Schedule::Swiss(12)), (2000, Schedule::Gauntlet(12))]
    {
        let strengths = (0..contestants).map(|i| -4.0 * f64::from(i) / f64::from(contestants)).collect();
        let setup = Setup { name: "thousands".into(), strengths, schedule, twins: false };
        let tally = setup.play(&mut Random::new(1));
        let nobody = Disqualified::nobody(setup.strengths.len());
        let start = std::time::Instant::now();
        assert_eq!(judge_rating::strengths(&nobody, &tally).len(), setup.strengths.len());
        let order = start.elapsed();
        assert_eq!(rate(&nobody, &tally).groups.len(), 1);
        println!("{contestants}, {schedule:?}: order {order:?}, order and ratings {:?}", start.elapsed());
    }
}

#[test]
fn who_differ_much_are_separated_soon_and_equals_are_not() {
    let mut random = Random::new(3);
    let mut play = |strengths: [f64; 3]| {
        let schedule = Schedule::RoundRobin(2, 30);
        Setup { name: "three".into(), strengths: strengths.to_vec(), schedule, twins: false }
            .play(&mut random)
    };
    let apart = play([-3.0, 0.0, 3.0]);
    assert!(separated(&rate(&Disqualified::nobody(3), &apart), 5));
    let level = play([-3.0, -3.0, 3.0]);
    assert!(!separated(&rate(&Disqualified::nobody(3), &level), 5));
}
