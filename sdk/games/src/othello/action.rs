//! What a player may do, how it is written, and which rules it may break.

use std::fmt;
use std::str::FromStr;

use crate::Square;

/// What a seat does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Places a chip.
    Place(Square),
    /// Leaves the turn to the opponent.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // At once: a referee writes down every move.
            Self::Place(Square { x: x @ 0..8, y: y @ 0..8 }) => {
                f.write_str(str::from_utf8(&[b'a' + x, b'1' + y]).expect("a letter and a digit"))
            }
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

/// The text is no action in the notation `d3` or `--`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActionError(pub String);

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no action; write a square, as in d3, or -- to pass", self.0)
    }
}

impl std::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match *text.as_bytes() {
            [b'-', b'-'] => Some(Self::Pass),
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Self::Place(Square::new(column - b'a', row - b'1')))
            }
            _ => text.parse().ok().map(Self::Place),
        };
        // Printing it again refuses x,y for a square that has a letter and a digit.
        parsed.filter(|action| action.to_string() == text).ok_or_else(|| ParseActionError(text.to_owned()))
    }
}

/// Why an action is illegal.
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
