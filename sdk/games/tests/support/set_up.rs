//! Games from text: parameters as words `key=value`, and a position.

use std::error::Error;

use judge_games::Game;
use judge_games::battleship::{self, Battleship};
use judge_games::freedom::{self, Freedom, Scoring};
use judge_games::gobblet::{self, Gobblet, Position};
use judge_games::othello::{self, Othello};
use judge_games::stones::{self, Adjacency, Board, Layout, Options, Stones};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A game that can be set up from text.
pub(crate) trait SetUp: Game + Sized {
    /// The game by `params`, those not given as usual, at `position` in its notation, or at the `start`.
    fn set_up(params: &str, position: &str) -> Result<Self>;
}

/// Hands each key and its value to `set`.
fn read_params(params: &str, mut set: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
    for word in params.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or("params are key=value")?;
        set(key, value).map_err(|error| format!("{word}: {error}"))?;
    }
    Ok(())
}

fn put<T, E: Into<Box<dyn Error>>>(place: &mut T, value: std::result::Result<T, E>) -> Result<()> {
    *place = value.map_err(Into::into)?;
    Ok(())
}

fn unknown() -> Result<()> {
    Err("no such parameter".into())
}

/// Passes on a game whose parameters are those asked for.
fn matching<G, P: PartialEq>(game: G, found: &P, asked: &P) -> Result<G> {
    if found == asked { Ok(game) } else { Err("the position is of other parameters".into()) }
}

/// Battleship has no notation of positions: these are the actions so far, ` / ` between them.
impl SetUp for Battleship {
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let usual = battleship::Params::default();
        let (mut size, mut fleet) = (usual.size(), usual.fleet().to_vec());
        read_params(params, |key, value| match key {
            "size" => put(&mut size, value.parse()),
            "fleet" => put(&mut fleet, value.split(',').map(str::parse).collect()),
            _ => unknown(),
        })?;
        let mut game = Self::new(battleship::Params::new(size, fleet)?);
        for action in position.split(" / ").filter(|_| position != "start") {
            game.play(&action.parse()?)?;
        }
        Ok(game)
    }
}

impl SetUp for Freedom {
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let (mut size, mut scoring) = (freedom::Params::default().size(), Scoring::default());
        read_params(params, |key, value| match key {
            "size" => put(&mut size, value.parse()),
            "scoring" => put(&mut scoring, value.parse()),
            _ => unknown(),
        })?;
        let params = freedom::Params::new(size, scoring)?;
        let game = if position == "start" { Self::new(params) } else { position.parse()? };
        matching(game, game.params(), &params)
    }
}

impl SetUp for Gobblet {
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let (mut width, mut plies_max) = (gobblet::Params::default().board().width(), None);
        read_params(params, |key, value| match key {
            "width" => put(&mut width, value.parse()),
            "plies_max" => put(&mut plies_max, value.parse().map(Some)),
            _ => unknown(),
        })?;
        let params = gobblet::Params::new(width, plies_max)?;
        if position == "start" {
            return Ok(Self::new(params));
        }
        let game = Self::from_position(position.parse::<Position>()?, plies_max)?;
        matching(game.clone(), game.params(), &params)
    }
}

impl SetUp for Othello {
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let mut size = othello::Params::default().size();
        read_params(
            params,
            |key, value| if key == "size" { put(&mut size, value.parse()) } else { unknown() },
        )?;
        let params = othello::Params::new(size)?;
        let game = if position == "start" { Self::new(params) } else { position.parse()? };
        matching(game, &game.params(), &params)
    }
}

impl SetUp for Stones {
    fn set_up(params: &str, position: &str) -> Result<Self> {
        let mut options = Options::default();
        read_params(params, |key, value| match key {
            "columns" => put(&mut options.columns, value.parse()),
            "rows" => put(&mut options.rows, value.parse()),
            "players" => put(&mut options.players, value.parse()),
            "stones" => put(&mut options.stones, value.parse().map(Some)),
            "layout" => put(&mut options.layout, layout(value).map(Some)),
            "adjacency" => put(&mut options.adjacency, adjacency(value)),
            "no_hit_limit" => put(&mut options.no_hit_limit, value.parse().map(Some)),
            "max_turns" => put(&mut options.max_turns, value.parse().map(Some)),
            _ => unknown(),
        })?;
        let params = stones::Params::new(&options)?;
        if position == "start" {
            return Ok(Self::new(&params));
        }
        Ok(Self::from_position(&params, &position.parse()?)?)
    }
}

/// A layout: `rows`, `edges`, or a board.
fn layout(text: &str) -> Result<Layout> {
    Ok(match text {
        "rows" => Layout::Rows,
        "edges" => Layout::Edges,
        board => Layout::Explicit(board.parse::<Board>()?.cells().to_vec()),
    })
}

fn adjacency(neighbours: &str) -> Result<Adjacency> {
    Adjacency::from_neighbours(neighbours.parse()?).ok_or_else(|| "neighbours are 8 or 4".into())
}
