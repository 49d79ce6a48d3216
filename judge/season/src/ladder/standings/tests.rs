//! Bands, and how often a ladder's intervals are right.

use judge_play::Seed;

use super::*;
use crate::log::digest::Digest;
use crate::log::event::{Game, Pairing, SeasonEvent};
use crate::simulation::Simulation;

#[test]
fn a_ladder_of_very_many_has_the_same_order_and_nearly_the_same_scale_without_intervals() {
    let mut season = Simulation::new(&[0.0, 100.0, 200.0, 300.0], Seed(1));
    for _ in 0..30 {
        let batch = season.draw(100);
        season.play(batch);
    }
    let (whole, plain) = (standings(&season.state), standings_of(&season.state, 3));
    assert!(whole.iter().all(|standing| standing.low.is_some() && standing.high.is_some()), "{whole:?}");
    for (whole, plain) in whole.iter().zip(plain.iter()) {
        assert_eq!(
            (plain.version, plain.rank, plain.low, plain.high),
            (whole.version, whole.rank, None, None)
        );
        let apart = plain.rating.zip(whole.rating).map(|(plain, whole)| (plain - whole).abs());
        assert!(apart.is_some_and(|apart| apart < 30.0), "{plain:?} {whole:?}");
    }
}

/// Seasons of so many contestants, so many points of Elo apart, after so many rounds of each: in which share of the
/// cases an interval held, and its mean width.
fn held(contestants: usize, rounds: usize, step: f64, seasons: u64) -> (f64, f64) {
    held_by(0, contestants, rounds, step, seasons)
}

/// The same if 1500 is the mean of so many anchors among them, the weakest, if there are any.
fn held_by(anchors: usize, contestants: usize, rounds: usize, step: f64, seasons: u64) -> (f64, f64) {
    held_at((2, false), anchors, contestants, rounds, step, seasons)
}

/// The same at tables of so many, if all games of a round end alike.
fn held_at(
    (seats, ends_alike): (usize, bool),
    anchors: usize,
    contestants: usize,
    rounds: usize,
    step: f64,
    seasons: u64,
) -> (f64, f64) {
    let elos: Vec<f64> = (0..contestants).map(|place| place as f64 * step).collect();
    let scale = if anchors == 0 { &elos[..] } else { &elos[..anchors] };
    let mean = scale.iter().sum::<f64>() / scale.len() as f64;
    let (mut all, mut held, mut wide) = (0.0, 0.0, 0.0);
    for seed in 0..seasons {
        let mut season = Simulation::with_anchors(&elos, anchors, Seed(seed));
        (season.seats, season.ends_alike) = (seats, ends_alike);
        for _ in 0..rounds {
            let batch = season.draw(u32::MAX);
            season.play(batch);
        }
        for standing in standings(&season.state).iter() {
            let truth = MEAN + elos[standing.version] - mean;
            let (low, high) = standing.low.zip(standing.high).expect("everybody has an interval");
            all += 1.0;
            held += f64::from(u8::from(low <= truth && truth <= high));
            wide += high - low;
        }
    }
    (held / all, wide / all)
}

#[test]
fn intervals_of_a_ladder_hold_though_luck_meets_luck() {
    // By the sandwich, as in a round-robin, they hold about 70 %.
    let (held, width) = held(100, 20, 0.0, 1);
    assert!(held >= 0.93 && width < 250.0, "{held} {width}");
}

#[test]
fn intervals_hold_at_tables_of_several_also_where_all_games_of_a_round_end_alike() {
    // Taken for independent games, they hold 75 %.
    for ends_alike in [false, true] {
        let (held, width) = held_at((5, ends_alike), 0, 20, 10, 40.0, 3);
        assert!(held >= 0.93 && width < 500.0, "{ends_alike}: {held} {width}");
    }
}

#[test]
fn intervals_say_how_well_the_scale_is_known_that_few_anchors_give() {
    // As if the anchors' mean were known, they hold 87 %.
    let (held, _) = held_by(2, 30, 20, 0.0, 5);
    assert!(held >= 0.93, "{held}");
}

/// Draws and plays so many batches, if there are so many.
fn play(season: &mut Simulation, batches: u32) {
    for _ in 0..batches {
        let batch = season.draw(u32::MAX);
        if batch.is_empty() {
            return;
        }
        season.play(batch);
    }
}

/// Everybody's rating stays in the interval that it had.
fn stand_still(before: &[LadderStanding], later: [&Standings; 2]) {
    for then in before {
        for now in later {
            let now = now.iter().find(|now| now.version == then.version).expect("it is there");
            let (low, high) = then.low.zip(then.high).expect("it has an interval");
            let rating = now.rating.expect("everybody has one");
            assert!(low <= rating && rating <= high, "{then:?} {now:?}");
        }
    }
}

#[test]
fn the_scale_stands_still_when_a_stronger_circle_joins() {
    let mut season = Simulation::with_anchors(&[0.0, 100.0, 200.0, 50.0, 150.0, 250.0, 350.0], 3, Seed(1));
    play(&mut season, 30);
    let before = standings(&season.state);
    for _ in 0..6 {
        season.join(1_200.0);
    }
    play(&mut season, 1);
    let at_once = standings(&season.state);
    play(&mut season, 30);
    let after = standings(&season.state);
    stand_still(&before, [&at_once, &after]);
    assert!(after.iter().all(|standing| standing.rating.is_some_and(f64::is_finite)));
}

