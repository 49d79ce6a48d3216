//! Tables of several: everybody plays, sits and meets about equally often.

#![expect(clippy::cast_precision_loss, reason = "contestants are few")]

use std::collections::BTreeMap;

use super::*;

/// A season at tables of so many, after so many batches.
fn season_at(seats: usize, elos: &[f64], batches: u32) -> Simulation {
    let mut season = Simulation::new(elos, Seed(7));
    season.seats = seats;
    for _ in 0..batches {
        let batch = season.draw(u32::MAX);
        season.play(batch);
    }
    season
}

#[test]
fn everybody_plays_and_sits_on_each_seat_equally_often() {
    for seats in 3..=8 {
        for contestants in seats.max(4)..=33 {
            // Some are so strong that nobody's chances against them are open.
            let elos: Vec<f64> = (0..contestants).map(|place| [0.0, 900.0][place % 5 / 4]).collect();
            let Simulation { state, .. } = season_at(seats, &elos, 30);
            let rounds: Vec<u32> = state.versions.iter().map(|version| version.rounds).collect();
            let [least, most] =
                [rounds.iter().min(), rounds.iter().max()].map(|rounds| rounds.copied().unwrap_or_default());
            assert!(most - least <= 1, "{contestants} at tables of {seats}: {rounds:?}");
            let mut sat = vec![[0; 8]; contestants];
            for round in &state.rounds {
                assert_eq!((round.pairing.versions.len(), round.games.len()), (seats, seats));
                for order in 0..seats {
                    let seating = round.pairing.seating(order);
                    seating.iter().enumerate().for_each(|(seat, &id)| sat[id][seat] += 1);
                }
            }
            for (sat, rounds) in sat.iter().zip(&rounds) {
                assert!(sat[..seats].iter().all(|count| count == rounds), "{sat:?} in {rounds} rounds");
            }
        }
    }
}

#[test]
fn everybody_meets_everybody_and_those_of_like_strength_oftener() {
    for seats in 3..=8 {
        for (contestants, share) in [(12, 100), (20, 100), (33, 90)] {
            let elos: Vec<f64> = (0..contestants).map(|place| 40.0 * place as f64).collect();
            let Simulation { state, .. } = season_at(seats, &elos, 60);
            let pairs = || (0..contestants).flat_map(|one| (0..one).map(move |other| (one, other)));
            let met = pairs().filter(|&(one, other)| state.met(one, other) > 0).count();
            assert!(100 * met >= share * pairs().count(), "{contestants} at tables of {seats}: {met}");
            // Who sits how far apart, against two by lot.
            let sum = |of: &dyn Fn(usize, usize) -> usize| pairs().map(|(one, other)| of(one, other)).sum();
            let times = |one, other| state.met(one, other) as usize;
            let [apart, all, by_lot, count]: [usize; 4] = [
                sum(&|one, other| (one - other) * times(one, other)),
                sum(&times),
                sum(&|one, other| one - other),
                pairs().count(),
            ];
            let percent = 100 * apart * count / (all * by_lot);
            assert!(percent < if contestants < 20 { 105 } else { 90 }, "{contestants}, {seats}: {percent} %");
        }
    }
}

#[test]
fn nobody_sits_always_behind_the_same() {
    let Simulation { state, .. } = season_at(4, &[0.0; 9], 200);
    let mut behind = BTreeMap::new();
    for round in &state.rounds {
        let table = &round.pairing.versions;
        let next = table.iter().cycle().skip(1);
        table.iter().zip(next).for_each(|(&front, &next)| *behind.entry((front, next)).or_insert(0) += 1);
    }
    for (&(front, next), times) in &behind {
        let fair = state.met(front, next) / 3;
        assert!(
            (fair / 2..=2 * fair).contains(times),
            "{next} sits {times} times behind {front}, not {fair}"
        );
    }
    assert_eq!(behind.len(), 9 * 8);
}

#[test]
fn tables_depend_on_the_secret_and_on_nothing_else_than_the_events() {
    let season = season_at(3, &[0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0], 20);
    let drawn = season.draw(u32::MAX);
    assert_eq!(drawn, season_at(3, &[0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0], 20).draw(u32::MAX));
    let numbers = RoundNumbers { seats: 3, ..for_two(u32::MAX) };
    assert_eq!(drawn, draw(&season.state.without_rounds(), &season.secret, numbers));
    let other = Secret::parse(&"8".repeat(64)).expect("it has 64 digits");
    assert_ne!(drawn, draw(&season.state, &other, numbers));
    let event = |rounds| SeasonEvent::Drawn { batch: season.state.batches + 1, rounds };
    assert_eq!(season.state.check(&event(drawn.clone())), Ok(()));
    for wrong in [vec![0, 1], vec![0, 1, 1], vec![0, 1, 2, 3], vec![0, 1, 7]] {
        let pairing = Pairing { versions: wrong.into(), ..drawn[0].clone() };
        assert!(season.state.check(&event(vec![pairing])).is_err());
    }
}

#[test]
fn in_several_matchings_no_table_meets_twice() {
    let Simulation { state, secret, .. } = season_at(3, &[0.0; 9], 0);
    let four = draw(&state, &secret, RoundNumbers { rounds_max: 50, matchings: 4, seats: 3 });
    let table = |pairing: &Pairing| pairing.versions.iter().copied().collect::<BTreeSet<usize>>();
    let tables: BTreeSet<BTreeSet<usize>> = four.iter().map(table).collect();
    assert_eq!((four.len(), tables.len()), (12, 12));
    assert!((0..9).all(|id| four.iter().filter(|pairing| pairing.versions.contains(&id)).count() == 4));
}

#[test]
fn versions_of_one_contestant_sit_at_no_table_together_and_keep_nobody_from_playing() {
    let mut season = season_at(3, &[0.0; 3], 3);
    let newest = joined(&mut season, "anna", 3);
    while season.state.versions[newest].rounds == 0 {
        let batch = season.draw(10);
        season.play(batch);
    }
    // The one before plays on for a while.
    let again = handed_in(&mut season, 3);
    while let batch = season.draw(10)
        && !batch.is_empty()
    {
        let are_both = |pairing: &Pairing| [newest, again].iter().all(|id| pairing.versions.contains(id));
        assert!(!batch.iter().any(are_both), "{batch:?}");
        season.play(batch);
    }
    assert!(season.state.versions.iter().all(|version| version.rounds >= 10));
    assert!(!goes_on(&season.state, RoundNumbers { seats: 3, ..for_two(10) }));
    for contestant in [0, 1] {
        season.state.contestants[contestant].is_paused = true;
    }
    let numbers = RoundNumbers { seats: 3, ..for_two(1_000) };
    assert!(
        season.draw(1_000).is_empty() && !goes_on(&season.state, numbers),
        "two cannot sit at a table of three"
    );
}
