//! The squares of the stones before the first move.

use std::fmt;

use super::{Board, InvalidParams, Options};
use crate::{Seat, Square};

/// The squares of the stones before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// For two players: player 0 fills the top row, player 1 the bottom row.
    Rows,
    /// For two to four players on a square board: a row of stones in the middle of
    /// an edge each, corners free. Player 0 is at the top, and the others follow
    /// clockwise, so that each finds the same board on turning it; of two
    /// players, the second is at the bottom.
    Edges,
    /// Any board: row by row from the top, each cell −1 if empty, else the id of
    /// the stone's owner. The players may have different numbers of stones.
    Explicit(Vec<i8>),
}

/// Lays the stones that `options` asks for on the board it asks for, still empty;
/// players are from 2 to 8.
pub(super) fn lay_out(options: &Options, empty: &Board) -> Result<Board, InvalidParams> {
    let players = options.players;
    let layout = match (&options.layout, players) {
        (Some(layout), _) => layout,
        (None, 2) => &Layout::Rows,
        (None, 3 | 4) => &Layout::Edges,
        (None, _) => return Err(InvalidParams::Layout(InvalidLayout::None(players))),
    };
    let board = match layout {
        Layout::Rows => rows(empty, players).map_err(InvalidParams::Layout)?,
        Layout::Edges => edges(empty, players, options.stones).map_err(InvalidParams::Layout)?,
        Layout::Explicit(cells) => explicit(empty, players, cells)?,
    };
    match options.stones {
        Some(expected) => check_stones(&board, players, expected),
        None => Ok(board),
    }
}

fn rows(empty: &Board, players: u8) -> Result<Board, InvalidLayout> {
    let mut board = *empty;
    if players != 2 {
        return Err(InvalidLayout::RowsPlayers(players));
    }
    for x in 0..board.columns() {
        board.place(Seat(0), Square::new(x, 0));
        board.place(Seat(1), Square::new(x, board.rows() - 1));
    }
    Ok(board)
}

fn edges(empty: &Board, players: u8, stones: Option<u8>) -> Result<Board, InvalidLayout> {
    let mut board = *empty;
    let size = board.columns();
    if players > 4 {
        return Err(InvalidLayout::EdgesPlayers(players));
    }
    if board.rows() != size {
        return Err(InvalidLayout::EdgesOblong { columns: size, rows: board.rows() });
    }
    let stones = stones.unwrap_or(size - 2);
    if stones == 0 || stones > size - 2 {
        return Err(InvalidLayout::EdgesStones { stones, size });
    }
    for seat in 0..players {
        let quarters = if players == 2 { seat * 2 } else { seat };
        for x in (0..stones).map(|index| (size - stones) / 2 + index) {
            board.place(Seat(seat), turned(Square::new(x, 0), quarters, size));
        }
    }
    Ok(board)
}

/// The square that `square` becomes when the board is turned clockwise by quarters.
fn turned(square: Square, quarters: u8, size: u8) -> Square {
    (0..quarters).fold(square, |Square { x, y }, _| Square::new(size - 1 - y, x))
}

fn explicit(empty: &Board, players: u8, cells: &[i8]) -> Result<Board, InvalidParams> {
    let board = Board::new(empty.columns(), empty.rows(), cells).map_err(InvalidParams::Board)?;
    let seats = || (0..Board::PLAYERS_MAX).map(Seat);
    let has_stones = |seat: &Seat| board.stones(*seat).next().is_some();
    if let Some(stranger) = seats().skip(players.into()).find(has_stones) {
        return Err(InvalidParams::Stranger(stranger));
    }
    match seats().take(players.into()).find(|seat| !has_stones(seat)) {
        Some(seat) => Err(InvalidParams::NoStones(seat)),
        None => Ok(board),
    }
}

fn check_stones(board: &Board, players: u8, expected: u8) -> Result<Board, InvalidParams> {
    for player in (0..players).map(Seat) {
        let laid =
            u8::try_from(board.stones(player).count()).expect("another player's stone is on the board");
        if laid != expected {
            return Err(InvalidParams::Stones { expected, player, laid });
        }
    }
    Ok(*board)
}

/// The reason why a layout does not suit the players or the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidLayout {
    /// So many players have no layout of their own; it must be explicit.
    None(u8),
    /// Rows are for two players.
    RowsPlayers(u8),
    /// A board has four edges.
    EdgesPlayers(u8),
    /// Edges need a square board.
    EdgesOblong {
        /// The board's columns.
        columns: u8,
        /// The board's rows.
        rows: u8,
    },
    /// Edges need at least one stone each, and free corners.
    EdgesStones {
        /// Stones of each player.
        stones: u8,
        /// The board's columns and rows.
        size: u8,
    },
}

impl fmt::Display for InvalidLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None(players) => write!(f, "{players} players need an explicit layout"),
            Self::RowsPlayers(players) => write!(f, "the layout rows is for 2 players, not {players}"),
            Self::EdgesPlayers(players) => write!(f, "the layout edges is for 2 to 4 players, not {players}"),
            Self::EdgesOblong { columns, rows } => {
                write!(f, "the layout edges needs as many columns as rows, not {columns} × {rows}")
            }
            Self::EdgesStones { size: 2, .. } => f.write_str("the layout edges needs at least 3 × 3 squares"),
            Self::EdgesStones { stones, size } => {
                let most = size.saturating_sub(2);
                write!(f, "the layout edges on {size} × {size} squares has 1 to {most} stones, not {stones}")
            }
        }
    }
}

impl std::error::Error for InvalidLayout {}
