use judge_sdk::Random;

use super::fit::Fit;
use super::model::ModelParameters;
use super::*;
use crate::{looks, separated};

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

/// The findings of the other implementation.
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

/// The strengths of all, by the fit of all games together.
fn elo(contestants: usize, tally: &Tally) -> Vec<f64> {
    with_mean_zero(
        &strengths(&Disqualified::nobody(contestants), tally).into_iter().flatten().collect::<Vec<_>>(),
    )
}

#[test]
fn strengths_are_those_that_choix_finds() {
    let cases = [
        ("decisive", include_str!("reference/decisive.txt")),
        ("orders", include_str!("reference/orders.txt")),
    ];
    for (name, text) in cases {
        let expected = expected(name);
        let rounds = model::rounds(&(0..expected.len()).collect::<Vec<_>>(), &read(text));
        let data = Data::new(expected.len(), &rounds);
        // Without a prior strengths are known up to a constant, which a hair of one settles.
        let terms = ModelParameters {
            contestants: expected.len(),
            seats: 0,
            ties: vec![],
            prior: 1e-7,
            drawn: super::distribution::Distribution::default(),
            fields: vec![],
        };
        assert_near(&with_mean_zero(&best(&data, &terms)), &expected, 1e-6);
    }
}

#[test]
fn the_whole_model_is_the_one_fitted_by_scipy() {
    let cases =
        [("pairs", include_str!("reference/pairs.txt")), ("tables", include_str!("reference/tables.txt"))];
    for (name, text) in cases {
        let strengths = expected(name);
        let all: Vec<usize> = (0..strengths.len()).collect();
        let tally = read(text);
        let in_elo = |values: Vec<f64>| values.into_iter().map(|value| value * ELO).collect::<Vec<_>>();
        let data = Data::new(all.len(), &model::rounds(&all, &tally));
        let seats = best(&data, &data.terms())[all.len()..][..data.terms().seats].to_vec();
        assert_near(&in_elo(seats), &in_elo(expected(&format!("{name}-seats"))), 1e-3);
        assert_near(&elo(all.len(), &tally), &in_elo(strengths), 1e-3);
    }
}

