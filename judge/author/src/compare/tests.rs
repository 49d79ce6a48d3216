//! The reference values, the cases at the edge, and how often the test errs.

use judge_sdk::Random;

use super::interval::score;
use super::likelihood::Counts;
use super::sequential::INVALID;
use super::tally::{RoundPoints, Scale};
use super::*;

/// Counts of equally spaced scores from 0 to 1.
fn counts(seen: &[u64]) -> Counts {
    let most = u32::try_from(seen.len() - 1).expect("a few");
    let score = |step: u32| f64::from(step) / f64::from(most);
    Counts::new(&(0..).map(score).zip(seen.iter().copied()).collect::<Vec<_>>())
}

#[track_caller]
fn ratio_is(seen: &[u64], (zero, one): (f64, f64), expected: f64, off: f64) {
    let found = Hypotheses { zero, one }.ratio(&counts(seen));
    assert!((found - expected).abs() < off, "{seen:?}: {found}, not {expected}");
}

#[test]
fn ratios_are_those_of_the_reference() {
    ratio_is(&[223, 9_863, 21_279, 10_037, 246], (0.5, 2.5), -3.074_126, 1e-6);
    ratio_is(&[871, 26_175, 55_983, 26_678, 821], (0.0, 2.0), -4.978_673, 1e-6);
    ratio_is(&[21_184, 40_708, 21_404], (0.5, 2.5), -1.571_889, 1e-6);
    ratio_is(&[57_030, 106_593, 57_433], (0.0, 2.0), -2.593_024, 1e-6);
    ratio_is(&[5, 10, 30, 25, 30], (0.0, 10.0), 2.0345, 1e-4);
    ratio_is(&[0, 1, 4, 10, 85], (0.0, 50.0), 13.3590, 1e-4);
}

/// One is hundreds of points stronger here; the quadratic approximation has 23.85.
#[test]
fn ratios_are_exact_where_the_quadratic_approximation_fails() {
    ratio_is(&[2, 5, 20, 33, 140], (0.0, 10.0), 5.52, 5e-3);
}

/// As at tables of eight with eight opponents.
#[test]
fn scores_that_were_never_seen_count_little_however_many_there_are() {
    let scores: Vec<(f64, u64)> =
        (0..1_793_u32).map(|step| (f64::from(step), u64::from(step == 1_000))).collect();
    assert!((Counts::new(&scores).mean() - 1_000.0).abs() < 1.0, "{}", Counts::new(&scores).mean());
    let interval = |cells: u32| {
        let won: Vec<u64> = (0..cells).map(|step| if step + 1 == cells { 5 } else { 0 }).collect();
        Interval::of(&counts(&won), 5).expect("there are rounds")
    };
    let (few, many) = (interval(5), interval(1_793));
    assert!((few.low - many.low).abs() < 0.01 && (few.mean - many.mean).abs() < 0.001, "{few:?} {many:?}");
}

#[test]
fn the_test_decides_at_its_bounds() {
    assert!((Hypotheses::bound() - 2.944_438_979).abs() < 1e-9);
    assert_eq!(Hypotheses::decide(2.9445), Some(Conclusion::One));
    assert_eq!(Hypotheses::decide(2.9444), None);
    assert_eq!(Hypotheses::decide(-2.9444), None);
    assert_eq!(Hypotheses::decide(-2.9445), Some(Conclusion::Zero));
}

#[test]
fn hypotheses_are_two_numbers_that_grow() {
    assert_eq!("0,30".parse(), Ok(Hypotheses::default()));
    assert_eq!("-10, 2.5".parse(), Ok(Hypotheses { zero: -10.0, one: 2.5 }));
    for text in ["", "0", "30,0", "5,5", "a,b", "0,30,60", "0,inf", "nan,5", "-2000,0"] {
        assert_eq!(text.parse::<Hypotheses>(), Err(INVALID), "{text}");
    }
}

/// A round whose transcript contains `name`, so that rounds differ.
fn round(steps: u32, name: u64) -> RoundPoints {
    let game = |order: u8| {
        let mut transcript = [order; 32];
        transcript[..8].copy_from_slice(&name.to_le_bytes());
        (vec![1, 2], transcript)
    };
    RoundPoints { steps, games: vec![game(0), game(1)] }
}

fn tally(steps: impl IntoIterator<Item = u32>) -> ScoreTally {
    let mut tally = ScoreTally::new(Scale { steps: 4, beyond: 0 }, 2);
    (0..).zip(steps).for_each(|(name, steps)| tally.add(&round(steps, name)));
    tally
}

#[test]
fn before_the_first_round_nothing_is_known() {
    let tally = tally([]);
    assert_eq!((tally.ratio(Hypotheses::default()), tally.interval()), (0.0, None));
}

#[test]
fn who_wins_everything_is_soon_found_stronger() {
    let test = Hypotheses::default();
    let ratio = |rounds: usize| tally(vec![4; rounds]).ratio(test);
    let needed = (1..500).find(|&rounds| Hypotheses::decide(ratio(rounds)) == Some(Conclusion::One));
    assert_eq!(needed, Some(36), "ln(s(30) / s(0)) is 0.083 a round");
    let interval = tally(vec![4; 36]).interval().expect("there are rounds");
    assert!(interval.low > 0.9 && interval.low < 1.0, "{interval:?}");
    assert!((interval.mean - 1.0).abs() < f64::EPSILON && interval.high >= 1.0 - 1e-9, "{interval:?}");
}

