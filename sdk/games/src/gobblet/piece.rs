//! The pieces: colours, sizes, and the letters both are written with.

use std::fmt;

use crate::Seat;

/// A player's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Seat 0, who moves first.
    Red = 0,
    /// Seat 1.
    Yellow = 1,
}

impl Colour {
    /// Both colours, red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Yellow];

    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Yellow,
            Self::Yellow => Self::Red,
        }
    }

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The colour that `seat` plays; `None` for a seat that the game has not.
    #[must_use]
    pub const fn of_seat(seat: Seat) -> Option<Self> {
        match seat {
            Seat(0) => Some(Self::Red),
            Seat(1) => Some(Self::Yellow),
            Seat(_) => None,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
        })
    }
}

/// The size of a piece; a larger one can cover a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Size 0, letter `S`.
    Small = 0,
    /// Size 1, letter `M`.
    Medium = 1,
    /// Size 2, letter `L`: the largest on the 3×3 board.
    Large = 2,
    /// Size 3, letter `X`: only on the 4×4 board.
    Huge = 3,
}

impl Size {
    /// Every size, smallest first.
    pub const ALL: [Self; 4] = [Self::Small, Self::Medium, Self::Large, Self::Huge];

    /// The size of number `number`, 0 for the smallest; `None` if there is none.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number < 4 { Some(Self::ALL[number as usize]) } else { None }
    }

    /// The size as a number, 0 for the smallest.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The next larger size; `None` above the largest.
    #[must_use]
    pub const fn larger(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }

    /// The size's letter, `S`, `M`, `L` or `X`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
            Self::Huge => 'X',
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.letter() == letter)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A piece; equal pieces are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The colour of its owner.
    pub colour: Colour,
    /// Its size.
    pub size: Size,
}

impl Piece {
    /// The piece's letter: its size's, in upper case for red, in lower case for yellow.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::Red => self.size.letter(),
            Colour::Yellow => self.size.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter; `None` if it is no piece's letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_uppercase() { Colour::Red } else { Colour::Yellow };
        Size::from_letter(letter.to_ascii_uppercase()).map(|size| Self { colour, size })
    }

    /// The piece's bits in the byte of its cell: two a size, size 0 in the lowest.
    pub(super) const fn bits(self) -> u8 {
        (self.colour as u8 + 1) << (2 * self.size.number())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
