//! The original's aggressive player against itself.

use judge_games::stones::{Direction, Step, Stones};
use judge_games::{Game, Seat, Square};

use crate::{ranks, two_rows};

/// Steps towards the nearest enemy: of all pairs of an own stone and an enemy's,
/// both row by row, the first with the smallest distance.
fn aggressive(game: &Stones, player: Seat) -> Step {
    let board = game.board();
    let enemies: Vec<Square> = board.stones(player.other()).collect();
    let pairs = board.stones(player).flat_map(|own| enemies.iter().map(move |&enemy| (own, enemy)));
    let squared = |gap: u8| u32::from(gap) * u32::from(gap);
    let distance = |&(own, enemy): &(Square, Square)| {
        squared(own.x.abs_diff(enemy.x)) + squared(own.y.abs_diff(enemy.y))
    };
    let (own, enemy) = pairs.min_by_key(distance).expect("both have stones");
    let way = Direction::towards(own, enemy).expect("they are two squares");
    Step::new(own, way.next(own).expect("an enemy lies that way"))
}

/// The steps and the final state of a game on `columns` × `rows` squares.
fn duel(columns: u8, rows: u8) -> (Vec<String>, Stones) {
    let mut game = two_rows(columns, rows);
    let mut steps = Vec::new();
    while let Some(player) = game.to_move() {
        let step = aggressive(&game, player);
        game.play(&step).expect("the step is legal");
        steps.push(step.to_string());
    }
    (steps, game)
}

#[test]
fn aggressive_duels_end_as_in_the_original() {
    for (columns, rows, winner, plies, stones) in [
        (2, 3, 1, 4, 1),
        (3, 3, 1, 6, 2),
        (4, 3, 1, 8, 2),
        (4, 4, 1, 10, 3),
        (4, 5, 1, 10, 4),
        (5, 5, 1, 12, 5),
        (6, 6, 0, 15, 6),
    ] {
        let (steps, game) = duel(columns, rows);
        let winner = Seat(winner);
        assert_eq!((steps.len(), game.stones(winner)), (plies, stones), "{columns} × {rows}");
        assert_eq!(ranks(&game).map(|ranks| ranks[winner.index()]), Some(1), "{columns} × {rows}");
    }
}

#[test]
fn the_duel_on_four_by_five_goes_as_in_the_original() {
    let expected = "0,0>0,1 0,4>0,3 0,1>0,2 0,3>0,2 1,0>0,1 0,2>0,1 2,0>1,1 0,1>1,1 3,0>2,1 1,1>2,1";
    assert_eq!(duel(4, 5).0.join(" "), expected);
}
