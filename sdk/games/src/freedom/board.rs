//! The board: stones on cells, in bytes, in letters and as sets of squares. It
//! knows live sets but no turns, so any stones may lie on it.
//!
//! Notation: the rows from the top, `/` between them, each cell `.` (empty), `W` or
//! `B`. Rows may also stand on lines of their own and cells may be spaced out.

use std::fmt;
use std::str::FromStr;

use super::live::{self, LiveSet, Tally};
use super::{Params, Scoring, SquareSet};
use crate::{ParseError, Seat, Square};

/// The colour of a player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves first: seat 0.
    White,
    /// Moves second: seat 1.
    Black,
}

impl Colour {
    /// Both colours, in the order of their seats.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// The content of a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone.
    Empty = 0,
    /// A white stone.
    White = 1,
    /// A black stone.
    Black = 2,
}

/// The letters of a board's notation: for an empty cell, a white stone and a black one.
const NOTATION: [char; 3] = ['.', 'W', 'B'];

/// A square board with stones on it; `(0, 0)` is the bottom left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: u8,
    /// By colour.
    stones: [SquareSet; 2],
}

impl Board {
    /// The letters in which the original dumps a board: for an empty cell, a white stone and a black one.
    pub const LETTERS: [char; 3] = ['E', 'W', 'B'];
    /// North first and clockwise, as the original lists neighbours.
    const COMPASS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

    /// A board without stones.
    pub(super) fn new(size: u8) -> Self {
        Self { size, stones: [SquareSet::default(); 2] }
    }

    /// From the form in which it travels: `size` × `size` cells, row by row from the
    /// bottom, each 0 empty, 1 white or 2 black.
    ///
    /// # Errors
    /// Says what is wrong with the size, the number of cells or a cell.
    pub fn from_bytes(size: u8, bytes: &[u8]) -> Result<Self, InvalidBoard> {
        if !Params::SIZES.contains(&size) {
            return Err(InvalidBoard::Size(size.into()));
        }
        if bytes.len() != usize::from(size) * usize::from(size) {
            return Err(InvalidBoard::Cells { cells: bytes.len(), size });
        }
        let mut board = Self::new(size);
        for (square, &byte) in board.squares().zip(bytes) {
            match byte {
                0 => {}
                1 => board.put(Colour::White, square),
                2 => board.put(Colour::Black, square),
                _ => return Err(InvalidBoard::Byte(byte)),
            }
        }
        Ok(board)
    }

    /// The board as bytes, row by row from the bottom: 0 empty, 1 white, 2 black.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.squares().map(|square| self.cell(square) as u8).collect()
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The content of the cell in column `x` and row `y`; `None` off the board.
    #[must_use]
    pub fn at(&self, x: u8, y: u8) -> Option<Cell> {
        let square = Square::new(x, y);
        self.has(square).then(|| self.cell(square))
    }

    /// The neighbours of `square` on the board, in the order N, NE, E, SE, S, SW, W, NW;
    /// none if `square` itself is off the board.
    pub fn adjacent(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let Self { size, .. } = *self;
        let steps = Self::COMPASS.into_iter().filter(move |_| square.x < size && square.y < size);
        steps.map(move |step| square.beside(step)).filter(move |next| next.x < size && next.y < size)
    }

    /// The squares with a stone of `colour`.
    #[must_use]
    pub fn stones(&self, colour: Colour) -> SquareSet {
        self.stones[colour as usize]
    }

    /// The squares without a stone.
    #[must_use]
    pub fn empty(&self) -> SquareSet {
        self.empty_in(0..self.size, u32::MAX)
    }

    /// The empty neighbours of `square`, which must be on the board and have a stone.
    pub(super) fn empty_around(&self, square: Square) -> SquareSet {
        let rows = square.y.saturating_sub(1)..self.size.min(square.y + 2);
        self.empty_in(rows, (0b111 << square.x) >> 1)
    }

    fn empty_in(&self, rows: std::ops::Range<u8>, columns: u32) -> SquareSet {
        let columns = columns & ((1 << self.size) - 1);
        let [white, black] = &self.stones;
        let mut empty = SquareSet::default();
        for y in rows.map(u8::cast_signed) {
            empty.add_to_row(y, columns & !(white.row(y) | black.row(y)));
        }
        empty
    }

    /// The live sets of `colour`: direction by direction, each row by row from the
    /// bottom by the first square.
    pub fn live_sets(&self, colour: Colour) -> impl Iterator<Item = LiveSet> + use<> {
        live::live_sets(self.stones(colour))
    }

