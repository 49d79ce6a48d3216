//! The common part of the searches of midgame and endgame: the order of moves, and which are tried how hard.

use judge_sdk::Spent;
use judge_sdk::othello::Params;

use crate::fuel::Fuel;
use crate::position::Position;
use crate::shape::Shape;
use crate::table::{NO_MOVE, Table, VALUE_MAX};

/// Room for the moves that wait between a root and a leaf, so that none is made room for later.
const WAITING: usize = 1024;

/// A move, and what it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    /// The greater, the earlier it is tried.
    promise: i32,
    index: u32,
    after: Position,
}

/// All that a search needs.
pub(crate) struct Search {
    pub(crate) shape: Shape,
    pub(crate) table: Table,
    pub(crate) fuel: Fuel,
    /// Moves that wait to be tried, in all positions from the root to the present one.
    waiting: Vec<Move>,
}

impl Search {
    /// A search on a board with these parameters.
    pub(crate) fn new(params: Params, fuel: Fuel) -> Self {
        let table = Table::new(fuel.granted());
        Self { shape: Shape::new(params), table, fuel, waiting: Vec::with_capacity(WAITING) }
    }

    /// The value of a position with these moves: at most `alpha` or at least `beta` it is only a bound.
    ///
    /// Whenever one of the moves is found better than all before it, it is put in front of them,
    /// so they are in a good order even when the fuel is spent halfway. `value` looks at what a
    /// move leads to.
    pub(crate) fn root(
        &mut self,
        position: Position,
        moves: &mut [u8],
        (alpha, beta): (i32, i32),
        value: impl Fn(&mut Self, Position, i32, i32) -> Result<i32, Spent>,
    ) -> Result<i32, Spent> {
        self.waiting.clear();
        let mut best = -VALUE_MAX;
        for tried in 0..moves.len() {
            self.fuel.check()?;
            let floor = best.max(alpha);
            let after = position.after(moves[tried].into());
            let window = (floor, if tried == 0 { beta } else { floor + 1 }, beta);
            let found = self.value_of(after, window, &value)?;
            if found > floor {
                moves[..=tried].rotate_right(1);
            }
            best = best.max(found);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// As [`Search::root`], for the moves that were listed as the last ones: the value, and the best move.
    pub(crate) fn best_of(
        &mut self,
        listed: Listed,
        (alpha, beta): (i32, i32),
        value: impl Fn(&mut Self, Position, i32, i32) -> Result<i32, Spent>,
    ) -> Result<(i32, u32), Spent> {
        let (mut best, mut choice) = (-VALUE_MAX, NO_MOVE);
        while best < beta
            && let Some(Move { index, after, .. }) = self.next(listed)
        {
            let floor = best.max(alpha);
            let window = (floor, if choice == NO_MOVE { beta } else { floor + 1 }, beta);
            let found = self.value_of(after, window, &value)?;
            if found > best {
                (best, choice) = (found, index);
            }
        }
        self.waiting.truncate(listed.0);
        Ok((best, choice))
    }

    /// The value of a move that leads to `after`: its bound below `enough` is all that is wanted,
    /// but if it reaches that, the value up to `beta`.
    #[inline]
    fn value_of(
        &mut self,
        after: Position,
        (floor, enough, beta): (i32, i32, i32),
        value: &impl Fn(&mut Self, Position, i32, i32) -> Result<i32, Spent>,
    ) -> Result<i32, Spent> {
        let found = -value(self, after, -enough, -floor)?;
        if found < enough || found >= beta {
            return Ok(found);
        }
        value(self, after, -beta, -floor).map(|value| -value)
    }

    /// Lists moves. What each promises depends on its rank, its bit and the replies to it;
    /// nothing promises as much as `hint`.
    pub(crate) fn list(
        &mut self,
        position: Position,
        moves: u64,
        hint: u32,
        promise: impl Fn(i32, u64, u64) -> i32,
    ) -> Listed {
        let listed = Listed(self.waiting.len());
        for (rank, ranked) in (0..).zip(self.shape.ranked) {
            let mut moves = moves & ranked;
            while moves != 0 {
                let (index, bit) = (moves.trailing_zeros(), moves & moves.wrapping_neg());
                moves ^= bit;
                let after = position.after(index);
                let replies = after.moves(self.shape.mask);
                let promise = if index == hint { i32::MAX } else { promise(rank, bit, replies) };
                self.waiting.push(Move { promise, index, after });
            }
        }
        listed
    }

    /// Takes the most promising one of the listed moves.
    fn next(&mut self, listed: Listed) -> Option<Move> {
        let waiting = self.waiting.get(listed.0..).unwrap_or_default();
        let next = (0..waiting.len()).max_by_key(|&at| waiting[at].promise)?;
        Some(self.waiting.swap_remove(listed.0 + next))
    }
}

/// The start of a position's moves among those that wait.
#[derive(Clone, Copy)]
pub(crate) struct Listed(usize);
