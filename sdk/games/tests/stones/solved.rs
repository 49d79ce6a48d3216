//! Small boards solved backwards from their ends, as if there were no caps.

use std::collections::HashMap;

use judge_games::stones::{Adjacency, Options, Params, Stones};
use judge_games::{Game, Seat};

use crate::start;

/// The result of perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The player to move wins in so many plies.
    Win(u32),
    /// The player to move loses in so many plies.
    Loss(u32),
    /// Nobody can force an end.
    Endless,
}

/// All positions that can be reached, each with the positions after its steps;
/// where the game is over there is none. The first is the start.
fn reachable(game: &Stones) -> Vec<Vec<usize>> {
    // The board as a number in base 3, one digit a cell: at most 12 cells.
    let cells = |game: &Stones| {
        game.board().cells().iter().fold(0_i32, |number, cell| number * 3 + 1 + i32::from(*cell))
    };
    let key = |game: &Stones| (cells(game), game.to_move());
    let mut games = vec![*game];
    let mut index = HashMap::from([(key(game), 0)]);
    let mut after = Vec::new();
    while let Some(game) = games.get(after.len()).copied() {
        let mut children = Vec::new();
        for step in game.steps() {
            let mut child = game;
            child.play(&step).expect("listed steps are legal");
            children.push(*index.entry(key(&child)).or_insert(games.len()));
            if children.last() == Some(&games.len()) {
                games.push(child);
            }
        }
        after.push(children);
    }
    after
}

/// The value of the start. Values are found in order of length: a position is
/// won if a step leads to a lost one, and lost if all steps lead to won ones.
fn solve(game: &Stones) -> Value {
    let after = reachable(game);
    let ends = |children: &Vec<usize>| if children.is_empty() { Value::Loss(0) } else { Value::Endless };
    let mut values: Vec<Value> = after.iter().map(ends).collect();
    let mut last_found = 0;
    for plies in 1.. {
        if plies > last_found + 2 {
            break;
        }
        let mut found = Vec::new();
        for (position, children) in after.iter().enumerate().filter(|(at, _)| values[*at] == Value::Endless) {
            if children.iter().any(|&child| values[child] == Value::Loss(plies - 1)) {
                found.push((position, Value::Win(plies)));
            } else if children.iter().all(|&child| matches!(values[child], Value::Win(_))) {
                found.push((position, Value::Loss(plies)));
            }
        }
        for (position, value) in found {
            values[position] = value;
            last_found = plies;
        }
    }
    values[0]
}

fn value(columns: u8, rows: u8, adjacency: Adjacency) -> Value {
    let cap = Some(*Params::CAPS.end());
    let options =
        Options { adjacency, no_hit_limit: cap, max_turns: cap, ..Options::two_rows(columns, rows) };
    let game = start(&options);
    assert_eq!(game.to_move(), Some(Seat(0)));
    solve(&game)
}

#[test]
fn small_boards_have_their_known_values_with_eight_neighbours() {
    for (columns, rows, expected) in [
        (2, 2, Value::Win(3)),
        (2, 3, Value::Loss(4)),
        (3, 3, Value::Loss(8)),
        (4, 3, Value::Loss(12)),
        (2, 4, Value::Endless),
        (2, 5, Value::Endless),
        (3, 4, Value::Endless),
    ] {
        assert_eq!(value(columns, rows, Adjacency::Eight), expected, "{columns} × {rows}");
    }
}

#[test]
fn small_boards_have_their_known_values_with_four_neighbours() {
    for (columns, rows, expected) in [
        (2, 2, Value::Loss(4)),
        (2, 3, Value::Loss(4)),
        (3, 3, Value::Loss(8)),
        (4, 3, Value::Loss(12)),
        (2, 4, Value::Loss(10)),
        (2, 5, Value::Loss(14)),
        (3, 4, Value::Win(15)),
    ] {
        assert_eq!(value(columns, rows, Adjacency::Four), expected, "{columns} × {rows}");
    }
}
