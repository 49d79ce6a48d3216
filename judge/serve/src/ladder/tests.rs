//! The schedule as it has to be, and how fast it finds the order of contestants whose strengths are known.

use judge_core::tournament::Name;
use judge_play::Seed;

use super::*;
use crate::chain::Written;
use crate::digest::Digest;
use crate::event::{Anchor, Event, Game};

/// A season whose contestants are all anchors, which is the same to the ladder.
fn season(contestants: usize) -> (State, Secret) {
    let secret = Secret::parse(&"7".repeat(64)).expect("it has 64 digits");
    let anchor = |number: usize| Anchor {
        name: Name::new(&format!("bot{number}")).expect("it is a name"),
        sha256: Digest::of(number.to_le_bytes()),
    };
    let anchors = (0..contestants).map(anchor).collect();
    let opened = Event::Opened {
        commitment: secret.digest(),
        terms: Digest::default(),
        judge: String::new(),
        engine: String::new(),
        anchors,
    };
    let mut state = State::default();
    happen(&mut state, opened);
    (state, secret)
}

fn happen(state: &mut State, event: Event) {
    state.check(&event).expect("it can happen");
    state.apply(&Written { event, time: 0, head: Digest::default() });
}

/// A game that the first or the second seat wins, unlike any other.
fn game(winner: usize, number: usize) -> Game {
    let ranks = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
    let transcript = Digest::of(number.to_le_bytes());
    Game { ranks: Some(ranks), end: "rules".into(), faults: vec![], turns: 1, fuel: vec![0, 0], transcript }
}

/// Plays a batch between contestants of these strengths in Elo.
fn play(state: &mut State, rounds: Vec<Pairing>, elos: &[f64]) {
    let batch = state.batches + 1;
    let wins = |pairing: &Pairing, order: usize| {
        let [one, other] = pairing.versions;
        let text = format!("{batch} {one} {other} {order}");
        #[expect(clippy::cast_precision_loss, reason = "it is a share of all numbers")]
        let drawn = Seed(1).derive(&[&text]).0 as f64 / u64::MAX as f64;
        drawn < chance(elos[one] - elos[other])
    };
    let games = rounds.iter().enumerate().map(|(place, pairing)| {
        let game = |order: usize| {
            // In the second game they have changed seats.
            let winner = if wins(pairing, order) { order } else { 1 - order };
            game(winner, (batch as usize * 1_000 + place) * 2 + order)
        };
        (0..2).map(game).collect()
    });
    let games = games.collect();
    happen(state, Event::Drawn { batch, rounds });
    happen(state, Event::Played { batch, rounds: games });
}

#[test]
fn a_batch_pairs_everybody_once_and_those_with_fewest_rounds_first() {
    let (mut state, secret) = season(7);
    let elos = [0.0; 7];
    for _ in 0..14 {
        let batch = draw(&state, &known_strengths(&state), &secret, 100);
        assert_eq!(batch.len(), 3, "one of seven is left");
        let mut ids: Vec<usize> = batch.iter().flat_map(|pairing| pairing.versions).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6, "nobody plays twice");
        let fewest = state.versions.iter().map(|version| version.rounds).min();
        assert_eq!(fewest, Some(state.versions[batch[0].turn].rounds));
        play(&mut state, batch, &elos);
    }
    let rounds = || state.versions.iter().map(|version| version.rounds);
    assert!(
        rounds().max() <= rounds().min().map(|fewest| fewest + 2),
        "nobody sits out much oftener than others"
    );
}

#[test]
fn who_has_played_all_rounds_plays_on_only_for_others() {
    let (mut state, secret) = season(4);
    while let batch = draw(&state, &known_strengths(&state), &secret, 5)
        && !batch.is_empty()
    {
        play(&mut state, batch, &[0.0; 4]);
    }
    assert!(state.versions.iter().all(|version| version.rounds == 5));
    let (name, digest) = (Name::new("anna").expect("it is a name"), Digest::of("anna"));
    happen(
        &mut state,
        Event::Joined { name, invitation: digest, cookie: digest, token: digest, needs_approval: false },
    );
    happen(&mut state, Event::Uploaded { contestant: 4, sha256: digest, bytes: 1 });
    let verdict = crate::event::Checked::Accepted { calls_itself: "Anna".into() };
    happen(&mut state, Event::Checked { upload: 0, verdict });
    for _ in 0..5 {
        let batch = draw(&state, &known_strengths(&state), &secret, 5);
        assert_eq!(batch.len(), 1);
        assert_eq!((batch[0].turn, batch[0].versions[1]), (4, 4));
        play(&mut state, batch, &[0.0; 5]);
    }
    assert!(draw(&state, &known_strengths(&state), &secret, 5).is_empty());
    happen(&mut state, Event::Paused { contestant: 4 });
    assert!(!state.is_active(4));
}

#[test]
fn the_schedule_depends_on_the_secret_and_on_nothing_else_than_the_events() {
    let (state, secret) = season(12);
    let strengths = known_strengths(&state);
    let first = draw(&state, &strengths, &secret, 5);
    assert_eq!(first, draw(&state.clone(), &strengths, &secret, 5));
    let other = Secret::parse(&"8".repeat(64)).expect("it has 64 digits");
    assert_ne!(first, draw(&state, &strengths, &other, 5));
    let seeds = |secret: &Secret| round(&state, secret, 1, &first[0]).seed;
    assert_ne!(seeds(&secret), seeds(&other));
}

/// How far thirty contestants' strengths by the fit are from the truth after so many batches, in Elo.
fn distance(batches: usize, mut draw: impl FnMut(&State) -> Vec<Pairing>) -> f64 {
    let elos: Vec<f64> = (0..30).map(|place| f64::from(place) * 40.0).collect();
    let (mut state, _) = season(30);
    for _ in 0..batches {
        let batch = draw(&state);
        play(&mut state, batch, &elos);
    }
    let strengths = known_strengths(&state);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / 30.0;
    let (fitted, truth) = (mean(&strengths), mean(&elos));
    let squares = strengths.iter().zip(&elos).map(|(fit, elo)| (fit - fitted - elo + truth).powi(2));
    (squares.sum::<f64>() / 30.0).sqrt()
}

#[test]
fn the_ladder_knows_the_strengths_better_than_random_pairing_after_as_many_rounds() {
    let (_, secret) = season(30);
    let ladder = distance(40, |state| draw(state, &known_strengths(state), &secret, 1_000));
    let random = distance(40, |state| {
        let mut order: Vec<usize> = (0..30).collect();
        let seed = Seed(state.batches.into());
        order.sort_by_key(|id| seed.derive(&["random", &id.to_string()]));
        let pairing = |pair: &[usize]| Pairing {
            versions: [pair[0].min(pair[1]), pair[0].max(pair[1])],
            turn: pair[0],
            chance: 0,
            met: 0,
        };
        order.chunks(2).map(pairing).collect()
    });
    assert!(ladder < random, "in points of Elo: {ladder:.1} by the ladder, {random:.1} at random");
}
