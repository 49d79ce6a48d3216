//! The last few empty squares: no table, no list of moves, odd regions first.

use judge_sdk::othello::flips;

use crate::lines::flipped_at_last;
use crate::position::Position;
use crate::search::Search;
use crate::sets::widened;

/// Fuel for a position.
const FUEL_PER_NODE: u64 = 600;
/// Less than any result.
const NONE: i32 = -100;

/// By square, it and the squares around it.
static AROUND: [u64; 64] = around();

impl Search {
    /// The value of a position with few `empty` squares, at least one; at most `alpha` or at
    /// least `beta` is only a bound.
    pub(crate) fn finish(&mut self, position: Position, empty: u64, alpha: i32, beta: i32) -> i32 {
        self.fuel.spend(FUEL_PER_NODE);
        match empty.count_ones() {
            1 => last(position, empty.trailing_zeros()),
            2 => self.finish_two(position, empty, beta),
            _ => self.finish_more(position, empty, alpha, beta),
        }
    }

    fn finish_more(&mut self, position: Position, empty: u64, alpha: i32, beta: i32) -> i32 {
        let odd = self.shape.odd(empty);
        let mut best = NONE;
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let bit = squares & squares.wrapping_neg();
                squares ^= bit;
                let Some(after) = place(position, bit) else { continue };
                let value = -self.finish(after, empty ^ bit, -beta, -alpha.max(best));
                best = best.max(value);
                if best >= beta {
                    return best;
                }
            }
        }
        if best == NONE { self.finish_after_pass(position, empty, alpha, beta) } else { best }
    }

    /// As [`Search::finish`], with two empty squares.
    fn finish_two(&mut self, position: Position, empty: u64, beta: i32) -> i32 {
        let (lower, upper) = (empty & empty.wrapping_neg(), empty & (empty - 1));
        let mut best = NONE;
        if let Some(after) = place(position, lower) {
            best = -last(after, upper.trailing_zeros());
            if best >= beta {
                return best;
            }
        }
        if let Some(after) = place(position, upper) {
            best = best.max(-last(after, lower.trailing_zeros()));
        }
        if best == NONE { self.finish_after_pass(position, empty, NONE, beta) } else { best }
    }

    fn finish_after_pass(&mut self, position: Position, empty: u64, alpha: i32, beta: i32) -> i32 {
        let passed = position.passed();
        if passed.moves(empty) == 0 {
            return position.difference();
        }
        -self.finish(passed, empty, -beta, -alpha)
    }
}

/// The position after a placement, unless it flips nothing.
fn place(Position { own, opponent }: Position, bit: u64) -> Option<Position> {
    let index = bit.trailing_zeros();
    if AROUND[index as usize & 63] & opponent == 0 {
        return None;
    }
    let flipped = flips(own, opponent, index);
    (flipped != 0).then_some(Position { own: opponent & !flipped, opponent: own | flipped | bit })
}

/// The value of a position with one empty square.
fn last(position: Position, index: u32) -> i32 {
    let difference = position.difference();
    let flipped = flipped_at_last(position.own, index);
    if flipped != 0 {
        return difference + 2 * flipped + 1;
    }
    match flipped_at_last(position.opponent, index) {
        0 => difference,
        flipped => difference - 2 * flipped - 1,
    }
}

const fn around() -> [u64; 64] {
    let mut around = [0; 64];
    let mut index = 0;
    while index < 64 {
        around[index] = widened(1 << index);
        index += 1;
    }
    around
}
