//! Alpha-beta search of the midgame, deepened ply by ply until the fuel is spent.

use judge_sdk::Spent;

use crate::evaluation::evaluate;
use crate::position::Position;
use crate::search::Search;
use crate::sets::count;
use crate::shape::RANKS;
use crate::table::{Finding, NO_MOVE, SOLVED, VALUE_MAX};

/// Fuel for a position with moves to try, as measured in the judge.
const FUEL_PER_NODE: u64 = 1500;
/// Fuel for listing a move.
const FUEL_PER_MOVE: u64 = 270;
/// Fuel for making a move and evaluating what it leads to.
const FUEL_PER_EVALUATION: u64 = 1080;

/// The value of a won game; each chip adds a hundred.
pub(crate) const WON: i32 = 20_000;

impl Search {
    /// Puts the best one of `moves` in front, as far as the fuel reaches.
    pub(crate) fn deepen(&mut self, position: Position, moves: &mut [u8]) {
        for depth in 0..count(self.shape.empty(position)) {
            let look = |search: &mut Self, after, alpha, beta| search.look(after, depth, alpha, beta);
            if self.root(position, moves, (-VALUE_MAX, VALUE_MAX), look).is_err() {
                return;
            }
        }
    }

    /// The value of a position, `depth` plies deep; at most `alpha` or at least `beta` it is only a bound.
    pub(crate) fn look(
        &mut self,
        position: Position,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        let moves = position.moves(self.shape.mask);
        if moves == 0 {
            return self.look_after_pass(position, depth, (alpha, beta));
        }
        match depth {
            0 => {
                self.fuel.spend(FUEL_PER_EVALUATION);
                Ok(evaluate(&self.shape, position, moves))
            }
            1 => self.glance(position, moves, alpha, beta),
            _ => self.look_deep(position, moves, depth, (alpha, beta)),
        }
    }

    fn look_after_pass(&mut self, position: Position, depth: i32, window: (i32, i32)) -> Result<i32, Spent> {
        let passed = position.passed();
        if passed.moves(self.shape.mask) == 0 {
            let difference = position.difference();
            return Ok(WON * difference.signum() + 100 * difference);
        }
        self.look(passed, depth, -window.1, -window.0).map(|value| -value)
    }

    /// One ply deep, moves are tried by nothing but their rank, and not listed.
    fn glance(&mut self, position: Position, moves: u64, alpha: i32, beta: i32) -> Result<i32, Spent> {
        self.fuel.spend(FUEL_PER_NODE);
        let mut best = -VALUE_MAX;
        for rank in 0..RANKS {
            let mut ranked = moves & self.shape.ranked[rank];
            while ranked != 0 {
                let after = position.after(ranked.trailing_zeros());
                ranked &= ranked - 1;
                best = best.max(-self.look(after, 0, -beta, -best.max(alpha))?);
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    fn look_deep(
        &mut self,
        position: Position,
        moves: u64,
        depth: i32,
        window: (i32, i32),
    ) -> Result<i32, Spent> {
        self.fuel.spend(FUEL_PER_NODE + FUEL_PER_MOVE * u64::from(moves.count_ones()));
        self.fuel.check()?;
        let mut hint = NO_MOVE;
        if let Some(entry) = self.table.get(position) {
            hint = entry.best;
            if entry.depth >= depth
                && entry.depth != SOLVED
                && let Some(value) = entry.settles(window)
            {
                return Ok(value);
            }
        }
        let listed = self.list(position, moves, hint, |rank, _, replies| -4 * count(replies) - 3 * rank);
        let look = |search: &mut Self, after, alpha, beta| search.look(after, depth - 1, alpha, beta);
        let (value, best) = self.best_of(listed, window, look)?;
        self.table.put(position, &Finding { depth, window, value, best });
        Ok(value)
    }
}
