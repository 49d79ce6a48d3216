//! Dummy against itself: whole games, as recorded.

use freedom_dummy::Dummy;
use judge_sdk::freedom::{Colour, Game, Scoring};

use crate::play::{params, play, player};

/// Size; points white-black, by multiplicity and distinct; the squares in order.
const GAMES: [(u8, [&str; 2], &str); 4] = [
    (4, ["0-0", "0-0"], "0,0 0,1 0,2 0,3 1,3 2,3 3,3 3,2 3,1 3,0 2,0 2,1 2,2 1,1 1,2"),
    (
        5,
        ["0-8", "0-7"],
        "0,0 0,1 0,2 0,3 0,4 1,4 2,4 3,4 4,4 4,3 4,2 4,1 4,0 3,0 3,1 3,2 3,3 2,2 2,3 1,2 1,3 1,0 1,1 \
         2,1",
    ),
    (
        6,
        ["4-8", "4-8"],
        "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5 3,5 4,5 5,5 5,4 5,3 5,2 5,1 5,0 4,0 4,1 4,2 4,3 4,4 3,3 3,4 \
         2,3 2,4 1,3 1,4 1,0 1,1 1,2 2,2 3,2 3,1 3,0 2,0",
    ),
    (
        10,
        ["12-20", "10-19"],
        "0,0 0,1 0,2 0,3 0,4 0,5 0,6 0,7 0,8 0,9 1,9 2,9 3,9 4,9 5,9 6,9 7,9 8,9 9,9 9,8 9,7 9,6 9,5 \
         9,4 9,3 9,2 9,1 9,0 8,0 8,1 8,2 8,3 8,4 8,5 8,6 8,7 8,8 7,7 7,8 6,7 6,8 5,7 5,8 4,7 4,8 3,7 \
         3,8 2,7 2,8 1,7 1,8 1,0 1,1 1,2 1,3 1,4 1,5 1,6 2,6 3,6 4,6 5,6 6,6 7,6 7,5 7,4 7,3 7,2 7,1 \
         7,0 6,0 6,1 6,2 6,3 6,4 6,5 5,4 5,5 4,4 4,5 3,4 3,5 2,4 2,5 2,0 2,1 2,2 2,3 3,3 4,3 5,3 5,2 \
         5,1 5,0 4,0 4,1 4,2 3,1 3,2",
    ),
];

#[test]
fn dummy_plays_as_the_original() {
    for (size, points, squares) in GAMES {
        for (scoring, points) in [Scoring::Multiplicity, Scoring::Distinct].into_iter().zip(points) {
            let params = params(size, scoring);
            let mut game = Game::new(params);
            let played = play(&mut game, Colour::ALL.map(|colour| player::<Dummy>(params, colour, 0)));
            let played: Vec<String> = played.iter().map(ToString::to_string).collect();
            assert_eq!(played.join(" "), squares);
            let [white, black] = Colour::ALL.map(|colour| game.score(colour));
            assert_eq!(format!("{white}-{black}"), points, "size {size}, {scoring}");
        }
    }
}
