//! Sequences of steps that end the game; for all others see `perft/stones.txt`.

use judge_games::Game;
use judge_games::stones::{Adjacency, Options, Stones};

use crate::{start, two_rows};

#[test]
fn thirty_two_and_112_sequences_on_two_by_three_end_the_game() {
    let over = |game: &Stones, depth| {
        let mut games = vec![*game];
        for _ in 0..depth {
            games = games.iter().flat_map(children).collect();
        }
        games.iter().filter(|game| game.outcome().is_some()).count()
    };
    let game = two_rows(2, 3);
    let straight = start(&Options { adjacency: Adjacency::Four, ..Options::two_rows(2, 3) });
    assert_eq!([3, 4, 5].map(|depth| over(&game, depth)), [0, 32, 112]);
    assert_eq!([3, 4, 5].map(|depth| over(&straight, depth)), [0, 6, 12]);
}

fn children(game: &Stones) -> Vec<Stones> {
    let child = |step| {
        let mut child = *game;
        child.play(&step).expect("listed steps are legal");
        child
    };
    game.steps().map(child).collect()
}
