//! The two boards: their cells, their lines and the pieces played on them.
//!
//! Sets of cells are bit masks: bit `width · y + x` is the cell in column `x` and
//! row `y`.

use super::Size;
use crate::Square;

/// One of the two boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// 3×3 cells, three sizes, two pieces of each a colour.
    #[default]
    Three,
    /// 4×4 cells, four sizes, three pieces of each a colour.
    Four,
}

impl Board {
    /// Both boards, the smaller first.
    pub const ALL: [Self; 2] = [Self::Three, Self::Four];

    /// The board with `width` columns; `None` if there is none.
    #[must_use]
    pub const fn from_width(width: u8) -> Option<Self> {
        match width {
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub const fn width(self) -> u8 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> u8 {
        self.width() * self.width()
    }

    /// All cells as a mask.
    #[must_use]
    pub const fn mask(self) -> u16 {
        match self {
            Self::Three => 0x01FF,
            Self::Four => 0xFFFF,
        }
    }

    /// The sizes of the pieces, smallest first.
    #[must_use]
    pub fn sizes(self) -> &'static [Size] {
        &Size::ALL[..usize::from(self.width())]
    }

    /// The pieces of each size that a colour has.
    #[must_use]
    pub const fn copies(self) -> u8 {
        self.width() - 1
    }

    /// The lines as masks: rows from the top, columns from the left, the diagonal
    /// through the top left corner, then the other one.
    #[must_use]
    pub const fn lines(self) -> &'static [u16] {
        match self {
            Self::Three => &[0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124],
            Self::Four => &[0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248],
        }
    }

    /// Whether `cells` hold a whole line.
    #[must_use]
    pub fn has_line(self, cells: u16) -> bool {
        self.lines().iter().any(|line| line & !cells == 0)
    }

    /// All cells of the lines in which `cells` hold all but exactly one.
    #[must_use]
    pub fn one_short(self, cells: u16) -> u16 {
        let is_short = |line: &&u16| (*line & !cells).is_power_of_two();
        self.lines().iter().filter(is_short).fold(0, |all, line| all | line)
    }

    /// The mask of one cell; 0 if `square` is off the board.
    #[must_use]
    pub const fn cell(self, square: Square) -> u16 {
        let width = self.width();
        if square.x < width && square.y < width { 1 << square.index(width) } else { 0 }
    }

    /// The cells of a mask, row by row; bits off the board are passed over.
    pub fn squares(self, cells: u16) -> impl Iterator<Item = Square> {
        let mut rest = cells & self.mask();
        std::iter::from_fn(move || self.take_first(&mut rest))
    }

    /// Takes the first cell out of a mask that holds no bit off the board.
    #[inline]
    pub(super) fn take_first(self, cells: &mut u16) -> Option<Square> {
        let first = cells.trailing_zeros();
        // Less one clears the lowest bit; nothing is left of nothing.
        *cells &= cells.checked_sub(1)?;
        let index = u8::try_from(first).expect("a mask has 16 bits");
        Some(match self {
            Self::Three => Square::new(index % 3, index / 3),
            Self::Four => Square::new(index % 4, index / 4),
        })
    }
}
