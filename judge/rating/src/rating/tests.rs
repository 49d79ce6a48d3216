use judge_sdk::Random;

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
    rate(&Disqualified::nobody(contestants), tally, Paired::Beforehand)
        .entrants
        .into_iter()
        .flatten()
        .collect()
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
        let data = Data::new(expected.len(), rounds.iter(), |_| Some(0));
        // Without a prior strengths are known up to a constant, which a hair of one settles.
        let terms = ModelParameters {
            contestants: expected.len(),
            seats: 0,
            ties: vec![],
            prior: 1e-7,
            drawn: super::distribution::Distribution::default(),
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
        let seats = rate(&Disqualified::nobody(all.len()), &tally, Paired::Beforehand).seats;
        assert_near(&seats, &in_elo(expected(&format!("{name}-seats"))), 1e-3);
        assert_near(&elo(all.len(), &tally), &in_elo(strengths), 1e-3);
        let rounds = model::rounds(&all, &tally);
        let data = Data::new(all.len(), rounds.iter(), |_| Some(0));
        let terms = data.terms();
        let circles = Circles::new(data, terms);
        let centre = circles.centre(&all);
        let errors: Vec<f64> = all.iter().map(|&i| circles.variances(&centre, i).0.sqrt()).collect();
        assert_near(&in_elo(errors), &in_elo(expected(&format!("{name}-errors"))), 1e-2);
    }
}

/// Density, Hunter, Smuggler, Stupid and Tidy, of which the first three beat the others always, and Tidy beat Stupid.
#[test]
fn two_of_three_who_came_level_count_without_the_third() {
    let mut tally = Tally::default();
    add(&mut tally, &[0, 1, 2, 3].map(EntrantId), &[vec![1, 1, 1, 2]], 1);
    let rounds = model::rounds(&[0, 1, 2, 3], &tally);
    let terms = Data::new(4, rounds.iter(), |_| Some(0)).terms();
    assert_eq!(terms.ties, [3]);
    let part = Data::new(4, rounds.iter(), |i| (i != 2).then_some(0));
    let at = best(&part, &terms);
    assert!(at[..4].iter().all(|x| x.is_finite()) && at[1] > at[3] && at[2] == 0.0, "{at:?}");
}

#[test]
fn october_has_three_in_the_core_and_two_below_it() {
    let text = include_str!("reference/october.txt");
    let all = rate(&Disqualified::nobody(5), &read(text), Paired::Beforehand);
    assert_eq!(all.groups[0].core, [EntrantId(0), EntrantId(1), EntrantId(2)]);
    let shown = ratings(5, &read(text)).into_iter().map(|rating| {
        let shown = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{:.0}", 1500.0 + x));
        let places = format!("{}-{}", rating.rank_low, rating.rank_high);
        [shown(rating.elo), shown(rating.low), shown(rating.high), places].join(" ")
    });
    let expected =
        ["1725 1678 1777 1-1", "1415 1376 1452 2-3", "1360 1313 1405 2-3", "- - -172 5-5", "- - 663 4-4"];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn in_a_swiss_everybody_has_a_rating_which_is_shrunk_towards_the_mean() {
    // 0 has won all of its rounds, and 3 has lost all.
    let mut tally = Tally::default();
    for (number, pairing) in (0..).zip([[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]) {
        between(&mut tally, pairing, "++", number);
    }
    let shrunk = rate(&Disqualified::nobody(4), &tally, Paired::ByResults);
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
fn in_a_swiss_groups_that_never_met_are_rated_apart() {
    let mut tally = Tally::default();
    for number in 0..3 {
        between(&mut tally, [0, 2], "++", number);
        between(&mut tally, [1, 3], "+=", number);
    }
    let ratings = rate(&Disqualified::nobody(5), &tally, Paired::ByResults);
    assert_eq!(ratings.groups.len(), 3);
    let rating = |id: usize| ratings.entrants[id].as_ref().expect("it is rated");
    assert!((rating(0).elo.expect("a") + rating(2).elo.expect("b")).abs() < 1e-6);
    let alone = Rating { elo: None, low: None, high: None, rank_low: 1, rank_high: 5 };
    assert_eq!(*rating(4), alone);
    // After two rounds there was nothing to say.
    let mut begun = Tally::default();
    (0..2).for_each(|number| between(&mut begun, [0, 1], "++", number));
    let begun = rate(&Disqualified::nobody(2), &begun, Paired::ByResults);
    assert!(
        begun.entrants.iter().flatten().all(|rating| (rating.elo, rating.low) == (None, None)),
        "{begun:?}"
    );
    let nobody = rate(&Disqualified::nobody(0), &Tally::default(), Paired::ByResults);
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
    let ratings = rate(&Disqualified::nobody(8), &tally, Paired::ByResults);
    let of = |id: usize| ratings.entrants[id].as_ref().expect("it is rated");
    assert_eq!(
        ratings.groups[0].core,
        [0, 1, 2, 3].map(EntrantId),
        "of equally large ones it is the stronger"
    );
    assert!((0..4).all(|id| of(id).elo.is_some() && of(id).low.is_some() && of(id).high.is_some()));
    assert!((4..8).all(|id| of(id).elo.is_none() && of(id).low.is_none() && of(id).high.is_some()));
    // That somebody has not played at all changes nothing.
    let more = rate(&Disqualified::nobody(9), &tally, Paired::ByResults);
    assert_eq!(more.groups[0].core, ratings.groups[0].core);
    // One draw, and their distance is known.
    between(&mut tally, [0, 6], "=-", 0);
    let ratings = rate(&Disqualified::nobody(8), &tally, Paired::ByResults);
    assert!(ratings.entrants.iter().flatten().all(|rating| rating.elo.is_some() && rating.low.is_some()));
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
            separated(&rate(&Disqualified::nobody(2), &tally, Paired::Beforehand), count)
        });
        wrong += u32::from(stops);
    }
    assert!(wrong * 20 <= TOURNAMENTS, "{wrong} of {TOURNAMENTS}");
}

