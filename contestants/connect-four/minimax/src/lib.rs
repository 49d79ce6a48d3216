//! Looks six drops ahead, fewer where the fuel does not last, and likes cells that many fours go through.
#![allow(missing_docs, unreachable_pub, unsafe_code, clippy::pedantic, reason = "the bindings are generated")]

use std::cell::RefCell;

use exports::judge::arena::connect_four::{Guest, Setup};
use judge_sdk::{Budget, Spent};

judge_sdk::contract!("../../../tournaments/games/connect-four/wit", "judge:arena/connect-four-bot");

/// The bot.
pub struct Bot;

/// The worth of a win, more if it comes sooner.
const WIN: i32 = 100_000;
/// The number of drops that it looks ahead.
const DEPTH: u32 = 6;

#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    rows: usize,
}

thread_local! {
    static SIZE: RefCell<Size> = const { RefCell::new(Size { columns: 7, rows: 6 }) };
}

/// A board: for each cell, row by row from the top, 1 for the bot's own disc, -1 for the opponent's and 0 for none.
struct Board {
    size: Size,
    cells: Vec<i8>,
}

impl Board {
    /// The cell that a disc in this column falls to.
    fn free(&self, column: usize) -> Option<usize> {
        let Size { columns, rows } = self.size;
        (0..rows).rev().map(|row| row * columns + column).find(|&cell| self.cells[cell] == 0)
    }

    /// The number of discs of its owner in a row with this one, in a direction and its opposite.
    fn run(&self, cell: usize, dx: isize, dy: isize) -> usize {
        let Size { columns, rows } = self.size;
        let owner = self.cells[cell];
        let along = |dx: isize, dy: isize| {
            let (mut x, mut y, mut length) = ((cell % columns) as isize, (cell / columns) as isize, 0);
            loop {
                x += dx;
                y += dy;
                let is_on = (0..columns as isize).contains(&x) && (0..rows as isize).contains(&y);
                if !is_on || self.cells[y as usize * columns + x as usize] != owner {
                    return length;
                }
                length += 1;
            }
        };
        1 + along(dx, dy) + along(-dx, -dy)
    }

    fn wins(&self, cell: usize) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| self.run(cell, dx, dy) >= 4)
    }

    /// More for discs in the middle, which more fours go through.
    fn value(&self, side: i8) -> i32 {
        let Size { columns, rows } = self.size;
        let weight = |cell: usize| {
            let (x, y) = (cell % columns, cell / columns);
            (x.min(columns - 1 - x) + y.min(rows - 1 - y)) as i32
        };
        (0..self.cells.len()).map(|cell| i32::from(self.cells[cell] * side) * weight(cell)).sum()
    }

    /// Columns, those in the middle first.
    fn columns(&self) -> Vec<usize> {
        let middle = self.size.columns / 2;
        let mut columns: Vec<usize> = (0..self.size.columns).collect();
        columns.sort_by_key(|column| column.abs_diff(middle));
        columns
    }

    /// The worth of a side's best drop to it, and that drop, if the budget lasts.
    fn best(
        &mut self,
        side: i8,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        budget: &mut Budget,
    ) -> Result<(i32, Option<usize>), Spent> {
        budget.spend(1)?;
        if depth == 0 {
            return Ok((self.value(side), None));
        }
        let mut best = (-WIN * 2, None);
        for column in self.columns() {
            let Some(cell) = self.free(column) else { continue };
            self.cells[cell] = side;
            let value = if self.wins(cell) {
                Ok(WIN + depth as i32)
            } else {
                self.best(-side, depth - 1, (-beta, -alpha), budget).map(|(value, _)| -value)
            };
            self.cells[cell] = 0;
            let value = value?;
            if value > best.0 {
                best = (value, Some(column));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // A full board is a draw.
        Ok(if best.1.is_none() { (0, None) } else { best })
    }
}

impl Guest for Bot {
    fn name() -> String {
        "Minimax".into()
    }

    fn new_game(setup: Setup) {
        SIZE.set(Size { columns: setup.columns.into(), rows: setup.rows.into() });
    }

    fn drop(board: String, _: Vec<u8>) -> u8 {
        let side = |cell| match cell {
            b'o' => 1,
            b'x' => -1,
            _ => 0,
        };
        let mut board =
            Board { size: SIZE.with_borrow(|size| *size), cells: board.bytes().map(side).collect() };
        let mut budget = Budget::of_turn(u64::MAX);
        let mut column = board.columns().into_iter().find(|&column| board.free(column).is_some());
        // What it finds one drop less deep stands, if the fuel for the next does not last.
        for depth in 1..=DEPTH {
            let Ok((_, found)) = board.best(1, depth, (-WIN * 2, WIN * 2), &mut budget) else { break };
            column = found;
        }
        column.expect("a game that goes on has a free column") as u8
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
