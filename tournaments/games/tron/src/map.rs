//! The map: the same for each seat, once the board is turned to it.

use judge_game::{Chance, Square};

use crate::Params;

/// A square after a quarter turn of the board.
fn turned(square: Square, size: u8) -> Square {
    Square::new(size - 1 - square.y, square.x)
}

/// Where the players begin: opposite each other if they are two.
pub(crate) fn starts(params: &Params) -> Vec<Square> {
    let mut starts = vec![Square::new(1, params.size / 2)];
    for _ in 1..4 {
        starts.push(turned(starts[starts.len() - 1], params.size));
    }
    let order = if params.seats == 2 { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
    order.iter().take(params.seats.into()).map(|&start| starts[start]).collect()
}

/// Where walls are, each with the three that it becomes when the board is turned. None is beside a start.
pub(crate) fn walls(params: &Params, seed: u64) -> Vec<Square> {
    let (size, mut chance) = (params.size, Chance(seed));
    let all_starts = starts(&Params { seats: 4, ..params.clone() });
    let is_near = |square: Square| {
        all_starts.iter().any(|start| square.x.abs_diff(start.x) < 2 && square.y.abs_diff(start.y) < 2)
    };
    let mut walls = Vec::new();
    for _ in 0..params.walls {
        let mut wall = Square::new(chance.below(size), chance.below(size));
        for _ in 0..4 {
            walls.extend((!is_near(wall)).then_some(wall));
            wall = turned(wall, size);
        }
    }
    walls
}
