//! The text of a position: its cells row by row, then who moves.

use std::fmt;
use std::str::FromStr;

use super::{Board, Colour, Piece, Position};
use crate::{ParseError, Square};

/// How a cell is written.
const STACK: &str = "- or S, M, L, X for red, s, m, l, x for yellow, smallest first";

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

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (cells, word) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
        let is_word = |colour: &Colour| colour.to_string() == word;
        let to_move = Colour::ALL.into_iter().find(is_word);
        let to_move = to_move.ok_or_else(|| {
            ParseError::because(format_args!("{word:?} does not move; end with red or yellow"))
        })?;

        let rows: Vec<&str> = cells.split('/').collect();
        let board = u8::try_from(rows.len()).ok().and_then(Board::from_width);
        let board = board.ok_or_else(|| {
            let rows = rows.len();
            ParseError::because(format_args!("{rows} rows are no board; it has 3 or 4, with / between"))
        })?;
        let mut bytes = Vec::with_capacity(board.cells().into());
        for (row, text) in rows.into_iter().enumerate() {
            let before = bytes.len();
            for cell in text.split_whitespace() {
                bytes.push(byte(cell).ok_or_else(|| ParseError::new(cell, "cell", STACK))?);
            }
            let cells = bytes.len() - before;
            if cells != usize::from(board.width()) {
                return Err(ParseError::because(format_args!("row {row} has {cells} cells")));
            }
        }
        Self::from_bytes(&bytes, to_move).map_err(ParseError::because)
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
