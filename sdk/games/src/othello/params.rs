//! The parameters of a game: how large the board is.

use std::fmt;

/// The parameters of a game, always valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    size: u8,
}

impl Params {
    /// The sizes of boards: columns, and as many rows. A middle needs even numbers, and a
    /// set of squares has 64 bits.
    pub const SIZES: [u8; 3] = [4, 6, 8];

    /// A board of `size` × `size` squares.
    ///
    /// # Errors
    /// The size is none of [`Params::SIZES`].
    pub const fn new(size: u8) -> Result<Self, InvalidParams> {
        match size {
            4 | 6 | 8 => Ok(Self { size }),
            _ => Err(InvalidParams::Size(size)),
        }
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The bits that are squares of this board: bit `y * 8 + x` for column `x` and row `y`.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        match self.size {
            4 => 0x0f0f_0f0f,
            6 => 0x3f3f_3f3f_3f3f,
            _ => u64::MAX,
        }
    }
}

impl Default for Params {
    /// 8 × 8 squares.
    fn default() -> Self {
        Self { size: 8 }
    }
}

/// Why parameters make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidParams {
    /// The board is odd, too small or too large.
    Size(u8),
}

impl fmt::Display for InvalidParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(f, "size {size} is not 4, 6 or 8"),
        }
    }
}

impl std::error::Error for InvalidParams {}
