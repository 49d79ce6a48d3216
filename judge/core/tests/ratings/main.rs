//! Ratings of whole tournaments: contestants of known strengths meet as the schedule says.

#![expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]

mod coverage;
mod simulation;
mod tables;

use judge_core::schedule::{Disqualified, EntrantId};
use judge_rating::{Paired, Tally, TallyGame, rate, separated, strengths};
use judge_sdk::Random;

use simulation::{Schedule, Setup, swiss};

/// Adds a round in which no game is like that of a round of another number.
fn add(tally: &mut Tally, pairing: &[EntrantId], games: &[Vec<u8>], number: u64) {
    let mut transcript_sha256 = [0; 32];
    transcript_sha256[..8].copy_from_slice(&number.to_le_bytes());
    let game = |ranks| Some(TallyGame { ranks, transcript_sha256: &transcript_sha256 });
    tally.add(pairing, &games.iter().map(|ranks| game(&ranks[..])).collect::<Vec<_>>());
}

#[test]
fn in_a_swiss_ratings_are_shrunk_towards_the_mean() {
    let tally = swiss(16, 5, 0.0).play(&mut Random::new(1));
    let spread = |elos: &[f64]| elos.iter().map(|elo| elo.abs()).sum::<f64>();
    let shrunk = rate(&Disqualified::nobody(16), &tally, Paired::ByResults).entrants;
    let shrunk: Vec<f64> = shrunk.into_iter().flatten().filter_map(|rating| rating.elo).collect();
    let fitted = strengths(&Disqualified::nobody(16), &tally).into_iter().flatten().collect::<Vec<_>>();
    let mean = fitted.iter().sum::<f64>() / fitted.len() as f64;
    let fitted: Vec<f64> = fitted.iter().map(|strength| strength - mean).collect();
    assert!(spread(&shrunk) < 0.8 * spread(&fitted), "{shrunk:?}");
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
        assert_eq!(rate(&nobody, &tally, schedule.paired()).groups.len(), 1);
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
    assert!(separated(&rate(&Disqualified::nobody(3), &apart, Paired::Beforehand), 5));
    let level = play([-3.0, -3.0, 3.0]);
    assert!(!separated(&rate(&Disqualified::nobody(3), &level, Paired::Beforehand), 5));
}
