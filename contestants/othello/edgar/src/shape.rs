//! The special squares of a board of a certain size.

use judge_sdk::othello::Params;

use crate::position::Position;
use crate::sets::FIRST_COLUMN;

/// Squares are worth a chip more or less; there are so many kinds.
pub(crate) const RANKS: usize = 6;

/// The squares of a board, as sets.
pub(crate) struct Shape {
    /// All of them.
    pub(crate) mask: u64,
    pub(crate) corners: u64,
    /// Those aslant of a corner, from which it is given away most easily.
    pub(crate) aslant: u64,
    /// Those beside a corner on the edge.
    pub(crate) beside: u64,
    /// The first and the last row.
    pub(crate) rows: u64,
    /// The first and the last column.
    pub(crate) columns: u64,
    /// By rank, the squares that have it: 0 is where a chip is worth most.
    pub(crate) ranked: [u64; RANKS],
    /// The four quarters of the board: regions that are better entered when odd.
    quarters: [u64; 4],
}

impl Shape {
    /// The squares of a board with these parameters.
    pub(crate) const fn new(params: Params) -> Self {
        let (mask, size) = (params.mask(), params.size());
        let (rows, columns) = rings(mask, size, 0);
        let (second_rows, second_columns) = rings(mask, size, 1);
        let corners = rows & columns;
        let aslant = second_rows & second_columns;
        let beside = rows & second_columns | second_rows & columns;
        let edges = (rows | columns) & !(corners | beside);
        let second = (second_rows | second_columns) & !(rows | columns | aslant);
        let inner = mask & !(rows | columns | second_rows | second_columns);
        let (top, left) = halves(mask, size);
        Self {
            mask,
            corners,
            aslant,
            beside,
            rows,
            columns,
            ranked: [corners, edges, inner, second, beside, aslant],
            quarters: [top & left, top & !left, left & !top, mask & !(top | left)],
        }
    }

    /// The rank of a square, worse as it grows: 0 is a corner.
    pub(crate) fn rank(&self, index: u8) -> usize {
        self.ranked.iter().position(|ranked| ranked >> index & 1 != 0).unwrap_or(RANKS)
    }

    /// The squares without a chip.
    pub(crate) const fn empty(&self, position: Position) -> u64 {
        self.mask & !(position.own | position.opponent)
    }

    /// The squares of those quarters of the board that have an odd number of `empty` squares.
    pub(crate) fn odd(&self, empty: u64) -> u64 {
        let odd = |quarter: u64| if (empty & quarter).count_ones() & 1 == 0 { 0 } else { quarter };
        self.quarters.iter().fold(0, |set, &quarter| set | odd(quarter))
    }
}

/// The rows, and the columns, that lie `depth` squares from an edge.
const fn rings(mask: u64, size: u8, depth: u8) -> (u64, u64) {
    let far = size - 1 - depth;
    let rows = 0xff << (8 * depth) | 0xff << (8 * far);
    let columns = FIRST_COLUMN << depth | FIRST_COLUMN << far;
    (mask & rows, mask & columns)
}

/// The upper half, and the left one.
const fn halves(mask: u64, size: u8) -> (u64, u64) {
    let half = size / 2;
    (mask & ((1 << (8 * half)) - 1), mask & (FIRST_COLUMN * ((1 << half) - 1)))
}