    /// The stones of `colour` that are in any live set.
    #[must_use]
    pub fn live_stones(&self, colour: Colour) -> SquareSet {
        live::live_stones(&self.stones[colour as usize])
    }

    /// The points of `colour`, counted from scratch.
    #[must_use]
    pub fn score(&self, colour: Colour, scoring: Scoring) -> i32 {
        self.tally(colour).score(scoring)
    }

    /// The points that a stone of `colour` on `square` would win or lose for that
    /// colour; none change for the other. `None` if `square` is not an empty cell.
    #[must_use]
    pub fn gain(&self, colour: Colour, square: Square, scoring: Scoring) -> Option<i32> {
        let is_empty = self.at(square.x, square.y) == Some(Cell::Empty);
        is_empty.then(|| self.gain_tally(colour, square).score(scoring))
    }

    pub(super) fn tally(&self, colour: Colour) -> Tally {
        Tally::of(&self.stones[colour as usize])
    }

    pub(super) fn gain_tally(&self, colour: Colour, square: Square) -> Tally {
        Tally::gain(&self.stones[colour as usize], square)
    }

    /// Puts a stone on an empty cell of the board.
    pub(super) fn put(&mut self, colour: Colour, square: Square) {
        self.stones[colour as usize].insert(square);
    }

    /// Takes the stone, if any, off a cell of the board.
    pub(super) fn clear(&mut self, square: Square) {
        self.stones.iter_mut().for_each(|stones| stones.remove(square));
    }

    /// The board in letters, one line a row, the top row first; each line ends with a line feed.
    #[must_use]
    pub fn dump(&self, letters: [char; 3]) -> String {
        let rows = (0..self.size).rev();
        rows.flat_map(|y| self.row(y, letters).chain(['\n'])).collect()
    }

    fn row(&self, y: u8, letters: [char; 3]) -> impl Iterator<Item = char> {
        (0..self.size).map(move |x| letters[self.cell(Square::new(x, y)) as usize])
    }

    /// All squares, row by row from the bottom.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.size, self.size)
    }

    pub(super) fn has(&self, square: Square) -> bool {
        square.x < self.size && square.y < self.size
    }

    fn cell(&self, square: Square) -> Cell {
        let [white, black] = &self.stones;
        if white.contains(square) {
            Cell::White
        } else if black.contains(square) {
            Cell::Black
        } else {
            Cell::Empty
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dump = self.dump(NOTATION);
        f.write_str(&dump.trim_end().replace('\n', "/"))
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rows = text.trim().split(['/', '\n']).rev();
        let rows: Vec<Vec<char>> =
            rows.map(|row| row.chars().filter(|letter| !letter.is_whitespace()).collect()).collect();
        let size = u8::try_from(rows.len()).ok().filter(|size| Params::SIZES.contains(size));
        let size = size.ok_or_else(|| ParseError::because(InvalidBoard::Size(rows.len())))?;
        if let Some(row) = rows.iter().find(|row| row.len() != usize::from(size)) {
            let row = format_args!("a row of {} cells fits no board of {size} × {size}", row.len());
            return Err(ParseError::because(row));
        }
        let bytes = rows.concat().into_iter().map(byte).collect::<Result<Vec<_>, _>>()?;
        Self::from_bytes(size, &bytes).map_err(ParseError::because)
    }
}

fn byte(letter: char) -> Result<u8, ParseError> {
    match letter {
        '.' => Ok(Cell::Empty as u8),
        'W' => Ok(Cell::White as u8),
        'B' => Ok(Cell::Black as u8),
        _ => {
            let reason = format_args!("a cell is '.' (empty), 'W' or 'B', not {letter:?}");
            Err(ParseError::because(reason))
        }
    }
}

/// The reason why cells make no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidBoard {
    /// The board is too small or too large.
    Size(usize),
    /// There are not `size` × `size` cells.
    Cells {
        /// The cells there are.
        cells: usize,
        /// The board's columns and rows.
        size: u8,
    },
    /// A byte is not 0, 1 or 2.
    Byte(u8),
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (Params::SIZES.start(), Params::SIZES.end());
        match self {
            Self::Size(size) => write!(f, "a board has {least} to {most} rows, not {size}"),
            Self::Cells { cells, size } => write!(f, "{cells} cells are no board of {size} × {size}"),
            Self::Byte(byte) => write!(f, "a cell is 0 (empty), 1 (white) or 2 (black), not {byte}"),
        }
    }
}

impl std::error::Error for InvalidBoard {}
