//! The eight ways from a square to the next, and which of them are steps.

use crate::Square;

/// A way from a square to one beside it; north is up, towards row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The change of column and row by a step this way.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// The square beside `square`; `None` left of column 0, above row 0 or beyond 255.
    #[must_use]
    pub fn next(self, square: Square) -> Option<Square> {
        let (dx, dy) = self.offset();
        Some(Square::new(square.x.checked_add_signed(dx)?, square.y.checked_add_signed(dy)?))
    }

    /// The first step of a king's shortest way from `from` to `to`, diagonal as
    /// long as neither column nor row agrees; `None` if they are one square.
    #[must_use]
    pub fn towards(from: Square, to: Square) -> Option<Self> {
        let sign = |from: u8, to: u8| to.cmp(&from) as i8;
        let offset = (sign(from.x, to.x), sign(from.y, to.y));
        Self::ALL.into_iter().find(|direction| direction.offset() == offset)
    }
}

/// The squares that count as adjacent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// Straight and diagonal: up to eight neighbours.
    #[default]
    Eight,
    /// Straight only: up to four neighbours.
    Four,
}

impl Adjacency {
    /// The adjacency with so many neighbours, 8 or 4; `None` for any other number.
    #[must_use]
    pub const fn from_neighbours(neighbours: u8) -> Option<Self> {
        match neighbours {
            8 => Some(Self::Eight),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// The directions in which a stone may step, clockwise from north.
    #[must_use]
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Self::Eight => &Direction::ALL,
            Self::Four => &[Direction::North, Direction::East, Direction::South, Direction::West],
        }
    }

    /// Whether `to` is one step from `from`. No square is adjacent to itself.
    #[must_use]
    pub const fn joins(self, from: Square, to: Square) -> bool {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        match self {
            Self::Eight => dx <= 1 && dy <= 1 && dx + dy > 0,
            Self::Four => dx <= 1 && dy <= 1 && dx + dy == 1,
        }
    }
}
