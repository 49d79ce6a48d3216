//! Ships and fleets: where they lie, and which layouts are legal.

use std::fmt;
use std::str::FromStr;

use super::Params;
use crate::{ParseError, Square};

/// The direction of a ship from its first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// To the right.
    Across,
    /// Downwards.
    Down,
}

/// A ship: its leftmost or topmost square, its length and which way it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ship {
    /// Column of the first square, from the left.
    pub x: u8,
    /// Row of the first square, from the top.
    pub y: u8,
    /// Squares covered.
    pub length: u8,
    /// The direction of the other squares.
    pub orientation: Orientation,
}

impl Ship {
    /// A ship lying to the right from `(x, y)`.
    #[must_use]
    pub const fn across(x: u8, y: u8, length: u8) -> Self {
        Self { x, y, length, orientation: Orientation::Across }
    }

    /// A ship lying downwards from `(x, y)`.
    #[must_use]
    pub const fn down(x: u8, y: u8, length: u8) -> Self {
        Self { x, y, length, orientation: Orientation::Down }
    }

    /// The squares covered, from the first on. Coordinates stop at 255.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.length).map(move |step| match self.orientation {
            Orientation::Across => Square::new(self.x.saturating_add(step), self.y),
            Orientation::Down => Square::new(self.x, self.y.saturating_add(step)),
        })
    }

    /// Whether a square of this ship is the other's, or beside it or aslant of it.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        let near = |a: Square, b: Square| a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1;
        self.squares().any(|square| other.squares().any(|its| near(square, its)))
    }

    /// Whether all squares are on a board of `size` × `size`.
    #[must_use]
    pub fn fits(self, size: u8) -> bool {
        let end = |start: u8| u16::from(start) + u16::from(self.length) <= u16::from(size);
        match self.orientation {
            Orientation::Across => end(self.x) && self.y < size,
            Orientation::Down => end(self.y) && self.x < size,
        }
    }

    /// Every way to lay a ship of `length` on a board of `size` × `size`: across
    /// row by row, then down row by row. A ship of one square is listed once.
    pub fn placements(length: u8, size: u8) -> impl Iterator<Item = Self> {
        let squares = Square::all(size, size);
        let across = squares.clone().map(move |Square { x, y }| Self::across(x, y, length));
        let down = squares.map(move |Square { x, y }| Self::down(x, y, length)).filter(move |_| length > 1);
        across.chain(down).filter(move |ship| ship.fits(size))
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match self.orientation {
            Orientation::Across => 'a',
            Orientation::Down => 'd',
        };
        write!(f, "{}{way}@{},{}", self.length, self.x, self.y)
    }
}

impl FromStr for Ship {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('@').and_then(|(kind, square)| {
            let Square { x, y } = square.parse().ok()?;
            let (digits, way) = kind.split_at_checked(kind.len().checked_sub(1)?)?;
            let length = digits.parse().ok()?;
            match way {
                "a" => Some(Self::across(x, y, length)),
                "d" => Some(Self::down(x, y, length)),
                _ => None,
            }
        });
        // Printing it again refuses signs and leading zeros.
        parsed
            .filter(|ship| ship.to_string() == text)
            .ok_or_else(|| ParseError::new(text, "ship", "length, a or d, @, x,y, as in 5a@0,0"))
    }
}

/// The reason why ships make no legal fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalFleet {
    /// The lengths are not those asked for, in whatever order.
    Lengths {
        /// Lengths asked for, longest first.
        expected: Vec<u8>,
        /// Lengths placed, longest first.
        placed: Vec<u8>,
    },
    /// A ship leaves the board.
    OffBoard(Ship),
    /// Two ships lie on the same square.
    Overlap(Square),
    /// Two ships touch, where that is not allowed.
    Touch(Ship, Ship),
}

impl fmt::Display for IllegalFleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { expected, placed } if placed.len() != expected.len() => {
                write!(f, "the fleet has {} ships, not {}", placed.len(), expected.len())
            }
            Self::Lengths { expected, placed } => {
                write!(f, "the ships' lengths are {placed:?}, not {expected:?}")
            }
            Self::OffBoard(ship) => write!(f, "the ship {ship} leaves the board"),
            Self::Overlap(square) => write!(f, "two ships lie on {square}"),
            Self::Touch(first, second) => write!(f, "the ships {first} and {second} touch"),
        }
    }
}

/// A legal layout: the right ships, all on the board, no two on one square, nor beside
/// one another where that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    ships: Vec<Ship>,
    size: u8,
    covered: Vec<bool>,
}

impl Fleet {
    /// Lays `ships` on the board. Their order is free, and they may touch unless the
    /// parameters say otherwise.
    ///
    /// # Errors
    /// The first rule broken: lengths, then the board's edge, then overlap, then touching.
    pub fn new(params: &Params, ships: Vec<Ship>) -> Result<Self, IllegalFleet> {
        let mut placed: Vec<u8> = ships.iter().map(|ship| ship.length).collect();
        placed.sort_unstable_by(|a, b| b.cmp(a));
        if placed != params.fleet() {
            return Err(IllegalFleet::Lengths { expected: params.fleet().to_vec(), placed });
        }
        let size = params.size();
        if let Some(&ship) = ships.iter().find(|ship| !ship.fits(size)) {
            return Err(IllegalFleet::OffBoard(ship));
        }
        let mut covered = vec![false; usize::from(size) * usize::from(size)];
        for square in ships.iter().flat_map(|ship| ship.squares()) {
            if std::mem::replace(&mut covered[square.index(size)], true) {
                return Err(IllegalFleet::Overlap(square));
            }
        }
        if let Some((first, second)) = touching(&ships).filter(|_| params.no_touch()) {
            return Err(IllegalFleet::Touch(first, second));
        }
        Ok(Self { ships, size, covered })
    }

    /// The ships, in the order they were placed.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// Whether a ship lies on `square`, which must be on the board.
    #[must_use]
    pub fn covers(&self, square: Square) -> bool {
        self.covered[square.index(self.size)]
    }

    /// Squares covered by all ships together.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.ships.iter().map(|ship| u32::from(ship.length)).sum()
    }
}

/// The first two ships that touch.
fn touching(ships: &[Ship]) -> Option<(Ship, Ship)> {
    let mut pairs = ships
        .iter()
        .enumerate()
        .flat_map(|(number, first)| ships[number + 1..].iter().map(move |second| (*first, *second)));
    pairs.find(|(first, second)| first.touches(*second))
}
