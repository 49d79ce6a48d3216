//! Aggressive against itself: whole games, as the original plays them.

use judge_sdk::games::stones::Options;
use judge_sdk::stones::{Adjacency, Game, Seat, Step};
use stones_aggressive::Aggressive;

use crate::play::{new_game, play, player};

fn duel(options: &Options) -> (Vec<Step>, Game) {
    let mut game = new_game(options);
    let mut players = [0, 1].map(|seat| player::<Aggressive>(&game, seat, 0));
    let (steps, _) = play(&mut game, &mut players);
    (steps, game)
}

#[test]
fn duels_end_as_in_the_original() {
    for (columns, rows, winner, turns, stones) in [
        (2, 3, 1, 4, 1),
        (3, 3, 1, 6, 2),
        (4, 3, 1, 8, 2),
        (4, 4, 1, 10, 3),
        (4, 5, 1, 10, 4),
        (5, 5, 1, 12, 5),
        (6, 6, 0, 15, 6),
    ] {
        let (steps, game) = duel(&Options::two_rows(columns, rows));
        let left = [winner, 1 - winner].map(|seat| game.stones(Seat(seat)));
        assert_eq!((steps.len(), left), (turns, [stones, 0]), "{columns} × {rows}");
    }
}

#[test]
fn the_duel_on_four_by_five_goes_as_in_the_original() {
    let (steps, _) = duel(&Options::two_rows(4, 5));
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let expected = "0,0>0,1 0,4>0,3 0,1>0,2 0,3>0,2 1,0>0,1 0,2>0,1 2,0>1,1 0,1>1,1 3,0>2,1 1,1>2,1";
    assert_eq!(steps.join(" "), expected);
}

#[test]
fn where_stones_go_straight_only_it_leaves_diagonals_out() {
    let straight = Options { adjacency: Adjacency::Four, ..Options::two_rows(4, 5) };
    let (steps, game) = duel(&straight);
    assert!(steps.iter().all(|Step { from, to }| from.x == to.x || from.y == to.y));
    assert_eq!(game.living().count(), 1);
}
