//! The rules a second time, in the plainest way, to check the first.

use std::collections::BTreeSet;

use judge_games::Square;
use judge_games::freedom::{Board, Cell, Freedom, Scoring};

fn cell(board: &Board, x: i32, y: i32) -> Option<Cell> {
    board.at(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// Every maximal run of exactly four cells that hold `stone`.
pub(crate) fn live_sets(board: &Board, stone: Cell) -> Vec<Vec<Square>> {
    let size = i32::from(board.size());
    let coordinate = |on_board: i32| u8::try_from(on_board).expect("a run lies on the board");
    let mut sets = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
            let is_stone = |k: i32| cell(board, x + k * dx, y + k * dy) == Some(stone);
            if !is_stone(-1) && (0..4).all(is_stone) && !is_stone(4) {
                let at = |k: i32| Square::new(coordinate(x + k * dx), coordinate(y + k * dy));
                sets.push((0..4).map(at).collect());
            }
        }
    }
    sets
}

pub(crate) fn live_stones(board: &Board, stone: Cell) -> BTreeSet<(u8, u8)> {
    live_sets(board, stone).concat().into_iter().map(|Square { x, y }| (y, x)).collect()
}

pub(crate) fn score(board: &Board, stone: Cell, scoring: Scoring) -> i32 {
    let points = match scoring {
        Scoring::Multiplicity => live_sets(board, stone).concat().len(),
        Scoring::Distinct => live_stones(board, stone).len(),
    };
    i32::try_from(points).expect("few stones")
}

/// The squares where a player may place a stone, row by row.
pub(crate) fn legal(game: &Freedom) -> Vec<Square> {
    let board = game.board();
    let all = (0..board.size()).flat_map(|y| (0..board.size()).map(move |x| Square::new(x, y)));
    let empty: Vec<Square> = all.filter(|square| board.at(square.x, square.y) == Some(Cell::Empty)).collect();
    if empty.len() < 2 {
        return Vec::new();
    }
    let Some(last) = game.last_opponent_move() else {
        return empty;
    };
    let near = |square: &Square| square.x.abs_diff(last.x) <= 1 && square.y.abs_diff(last.y) <= 1;
    let adjacent: Vec<Square> = empty.iter().copied().filter(near).collect();
    if adjacent.is_empty() { empty } else { adjacent }
}
