//! A step, what every turn consists of, and why one may be illegal.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Seat, Square};

/// One turn: a stone goes from a square to an adjacent one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The stone's square before the step.
    pub from: Square,
    /// Its square after the step; an enemy's stone there is hit.
    pub to: Square,
}

impl Step {
    /// The step from one square to another.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from, self.to)
    }
}

impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let squares = text.split_once('>');
        let parsed = squares.and_then(|(from, to)| Some(Self::new(from.parse().ok()?, to.parse().ok()?)));
        parsed.ok_or_else(|| ParseError::new(text, "step", "x,y>x,y, as in 0,0>0,1"))
    }
}

/// The reason why a step is illegal. A step that breaks several rules breaks the first of
/// them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// The step begins off the board.
    FromOffBoard(Square),
    /// The step ends off the board.
    ToOffBoard(Square),
    /// No stone of the player to move lies where the step begins.
    NotYours {
        /// The square where the step begins.
        from: Square,
        /// The owner of the stone there, if any.
        owner: Option<Seat>,
    },
    /// The player's own stone lies where the step ends, be it the very same stone.
    OwnStone(Square),
    /// The squares are not adjacent.
    NotAdjacent(Step),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::FromOffBoard(from) => write!(f, "the step begins off the board, at {from}"),
            Self::ToOffBoard(to) => write!(f, "the step ends off the board, at {to}"),
            Self::NotYours { from, owner: None } => write!(f, "no stone lies on {from}"),
            Self::NotYours { from, owner: Some(owner) } => {
                write!(f, "the stone on {from} is player {owner}'s")
            }
            Self::OwnStone(to) => write!(f, "the player's own stone lies on {to}"),
            Self::NotAdjacent(Step { from, to }) => write!(f, "{to} is not adjacent to {from}"),
        }
    }
}

impl std::error::Error for Illegal {}

/// The reason why a player cannot be eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalElimination {
    /// The game is over.
    Over,
    /// The game has no such seat.
    NoSuchSeat(Seat),
    /// The player has lost already.
    Lost(Seat),
}

impl fmt::Display for IllegalElimination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::NoSuchSeat(seat) => write!(f, "the game has no player {seat}"),
            Self::Lost(seat) => write!(f, "player {seat} has lost already"),
        }
    }
}

impl std::error::Error for IllegalElimination {}
