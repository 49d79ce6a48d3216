//! Stones: played by hand, by its original bot and at random; counted and solved.

mod aggressive;
mod counts;
mod doors;
mod notation;
mod play;
mod random;
mod solved;

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

/// Plays steps written as in `0,0>0,1 0,2>0,1`.
fn play(game: &mut Stones, steps: &str) {
    for step in steps.split(' ') {
        let parsed = step.parse().expect("the test's steps are well written");
        game.play(&parsed).unwrap_or_else(|illegal| panic!("{step}: {illegal}"));
    }
}

fn ranks(game: &Stones) -> Option<Vec<u8>> {
    game.outcome().map(|outcome| outcome.ranks)
}
