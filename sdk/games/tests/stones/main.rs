//! Stones: played by hand, by its original bot and at random; counted and solved.

#[path = "../support/actions.rs"]
mod actions;
mod aggressive;
mod counts;
mod doors;
mod notation;
mod play;
mod random;
mod solved;
#[path = "../support/xorshift.rs"]
mod xorshift;

use judge_games::Game;
use judge_games::stones::{Board, Options, Params, Stones};

fn start(options: &Options) -> Stones {
    Stones::new(&Params::new(options).expect("the test's parameters are valid"))
}

fn two_rows(columns: u8, rows: u8) -> Stones {
    start(&Options::two_rows(columns, rows))
}

fn board(text: &str) -> Board {
    text.parse().expect("the test's board is well written")
}

fn explicit(text: &str) -> Options {
    Options::explicit(&board(text))
}

fn ranks(game: &Stones) -> Option<Vec<u8>> {
    game.outcome().map(|outcome| outcome.ranks)
}
