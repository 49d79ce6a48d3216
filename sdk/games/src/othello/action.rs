//! The actions of a player, their notation, and the rules they may break.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Square};

/// The action of a seat in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Places a chip.
    Place(Square),
    /// Leaves the turn to the opponent.
    Pass,
}

/// The squares of the largest board, row by row from the top.
const SQUARES: &str = concat!(
    "a1b1c1d1e1f1g1h1",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a5b5c5d5e5f5g5h5",
    "a6b6c6d6e6f6g6h6",
    "a7b7c7d7e7f7g7h7",
    "a8b8c8d8e8f8g8h8",
);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // At once: a referee writes down every move.
            Self::Place(Square { x: x @ 0..8, y: y @ 0..8 }) => {
                let at = 2 * usize::from(8 * y + x);
                f.write_str(&SQUARES[at..at + 2])
            }
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match *text.as_bytes() {
            [b'-', b'-'] => Some(Self::Pass),
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Self::Place(Square::new(column - b'a', row - b'1')))
            }
            _ => text.parse().ok().map(Self::Place),
        };
        // Printing it again refuses x,y for a square that has a letter and a digit.
        parsed
            .filter(|action| action.to_string() == text)
            .ok_or_else(|| ParseError::new(text, "action", "a square, as in d3, or -- to pass"))
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidMove {
    /// The square is not on the board.
    OffBoard(Square),
    /// There is a chip on the square.
    Occupied(Square),
    /// A chip there would flip none.
    TakesNothing(Square),
    /// A pass, although there is a placement.
    MustPlace,
    /// The game is over.
    Over,
}

impl fmt::Display for InvalidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OffBoard(square) => write!(f, "{} is off the board", Action::Place(square)),
            Self::Occupied(square) => write!(f, "{} holds a chip already", Action::Place(square)),
            Self::TakesNothing(square) => write!(f, "a chip at {} takes none", Action::Place(square)),
            Self::MustPlace => f.write_str("a pass is for who cannot place a chip"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for InvalidMove {}
