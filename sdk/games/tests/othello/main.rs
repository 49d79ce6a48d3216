//! Othello against known counts, games and endgames, and against random play.

#[path = "../support/actions.rs"]
mod actions;
mod endgames;
mod games;
mod notation;
mod perft;
#[path = "../support/playout.rs"]
mod playout;
mod random;
mod rules;
#[path = "../support/table.rs"]
mod table;
#[path = "../support/xorshift.rs"]
mod xorshift;

use judge_games::Square;
use judge_games::othello::{Action, Othello, Params};

fn start(size: u8) -> Othello {
    Othello::new(Params::new(size).expect("the test's size is valid"))
}

fn position(text: &str) -> Othello {
    text.parse().expect("the test's position is valid")
}

fn action(text: &str) -> Action {
    text.parse().expect("the test's action is valid")
}

fn square(x: u8, y: u8) -> Square {
    Square::new(x, y)
}