#[test]
fn who_loses_everything_is_soon_found_not_stronger() {
    let ratio = tally([0; 60]).ratio(Hypotheses::default());
    assert_eq!(Hypotheses::decide(ratio), Some(Conclusion::Zero));
}

/// As a bot against itself, if it does not draw lots.
#[test]
fn if_all_is_drawn_it_is_found_not_stronger() {
    let drawn = tally([2; 200]);
    assert_eq!(Hypotheses::decide(drawn.ratio(Hypotheses::default())), Some(Conclusion::Zero));
    let interval = drawn.interval().expect("there are rounds");
    assert!(interval.low > 0.49 && interval.high < 0.51, "{interval:?}");
}

#[test]
fn a_game_that_repeats_counts_once() {
    let mut tally = tally([4, 3]);
    for _ in 0..10 {
        tally.add(&round(4, 0));
    }
    assert_eq!((tally.rounds(), tally.repeats, tally.repeats_in_a_row, tally.games), (2, 10, 10, 4));
    tally.add(&round(4, 7));
    assert_eq!((tally.rounds(), tally.repeats, tally.repeats_in_a_row), (3, 10, 0));
}

#[test]
fn a_seat_is_worth_its_share_of_the_points() {
    let mut tally = ScoreTally::new(Scale { steps: 4, beyond: 0 }, 2);
    let games = |ranks: [[u8; 2]; 2], name: u8| ranks.map(|ranks| (ranks.to_vec(), [name; 32])).to_vec();
    // Whoever moves first wins, but for one draw.
    tally.add(&RoundPoints { steps: 2, games: games([[1, 2], [1, 2]], 0) });
    tally.add(&RoundPoints { steps: 1, games: games([[1, 2], [1, 1]], 1) });
    assert_eq!(tally.seats(), [0.875, 0.125]);
    let mut of_three = ScoreTally::new(Scale { steps: 4, beyond: 0 }, 3);
    of_three.add(&RoundPoints { steps: 2, games: vec![(vec![2, 1, 2], [0; 32])] });
    assert_eq!(of_three.seats(), [0.25, 1.0, 0.25]);
}

#[test]
fn differences_go_beyond_0_and_1() {
    let mut tally = ScoreTally::new(Scale { steps: 4, beyond: 2 }, 2);
    for (steps, name) in [(0, 0), (4, 1), (8, 2), (8, 3)] {
        tally.add(&round(steps, name));
    }
    assert_eq!(tally.scores().collect::<Vec<_>>(), [(-0.5, 1), (0.5, 1), (1.5, 2)]);
    assert!(tally.ratio(Hypotheses::default()).is_finite());
}

/// Games between players of whom the first is stronger by `elo`, one in ten drawn.
fn games(elo: f64, random: &mut Random) -> u32 {
    let draws = 0.1;
    let wins = score(elo) - draws / 2.0;
    let lot = f64::from(random.below(1 << 30)) / f64::from(1 << 30);
    if lot < wins { 2 } else { u32::from(lot < wins + draws) }
}

/// Of so many tests, those that decide for the second hypothesis, and the mean number of rounds.
fn accepted(tests: u32, elo: f64, test: Hypotheses, random: &mut Random) -> (u32, u64) {
    let (mut accepted, mut rounds) = (0, 0);
    for _ in 0..tests {
        let mut seen = [0; 5];
        let decision = loop {
            seen[(games(elo, random) + games(elo, random)) as usize] += 1;
            rounds += 1;
            if let Some(decision) = Hypotheses::decide(test.ratio(&counts(&seen))) {
                break decision;
            }
        };
        accepted += u32::from(decision == Conclusion::One);
    }
    (accepted, rounds / u64::from(tests))
}

#[test]
fn the_test_errs_as_seldom_as_it_promises() {
    const TESTS: u32 = 1_000;
    let mut random = Random::new(20_141_031);
    for test in [Hypotheses { zero: 0.0, one: 80.0 }, Hypotheses { zero: 300.0, one: 400.0 }] {
        let (wrong, _) = accepted(TESTS, test.zero, test, &mut random);
        let (right, _) = accepted(TESTS, test.one, test, &mut random);
        assert!(wrong * 20 <= TESTS, "{test}: {wrong} of {TESTS} accepted where the first is true");
        assert!(right * 20 >= TESTS * 19, "{test}: {right} of {TESTS} accepted where the second is true");
    }
}

#[test]
fn the_interval_holds_in_95_of_100_cases() {
    const CASES: u32 = 600;
    let mut random = Random::new(1);
    for (elo, rounds, least) in [(0.0, 12, 0.93), (0.0, 60, 0.93), (250.0, 60, 0.91)] {
        let mut held = 0;
        for _ in 0..CASES {
            let mut seen = [0; 5];
            (0..rounds).for_each(|_| seen[(games(elo, &mut random) + games(elo, &mut random)) as usize] += 1);
            let interval = Interval::of(&counts(&seen), rounds).expect("there are rounds");
            held += u32::from(interval.low <= score(elo) && score(elo) <= interval.high);
        }
        let share = f64::from(held) / f64::from(CASES);
        assert!(share > least && share < 0.98, "{elo} Elo, {rounds} rounds: {share}");
    }
}
