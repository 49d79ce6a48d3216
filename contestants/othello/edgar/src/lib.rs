//! Edgar: searches for mobility, corners and edges, and plays the last squares without a mistake.
//!
//! A turn first deepens a search ply by ply (`midgame`, `evaluation`). Near the end it then
//! finds out who wins, and by how many chips (`endgame`, `last`). Both try moves in an order
//! that the `table` and the opponent's replies suggest (`search`), and live on the turn's
//! `fuel`.

mod endgame;
mod evaluation;
mod fuel;
mod last;
mod lines;
mod midgame;
mod position;
mod search;
mod sets;
mod shape;
mod table;
#[cfg(test)]
mod tests;

use judge_sdk::Random;
use judge_sdk::othello::{Board, Othello, Setup, Square};

use fuel::Fuel;
use position::Position;
use search::Search;

/// With so many empty squares or fewer, who wins is often found out in one turn.
const EMPTIES_TO_SOLVE: u32 = 20;

/// The bot.
pub struct Edgar {
    random: Random,
    search: Search,
}

impl Othello for Edgar {
    fn name() -> String {
        "Edgar".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed), search: Search::new(setup.params, Fuel::of_turn()) }
    }

    fn choose(&mut self, board: &Board) -> Square {
        let index = self.best(Position { own: board.own(), opponent: board.opponent() });
        Square::new(index % 8, index / 8)
    }
}

impl Edgar {
    fn best(&mut self, position: Position) -> u8 {
        let search = &mut self.search;
        let mut moves: Vec<u8> = indices(position.moves(search.shape.mask)).collect();
        if moves.len() == 1 {
            return moves[0];
        }
        self.random.shuffle(&mut moves);
        moves.sort_by_key(|&index| search.shape.rank(index));
        let empties = search.shape.empty(position).count_ones();
        search.fuel = Fuel::of_turn();
        search.fuel.allow(shares_to_deepen(empties));
        search.deepen(position, &mut moves);
        if empties <= EMPTIES_TO_SOLVE {
            search.fuel.allow(fuel::SHARES);
            search.solve_game(position, &mut moves);
        }
        moves[0]
    }
}

fn indices(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |index| set >> index & 1 != 0)
}

/// The shares that the midgame's search may spend: all, or just enough to find which moves to solve first.
const fn shares_to_deepen(empties: u32) -> u64 {
    match empties {
        0..=14 => fuel::SHARES / 16,
        15..=EMPTIES_TO_SOLVE => fuel::SHARES / 4,
        _ => fuel::SHARES,
    }
}

judge_sdk::export!(othello, Edgar);
