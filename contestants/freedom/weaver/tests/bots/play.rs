//! Games between bots, move by move.

use judge_sdk::Random;
use judge_sdk::freedom::{Colour, Freedom, Game, Params, Scoring, Setup, Square};
use judge_sdk::games::Game as _;
use judge_sdk::games::freedom::Action;

/// A player that answers with squares.
pub(crate) type Player = Box<dyn FnMut(&Game) -> Square>;

/// A `B` that plays `colour`.
pub(crate) fn player<B: Freedom + 'static>(params: Params, colour: Colour, seed: u64) -> Player {
    let mut bot = B::new_game(&Setup { seed, colour, params });
    Box::new(move |game| bot.make_move(game))
}

pub(crate) fn params(size: u8, scoring: Scoring) -> Params {
    Params::new(size, scoring).expect("the test's parameters are valid")
}

/// Plays `game` to its end, and lists the squares that the players, white first, answered with.
pub(crate) fn play(game: &mut Game, players: [Player; 2]) -> Vec<Square> {
    let [mut white, mut black] = players;
    let mut squares = Vec::new();
    while game.to_move().is_some() {
        let action = game.forced().unwrap_or_else(|| {
            let player = if game.own() == Colour::White { &mut white } else { &mut black };
            squares.push(player(game));
            Action::Place(squares[squares.len() - 1])
        });
        game.play(&action).unwrap_or_else(|illegal| panic!("{game}: {illegal}"));
    }
    squares
}

/// By how many points an `A` of `colour` beats a `B`.
pub(crate) fn lead<A: Freedom + 'static, B: Freedom + 'static>(
    mut game: Game,
    colour: Colour,
    seed: u64,
) -> i32 {
    let params = *game.params();
    let (own, other) = (player::<A>(params, colour, seed), player::<B>(params, colour.other(), !seed));
    play(&mut game, if colour == Colour::White { [own, other] } else { [other, own] });
    game.score(colour) - game.score(colour.other())
}

/// A game after some random stones.
pub(crate) fn opened(params: Params, stones: u32, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut game = Game::new(params);
    for _ in 0..stones {
        let squares: Vec<Square> = game.legal_squares().iter().collect();
        game.play(&Action::Place(*random.choose(&squares))).expect("the square is legal");
    }
    game
}
