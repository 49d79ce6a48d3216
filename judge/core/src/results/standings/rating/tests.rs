use judge_sdk::Random;

use super::model::{Data, Terms};
use super::*;
use crate::results::standings::{looks, separated};

/// A line of results in `reference`: who is at the table, the ranks of each game by seat, how many rounds.
fn read(text: &str) -> Tally {
    let mut tally = Tally::default();
    let mut round = 0;
    for line in text.lines() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let pairing: Vec<EntrantId> = parts[0].split(' ').map(|id| EntrantId(number(id))).collect();
        let games: Vec<Vec<u8>> =
            parts[1].split(' ').map(|game| game.bytes().map(|digit| digit - b'0').collect()).collect();
        for _ in 0..number(parts[2]) {
            round += 1;
            add(&mut tally, &pairing, &games, round);
        }
    }
    tally
}

/// Adds a round in which no game is like that of a round of another number.
fn add(tally: &mut Tally, pairing: &[EntrantId], games: &[Vec<u8>], number: u64) {
    let mut transcript_sha256 = [0; 32];
    transcript_sha256[..8].copy_from_slice(&number.to_le_bytes());
    let game = |ranks| Some(TallyGame { ranks, transcript_sha256: &transcript_sha256 });
    tally.add(pairing, &games.iter().map(|ranks| game(&ranks[..])).collect::<Vec<_>>());
}

/// A round between two, in each of whose games the first of `pairing` gets what `results` say: `+`, `=` or `-`.
fn between(tally: &mut Tally, pairing: [usize; 2], results: &str, number: u64) {
    let ranks = |(seat, result): (usize, char)| {
        let mut ranks = match result {
            '+' => vec![1, 2],
            '-' => vec![2, 1],
            _ => vec![1, 1],
        };
        ranks.rotate_left(seat);
        ranks
    };
    let games: Vec<Vec<u8>> = results.chars().enumerate().map(ranks).collect();
    add(tally, &pairing.map(EntrantId), &games, number);
}

/// What the other implementation found.
fn expected(name: &str) -> Vec<f64> {
    let line = include_str!("reference/expected.txt")
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.expect("it is there").split(' ').map(|value| value.parse().expect("a number")).collect()
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }
}

