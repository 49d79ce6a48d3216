//! A place on a board: column and row.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::ParseError;

/// A place on a board, 0-based: `x` is the column, `y` the row.
///
/// Which corner is `(0, 0)` is the game's own business and stands in its module.
/// Notation: `x,y`, for example `3,0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column, from the left.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Square {
    /// The place in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The place's index in a list of rows, each `width` cells long.
    #[must_use]
    pub const fn index(self, width: u8) -> usize {
        self.y as usize * width as usize + self.x as usize
    }

    /// All squares of a board, row by row.
    pub fn all(columns: u8, rows: u8) -> impl Iterator<Item = Self> + Clone {
        (0..rows).flat_map(move |y| (0..columns).map(move |x| Self::new(x, y)))
    }

    /// The square so many columns to the right and so many rows further. One before the first column or row comes out
    /// far off any board.
    #[must_use]
    pub const fn beside(self, (columns, rows): (i8, i8)) -> Self {
        Self::new(self.x.wrapping_add_signed(columns), self.y.wrapping_add_signed(rows))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.x.fmt(f)?;
        f.write_char(',')?;
        self.y.fmt(f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once(',').and_then(|(x, y)| Some(Self { x: number(x)?, y: number(y)? }));
        parsed.ok_or_else(|| ParseError::new(text, "square", "x,y, as in 3,0"))
    }
}

/// A number as the notation prints it: digits only, no sign, no leading zero.
pub(crate) fn number<T: FromStr + fmt::Display>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_notation() {
        for x in 0..=255 {
            for y in [0, 1, 9, 10, 255] {
                let square = Square::new(x, y);
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "3", "3,", ",3", "3,256", "-1,0", "+1,0", "01,0", "1,2,3", " 1,2", "1 ,2"] {
            let message = format!("{text:?} is no square; write x,y, as in 3,0");
            assert_eq!(text.parse::<Square>().map_err(|error| error.to_string()), Err(message));
        }
    }
}
