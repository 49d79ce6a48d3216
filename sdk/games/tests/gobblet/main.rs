//! Gobblet against the project's vectors, counts of its tree and random play.

#[path = "../support/actions.rs"]
mod actions;
mod game;
mod notation;
mod perft;
#[path = "../support/playout.rs"]
mod playout;
mod random;
mod rules;
#[path = "../support/table.rs"]
mod table;
mod values;
#[path = "../support/xorshift.rs"]
mod xorshift;

use judge_games::Square;
use judge_games::gobblet::{Action, Position};

/// A position in its notation.
fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// An action in its notation.
fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The position after legal actions, in their notation.
fn after(start: &str, actions: &[&str]) -> Position {
    let mut position = position(start);
    for text in actions {
        position.play(action(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    }
    position
}

/// An action as the older transcripts of 3×3 games write it: cells are numbers, row
/// by row, and a move names its piece, as in `L@4` or `L3>6`.
fn numbered(text: &str) -> Action {
    let cell = |text: &str| {
        let number: u8 = text.parse().expect("a cell is a number");
        Square::new(number % 3, number / 3)
    };
    let (letter, cells) = text.split_at(1);
    match cells.split_once('>') {
        Some((from, to)) => Action::Move { from: cell(from), to: cell(to) },
        None => action(&format!("{letter}@{}", cell(&cells[1..]))),
    }
}
