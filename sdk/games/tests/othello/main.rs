//! Othello against known counts, games and endgames, and against random play.

mod endgames;
mod games;
mod notation;
mod perft;
mod random;
mod rules;

use judge_games::othello::{Action, Othello, Params};
use judge_games::{Game, Square};

fn start(size: u8) -> Othello {
    Othello::new(Params::new(size).expect("the test's size is valid"))
}

fn position(text: &str) -> Othello {
    text.parse().expect("the test's position is valid")
}

fn action(text: &str) -> Action {
    text.parse().expect("the test's action is valid")
}

/// Plays `actions`, separated by spaces.
fn play(game: &mut Othello, actions: &str) {
    for text in actions.split(' ') {
        assert_eq!(game.play(&action(text)), Ok(()), "{text} in {game}");
    }
}

/// The legal actions in their notation.
fn legal(game: &Othello) -> String {
    game.legal().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The lines of a table, without comments, cut at the bars.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('|').map(str::trim).collect())
}

fn square(x: u8, y: u8) -> Square {
    Square::new(x, y)
}
