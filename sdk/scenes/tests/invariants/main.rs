//! Invariants of every scene, however the game is played: checked on random games of all five.
#![allow(dead_code, reason = "the suite of the rules uses more of what they share")]

#[path = "../../../games/tests/invariants/battleship.rs"]
mod battleship;
#[path = "../../../games/tests/invariants/freedom.rs"]
mod freedom;
#[path = "../../../games/tests/invariants/gobblet.rs"]
mod gobblet;
#[path = "../../../games/tests/invariants/othello.rs"]
mod othello;
mod scenes;
#[path = "../../../games/tests/support/set_up.rs"]
mod set_up;
#[path = "../../../games/tests/invariants/stones.rs"]
mod stones;
#[path = "../../../games/tests/invariants/subject.rs"]
mod subject;
#[path = "../../../games/tests/support/xorshift.rs"]
mod xorshift;

use judge_scenes::Shown;

pub(crate) use subject::{Met, Squares, Subject};
use xorshift::Random;

/// Random games of all parameters go on until each have taken so many turns.
const TURNS: usize = 600;

/// Plays games of every kind, and checks their scenes.
pub(crate) fn check<G: Subject + Shown>() -> Met {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut met = Met::default();
    for params in G::kinds() {
        let start = G::set_up(&params, "start").unwrap_or_else(|error| panic!("{params}: {error}"));
        let mut turns = 0;
        while turns < TURNS {
            turns += play_out(&start, &mut random, &mut met);
        }
    }
    met
}

/// Plays a random game, checks the scenes of it, and gives the number of turns it took.
fn play_out<G: Subject + Shown>(start: &G, random: &mut Random, met: &mut Met) -> usize {
    let mut game = start.clone();
    let mut played = Vec::new();
    while game.to_move().is_some() {
        let action = game.choose(random);
        let before = game.clone();
        game.play(&action).unwrap_or_else(|illegal| panic!("{game:?}: {action}: {illegal}"));
        if scenes::is_checked(played.len()) {
            scenes::check_scenes(&before);
            scenes::check_marks(&before, &action, &game);
            scenes::check_changes(&before);
        }
        played.push(action);
    }
    scenes::check_scenes(&game);
    let outcome = game.outcome().expect("nobody is to move");
    let shared = outcome.ranks.iter().filter(|rank| **rank == 1).nth(1).is_some();
    *if shared { &mut met.shared } else { &mut met.won } += 1;
    let known = &played[..random.below(played.len() + 1)];
    if let Some(disguised) = start.disguise(known, random) {
        met.disguised += usize::from(disguised != known);
        scenes::check_hidden(start, known, &disguised, met);
    }
    played.len()
}
