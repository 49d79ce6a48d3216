//! The squares of the stones before the first move.

use std::fmt;

use super::{Board, Options};
use crate::{Seat, SettingError, Square};

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
pub(super) fn lay_out(options: &Options, empty: &Board) -> Result<Board, SettingError> {
    let players = options.players;
    let layout = match (&options.layout, players) {
        (Some(layout), _) => layout,
        (None, 2) => &Layout::Rows,
        (None, 3 | 4) => &Layout::Edges,
        (None, _) => return invalid(format_args!("{players} players need an explicit layout")),
    };
    let board = match layout {
        Layout::Rows => rows(empty, players)?,
        Layout::Edges => edges(empty, players, options.stones)?,
        Layout::Explicit(cells) => explicit(empty, players, cells)?,
    };
    match options.stones {
        Some(expected) => check_stones(&board, players, expected),
        None => Ok(board),
    }
}

/// The layout is what does not suit the players or the board.
fn invalid(reason: fmt::Arguments<'_>) -> Result<Board, SettingError> {
    Err(SettingError::no_game("layout", reason))
}

fn rows(empty: &Board, players: u8) -> Result<Board, SettingError> {
    let mut board = *empty;
    if players != 2 {
        return invalid(format_args!("the layout rows is for 2 players, not {players}"));
    }
    for x in 0..board.columns() {
        board.place(Seat(0), Square::new(x, 0));
        board.place(Seat(1), Square::new(x, board.rows() - 1));
    }
    Ok(board)
}

fn edges(empty: &Board, players: u8, stones: Option<u8>) -> Result<Board, SettingError> {
    let mut board = *empty;
    let size = board.columns();
    if players > 4 {
        return invalid(format_args!("the layout edges is for 2 to 4 players, not {players}"));
    }
    let rows = board.rows();
    if rows != size {
        let oblong = format_args!("the layout edges needs as many columns as rows, not {size} × {rows}");
        return invalid(oblong);
    }
    let most = size - 2;
    if most == 0 {
        return Err(SettingError::no_game("stones", "the layout edges needs at least 3 × 3 squares"));
    }
    let stones = stones.unwrap_or(most);
    if !(1..=most).contains(&stones) {
        let board = format_args!("the layout edges on {size} × {size} squares");
        let reason = format_args!("{board} has 1 to {most} stones, not {stones}");
        return Err(SettingError::no_game("stones", reason));
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

fn explicit(empty: &Board, players: u8, cells: &[i8]) -> Result<Board, SettingError> {
    let board = Board::new(empty.columns(), empty.rows(), cells)
        .map_err(|invalid| SettingError::no_game("layout", invalid))?;
    let seats = || (0..Board::PLAYERS_MAX).map(Seat);
    let has_stones = |seat: &Seat| board.stones(*seat).next().is_some();
    if let Some(stranger) = seats().skip(players.into()).find(has_stones) {
        return invalid(format_args!("a stone on the board is of {stranger}, who is no player"));
    }
    match seats().take(players.into()).find(|seat| !has_stones(seat)) {
        Some(seat) => invalid(format_args!("player {seat} has no stone on the board")),
        None => Ok(board),
    }
}

fn check_stones(board: &Board, players: u8, expected: u8) -> Result<Board, SettingError> {
    for player in (0..players).map(Seat) {
        let laid =
            u8::try_from(board.stones(player).count()).expect("another player's stone is on the board");
        if laid != expected {
            let other = format_args!("the layout lays {laid} stones for player {player}, not {expected}");
            return Err(SettingError::no_game("stones", other));
        }
    }
    Ok(*board)
}
