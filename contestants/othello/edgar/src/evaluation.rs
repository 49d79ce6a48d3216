//! The worth of a position to the player to move, at a glance: a hundred is about a chip.

use crate::position::Position;
use crate::sets::{count, widened};
use crate::shape::Shape;

const MOVE: i32 = 110;
const FRONTIER: i32 = 65;
const CORNER: i32 = 700;
const CORNER_AT_ONCE: i32 = 350;
const ASLANT: i32 = 450;
const BESIDE: i32 = 30;
const ANCHORED: i32 = 100;

/// The value of a position in which the player to move has these `moves`, at least one.
pub(crate) fn evaluate(shape: &Shape, position: Position, moves: u64) -> i32 {
    let Position { own, opponent } = position;
    let empty = shape.empty(position);
    let (frontier, near_corner) = (widened(empty), widened(empty & shape.corners));
    let (aslant, edge) = (near_corner & shape.aslant, near_corner & shape.beside);
    let mobility = count(moves) - count(position.passed().moves(shape.mask));
    let more = |set: u64| count(set & own) - count(set & opponent);
    let mut value = MOVE * mobility - FRONTIER * more(frontier) - ASLANT * more(aslant) - BESIDE * more(edge);
    if moves & shape.corners != 0 {
        value += CORNER_AT_ONCE;
    }
    if empty & shape.corners != shape.corners {
        value += CORNER * more(shape.corners) + ANCHORED * (anchored(shape, own) - anchored(shape, opponent));
    }
    value
}

/// Chips on the edges in unbroken rows from a corner: nobody can flip them any more.
fn anchored(shape: &Shape, chips: u64) -> i32 {
    let (rows, columns) = (chips & shape.rows, chips & shape.columns);
    let mut safe = chips & shape.corners;
    if safe == 0 {
        return 0;
    }
    // A step off the board's side leads to a corner that is safe by itself, or to no edge.
    for _ in 0..6 {
        safe |= rows & (safe << 1 | safe >> 1) | columns & (safe << 8 | safe >> 8);
    }
    count(safe)
}