#[test]
fn october_has_an_interval_for_everybody() {
    let text = include_str!("reference/october.txt");
    let all = rate(&Disqualified::nobody(5), &read(text));
    assert_eq!(all.groups[0].core, [EntrantId(0), EntrantId(1), EntrantId(2)], "1500 is their mean");
    let shown = ratings(5, &read(text)).into_iter().map(|rating| {
        let shown = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{:.0}", 1500.0 + x));
        let places = format!("{}-{}", rating.rank_low, rating.rank_high);
        [shown(rating.elo), shown(rating.low), shown(rating.high), places].join(" ")
    });
    let expected = [
        "1729 1668 1843 1-1",
        "1413 1344 1462 2-3",
        "1358 1274 1409 2-3",
        "-1289 -3423 81 5-5",
        "51 -1087 855 4-4",
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn everybody_has_a_rating_which_is_shrunk_towards_the_mean() {
    // 0 has won all of its rounds, and 3 has lost all.
    let mut tally = Tally::default();
    for (number, pairing) in (0..).zip([[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]) {
        between(&mut tally, pairing, "++", number);
    }
    let shrunk = rate(&Disqualified::nobody(4), &tally);
    assert_eq!(shrunk.groups[0].core, shrunk.groups[0].members);
    let elos: Vec<f64> = shrunk.entrants.iter().flatten().filter_map(|rating| rating.elo).collect();
    assert!(elos.len() == 4 && elos.iter().sum::<f64>().abs() < 1e-6, "{elos:?}");
    assert!(elos[0] > elos[1] && elos[1] > elos[3], "{elos:?}");
    for rating in shrunk.entrants.iter().flatten() {
        let (elo, low, high) = (rating.elo.expect("a"), rating.low.expect("b"), rating.high.expect("c"));
        assert!(low < elo && elo < high && high - low < 4000.0, "{rating:?}");
        assert_eq!((rating.rank_low, rating.rank_high), (1, 4));
    }
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let mut tally = Tally::default();
    for number in 0..3 {
        between(&mut tally, [0, 2], "++", number);
        between(&mut tally, [1, 3], "+=", number);
    }
    let ratings = rate(&Disqualified::nobody(5), &tally);
    assert_eq!(ratings.groups.len(), 3);
    let rating = |id: usize| ratings.entrants[id].as_ref().expect("it is rated");
    assert!((rating(0).elo.expect("a") + rating(2).elo.expect("b")).abs() < 1e-6);
    let alone = Rating { elo: None, low: None, high: None, rank_low: 1, rank_high: 5 };
    assert_eq!(*rating(4), alone);
    // After two rounds there was nothing to say.
    let mut begun = Tally::default();
    (0..2).for_each(|number| between(&mut begun, [0, 1], "++", number));
    let begun = rate(&Disqualified::nobody(2), &begun);
    assert!(
        begun.entrants.iter().flatten().all(|rating| (rating.elo, rating.low) == (None, None)),
        "{begun:?}"
    );
    let nobody = rate(&Disqualified::nobody(0), &Tally::default());
    assert!(nobody.entrants.is_empty() && nobody.groups.is_empty());
}

#[test]
fn how_far_apart_two_groups_are_that_no_close_game_connects_is_not_said() {
    // Everybody meets two of its own, of which each wins one, and two of the others.
    let mut tally = Tally::default();
    for i in 0..4 {
        let next = (i + 1) % 4;
        between(&mut tally, [i.min(next), i.max(next)], if i < next { "+-" } else { "-+" }, 0);
        between(&mut tally, [4 + i.min(next), 4 + i.max(next)], if i < next { "+-" } else { "-+" }, 0);
        between(&mut tally, [i, 4 + i], "++", 0);
        between(&mut tally, [i, 4 + next], "++", 0);
    }
    let ratings = rate(&Disqualified::nobody(8), &tally);
    let of = |id: usize| ratings.entrants[id].as_ref().expect("it is rated");
    assert_eq!(
        ratings.groups[0].core,
        [0, 1, 2, 3].map(EntrantId),
        "of equally large ones it is the stronger"
    );
    assert!((0..4).all(|id| of(id).elo.is_some() && of(id).low.is_some() && of(id).high.is_some()));
    assert!((4..8).all(|id| of(id).elo.is_none() && of(id).low.is_none() && of(id).high.is_some()));
    // Everybody has two points of its own side, of two others: so nobody below can be ahead of anybody above.
    assert!((0..4).all(|id| of(id).rank_high == 4) && (4..8).all(|id| of(id).rank_low == 5));
    // That somebody has not played at all changes nothing.
    let more = rate(&Disqualified::nobody(9), &tally);
    assert_eq!(more.groups[0].core, ratings.groups[0].core);
    // One draw, and their distance is known.
    between(&mut tally, [0, 6], "=-", 0);
    let ratings = rate(&Disqualified::nobody(8), &tally);
    assert!(ratings.entrants.iter().flatten().all(|rating| rating.elo.is_some() && rating.low.is_some()));
    assert!(ratings.entrants.iter().flatten().all(|rating| rating.rank_low < 5 && rating.rank_high > 4));
}

#[test]
fn who_stops_early_is_rarely_wrong() {
    // Two are equals: any claimed order of them is wrong.
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
fn who_always_draw_are_equals_between_bounds() {
    let mut tally = Tally::default();
    (0..10).for_each(|number| between(&mut tally, [0, 1], "==", number));
    for rating in ratings(2, &tally) {
        assert!(rating.elo.is_some_and(|elo| elo.abs() < 1e-9));
        assert!(rating.low.is_some_and(|low| low < -10.0) && rating.high.is_some_and(|high| high > 10.0));
        assert_eq!((rating.rank_low, rating.rank_high), (1, 2));
    }
}

#[test]
fn groups_that_never_met_are_told_and_not_compared() {
    let mut tally = Tally::default();
    for number in 0..20 {
        between(&mut tally, [0, 2], if number % 2 == 0 { "++" } else { "+-" }, number);
        between(&mut tally, [1, 3], if number % 2 == 0 { "==" } else { "+-" }, number);
    }
    let ratings = rate(&Disqualified::nobody(4), &tally);
    let [first, second] = &ratings.groups[..] else { panic!("there are two") };
    assert_eq!(first.members, [EntrantId(0), EntrantId(2)]);
    assert_eq!(second.members, [EntrantId(1), EntrantId(3)]);
    // Each group has a core of its own.
    assert_eq!((&first.core, &second.core), (&first.members, &second.members));
    let first = ratings.entrants[0].as_ref().expect("it is rated");
    assert!(first.elo.is_some() && first.low.is_some() && first.high.is_some());
    assert_eq!((first.rank_low, first.rank_high), (1, 3), "{first:?}");
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
    let elo = elo(2, &tally);
    assert!(elo[1] > elo[0]);
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
    let bits = |rating: &Rating| {
        [rating.elo, rating.low, rating.high].map(|x| x.expect("all are in the core").to_bits())
    };
    let bits: Vec<[u64; 3]> = ratings.iter().map(bits).collect();
    let expected = [
        [13_863_611_044_464_882_557, 13_868_027_919_205_225_052, 13_855_339_621_011_968_705],
        [13_862_849_204_197_901_915, 13_867_536_107_208_488_311, 13_852_306_795_835_765_493],
        [4_626_161_507_016_989_508, 13_859_566_893_459_010_105, 4_638_974_288_961_500_637],
        [4_635_784_788_106_952_669, 13_851_998_884_922_669_861, 4_642_091_562_147_580_188],
        [4_641_786_436_637_093_503, 4_635_677_898_220_795_512, 4_645_779_678_476_871_798],
    ];
    assert_eq!(bits, expected);
}

/// The parameters at the likelihood's maximum.
fn best(data: &Data, terms: &ModelParameters) -> Vec<f64> {
    Fit::new(data, terms).best(vec![0.0; terms.count()]).at
}

#[test]
fn who_has_won_or_lost_everything_has_an_interval() {
    // The first beats all others, which are level.
    let mut tally = Tally::default();
    for (i, j) in (0..8).flat_map(|i| (0..i).map(move |j| (j, i))) {
        between(&mut tally, [i, j], if i == 0 { "++" } else { "+-" }, 0);
    }
    let ratings = ratings(8, &tally);
    assert!(
        ratings.iter().all(|rating| rating.elo.is_some() && rating.low.is_some() && rating.high.is_some())
    );
    assert!((1..8).all(|id| ratings[0].elo > ratings[id].elo), "{ratings:?}");
}

#[test]
fn who_has_met_one_or_two_has_a_wider_interval() {
    let mut tally = Tally::default();
    for (i, j) in [(0, 1), (1, 2), (2, 3), (1, 3)] {
        between(&mut tally, [i, j], "+-", 0);
    }
    let wider = Games::new(&Disqualified::nobody(4), &tally).wider();
    assert_eq!(wider, [WIDER_BY_FEW, WIDER, WIDER_BY_FEW, WIDER_BY_FEW]);
}

/// Two anchors that have played this against one another, and six contestants, each of which is level with the first.
fn anchored(between_anchors: &str) -> Ratings {
    let mut tally = Tally::default();
    for number in 0..10 {
        between(&mut tally, [0, 1], between_anchors, number);
        (2..8).for_each(|id| between(&mut tally, [0, id], "+-", number));
        (2..8).for_each(|id| between(&mut tally, [1, id], "--", number));
    }
    rate_by_anchors(&Disqualified::nobody(8), &tally, &[0, 1].map(EntrantId))
}

#[test]
fn anchors_are_rated_like_everybody_and_the_doubt_of_their_distance_is_told() {
    let far = anchored("++");
    let elo = |id: usize| far.entrants[id].as_ref().and_then(|rating| rating.elo).expect("it has one");
    assert!((elo(0) + elo(1)).abs() < 1e-6 && elo(0) - elo(1) > 500.0, "{far:?}");
    let scale = far.scale.expect("there are two");
    assert_eq!((scale.highest, scale.lowest), (EntrantId(0), EntrantId(1)));
    // Nobody has lost to the second, so its distance rests on what is presumed.
    assert!(scale.doubt > 300.0, "{scale:?}");
    let width = |rating: &Rating| rating.high.zip(rating.low).map(|(high, low)| high - low);
    assert!(far.entrants.iter().flatten().all(|rating| width(rating) > Some(200.0)), "{far:?}");
    assert_eq!(rate(&Disqualified::nobody(1), &Tally::default()).scale, None);
}

#[test]
fn fields_of_equals_that_one_contestant_connects_are_not_drawn_together() {
    // The first is level with the first field, and has a quarter of the points against the second.
    let mut tally = Tally::default();
    let mut level = |i: usize, j: usize| between(&mut tally, [i, j], ["+-", "-+"][(i + j) % 2], 0);
    for field in [1..9, 9..17] {
        field.clone().for_each(|j| (field.start..j).for_each(|i| level(i, j)));
        field.for_each(|id| level(0, id));
    }
    (9..17).for_each(|id| between(&mut tally, [0, id], "--", 1));
    let apart = |ratings: &Ratings| {
        let elo =
            |id: usize| ratings.entrants[id].as_ref().and_then(|rating| rating.elo).expect("it has one");
        let mean = |first: usize| (first..first + 8).map(elo).sum::<f64>() / 8.0;
        mean(9) - mean(1)
    };
    let nobody = Disqualified::nobody(17);
    let fields: Vec<usize> = (0..17).map(|id: usize| id.div_ceil(8)).collect();
    let known = rate_fields(&nobody, &tally, &fields);
    assert!(
        (130.0..250.0).contains(&apart(&known)),
        "{}, and in one field {}",
        apart(&known),
        apart(&rate(&nobody, &tally))
    );
    let holds = |id: usize| {
        let rating = known.entrants[id].as_ref().expect("it is rated");
        let truth = if id < 9 { -95.0 } else { 95.0 };
        rating.low.is_some_and(|low| low < truth) && rating.high.is_some_and(|high| high > truth)
    };
    assert!((1..17).all(holds), "{known:?}");
}

#[test]
fn a_sign_test_of_equals_is_wrong_in_half_of_the_errors_and_strengths_are_in_less_than_the_other_half() {
    for error in [0.05, 0.01, 0.05 / 45.0] {
        let z = normal::quantile(error);
        for rounds in 1..=60_u32 {
            let ln_gamma = |x: u32| libm::lgamma(f64::from(x) + 1.0);
            let chance = |won: u32| {
                let ways = ln_gamma(rounds) - ln_gamma(won) - ln_gamma(rounds - won);
                libm::exp(ways - f64::from(rounds) * std::f64::consts::LN_2)
            };
            let is_told = |won: &u32| ahead_by_rounds(f64::from(*won), f64::from(rounds - won)).abs() > z;
            let wrong: f64 = (0..=rounds).filter(is_told).map(chance).sum();
            assert!(wrong <= 0.5 * error + 1e-12, "{wrong} of {rounds} rounds at {error}");
        }
        assert!(libm::erfc(WIDER * z / std::f64::consts::SQRT_2) < 0.5 * error);
    }
}

#[test]
fn halves_that_one_game_connects_are_not_drawn_together() {
    // Everybody meets all of its own half and most of the other; the lower half wins a single game.
    let mut tally = Tally::default();
    for (i, j) in (0..16).flat_map(|i| (0..i).map(move |j| (j, i))) {
        let results = match (i / 8 == j / 8, (i, j)) {
            (true, _) if (i + j) % 3 == 0 => "++",
            (true, _) => "-+",
            (false, (7, 8)) => "+-",
            (false, _) => "++",
        };
        if i / 8 == j / 8 || (i + j) % 2 == 1 {
            between(&mut tally, [i, j], results, 0);
        }
    }
    let ratings = ratings(16, &tally);
    let mean =
        |half: usize| ratings[8 * half..][..8].iter().filter_map(|rating| rating.elo).sum::<f64>() / 8.0;
    assert!(mean(0) - mean(1) > 600.0, "{} {}", mean(0), mean(1));
}

#[test]
fn who_has_won_all_of_many_rounds_is_ahead_however_uncertain_strengths_are() {
    assert!(ahead_by_rounds(5.0, 5.0).abs() < 1e-6);
    // Nine of nine are a chance of one in 512, which counts twice on both sides.
    assert!((ahead_by_rounds(9.0, 0.0) - normal::quantile(4.0 / 512.0)).abs() < 1e-6);
    assert!((ahead_by_rounds(3.0, 60.0) + ahead_by_rounds(60.0, 3.0)).abs() < 1e-9);
    let rounds = |count: u64| {
        let mut tally = Tally::default();
        for number in 0..count {
            between(&mut tally, [0, 1], "++", number);
            between(&mut tally, [0, 2], "++", number);
            between(&mut tally, [1, 2], "++", number);
        }
        separated(&rate(&Disqualified::nobody(3), &tally), 1)
    };
    assert!(!rounds(4) && rounds(12));
}
