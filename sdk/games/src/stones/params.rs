//! The parameters: what a person may ask for, and the valid rules and starting
//! board that come of it.

use super::layout::{self, Layout};
use super::{Adjacency, Board, InvalidBoard};
use crate::SettingError;

/// Parameters as they are asked for; [`Params::new`] checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns of the board, 2 to 16.
    pub columns: u8,
    /// Rows of the board, 2 to 16.
    pub rows: u8,
    /// Players, 2 to 8.
    pub players: u8,
    /// Stones of each player. `None`: as many as the layout has, which for
    /// [`Layout::Edges`] is two less than columns.
    pub stones: Option<u8>,
    /// The layout of the stones. `None`: rows for two players, edges for three or
    /// four; more than four players have no layout of their own.
    pub layout: Option<Layout>,
    /// The squares that are one step apart.
    pub adjacency: Adjacency,
    /// Turns in a row without a hit that end the game. `None`: 4 · columns · rows.
    pub no_hit_limit: Option<u32>,
    /// Turns that end the game. `None`: 20 · columns · rows.
    pub max_turns: Option<u32>,
    /// Whether a player who breaks the rules ends the game, for more than two as for two.
    pub abort: bool,
}

impl Default for Options {
    /// Two players on 5 × 5 squares, a full row each, eight neighbours.
    fn default() -> Self {
        Self {
            columns: 5,
            rows: 5,
            players: 2,
            stones: None,
            layout: None,
            adjacency: Adjacency::default(),
            no_hit_limit: None,
            max_turns: None,
            abort: false,
        }
    }
}

impl Options {
    /// A game for two with a full row of stones each.
    #[must_use]
    pub fn two_rows(columns: u8, rows: u8) -> Self {
        Self { columns, rows, ..Self::default() }
    }

    /// A game that starts from `board`, for all players up to the highest id on it.
    #[must_use]
    pub fn explicit(board: &Board) -> Self {
        let highest = board.cells().iter().max().and_then(|&id| u8::try_from(id).ok());
        Self {
            columns: board.columns(),
            rows: board.rows(),
            players: highest.map_or(0, |id| id.saturating_add(1)),
            layout: Some(Layout::Explicit(board.cells().to_vec())),
            ..Self::default()
        }
    }
}

/// The rules of a game that are not on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    players: u8,
    adjacency: Adjacency,
    no_hit_limit: u32,
    max_turns: u32,
    abort: bool,
}

impl Rules {
    /// Players, 2 to 8; their ids and seats count from 0.
    #[must_use]
    pub const fn players(self) -> u8 {
        self.players
    }

    /// The squares that are one step apart.
    #[must_use]
    pub const fn adjacency(self) -> Adjacency {
        self.adjacency
    }

    /// Turns in a row without a hit that end the game.
    #[must_use]
    pub const fn no_hit_limit(self) -> u32 {
        self.no_hit_limit
    }

    /// Turns that end the game.
    #[must_use]
    pub const fn max_turns(self) -> u32 {
        self.max_turns
    }

    /// Whether a player who breaks the rules ends the game, as the options say.
    #[must_use]
    pub const fn abort(self) -> bool {
        self.abort
    }

    /// Whether the others play on without a player who broke the rules: more than two do,
    /// unless the options say that it ends the game. Then the offender is last and the
    /// others are tied.
    #[must_use]
    pub const fn goes_on_without(self) -> bool {
        self.players > 2 && !self.abort
    }
}

/// The parameters of a game, always valid: rules, and a starting board on which
/// every player has a stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    rules: Rules,
    start: Board,
}

impl Params {
    /// The fewest and most players.
    pub const PLAYERS: std::ops::RangeInclusive<u8> = 2..=Board::PLAYERS_MAX;
    /// The lowest and highest cap, for both caps. The highest is some ten times the default on the largest board.
    pub const CAPS: std::ops::RangeInclusive<u32> = 1..=50_000;

    /// Checks `options`, and lays out the stones.
    ///
    /// # Errors
    /// Says which parameter is out of range, and what the range is.
    pub fn new(options: &Options) -> Result<Self, SettingError> {
        let players = options.players;
        SettingError::unless_in(&Self::PLAYERS, players, "seats", format_args!("{players} players are"))?;
        let empty = Board::empty(options.columns, options.rows).map_err(|invalid| {
            let key = if matches!(invalid, InvalidBoard::Columns(_)) { "columns" } else { "rows" };
            SettingError::no_game(key, invalid)
        })?;
        let start = layout::lay_out(options, &empty)?;
        let cells = u32::from(options.columns) * u32::from(options.rows);
        let no_hit_limit = options.no_hit_limit.unwrap_or(4 * cells);
        let limit = format_args!("a limit of {no_hit_limit} turns without a hit is");
        SettingError::unless_in(&Self::CAPS, no_hit_limit, "no_hit_limit", limit)?;
        let max_turns = options.max_turns.unwrap_or(20 * cells);
        let limit = format_args!("a limit of {max_turns} turns is");
        SettingError::unless_in(&Self::CAPS, max_turns, "max_turns", limit)?;
        let rules =
            Rules { players, adjacency: options.adjacency, no_hit_limit, max_turns, abort: options.abort };
        Ok(Self { rules, start })
    }

    /// The rules that are not on the board.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The board before the first move.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }
}

impl Default for Params {
    /// Two players on 5 × 5 squares, a full row each, eight neighbours; at most
    /// 100 turns without a hit and 500 in all.
    fn default() -> Self {
        Self::new(&Options::default()).expect("the default parameters are valid")
    }
}
