//! The parameters as settings: seats, the board and its stones, neighbours, limits.
//!
//! A layout is `rows`, `edges` or a drawn board, as in `00/../11`. Columns, rows and
//! seats that are not set are those of the drawn board.

use super::{Adjacency, Board, Layout, Options, Params};
use crate::{Key, Kind, Parameters, Seat, SettingError, Settings};

const SEATS: Kind =
    Kind::Number { least: *Params::PLAYERS.start() as u32, most: *Params::PLAYERS.end() as u32 };
const SIDE: Kind = Kind::Number { least: *Board::SIZES.start() as u32, most: *Board::SIZES.end() as u32 };
const CAP: Kind = Kind::Number { least: *Params::CAPS.start(), most: *Params::CAPS.end() };
/// Two players on a full board have half of the squares each.
const STONES_MAX: u32 = (*Board::SIZES.end() as u32).pow(2) / 2;

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key::new("seats", SEATS, "2", "players, 2 to 8; with a drawn board as many as have stones there"),
        Key::new("columns", SIDE, "5", "columns of the board, 2 to 16"),
        Key::new("rows", SIDE, "5", "rows of the board, 2 to 16"),
        Key::new(
            "layout",
            Kind::Text,
            "rows",
            "a full row each; \"edges\" for 2 to 4 on a square; or a drawn board, as \"00/../11\"",
        ),
        Key::new("stones", Kind::Number { least: 1, most: STONES_MAX }, "5", "stones each"),
        Key::new("neighbours", Kind::OneNumberOf(&[4, 8]), "8", "of a square; 4 without diagonal moves"),
        Key::new(
            "no_hit_limit",
            CAP,
            "100",
            "turns without a hit that end the game, up to 50000; 4 for each square",
        ),
        Key::new("max_turns", CAP, "500", "turns that end the game, up to 50000; 20 for each square"),
        Key::new(
            "abort",
            Kind::Flag,
            "false",
            "true: a fault ends the game at every table, the offender last, the others tied",
        ),
    ];

    const SEATS_MAX: u8 = Board::PLAYERS_MAX;

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let usual = match settings.value("layout") {
            None => Options::default(),
            Some("rows") => Options { layout: Some(Layout::Rows), ..Options::default() },
            Some("edges") => Options { layout: Some(Layout::Edges), ..Options::default() },
            Some(drawn) => Options::explicit(&board(drawn)?),
        };
        let neighbours = settings.read("neighbours").and_then(Adjacency::from_neighbours);
        let options = Options {
            columns: settings.read("columns").unwrap_or(usual.columns),
            rows: settings.read("rows").unwrap_or(usual.rows),
            players: settings.read("seats").unwrap_or(usual.players),
            stones: settings.read("stones"),
            layout: usual.layout,
            adjacency: neighbours.unwrap_or(usual.adjacency),
            no_hit_limit: settings.read("no_hit_limit"),
            max_turns: settings.read("max_turns"),
            abort: settings.read("abort").unwrap_or(usual.abort),
        };
        Self::new(&options)
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let (rules, start) = (self.rules(), self.start());
        let neighbours = rules.adjacency().directions().len();
        let settings = [
            ("seats", Some(rules.players().to_string())),
            ("columns", Some(start.columns().to_string())),
            ("rows", Some(start.rows().to_string())),
            ("layout", Some(layout(self))),
            ("stones", stones_each(self).map(|stones| stones.to_string())),
            ("neighbours", Some(neighbours.to_string())),
            ("no_hit_limit", Some(rules.no_hit_limit().to_string())),
            ("max_turns", Some(rules.max_turns().to_string())),
            ("abort", Some(rules.abort().to_string())),
        ];
        settings.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    fn seats(&self) -> usize {
        self.rules().players().into()
    }
}

fn board(drawn: &str) -> Result<Board, SettingError> {
    drawn.parse().map_err(|error| {
        let write = format!("rows, edges or a drawn board as 00/../11 ({error})");
        SettingError::malformed("layout", drawn, write)
    })
}

/// The word for the layout if it has one, else the board itself.
fn layout(params: &Params) -> String {
    let start = params.start();
    let is_as_in = |layout: Layout| {
        let usual = Options::two_rows(start.columns(), start.rows());
        let (players, stones) = (params.rules().players(), stones_each(params));
        let options = Options { layout: Some(layout), players, stones, ..usual };
        Params::new(&options).is_ok_and(|laid| laid.start() == start)
    };
    if is_as_in(Layout::Rows) {
        "rows".to_owned()
    } else if is_as_in(Layout::Edges) {
        "edges".to_owned()
    } else {
        start.to_string()
    }
}

/// The number of stones of each player; `None` if not all have the same number.
fn stones_each(params: &Params) -> Option<u8> {
    let stones = |id| params.start().stones(Seat(id)).count();
    let each = stones(0);
    let are_equal = (1..params.rules().players()).all(|id| stones(id) == each);
    are_equal.then(|| u8::try_from(each).expect("two players share at most 256 squares"))
}
