//! The action of a seat in one turn, its notation, and the rules it can break.

use std::fmt;
use std::str::FromStr;

use super::{Board, Size};
use crate::{ParseError, Square};

/// The action of a seat in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Brings a piece from the reserve onto the board.
    Enter {
        /// The piece's size; equal pieces are interchangeable.
        size: Size,
        /// The square to place it on.
        to: Square,
    },
    /// Moves the own piece on top of a cell.
    Move {
        /// The square where it stands.
        from: Square,
        /// The square where it goes.
        to: Square,
    },
}

impl Action {
    /// Every action that can be written for `board`, legal or not, in the order of
    /// [`Position::legal`](super::Position::legal).
    pub fn all(board: Board) -> impl Iterator<Item = Self> {
        let squares = move || board.squares(board.mask());
        let enters =
            board.sizes().iter().flat_map(move |&size| squares().map(move |to| Self::Enter { size, to }));
        let moves = squares().flat_map(move |from| squares().map(move |to| Self::Move { from, to }));
        enters.chain(moves)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter { size, to } => write!(f, "{size}@{to}"),
            Self::Move { from, to } => write!(f, "{from}>{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let enter = || {
            let (letter, to) = text.split_once('@')?;
            let size = Size::ALL.into_iter().find(|size| size.to_string() == letter)?;
            Some(Self::Enter { size, to: to.parse().ok()? })
        };
        let step = || {
            let (from, to) = text.split_once('>')?;
            Some(Self::Move { from: from.parse().ok()?, to: to.parse().ok()? })
        };
        let write = "size (S, M, L, X) @ x,y to enter, as in L@1,1, or x,y>x,y to move, as in 0,1>2,0";
        enter().or_else(step).ok_or_else(|| ParseError::new(text, "action", write))
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// A square is off the board.
    OffBoard(Square),
    /// The board is not played with this size.
    NoSuchSize(Size),
    /// All pieces of this size are on the board.
    NoneLeft(Size),
    /// The pieces of this size that are left lie under larger ones in the reserve (4×4).
    Buried(Size),
    /// There is no piece to move.
    Vacant(Square),
    /// The piece on top is the opponent's.
    NotYours(Square),
    /// A piece must not move to where it is.
    SameCell(Square),
    /// The piece that lies there is not smaller.
    TooSmall(Square),
    /// A piece from the reserve must not cover an own one (4×4).
    EnterOnOwn(Square),
    /// A piece from the reserve may cover an opponent's only in a line where the
    /// opponent shows exactly three (4×4).
    EnterWithoutThree(Square),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::OffBoard(at) => write!(f, "{at} is off the board"),
            Self::NoSuchSize(size) => write!(f, "this board has no pieces of size {size}"),
            Self::NoneLeft(size) => write!(f, "no piece of size {size} is left to enter"),
            Self::Buried(size) => write!(f, "the pieces of size {size} lie under larger ones in the reserve"),
            Self::Vacant(at) => write!(f, "there is no piece at {at}"),
            Self::NotYours(at) => write!(f, "the piece on top at {at} is the opponent's"),
            Self::SameCell(at) => write!(f, "the piece at {at} must move to another cell"),
            Self::TooSmall(at) => write!(f, "the piece on top at {at} is not smaller"),
            Self::EnterOnOwn(at) => {
                write!(f, "a piece from the reserve must not cover an own one, as at {at}")
            }
            Self::EnterWithoutThree(at) => {
                write!(
                    f,
                    "a piece from the reserve may cover {at} only in a line with exactly three of the opponent's"
                )
            }
        }
    }
}

impl std::error::Error for Illegal {}
