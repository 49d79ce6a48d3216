//! A ladder far beyond one class, simulated: how long it takes to draw a batch and to rate, how much memory rounds
//! take, how long the log takes to be read. Plays no game: every outcome is drawn by chance.
//!
//! `cargo bench --bench scale`, or with `-- CONTESTANTS ROUNDS`, for one size.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Instant;

use judge_core::tournament::Name;
use judge_play::Seed;
use judge_serve::chain::Written;
use judge_serve::digest::{Digest, Secret};
use judge_serve::event::{Anchor, Event, Game, Pairing};
use judge_serve::ladder::{draw, known_strengths};
use judge_serve::standings::standings;
use judge_serve::state::State;

/// Contestants beyond whom intervals take half an hour.
const PAGE_MAX: usize = 3_000;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    println!(
        "{:>11} {:>9} {:>9} {:>9} {:>9} {:>12}",
        "contestants", "rounds", "draw s", "fit s", "page s", "log bytes/round"
    );
    match numbers[..] {
        [contestants, rounds] => line(contestants, rounds),
        _ => {
            for (contestants, rounds) in [(100, 20), (300, 20), (1_000, 20), (3_000, 10), (10_000, 3)] {
                line(contestants, rounds);
            }
        }
    }
}

/// A ladder of so many, until each has played so many rounds.
fn line(contestants: usize, rounds: usize) {
    let secret = Secret::parse(&"7".repeat(64)).expect("it has 64 digits");
    let mut state = season(contestants, &secret);
    let (mut drawing, mut bytes) = (0.0, 0);
    for _ in 0..rounds {
        let strengths = known_strengths(&state);
        let begun = Instant::now();
        let batch = draw(&state, &strengths, &secret, u32::MAX);
        drawing = begun.elapsed().as_secs_f64();
        let number = state.batches + 1;
        let games = batch.iter().map(|pairing| play(number, pairing)).collect();
        for event in
            [Event::Drawn { batch: number, rounds: batch }, Event::Played { batch: number, rounds: games }]
        {
            bytes += serde_json::to_string(&event).expect("it is plain data").len();
            state.check(&event).expect("it can happen");
            state.apply(&Written { event, time: 0, head: Digest::default() });
        }
    }
    let begun = Instant::now();
    let strengths = known_strengths(&state);
    let fitting = begun.elapsed().as_secs_f64();
    assert_eq!(strengths.len(), contestants);
    let played = state.rounds.len();
    let page = if contestants > PAGE_MAX { "-".into() } else { format!("{:.2}", page(&state)) };
    let bytes = bytes / played.max(1);
    println!("{contestants:>11} {played:>9} {drawing:>9.2} {fitting:>9.2} {page:>9} {bytes:>12}");
}

/// Seconds that the ratings take with their intervals, as pages show them.
fn page(state: &State) -> f64 {
    let begun = Instant::now();
    let rows = standings(state);
    assert_eq!(rows.len(), state.contestants.len());
    begun.elapsed().as_secs_f64()
}

/// A season whose contestants are all anchors, which is the same to the ladder.
fn season(contestants: usize, secret: &Secret) -> State {
    let anchor = |number: usize| Anchor {
        name: Name::new(&format!("bot{number}")).expect("it is a name"),
        sha256: Digest::of(number.to_le_bytes()),
    };
    let event = Event::Opened {
        commitment: secret.digest(),
        terms: Digest::default(),
        judge: String::new(),
        engine: String::new(),
        anchors: (0..contestants).map(anchor).collect(),
    };
    let mut state = State::default();
    state.apply(&Written { event, time: 0, head: Digest::default() });
    state
}

/// The games of a round: who joined later is stronger, mostly.
fn play(batch: u32, pairing: &Pairing) -> Vec<Game> {
    let game = |order: usize| {
        let drawn = Seed(u64::from(batch)).derive(&[&format!("{:?} {order}", pairing.versions)]);
        // The second of the pairing has the higher number. In the second game it sits in seat 0.
        let winner = if drawn.0.is_multiple_of(4) { order } else { 1 - order };
        let ranks = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        let transcript = Digest::of(drawn.0.to_le_bytes());
        Game {
            ranks: Some(ranks),
            end: "rules".into(),
            faults: vec![],
            turns: 20,
            fuel: vec![100_000; 2],
            transcript,
        }
    };
    (0..2).map(game).collect()
}
