//! Sets of squares: the square `(x, y)` is bit `y * 8 + x`.

pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The number of squares in a set.
pub(crate) const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// A set with all squares around its own.
pub(crate) const fn widened(set: u64) -> u64 {
    let wide = set | (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
    wide | wide << 8 | wide >> 8
}
