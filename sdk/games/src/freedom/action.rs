//! Actions: what is done in one turn, how it is written, and which rules it may break.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Square};

/// The action of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A player places a stone.
    Place(Square),
    /// The automatic last turn, played by the judge: a stone on the last empty cell,
    /// or none if it would win nothing.
    Auto(Option<Square>),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Auto(Some(square)) => write!(f, "auto {square}"),
            Self::Auto(None) => f.write_str("auto none"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match text.strip_prefix("auto ") {
            Some("none") => Some(Self::Auto(None)),
            Some(square) => square.parse().ok().map(|square| Self::Auto(Some(square))),
            None => text.parse().ok().map(Self::Place),
        };
        parsed.ok_or_else(|| ParseError::new(text, "action", "x,y, as in 3,0, or auto x,y, or auto none"))
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The stone is off the board.
    OffBoard(Square),
    /// The cell has a stone already.
    Occupied(Square),
    /// The stone is not adjacent to the one placed before, which has empty neighbours.
    NotAdjacent {
        /// The square that was chosen.
        square: Square,
        /// The square of the stone before it.
        last: Square,
        /// The squares that were allowed.
        allowed: Vec<Square>,
    },
    /// No player fills the last cell: its turn is automatic.
    LastIsAutomatic,
    /// The automatic turn was played while players have cells to choose from.
    AutoTooEarly,
    /// The automatic turn does not do what the rules say.
    WrongAuto {
        /// The action that was played.
        played: Action,
        /// The action that the rules demand.
        due: Action,
    },
    /// The game is over.
    Over,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(square) => write!(f, "the stone at {square} is off the board"),
            Self::Occupied(square) => write!(f, "there is a stone at {square} already"),
            Self::NotAdjacent { square, last, allowed } => {
                write!(f, "the stone at {square} is not adjacent to the last one at {last}; allowed:")?;
                allowed.iter().try_for_each(|square| write!(f, " {square}"))
            }
            Self::LastIsAutomatic => f.write_str("no player fills the last cell; its turn is automatic"),
            Self::AutoTooEarly => f.write_str("only the last cell's turn is automatic"),
            Self::WrongAuto { played, due } => write!(f, "the last turn is \"{due}\", not \"{played}\""),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Illegal {}
