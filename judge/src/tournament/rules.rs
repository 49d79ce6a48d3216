//! Each game's own keys: the `[rules]` table of a tournament's file.
//!
//! All keys are optional; what is left out is as in the original game.

use judge_games::{battleship, freedom, gobblet, othello, stones};
use serde::Deserialize;

use super::Rules;

/// What a game is called, and what a tournament's file may say about it.
#[derive(Clone, Copy, Debug)]
pub struct GameKeys {
    /// The game's name, as in the contract and in a tournament's file.
    pub game: &'static str,
    /// The most players.
    pub seats_max: u8,
    /// Random legal actions that a game begins with where the file says nothing;
    /// `None` if the game has no openings.
    pub opening_plies: Option<u32>,
    /// The keys of `[rules]`: each with its default, as TOML, and what it means.
    pub rules: &'static [(&'static str, &'static str)],
}

/// What a tournament's file may say, game by game.
#[must_use]
pub fn game_keys() -> [GameKeys; 5] {
    fn keys<R: TypedRules>(game: &'static str) -> GameKeys {
        GameKeys { game, seats_max: R::SEATS_MAX, opening_plies: R::OPENING_PLIES, rules: R::KEYS }
    }
    [
        keys::<Battleship>("battleship"),
        keys::<Freedom>("freedom"),
        keys::<Gobblet>("gobblet"),
        keys::<Othello>("othello"),
        keys::<Stones>("stones"),
    ]
}

/// A game's `[rules]` table as typed.
pub(super) trait TypedRules: Sized {
    /// The table's keys: each with its default, as TOML, and what it means.
    const KEYS: &'static [(&'static str, &'static str)];

    /// Random legal actions that a game begins with where the file says nothing;
    /// `None` if the game has no openings.
    const OPENING_PLIES: Option<u32>;

    /// The most players; the fewest are two.
    const SEATS_MAX: u8 = 2;

    /// The rules that are meant, for `seats` players if the file says so.
    fn rules(self, seats: Option<u8>) -> Result<Rules, String>;
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Battleship {
    size: Option<u8>,
    fleet: Option<Vec<u8>>,
    no_touch: Option<bool>,
}

impl TypedRules for Battleship {
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("size = 10", "columns of the board, and rows, 2 to 16"),
        ("fleet = [5, 4, 3, 3, 2]", "lengths of the ships, in any order"),
        ("no_touch = false", "true: ships may not touch, not even at their corners"),
    ];
    const OPENING_PLIES: Option<u32> = None;

    fn rules(self, _: Option<u8>) -> Result<Rules, String> {
        let default = battleship::Params::default();
        let size = self.size.unwrap_or(default.size());
        let fleet = self.fleet.unwrap_or_else(|| default.fleet().to_vec());
        let no_touch = self.no_touch.unwrap_or(default.no_touch());
        let params = battleship::Params::new(size, fleet);
        params
            .map(|params| Rules::Battleship(params.with_no_touch(no_touch)))
            .map_err(|error| error.to_string())
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
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("size = 10", "columns of the board, and rows, 4 to 26"),
        ("scoring = \"multiplicity\"", "a stone counts for each of its live lines; or \"distinct\", once"),
    ];
    const OPENING_PLIES: Option<u32> = Some(4);

    fn rules(self, _: Option<u8>) -> Result<Rules, String> {
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
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("size = 3", "columns of the board, and rows, 3 or 4"),
        ("plies_max = 200", "turns of both together that end in a draw; 400 on 4 × 4"),
    ];
    const OPENING_PLIES: Option<u32> = Some(2);

    fn rules(self, _: Option<u8>) -> Result<Rules, String> {
        let size = self.size.unwrap_or(gobblet::Params::default().board().width());
        gobblet::Params::new(size, self.plies_max).map(Rules::Gobblet).map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Othello {
    size: Option<u8>,
    ask_on_pass: Option<bool>,
}

impl TypedRules for Othello {
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("size = 8", "columns of the board, and rows, 4, 6 or 8"),
        ("ask_on_pass = false", "true: a bot that can only pass is asked all the same"),
    ];
    const OPENING_PLIES: Option<u32> = Some(6);

    fn rules(self, _: Option<u8>) -> Result<Rules, String> {
        let default = othello::Params::default();
        let ask_on_pass = self.ask_on_pass.unwrap_or(default.ask_on_pass());
        let params = othello::Params::new(self.size.unwrap_or(default.size()));
        params
            .map(|params| Rules::Othello(params.with_ask_on_pass(ask_on_pass)))
            .map_err(|error| error.to_string())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "they are the file's keys")]
pub(super) struct Stones {
    columns: Option<u8>,
    rows: Option<u8>,
    stones: Option<u8>,
    /// A board drawn with ids and dots, a line a row, in place of the usual one.
    layout: Option<String>,
    neighbours: Option<u8>,
    no_hit_limit: Option<u32>,
    max_turns: Option<u32>,
    abort: Option<bool>,
}

impl TypedRules for Stones {
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("columns = 5", "columns of the board, 2 to 16"),
        ("rows = 5", "rows of the board, 2 to 16"),
        (
            "layout = \"rows\"",
            "a full row each; \"edges\" for 2 to 4 on a square; or a drawn board, as \"00/../11\"",
        ),
        ("stones = 5", "stones each"),
        ("neighbours = 8", "of a square; 4 without diagonal moves"),
        ("no_hit_limit = 100", "turns without a hit that end the game; 4 for each square"),
        ("max_turns = 500", "turns that end the game; 20 for each square"),
        ("abort = false", "true: a fault ends the game at every table, the offender last, the others tied"),
    ];
    const OPENING_PLIES: Option<u32> = Some(4);

    const SEATS_MAX: u8 = stones::Board::PLAYERS_MAX;

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
                .ok_or_else(|| format!("neighbours = {neighbours}: write 4 or 8"))?;
        }
        options.no_hit_limit = self.no_hit_limit;
        options.max_turns = self.max_turns;
        options.abort = self.abort.unwrap_or(options.abort);
        stones::Params::new(&options).map(Box::new).map(Rules::Stones).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults_are_told<R: TypedRules + Default + serde::de::DeserializeOwned>() {
        let lines: Vec<&str> = R::KEYS.iter().map(|(key, _)| *key).collect();
        let told: R = toml::from_str(&lines.join("\n")).expect("the defaults are valid TOML");
        assert_eq!(told.rules(None), R::default().rules(None));
    }

    #[test]
    fn the_keys_defaults_are_what_an_empty_table_means() {
        defaults_are_told::<Battleship>();
        defaults_are_told::<Freedom>();
        defaults_are_told::<Gobblet>();
        defaults_are_told::<Othello>();
        defaults_are_told::<Stones>();
    }

    #[test]
    fn games_are_called_what_their_rules_are() {
        for keys in game_keys() {
            let text = format!("game = {:?}\nseed = 1\ncontestants = []", keys.game);
            let error = super::super::typed::parse(std::path::Path::new("t.toml"), &text)
                .expect_err("nobody takes part");
            assert!(error.to_string().contains("two contestants"), "{error}");
        }
    }
}
