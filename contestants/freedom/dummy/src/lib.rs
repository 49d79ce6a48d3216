//! The original's `dummy.rb`: the first empty neighbour of the opponent's last stone,
//! clockwise from the north; if there is none, the first empty cell column by column.

use judge_sdk::freedom::{Cell, Freedom, Game, Setup, Square};

/// The bot.
pub struct Dummy;

impl Freedom for Dummy {
    fn name() -> String {
        "Dummy".into()
    }

    fn new_game(_: &Setup) -> Self {
        Self
    }

    fn make_move(&mut self, game: &Game) -> Square {
        let board = game.board();
        let is_empty = |square: &Square| board.at(square.x, square.y) == Some(Cell::Empty);
        let near = game.last_opponent_move().and_then(|last| board.adjacent(last).find(is_empty));
        let mut all = (0..board.size()).flat_map(|x| (0..board.size()).map(move |y| Square::new(x, y)));
        near.or_else(|| all.find(is_empty)).expect("a player is asked only while cells are empty")
    }
}

judge_sdk::export!(freedom, Dummy);
