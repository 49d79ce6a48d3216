//! Exact search of the endgame: first who wins, then by how many chips.
//!
//! A value is how many chips the player to move has more at the end. Squares that stay empty
//! count for nobody.

use judge_sdk::Spent;

use crate::position::Position;
use crate::search::{Listed, Search};
use crate::sets::count;
use crate::table::{Finding, NO_MOVE, SOLVED};

/// Fuel for a position with moves to try, as measured in the judge.
const FUEL_PER_NODE: u64 = 1700;
/// Fuel for listing a move.
const FUEL_PER_MOVE: u64 = 490;

/// With so many empty squares or fewer, the order of moves costs more than it saves.
const FEW: u32 = 6;
/// More chips than any game is won by.
const CHIPS_MAX: i32 = 65;

impl Search {
    /// Puts the best one of `moves` in front: one that wins, or draws, then the one that leaves most chips.
    pub(crate) fn solve_game(&mut self, position: Position, moves: &mut [u8]) {
        let Ok(outcome) = self.root(position, moves, (-1, 1), Self::solve) else {
            return;
        };
        let window = match outcome {
            ..0 => (-CHIPS_MAX, 0),
            0 => return,
            1.. => (0, CHIPS_MAX),
        };
        // When the fuel is spent before the end, the best move so far is in front.
        let _ = self.root(position, moves, window, Self::solve);
    }

    /// The value of a position; at most `alpha` or at least `beta` it is only a bound.
    pub(crate) fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Spent> {
        let empty = self.shape.empty(position);
        if empty.count_ones() <= FEW {
            return Ok(self.finish(position, empty, alpha, beta));
        }
        let moves = position.moves(self.shape.mask);
        if moves == 0 {
            return self.solve_after_pass(position, alpha, beta);
        }
        self.fuel.spend(FUEL_PER_NODE + FUEL_PER_MOVE * u64::from(moves.count_ones()));
        self.fuel.check()?;
        let (window, mut hint) = ((alpha, beta), NO_MOVE);
        if let Some(entry) = self.table.get(position) {
            hint = entry.best;
            if entry.depth == SOLVED
                && let Some(value) = entry.settles(window)
            {
                return Ok(value);
            }
        }
        let listed = self.list_by_freedom(position, empty, moves, hint);
        let (value, best) = self.best_of(listed, window, Self::solve)?;
        self.table.put(position, &Finding { depth: SOLVED, window, value, best });
        Ok(value)
    }

    fn solve_after_pass(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Spent> {
        let passed = position.passed();
        if passed.moves(self.shape.mask) == 0 {
            return Ok(position.difference());
        }
        self.solve(passed, -beta, -alpha).map(|value| -value)
    }

    /// Lists the moves, first those that leave the opponent the fewest: they lead to small trees,
    /// and mostly they are good. Odd regions come before even ones.
    fn list_by_freedom(&mut self, position: Position, empty: u64, moves: u64, hint: u32) -> Listed {
        let (odd, corners) = (self.shape.odd(empty), self.shape.corners);
        self.list(position, moves, hint, |rank, bit, replies| {
            let parity = if bit & odd == 0 { 0 } else { 6 };
            parity - 8 * (count(replies) + count(replies & corners)) - rank
        })
    }
}
