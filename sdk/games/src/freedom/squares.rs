//! A set of squares as bits: one word a row, so that neighbours are shifts.

use super::Params;
use crate::Square;

/// Rows of the largest board.
const ROWS: usize = *Params::SIZES.end() as usize;

/// A set of squares of one board, listed row by row from the bottom, each from the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    rows: [u32; ROWS],
}

impl SquareSet {
    /// The rows of the largest board.
    pub(super) const ROWS: std::ops::Range<i8> = 0..Params::SIZES.end().cast_signed();

    /// Whether `square` is in the set. No square off the board is.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        let row = self.rows.get(usize::from(square.y));
        row.and_then(|row| row.checked_shr(square.x.into())).is_some_and(|bits| bits & 1 == 1)
    }

    /// The number of squares in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set has no square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == [0; ROWS]
    }

    /// The squares, row by row from the bottom, each row from the left.
    #[must_use]
    pub fn iter(&self) -> Squares {
        Squares { set: *self, y: 0 }
    }

    /// The bits of row `y`, the leftmost column lowest; none off the board.
    pub(super) fn row(&self, y: i8) -> u32 {
        usize::try_from(y).ok().and_then(|y| self.rows.get(y)).copied().unwrap_or(0)
    }

    /// Adds `bits` to row `y`, which must be on the board unless there are none.
    pub(super) fn add_to_row(&mut self, y: i8, bits: u32) {
        if bits != 0 {
            self.rows[usize::try_from(y).expect("no bits below the board")] |= bits;
        }
    }

    /// Adds a square of the board.
    pub(super) fn insert(&mut self, square: Square) {
        self.rows[usize::from(square.y)] |= 1 << square.x;
    }

    /// Takes a square of the board away.
    pub(super) fn remove(&mut self, square: Square) {
        self.rows[usize::from(square.y)] &= !(1 << square.x);
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares { set: self, y: 0 }
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of a [`SquareSet`] in its order.
#[derive(Clone, Debug)]
pub struct Squares {
    /// Squares that have not been listed yet.
    set: SquareSet,
    /// The first row that may still hold any.
    y: u8,
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        loop {
            let row = self.set.rows.get_mut(usize::from(self.y))?;
            if *row != 0 {
                let x = u8::try_from(row.trailing_zeros()).expect("a word has 32 bits");
                *row &= *row - 1;
                return Some(Square::new(x, self.y));
            }
            self.y += 1;
        }
    }
}
