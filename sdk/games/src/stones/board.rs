//! The board: which stone lies where. Knows no turn and no rule of moving.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Seat, Square};

/// An empty cell in the form in which a board travels.
const EMPTY: i8 = -1;
const SIDE_MAX: u8 = 16;
const CELLS_MAX: usize = SIDE_MAX as usize * SIDE_MAX as usize;

/// A board of valid size, each cell empty or with a stone of seat 0 to 7.
///
/// Notation: a row is its cells, `.` or the owner's id, and rows are divided by
/// slashes, from the top: `000/.../111`. White space may divide them as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    columns: u8,
    rows: u8,
    /// Row by row; what lies beyond the last row is empty.
    cells: [i8; CELLS_MAX],
}

impl Board {
    /// The fewest and most columns, and rows.
    pub const SIZES: std::ops::RangeInclusive<u8> = 2..=SIDE_MAX;
    /// The most players whose stones a board can tell apart.
    pub const PLAYERS_MAX: u8 = 8;

    /// A board without stones.
    ///
    /// # Errors
    /// If columns or rows are out of range.
    pub fn empty(columns: u8, rows: u8) -> Result<Self, InvalidBoard> {
        if !Self::SIZES.contains(&columns) {
            return Err(InvalidBoard::Columns(columns.into()));
        }
        if !Self::SIZES.contains(&rows) {
            return Err(InvalidBoard::Rows(rows.into()));
        }
        Ok(Self { columns, rows, cells: [EMPTY; CELLS_MAX] })
    }

    /// From the form in which a board travels: row by row from the top, each cell
    /// −1 if empty, else the id of the stone's owner, 0 to 7.
    ///
    /// # Errors
    /// Columns or rows out of range, then the wrong number of cells, then the
    /// first cell that is neither empty nor an id.
    pub fn new(columns: u8, rows: u8, cells: &[i8]) -> Result<Self, InvalidBoard> {
        let mut board = Self::empty(columns, rows)?;
        let expected = board.cells().len();
        if cells.len() != expected {
            return Err(InvalidBoard::Cells { expected, found: cells.len() });
        }
        let known = |cell: i8| cell == EMPTY || u8::try_from(cell).is_ok_and(|id| id < Self::PLAYERS_MAX);
        if let Some(&cell) = cells.iter().find(|&&cell| !known(cell)) {
            return Err(InvalidBoard::Cell(cell));
        }
        board.cells[..expected].copy_from_slice(cells);
        Ok(board)
    }

    /// Columns of the board.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Rows of the board.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The form in which a board travels: row by row from the top, −1 empty, else
    /// the owner's id; the cell in column x and row y is at index y · columns + x.
    #[must_use]
    pub fn cells(&self) -> &[i8] {
        &self.cells[..usize::from(self.columns) * usize::from(self.rows)]
    }

    /// Whether `square` is on the board.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        square.x < self.columns && square.y < self.rows
    }

    /// The owner of the stone on `square`; `None` if no stone lies there, or off the board.
    #[must_use]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        let cell = if self.contains(square) { self.cells[square.index(self.columns)] } else { EMPTY };
        u8::try_from(cell).ok().map(Seat)
    }

    /// The squares with a stone of `seat`, row by row from the top.
    pub fn stones(&self, seat: Seat) -> impl Iterator<Item = Square> + '_ {
        let rows = self.cells().chunks_exact(self.columns.into()).zip(0_u8..);
        rows.flat_map(move |(row, y)| {
            let owned =
                row.iter().zip(0_u8..).filter(move |(cell, _)| i16::from(**cell) == i16::from(seat.0));
            owned.map(move |(_, x)| Square::new(x, y))
        })
    }

    /// Lays a stone of `seat`, a seat of the game, on `square`, which is on the board.
    pub(super) fn place(&mut self, seat: Seat, square: Square) {
        self.cells[square.index(self.columns)] = seat.0.cast_signed();
    }

    /// Takes the stone from `square`, which is on the board.
    pub(super) fn clear(&mut self, square: Square) {
        self.cells[square.index(self.columns)] = EMPTY;
    }

    /// Takes all stones of `seat`, a seat of the game.
    pub(super) fn clear_all(&mut self, seat: Seat) {
        for cell in self.cells.iter_mut().filter(|cell| **cell == seat.0.cast_signed()) {
            *cell = EMPTY;
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.cells().chunks(self.columns.into()).enumerate() {
            if y > 0 {
                f.write_str("/")?;
            }
            for cell in row {
                match *cell {
                    EMPTY => f.write_str(".")?,
                    id => write!(f, "{id}")?,
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lines: Vec<&str> = text.split_whitespace().flat_map(|lines| lines.split('/')).collect();
        let columns = lines.first().map_or(0, |line| line.chars().count());
        if let Some(y) = lines.iter().position(|line| line.chars().count() != columns) {
            let ragged = format_args!("row {y} is not as long as row 0; write rows as in 00/../11");
            return Err(ParseError::because(ragged));
        }
        let cells: Vec<i8> =
            lines.iter().flat_map(|line| line.chars()).map(cell).collect::<Result<_, _>>()?;
        let columns = u8::try_from(columns).map_err(|_| InvalidBoard::Columns(columns));
        let rows = u8::try_from(lines.len()).map_err(|_| InvalidBoard::Rows(lines.len()));
        let board = columns.and_then(|columns| Self::new(columns, rows?, &cells));
        board.map_err(ParseError::because)
    }
}

fn cell(letter: char) -> Result<i8, ParseError> {
    match letter {
        '.' => Ok(EMPTY),
        '0'..='7' => Ok(i8::try_from(u32::from(letter) - u32::from('0')).expect("the id has one digit")),
        _ => Err(ParseError::because(format_args!("{letter:?} is no cell; write . or an id from 0 to 7"))),
    }
}

/// The reason why sizes and cells make no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidBoard {
    /// Too few columns, or too many.
    Columns(usize),
    /// Too few rows, or too many.
    Rows(usize),
    /// There are not columns · rows cells.
    Cells {
        /// Columns · rows.
        expected: usize,
        /// Cells there are.
        found: usize,
    },
    /// A cell is neither −1 nor an id from 0 to 7.
    Cell(i8),
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (Board::SIZES.start(), Board::SIZES.end());
        match self {
            Self::Columns(columns) => write!(f, "{columns} columns are not from {least} to {most}"),
            Self::Rows(rows) => write!(f, "{rows} rows are not from {least} to {most}"),
            Self::Cells { expected, found } => write!(f, "the board has {found} cells, not {expected}"),
            Self::Cell(cell) => write!(f, "a cell is -1 or an id from 0 to 7, not {cell}"),
        }
    }
}

impl std::error::Error for InvalidBoard {}
