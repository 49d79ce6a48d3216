//! The text of a position: its cells row by row, then who moves.

use std::fmt;
use std::str::FromStr;

use super::{Board, Colour, InvalidPosition, Piece, Position};
use crate::Square;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.board().width();
        for y in 0..width {
            for x in 0..width {
                let mut stack = self.stack(Square::new(x, y)).peekable();
                if stack.peek().is_none() {
                    f.write_str("-")?;
                }
                for piece in stack {
                    piece.fmt(f)?;
                }
                f.write_str(" ")?;
            }
            if y + 1 < width {
                f.write_str("/ ")?;
            }
        }
        self.to_move().fmt(f)
    }
}

/// The reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The last word is neither `red` nor `yellow`.
    ToMove(String),
    /// No board has so many rows.
    Rows(usize),
    /// A row has too few or too many cells.
    Cells {
        /// The row, 0 at the top.
        row: usize,
        /// Its cells.
        cells: usize,
    },
    /// A cell is neither `-` nor pieces, each larger than the one before.
    Stack(String),
    /// The cells break a rule of the pieces.
    Invalid(InvalidPosition),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ToMove(word) => write!(f, "{word:?} does not move; end with red or yellow"),
            Self::Rows(rows) => write!(f, "{rows} rows are no board; it has 3 or 4, with / between"),
            Self::Cells { row, cells } => write!(f, "row {row} has {cells} cells"),
            Self::Stack(text) => {
                write!(
                    f,
                    "{text:?} is no cell; write - or S, M, L, X for red, s, m, l, x for yellow, smallest first"
                )
            }
            Self::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for ParsePositionError {}

impl From<InvalidPosition> for ParsePositionError {
    fn from(invalid: InvalidPosition) -> Self {
        Self::Invalid(invalid)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (cells, word) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
        let is_word = |colour: &Colour| colour.to_string() == word;
        let to_move = Colour::ALL.into_iter().find(is_word);
        let to_move = to_move.ok_or_else(|| ParsePositionError::ToMove(word.to_owned()))?;

        let rows: Vec<&str> = cells.split('/').collect();
        let board = u8::try_from(rows.len()).ok().and_then(Board::from_width);
        let board = board.ok_or(ParsePositionError::Rows(rows.len()))?;
        let mut bytes = Vec::with_capacity(board.cells().into());
        for (row, text) in rows.into_iter().enumerate() {
            let before = bytes.len();
            for cell in text.split_whitespace() {
                bytes.push(byte(cell).ok_or_else(|| ParsePositionError::Stack(cell.to_owned()))?);
            }
            let cells = bytes.len() - before;
            if cells != usize::from(board.width()) {
                return Err(ParsePositionError::Cells { row, cells });
            }
        }
        Ok(Self::from_bytes(&bytes, to_move)?)
    }
}

/// The byte of a cell.
fn byte(cell: &str) -> Option<u8> {
    if cell == "-" {
        return Some(0);
    }
    let mut byte = 0;
    let mut below = None;
    for letter in cell.chars() {
        let piece = Piece::from_letter(letter).filter(|piece| below < Some(piece.size))?;
        below = Some(piece.size);
        byte |= piece.bits();
    }
    Some(byte)
}