#[test]
fn the_core_has_ratings_and_who_is_above_or_below_it_one_bound() {
    // 0 beats all, 1 and 2 are level, 3 loses to them, and 4 loses to 3 only.
    let mut tally = Tally::default();
    for number in 0..20 {
        between(&mut tally, [0, 1], "++", number);
        between(&mut tally, [0, 2], "++", number);
        between(&mut tally, [1, 2], "+-", number);
        between(&mut tally, [1, 3], "++", number);
        between(&mut tally, [2, 3], "++", number);
        between(&mut tally, [3, 4], "++", number);
    }
    let all = rate(&Disqualified::nobody(5), &tally, Paired::Beforehand);
    assert_eq!(all.groups[0].core, [EntrantId(1), EntrantId(2)]);
    let [above, one, other, below, last] = &ratings(5, &tally)[..] else { panic!("five are rated") };
    assert!(
        above.elo.is_none() && above.high.is_none() && above.low.is_some_and(|low| low > 200.0),
        "{above:?}"
    );
    assert!(
        below.elo.is_none() && below.low.is_none() && below.high.is_some_and(|high| high < -200.0),
        "{below:?}"
    );
    assert!(last.high < below.high, "{last:?}");
    for level in [one, other] {
        assert!(level.elo.is_some_and(|elo| elo.abs() < 1e-6));
        assert!(level.low.is_some_and(|low| low < -10.0) && level.high.is_some_and(|high| high > 10.0));
        assert_eq!((level.rank_low, level.rank_high), (2, 3));
    }
    assert_eq!((above.rank_low, above.rank_high), (1, 1));
    assert_eq!((below.rank_low, below.rank_high), (4, 4));
}

#[test]
fn a_bound_is_where_so_many_losses_are_a_chance_of_five_in_a_hundred() {
    // Nobody of the core can be taken for weaker than it is: it is one alone.
    let mut tally = Tally::default();
    (0..10).for_each(|number| between(&mut tally, [0, 1], "-", number));
    let lost = ratings(2, &tally)[0].high.expect("it has a bound") / ELO;
    // 1's core is 0 and its seat, which nothing is known of but the prior, makes it a little higher.
    let exact = -(0.05_f64.powf(-0.1) - 1.0).ln().abs();
    assert!(lost > exact && lost < exact + 3.0, "{lost} {exact}");
}

#[test]
fn profiles_are_lopsided_where_one_wins_nearly_always() {
    let mut tally = Tally::default();
    for number in 0..30 {
        between(&mut tally, [0, 1], if number == 0 { "+-" } else { "++" }, number);
    }
    let rating = &ratings(2, &tally)[0];
    let (elo, low, high) = (rating.elo.expect("a"), rating.low.expect("b"), rating.high.expect("c"));
    assert!(high - elo > 1.2 * (elo - low), "{rating:?}");
}

