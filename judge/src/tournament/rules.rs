//! Each game's own keys: the `[rules]` table of a tournament's file.
//!
//! All keys are optional; what is left out is as in the original game.

use judge_games::{battleship, freedom, gobblet, othello, stones};
use serde::Deserialize;

use super::Rules;

/// A game's `[rules]` table as typed.
pub(super) trait TypedRules: Sized {
    /// Random legal actions that a game begins with where the file says nothing;
    /// `None` if the game has no openings.
    const OPENING_PLIES: Option<u32>;

    /// The rules that are meant, for `seats` players if the file says so.
    fn rules(self, seats: Option<u8>) -> Result<Rules, String>;
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Battleship {
    size: Option<u8>,
    fleet: Option<Vec<u8>>,
}

impl TypedRules for Battleship {
    const OPENING_PLIES: Option<u32> = None;

    fn rules(self, seats: Option<u8>) -> Result<Rules, String> {
        for_two(seats)?;
        let default = battleship::Params::default();
        let size = self.size.unwrap_or(default.size());
        let fleet = self.fleet.unwrap_or_else(|| default.fleet().to_vec());
        battleship::Params::new(size, fleet).map(Rules::Battleship).map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Freedom {
    size: Option<u8>,
    scoring: Option<Scoring>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Scoring {
    Multiplicity,
    Distinct,
}

impl TypedRules for Freedom {
    const OPENING_PLIES: Option<u32> = Some(4);

    fn rules(self, seats: Option<u8>) -> Result<Rules, String> {
        for_two(seats)?;
        let default = freedom::Params::default();
        let scoring = match self.scoring {
            None => default.scoring(),
            Some(Scoring::Multiplicity) => freedom::Scoring::Multiplicity,
            Some(Scoring::Distinct) => freedom::Scoring::Distinct,
        };
        let size = self.size.unwrap_or(default.size());
        freedom::Params::new(size, scoring).map(Rules::Freedom).map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gobblet {
    size: Option<u8>,
    plies_max: Option<u32>,
}

impl TypedRules for Gobblet {
    const OPENING_PLIES: Option<u32> = Some(2);

    fn rules(self, seats: Option<u8>) -> Result<Rules, String> {
        for_two(seats)?;
        let size = self.size.unwrap_or(gobblet::Params::default().board().width());
        gobblet::Params::new(size, self.plies_max).map(Rules::Gobblet).map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Othello {
    size: Option<u8>,
}

impl TypedRules for Othello {
    const OPENING_PLIES: Option<u32> = Some(6);

    fn rules(self, seats: Option<u8>) -> Result<Rules, String> {
        for_two(seats)?;
        let size = self.size.unwrap_or(othello::Params::default().size());
        othello::Params::new(size).map(Rules::Othello).map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stones {
    columns: Option<u8>,
    rows: Option<u8>,
    stones: Option<u8>,
    /// A board drawn with ids and dots, a line a row, in place of the usual one.
    layout: Option<String>,
    neighbours: Option<u8>,
    no_hit_limit: Option<u32>,
    max_turns: Option<u32>,
}

impl TypedRules for Stones {
    const OPENING_PLIES: Option<u32> = Some(4);

    fn rules(self, seats: Option<u8>) -> Result<Rules, String> {
        let mut options = stones::Options { players: seats.unwrap_or(2), ..stones::Options::default() };
        match self.layout.as_deref() {
            None => {}
            Some("rows") => options.layout = Some(stones::Layout::Rows),
            Some("edges") => options.layout = Some(stones::Layout::Edges),
            Some(drawn) => {
                let board: stones::Board =
                    drawn.trim().parse().map_err(|error: stones::ParseBoardError| error.to_string())?;
                options = stones::Options { players: options.players, ..stones::Options::explicit(&board) };
            }
        }
        options.columns = self.columns.unwrap_or(options.columns);
        options.rows = self.rows.unwrap_or(options.rows);
        options.stones = self.stones;
        if let Some(neighbours) = self.neighbours {
            options.adjacency = stones::Adjacency::from_neighbours(neighbours)
                .ok_or_else(|| format!("neighbours = {neighbours}: a square has 4 or 8"))?;
        }
        options.no_hit_limit = self.no_hit_limit;
        options.max_turns = self.max_turns;
        stones::Params::new(&options).map(Rules::Stones).map_err(|error| error.to_string())
    }
}

fn for_two(seats: Option<u8>) -> Result<(), String> {
    match seats {
        None | Some(2) => Ok(()),
        Some(seats) => Err(format!("this game is for 2 players, not {seats}")),
    }
}
