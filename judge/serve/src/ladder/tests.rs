//! The schedule as it has to be, and how fast it finds the order of contestants whose strengths are known.

use judge_core::tournament::Name;
use judge_play::Seed;

use super::*;
use crate::digest::Digest;
use crate::event::Event;
use crate::simulation::{Simulation, right_after};

fn season(contestants: usize) -> Simulation {
    Simulation::new(&vec![0.0; contestants], Seed(7))
}

#[test]
fn a_batch_pairs_everybody_once_and_those_with_fewest_rounds_first() {
    let mut season = season(7);
    for _ in 0..14 {
        let batch = season.draw(100);
        assert_eq!(batch.len(), 3, "one of seven is left");
        let mut ids: Vec<usize> = batch.iter().flat_map(|pairing| pairing.versions).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6, "nobody plays twice");
        let fewest = season.state.versions.iter().map(|version| version.rounds).min();
        assert_eq!(fewest, Some(season.state.versions[batch[0].turn].rounds));
        season.play(batch);
    }
    let rounds = || season.state.versions.iter().map(|version| version.rounds);
    assert!(
        rounds().max() <= rounds().min().map(|fewest| fewest + 2),
        "nobody sits out much oftener than others"
    );
}

#[test]
fn who_has_played_all_rounds_plays_on_only_for_others() {
    let mut season = season(4);
    while let batch = season.draw(5)
        && !batch.is_empty()
    {
        season.play(batch);
    }
    assert!(season.state.versions.iter().all(|version| version.rounds == 5));
    let (name, digest) = (Name::new("anna").expect("it is a name"), Digest::of("anna"));
    let (invitation, cookie, token) = (digest, digest, digest);
    season.happen(Event::Joined { name, invitation, cookie, token, needs_approval: false });
    season.happen(Event::Uploaded { contestant: 4, sha256: digest, bytes: 1 });
    let verdict = crate::event::Checked::Accepted { calls_itself: "Anna".into() };
    season.happen(Event::Checked { upload: 0, verdict });
    for _ in 0..5 {
        let batch = season.draw(5);
        assert_eq!(batch.len(), 1);
        assert_eq!((batch[0].turn, batch[0].versions[1]), (4, 4));
        season.play(batch);
    }
    assert!(season.draw(5).is_empty());
    season.happen(Event::Paused { contestant: 4 });
    assert!(!season.state.is_active(4));
}

#[test]
fn the_schedule_depends_on_the_secret_and_on_nothing_else_than_the_events() {
    let Simulation { state, secret, .. } = season(12);
    let strengths = known_strengths(&state);
    let first = draw(&state, &strengths, &secret, 5);
    assert_eq!(first, draw(&state.clone(), &strengths, &secret, 5));
    let other = Secret::parse(&"8".repeat(64)).expect("it has 64 digits");
    assert_ne!(first, draw(&state, &strengths, &other, 5));
    let seeds = |secret: &Secret| round(&state, secret, 1, &first[0]).seed;
    assert_ne!(seeds(&secret), seeds(&other));
}

#[test]
fn the_opponent_is_the_first_of_those_with_the_largest_worth() {
    let mut season = Simulation::new(&[0.0, 50.0, 100.0, 200.0, 400.0, 401.0, 402.0], Seed(3));
    for _ in 0..60 {
        let batch = season.draw(1_000);
        season.play(batch);
        let (state, strengths) = (&season.state, known_strengths(&season.state));
        let others = [6, 3, 1, 5, 2, 4];
        // Said the long way.
        let worth = |other: usize| {
            let chance = chance(strengths[0] - strengths[other]);
            let is_new = [0, other].iter().any(|&id| state.versions[id].rounds < FIRST_ROUNDS);
            let open = if is_new { 0.25 } else { chance * (1.0 - chance) };
            open / f64::from(1 + state.met([0, other]))
        };
        let most = others.map(worth).into_iter().fold(0.0, f64::max);
        let first = others.into_iter().find(|&other| worth(other) >= most);
        assert_eq!(opponent(state, &strengths, 0, &others).map(|(other, _)| other), first);
    }
}

/// How many pairs of a thousand are in the wrong order after each of some batches between thirty contestants.
fn wrong(seed: u64, draw: impl Fn(&Simulation) -> Vec<Pairing>) -> Vec<usize> {
    let elos: Vec<f64> = (0..30).map(|place| f64::from(place) * 40.0).collect();
    Simulation::new(&elos, Seed(seed)).wrong_after_each(40, draw)
}

#[test]
fn the_ladder_finds_the_order_of_thirty_no_later_than_random_pairing() {
    let rounds = |draw: fn(&Simulation) -> Vec<Pairing>| -> usize {
        (1..=3).map(|seed| right_after(&wrong(seed, draw), 50).unwrap_or(40)).sum()
    };
    let (ladder, by_lot) = (rounds(|season| season.draw(1_000)), rounds(Simulation::draw_by_lot));
    assert!(ladder <= by_lot, "rounds in three seasons: {ladder} by the ladder, {by_lot} by lot");
}

#[test]
fn an_order_is_right_from_where_it_stays_so() {
    assert_eq!(right_after(&[9, 3, 7, 5, 5], 5), Some(4));
    assert_eq!(right_after(&[9, 3, 7, 5, 6], 5), None);
    assert_eq!(right_after(&[5, 5], 5), Some(1));
}