#[test]
fn a_single_round_won_proves_little() {
    let mut tally = Tally::default();
    between(&mut tally, [0, 1], "++", 0);
    let [winner, loser] = &ratings(2, &tally)[..] else { panic!("two are rated") };
    // Of two circles of one the core is the higher rated.
    assert_eq!((winner.elo, winner.low, winner.high), (Some(0.0), None, None));
    assert!(loser.elo.is_none() && loser.high.is_some_and(|high| high > 0.0), "{loser:?}");
    assert_eq!((winner.rank_low, winner.rank_high), (1, 2));
}

#[test]
fn who_lost_to_the_same_only_cannot_be_compared() {
    let mut tally = Tally::default();
    (0..5).for_each(|number| between(&mut tally, [0, 3], "++", number));
    (0..5).for_each(|number| between(&mut tally, [1, 2], "+-", number));
    (0..5).for_each(|number| between(&mut tally, [1, 3], "--", number));
    let ratings = ratings(4, &tally);
    // The core is 1 and 2; 3 has beaten 1, and 0 has beaten 3.
    assert!(ratings[3].low.is_some() && ratings[0].low > ratings[3].low);
    let mut tally = Tally::default();
    (0..5).for_each(|number| between(&mut tally, [0, 1], "++", number));
    (0..5).for_each(|number| between(&mut tally, [0, 2], "++", number));
    (0..5).for_each(|number| between(&mut tally, [1, 3], "+-", number));
    let ratings = self::ratings(4, &tally);
    assert_eq!((ratings[2].elo, ratings[2].low, ratings[2].high), (None, None, None));
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
fn one_alone_and_nobody_are_rated_too() {
    let alone = ratings(1, &Tally::default());
    assert_eq!(alone, [Rating { elo: Some(0.0), low: None, high: None, rank_low: 1, rank_high: 1 }]);
    assert!(ratings(0, &Tally::default()).is_empty());
}

#[test]
fn groups_that_never_met_are_told_and_not_compared() {
    let mut tally = Tally::default();
    for number in 0..20 {
        between(&mut tally, [0, 2], if number % 2 == 0 { "++" } else { "+-" }, number);
        between(&mut tally, [1, 3], if number % 2 == 0 { "==" } else { "+-" }, number);
    }
    let ratings = rate(&Disqualified::nobody(4), &tally, Paired::Beforehand);
    let [first, second] = &ratings.groups[..] else { panic!("there are two") };
    assert_eq!(first.members, [EntrantId(0), EntrantId(2)]);
    assert_eq!(second.members, [EntrantId(1), EntrantId(3)]);
    // Each group has a core of its own.
    assert_eq!((&first.core, &second.core), (&first.members, &second.members));
    let first = ratings.entrants[0].as_ref().expect("it is rated");
    assert!(first.elo.is_some() && first.low.is_some() && first.high.is_some());
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
    let ratings = rate(&disqualified, &tally, Paired::Beforehand);
    assert!(ratings.entrants[1].is_none());
    assert_eq!(ratings, rate(&disqualified, &without, Paired::Beforehand));
}

#[test]
fn the_same_game_again_is_told_and_proves_nothing() {
    let rounds = |numbers: std::ops::Range<u64>, same: bool| {
        let mut tally = Tally::default();
        numbers.for_each(|number| between(&mut tally, [0, 1], "++", if same { 0 } else { number }));
        rate(&Disqualified::nobody(2), &tally, Paired::Beforehand)
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
    let rate = |lines: &[&str]| rate(&Disqualified::nobody(4), &read(&lines.join("\n")), Paired::Beforehand);
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
        [13_863_551_713_172_828_386, 13_866_786_234_818_131_206, 13_858_682_203_667_509_712],
        [13_862_798_050_167_535_973, 13_866_933_747_154_449_701, 13_853_118_087_246_897_160],
        [4_626_063_603_853_795_860, 13_858_773_234_938_928_972, 4_638_167_974_409_229_955],
        [4_635_712_508_630_638_947, 13_852_195_739_477_550_098, 4_641_466_318_148_959_806],
        [4_641_724_328_948_229_458, 4_637_485_143_312_315_724, 4_644_495_523_382_052_118],
    ];
    assert_eq!(bits, expected);
}
