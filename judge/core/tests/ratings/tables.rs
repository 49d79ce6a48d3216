//! Tables at which it matters whom one follows: copies of a bot must not be called better or worse than each other.

use judge_core::phases::round_robin;
use judge_play::Seed;

use super::*;

const NAMES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
/// The first are one bot, the others another, which is much weaker.
const STRONG: usize = 5;
/// The worth of a seat behind a weak one, in logits.
const GAIN: f64 = 1.5;

/// The ranks of a game by seat: who is left is ranked next by chance, in proportion to the weights.
fn game(random: &mut Random, seating: &[EntrantId]) -> Vec<u8> {
    let weight = |seat: usize| {
        let strong = |seat: usize| seating[seat].0 < STRONG;
        let front = (seat + seating.len() - 1) % seating.len();
        libm::exp(f64::from(u8::from(strong(seat))) + if strong(front) { 0.0 } else { GAIN })
    };
    let mut ranks = vec![0; seating.len()];
    let mut left: Vec<usize> = (0..seating.len()).collect();
    for rank in 1..=u8::try_from(seating.len()).expect("a table is small") {
        let draw = f64::from(random.below(1 << 31)) / f64::from(1u32 << 31);
        let mut point = draw * left.iter().map(|&seat| weight(seat)).sum::<f64>();
        let index = left.iter().position(|&seat| {
            point -= weight(seat);
            point < 0.0
        });
        ranks[left.remove(index.unwrap_or(left.len() - 1))] = rank;
    }
    ranks
}

/// Whether the places of all copies of each bot overlap.
fn copies_overlap(seats: usize, rounds: u32, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for (number, round) in (0..).zip(round_robin(&NAMES, seats, rounds, Seed(seed))) {
        let games: Vec<Vec<u8>> =
            round.fixtures().map(|fixture| game(&mut random, &fixture.seating())).collect();
        add(&mut tally, &round.pairing, &games, number);
    }
    let ratings = rate(&Disqualified::nobody(NAMES.len()), &tally);
    let rating = |id: usize| ratings.entrants[id].as_ref().expect("it is rated");
    [0..STRONG, STRONG..NAMES.len()].into_iter().all(|copies| {
        let lowest = copies.clone().map(|id| rating(id).rank_low).max();
        lowest <= copies.map(|id| rating(id).rank_high).min()
    })
}

#[test]
fn copies_of_a_bot_overlap_whoever_sits_behind_the_weak_ones() {
    for (seats, rounds, of) in [(8, 2, 3), (3, 1, 20), (4, 2, 20)] {
        let right = (1..=of).filter(|seed| copies_overlap(seats, rounds, *seed)).count();
        let least = usize::try_from(of).expect("it is small").saturating_sub(1);
        assert!(right >= least, "{seats} seats, {rounds} rounds: {right} of {of}");
    }
}