#[test]
fn the_scale_stands_still_when_many_join_whom_no_anchor_beats() {
    let mut season = Simulation::with_anchors(&[0.0, 100.0, 200.0, 50.0, 150.0, 250.0, 350.0], 3, Seed(1));
    play(&mut season, 30);
    let before = standings(&season.state);
    for _ in 0..12 {
        season.join(3_000.0);
    }
    play(&mut season, 15);
    let left = standings(&season.state);
    // One of them comes back, by two lucky games.
    wins(&mut season, 0, 9);
    let back = standings(&season.state);
    stand_still(&before, [&left, &back]);
}

/// A round that one of two wins in both seat orders, whatever their strengths.
fn wins(season: &mut Simulation, winner: usize, loser: usize) {
    let versions = [winner.min(loser), winner.max(loser)];
    let met = season.state.met(winner, loser);
    let pairing = Pairing { versions: versions.into(), turn: winner, chance: 0, met };
    let batch = season.state.batches + 1;
    season.happen(SeasonEvent::Drawn { batch, rounds: vec![pairing] });
    let game = |order: usize| {
        let is_first = (versions[0] == winner) == (order == 0);
        Game {
            ranks: Some(if is_first { [1, 2] } else { [2, 1] }.into()),
            end: "rules".into(),
            faults: Vec::new(),
            turns: 20,
            fuel: [100_000; 2].into(),
            transcript: Digest::of(format!("{batch} {order}")),
        }
    };
    season.happen(SeasonEvent::Played { batch, places: vec![], rounds: vec![vec![game(0), game(1)]] });
}

#[test]
fn the_scale_stands_still_when_a_lucky_game_lets_an_anchor_into_the_core() {
    // The last anchor loses everything, until it beats the strongest once.
    let mut season =
        Simulation::with_anchors(&[0.0, 100.0, 200.0, -3_000.0, 50.0, 150.0, 250.0, 350.0], 4, Seed(1));
    for _ in 0..30 {
        let batch = season.draw(u32::MAX);
        season.play(batch);
    }
    assert_eq!(season.state.versions[3].games[0], 0, "it has won nothing");
    let before = standings(&season.state);
    wins(&mut season, 3, 7);
    let after = standings(&season.state);
    for then in before.iter().filter(|then| then.version != 3) {
        let now = after.iter().find(|now| now.version == then.version).expect("it is there");
        let (low, high) = then.low.zip(then.high).expect("it has an interval");
        let rating = now.rating.expect("everybody has one");
        assert!(low <= rating && rating <= high, "{then:?} {now:?}");
    }
}

#[test]
fn strong_contestants_stretch_no_scale() {
    // Three anchors and a class of pupils; then four strong ones join.
    for seed in [5, 6] {
        let mut season = Simulation::with_anchors(&[0.0, 200.0, 400.0], 3, Seed(seed));
        (0..12).for_each(|place| season.join(f64::from(place) * 30.0));
        play(&mut season, 30);
        let mean = |season: &Simulation| {
            let standings = standings(&season.state);
            let ratings = standings.iter().filter(|standing| (3..15).contains(&standing.version));
            ratings.map(|standing| standing.rating.expect("everybody has one")).sum::<f64>() / 12.0
        };
        let before = mean(&season);
        (0..4).for_each(|_| season.join(1_500.0));
        play(&mut season, 30);
        let moved = (mean(&season) - before).abs();
        assert!(moved < 50.0, "{seed}: {moved}");
    }
}

#[test]
fn an_anchor_far_away_leaves_the_scale_in_doubt_and_every_interval_says_so() {
    // Nobody loses to the weakest anchor: with its distance taken for known, intervals held 15 %.
    let elos: Vec<f64> = [942.0, 0.0].into_iter().chain((0..20).map(|_| 942.0)).collect();
    let mut season = Simulation::with_anchors(&elos, 2, Seed(3));
    play(&mut season, 20);
    let standings = standings(&season.state);
    let holds = |of: &&LadderStanding| {
        let truth = MEAN + elos[of.version] - 471.0;
        of.low.is_some_and(|low| low <= truth) && of.high.is_some_and(|high| truth <= high)
    };
    assert!(standings.iter().filter(holds).count() >= 20, "{standings:?}");
    let warned = loose_scale(&season.state, &standings).expect("little is known of it");
    assert!(warned.contains("another anchor between them"), "{warned}");
}

#[test]
fn who_has_no_rating_is_graded_by_its_bound() {
    let graded = |rating, low, high| LadderStanding { rank: Some(1), version: 0, rating, low, high }.graded();
    assert_eq!(graded(Some(1_500.0), Some(1_400.0), Some(1_600.0)), Some(1_500.0));
    assert_eq!(graded(None, Some(1_700.0), None), Some(1_700.0));
    assert_eq!(graded(None, None, Some(900.0)), Some(900.0));
    assert_eq!(graded(None, None, None), None);
}

#[test]
fn who_has_won_everything_is_shown_with_a_bound() {
    let shown =
        |rating, low, high| LadderStanding { rank: Some(1), version: 0, rating, low, high }.rating_or_bound();
    assert_eq!(shown(Some(1_587.6), Some(1_500.0), Some(1_650.0)), "1588");
    assert_eq!(shown(None, Some(1_700.4), None), "≥ 1700");
    assert_eq!(shown(None, None, Some(900.0)), "≤ 900");
    assert_eq!(shown(None, None, None), "");
}

#[test]
fn a_scale_that_is_well_known_is_told_without_a_warning() {
    let elos: Vec<f64> = [100.0, 0.0].into_iter().chain((0..10).map(|_| 50.0)).collect();
    let mut season = Simulation::with_anchors(&elos, 2, Seed(3));
    play(&mut season, 40);
    let standings = standings(&season.state);
    let scale = scale(&season.state, &standings).expect("there are two anchors");
    assert!(scale.starts_with("bot0 is ") && scale.ends_with(" Elo above bot1"), "{scale}");
    assert_eq!(loose_scale(&season.state, &standings), None);
}
