//! Games from text: parameters as words `key=value`, and a position.

use std::error::Error;

use judge_games::battleship::Battleship;
use judge_games::freedom::Freedom;
use judge_games::gobblet::{Gobblet, Position};
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use judge_games::{Game, Parameters};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A game that can be set up from text.
pub(crate) trait SetUp: Game {
    /// The game by `params` at `position` in its notation.
    fn at(params: &Self::Params, position: &str) -> Result<Self>;

    /// The game by `params`, those not given as usual, at `position` in its notation, or at the `start`.
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let params = Self::Params::from_text(params)?;
        if position == "start" { Ok(Self::start(&params)) } else { Self::at(&params, position) }
    }
}

/// Passes on a game whose parameters are those asked for.
fn matching<G, P: PartialEq>(game: G, found: &P, asked: &P) -> Result<G> {
    if found == asked { Ok(game) } else { Err("the position is of other parameters".into()) }
}

/// Battleship has no notation of positions: these are the actions so far, ` / ` between them.
impl SetUp for Battleship {
    fn at(params: &Self::Params, position: &str) -> Result<Self> {
        let mut game = Self::start(params);
        for action in position.split(" / ") {
            game.play(&action.parse()?)?;
        }
        Ok(game)
    }
}

impl SetUp for Freedom {
    fn at(params: &Self::Params, position: &str) -> Result<Self> {
        let game: Self = position.parse()?;
        matching(game, game.params(), params)
    }
}

impl SetUp for Gobblet {
    fn at(params: &Self::Params, position: &str) -> Result<Self> {
        let game = Self::from_position(position.parse::<Position>()?, Some(params.plies_max()))?;
        matching(game.clone(), game.params(), params)
    }
}

impl SetUp for Othello {
    fn at(params: &Self::Params, position: &str) -> Result<Self> {
        let game: Self = position.parse()?;
        matching(game, &game.params(), params)
    }
}

impl SetUp for Stones {
    fn at(params: &Self::Params, position: &str) -> Result<Self> {
        Ok(Self::from_position(params, &position.parse()?)?)
    }
}