fn with_mean_zero(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

fn ratings(contestants: usize, tally: &Tally) -> Vec<Rating> {
    rate(&Disqualified::nobody(contestants), tally).entrants.into_iter().flatten().collect()
}

#[test]
fn strengths_are_those_that_choix_finds() {
    let cases = [
        ("decisive", include_str!("reference/decisive.txt")),
        ("orders", include_str!("reference/orders.txt")),
    ];
    for (name, text) in cases {
        let expected = expected(name);
        let rated: Vec<usize> = (0..expected.len()).collect();
        let data = Data::new(&rated, &read(text));
        let terms = Terms { contestants: rated.len(), seats: 0, ties: vec![], prior: 0.0 };
        // Without a prior strengths are known up to a constant, which a hair of one settles.
        let fit = fit::fit(&data, &Terms { prior: 1e-7, ..terms });
        assert_near(&with_mean_zero(&fit.strengths), &expected, 1e-6);
    }
}

#[test]
fn the_whole_model_is_the_one_fitted_by_scipy() {
    let cases =
        [("pairs", include_str!("reference/pairs.txt")), ("tables", include_str!("reference/tables.txt"))];
    for (name, text) in cases {
        let strengths = expected(name);
        let ratings = rate(&Disqualified::nobody(strengths.len()), &read(text));
        let in_elo = |values: Vec<f64>| values.into_iter().map(|value| value * ELO).collect::<Vec<_>>();
        assert_near(&ratings.elo, &in_elo(strengths), 1e-3);
        assert_near(&ratings.seats, &in_elo(expected(&format!("{name}-seats"))), 1e-3);
        let n = ratings.elo.len();
        let errors: Vec<f64> = (0..n).map(|i| ratings.covariance[i * n + i].sqrt()).collect();
        assert_near(&errors, &in_elo(expected(&format!("{name}-errors"))), 1e-2);
    }
}

/// A tournament among contestants of known `strengths`; in half of the rounds of `twins` the second
/// game ends as the first did.
fn simulate(random: &mut Random, strengths: &[f64], rounds: u64, twins: bool) -> Tally {
    let mut tally = Tally::default();
    let mut draw = || f64::from(random.below(1 << 31)) / f64::from(1u32 << 31);
    for second in 0..strengths.len() {
        for first in 0..second {
            for number in 0..rounds {
                let (win, level) = (((strengths[first] - strengths[second]) / 2.0).exp(), 0.5);
                let result = |draw: f64| match draw * (win + 1.0 / win + level) {
                    x if x < win => '+',
                    x if x < win + level => '=',
                    _ => '-',
                };
                let (one, other, coin) = (draw(), draw(), draw());
                let again = if twins && coin < 0.5 { one } else { other };
                let results: String = [one, again].into_iter().map(result).collect();
                between(&mut tally, [first, second], &results, number);
            }
        }
    }
    tally
}

/// In which share of tournaments an interval holds the truth, and a rank interval the true place.
fn coverage(strengths: &[f64], rounds: u64, twins: bool) -> (f64, f64) {
    const TOURNAMENTS: u32 = 300;
    let mut random = Random::new(20_141_031);
    let truth: Vec<f64> = with_mean_zero(strengths).into_iter().map(|strength| strength * ELO).collect();
    let (mut held, mut placed, mut all) = (0_u32, 0_u32, 0_u32);
    for _ in 0..TOURNAMENTS {
        let ratings = ratings(strengths.len(), &simulate(&mut random, strengths, rounds, twins));
        for (rating, truth_of_it) in ratings.iter().zip(&truth) {
            let above = rating.low.is_none_or(|low| low <= *truth_of_it);
            held += u32::from(above && rating.high.is_none_or(|high| *truth_of_it <= high));
            let place = 1 + truth.iter().filter(|other| *other > truth_of_it).count();
            placed += u32::from((rating.rank_low..=rating.rank_high).contains(&place));
            all += 1;
        }
    }
    (f64::from(held) / f64::from(all), f64::from(placed) / f64::from(all))
}

#[test]
fn the_intervals_hold_the_truth_as_often_as_they_say() {
    let cases: [(&[f64], u64, bool); 4] = [
        (&[-0.8, -0.4, 0.1, 0.3, 0.8], 10, false),
        (&[-0.8, -0.4, 0.1, 0.3, 0.8], 10, true),
        (&[-2.0, -0.5, 0.7, 1.8], 12, false),
        (&[-0.3, 0.3], 20, false),
    ];
    for (strengths, rounds, twins) in cases {
        let (held, placed) = coverage(strengths, rounds, twins);
        assert!((0.93..=0.97).contains(&held), "{strengths:?}, {rounds} rounds: {held}");
        assert!(placed >= 0.95, "{strengths:?}, {rounds} rounds: {placed}");
    }
}

#[test]
fn who_stops_early_is_rarely_wrong() {
    // Two are equals: whatever order is told of them is wrong.
    const TOURNAMENTS: u32 = 200;
    let mut random = Random::new(7);
    let looks = looks(60);
    let count = u32::try_from(looks.len()).expect("there are few");
    let mut wrong = 0;
    for _ in 0..TOURNAMENTS {
        let mut played = 0;
        let mut tally = Tally::default();
        let stops = looks.iter().any(|&look| {
            for number in played..look {
                let result = |random: &mut Random| ['+', '-', '='][random.below(3) as usize];
                let results: String = [result(&mut random), result(&mut random)].into_iter().collect();
                between(&mut tally, [0, 1], &results, number.into());
            }
            played = look;
            separated(&rate(&Disqualified::nobody(2), &tally), count)
        });
        wrong += u32::from(stops);
    }
    assert!(wrong * 20 <= TOURNAMENTS, "{wrong} of {TOURNAMENTS}");
}

#[test]
fn who_differ_much_are_separated_soon_and_equals_are_not() {
    let mut random = Random::new(3);
    let apart = simulate(&mut random, &[-3.0, 0.0, 3.0], 30, false);
    assert!(separated(&rate(&Disqualified::nobody(3), &apart), 5));
    let level = simulate(&mut random, &[-3.0, -3.0, 3.0], 30, false);
    assert!(!separated(&rate(&Disqualified::nobody(3), &level), 5));
}

#[test]
fn who_wins_everything_is_rated_finitely_and_open_above() {
    let mut tally = Tally::default();
    for number in 0..20 {
        between(&mut tally, [0, 1], "++", number);
        between(&mut tally, [0, 2], "++", number);
        between(&mut tally, [1, 2], "+-", number);
    }
    let [best, second, third] = &ratings(3, &tally)[..] else { panic!("three are rated") };
    assert!(best.elo > 300.0 && best.elo < 2000.0, "{best:?}");
    assert!(best.low.is_some_and(|low| low > 0.0) && best.high.is_none());
    assert_eq!((best.rank_low, best.rank_high), (1, 1));
    // The others have lost to it only together: below they are open, though not against each other.
    assert!((second.elo - third.elo).abs() < 1e-6);
    assert!(second.low.is_none() && second.high.is_some());
    assert_eq!((second.rank_low, second.rank_high), (2, 3));
}

#[test]
fn a_single_round_won_proves_little() {
    let mut tally = Tally::default();
    between(&mut tally, [0, 1], "++", 0);
    let ratings = ratings(2, &tally);
    assert!(ratings[0].elo > 0.0 && ratings[0].low.is_some_and(|low| low < 0.0) && ratings[0].high.is_none());
    assert_eq!((ratings[0].rank_low, ratings[0].rank_high), (1, 2));
}

#[test]
fn who_always_draw_are_equals_between_bounds() {
    let mut tally = Tally::default();
    (0..10).for_each(|number| between(&mut tally, [0, 1], "==", number));
    for rating in ratings(2, &tally) {
        assert!(rating.elo.abs() < 1e-9);
        assert!(rating.low.is_some_and(|low| low < -10.0) && rating.high.is_some_and(|high| high > 10.0));
        assert_eq!((rating.rank_low, rating.rank_high), (1, 2));
    }
}

#[test]
fn one_alone_and_nobody_are_rated_too() {
    let alone = ratings(1, &Tally::default());
    assert_eq!(alone, [Rating { elo: 0.0, low: None, high: None, rank_low: 1, rank_high: 1 }]);
    assert!(ratings(0, &Tally::default()).is_empty());
}

#[test]
fn groups_that_never_met_are_told_and_not_compared() {
    let mut tally = Tally::default();
    for number in 0..20 {
        between(&mut tally, [0, 2], if number % 2 == 0 { "++" } else { "+-" }, number);
        between(&mut tally, [1, 3], if number % 2 == 0 { "==" } else { "+-" }, number);
    }
    let ratings = rate(&Disqualified::nobody(4), &tally);
    assert_eq!(ratings.groups, [[EntrantId(0), EntrantId(2)], [EntrantId(1), EntrantId(3)]]);
    let first = ratings.entrants[0].as_ref().expect("it is rated");
    assert_eq!((first.low, first.high), (None, None));
    assert_eq!((first.rank_low, first.rank_high), (1, 3));
    assert!(!separated(&ratings, 1));
}

#[test]
fn the_disqualified_are_left_out_with_their_games() {
    let mut tally = Tally::default();
    let mut without = Tally::default();
    for number in 0..9 {
        between(&mut tally, [0, 1], "-+", number);
        between(&mut tally, [0, 2], if number < 6 { "++" } else { "-=" }, number);
        between(&mut without, [0, 2], if number < 6 { "++" } else { "-=" }, number);
    }
    let mut disqualified = Disqualified::nobody(3);
    disqualified.add(EntrantId(1));
    let ratings = rate(&disqualified, &tally);
    assert!(ratings.entrants[1].is_none());
    assert_eq!(ratings, rate(&disqualified, &without));
}

#[test]
fn the_same_game_again_is_told_and_proves_nothing() {
    let rounds = |numbers: std::ops::Range<u64>, same: bool| {
        let mut tally = Tally::default();
        numbers.for_each(|number| between(&mut tally, [0, 1], "++", if same { 0 } else { number }));
        rate(&Disqualified::nobody(2), &tally)
    };
    let (repeated, once) = (rounds(0..50, true), rounds(0..1, true));
    assert_eq!(repeated.repeated, [[EntrantId(0), EntrantId(1)]]);
    assert!(once.repeated.is_empty() && rounds(0..50, false).repeated.is_empty());
    assert_eq!(repeated.entrants, once.entrants);
    assert!(!separated(&repeated, 1) && separated(&rounds(0..50, false), 1));
}

#[test]
fn games_that_were_not_played_are_left_out() {
    let (ranks, transcript_sha256) = ([1, 2], [1; 32]);
    let game = Some(TallyGame { ranks: &ranks, transcript_sha256: &transcript_sha256 });
    let pairing = [EntrantId(0), EntrantId(1)];
    let mut tally = Tally::default();
    tally.add(&pairing, &[None, None]);
    tally.add(&pairing[..1], &[]);
    assert_eq!(tally, Tally::default());
    tally.add(&pairing, &[None, game]);
    // It is the second seat order's: the second of the pairing won.
    let ratings = ratings(2, &tally);
    assert!(ratings[1].elo > ratings[0].elo);
}

#[test]
fn the_order_of_rounds_changes_no_bit() {
    let lines: Vec<&str> = include_str!("reference/tables.txt").lines().collect();
    let backwards: Vec<&str> = lines.iter().rev().copied().collect();
    let rate = |lines: &[&str]| rate(&Disqualified::nobody(4), &read(&lines.join("\n")));
    assert_eq!(rate(&lines), rate(&backwards));
}

#[test]
fn ratings_never_change() {
    let ratings = ratings(5, &read(include_str!("reference/pairs.txt")));
    let bits: Vec<u64> = ratings.iter().map(|rating| rating.elo.to_bits()).collect();
    let expected = [
        13_863_551_713_172_828_386,
        13_862_798_050_167_535_973,
        4_626_063_603_853_795_851,
        4_635_712_508_630_638_947,
        4_641_724_328_948_229_458,
    ];
    assert_eq!(bits, expected);
}
