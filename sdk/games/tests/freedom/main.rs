//! Freedom against the originals' rules, whole games, best play and a second, naive scorer.

#[path = "../support/actions.rs"]
mod actions;
mod best_play;
mod illegal;
mod naive;
mod notation;
#[path = "../support/playout.rs"]
mod playout;
mod random;
#[path = "../support/table.rs"]
mod table;
mod vectors;
#[path = "../support/xorshift.rs"]
mod xorshift;

use judge_games::freedom::{Action, Colour, Freedom, Params, Scoring};
use judge_games::{Game, Square};

const SCORINGS: [Scoring; 2] = [Scoring::Multiplicity, Scoring::Distinct];

fn new_game(size: u8, scoring: Scoring) -> Freedom {
    Freedom::new(Params::new(size, scoring).expect("the test's size is valid"))
}

fn position(text: &str) -> Freedom {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &mut Freedom, action: Action) {
    let before = *game;
    game.play(&action).unwrap_or_else(|error| panic!("{before}: {action}: {error}"));
}

/// A game after the placements that `moves` lists, blanks between them.
fn after(size: u8, scoring: Scoring, moves: &str) -> Freedom {
    let mut game = new_game(size, scoring);
    actions::play(&mut game, moves);
    game
}

fn scores(game: &Freedom) -> [i32; 2] {
    Colour::ALL.map(|colour| game.score(colour))
}

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().expect("the test's squares")).collect()
}
