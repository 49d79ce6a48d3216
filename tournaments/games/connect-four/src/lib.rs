//! Connect Four: drop discs into columns; four in a row win, in any direction.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use judge_game::{
    Asked, BoardScene, Choice, Contract, Ending, Facts, FirstRow, Game, Hidden, Key, Kind, Mark, Outcome,
    Parameters, Phase, Piece, PieceFacts, Place, Reader, Seat, Seed, SettingError, Settings, Shown, Square,
    Value, Viewpoint, Weight,
};

/// The size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    columns: u8,
    rows: u8,
}

impl Default for Params {
    fn default() -> Self {
        Self { columns: 7, rows: 6 }
    }
}

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key {
            name: "columns",
            kind: Kind::Number { least: 4, most: 16 },
            default: "7",
            meaning: "columns of the board, from 4 to 16",
        },
        Key {
            name: "rows",
            kind: Kind::Number { least: 4, most: 16 },
            default: "6",
            meaning: "rows of the board, from 4 to 16",
        },
    ];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let Self { columns, rows } = Self::default();
        Ok(Self {
            columns: settings.read("columns").unwrap_or(columns),
            rows: settings.read("rows").unwrap_or(rows),
        })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("columns", self.columns.to_string()), ("rows", self.rows.to_string())]
    }
}

/// A disc goes into a column, which counts from 0. People count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop(pub u8);

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u16::from(self.0) + 1).fmt(f)
    }
}

impl FromStr for Drop {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let column =
            text.parse::<u16>().ok().filter(|_| is_plain).and_then(|column| u8::try_from(column - 1).ok());
        column.map(Self).ok_or_else(|| format!("{text:?} is no column; write a number, as in 4"))
    }
}

/// The rule that an action broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// There is no such column.
    NoColumn(u8),
    /// The column is full.
    Full(u8),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::NoColumn(column) => write!(f, "there is no column {}", Drop(*column)),
            Self::Full(column) => write!(f, "column {} is full", Drop(*column)),
        }
    }
}

impl std::error::Error for Illegal {}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    params: Params,
    /// The discs of each column, from the bottom.
    columns: Vec<Vec<Seat>>,
    turns: u32,
    winner: Option<Seat>,
}

impl ConnectFour {
    /// The disc at a place, whose row counts from the bottom.
    fn at(&self, column: usize, row: usize) -> Option<Seat> {
        self.columns.get(column)?.get(row).copied()
    }

    /// Whether the disc at a place is one of four in a row.
    fn is_four(&self, column: usize, row: usize) -> bool {
        let owner = self.at(column, row);
        let run = |dx: isize, dy: isize| {
            let place =
                |step: isize| column.checked_add_signed(dx * step).zip(row.checked_add_signed(dy * step));
            let is_own = |step: &isize| place(*step).is_some_and(|(x, y)| self.at(x, y) == owner);
            (1..4).take_while(is_own).count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy) >= 4)
    }

    /// The board, row by row from the top.
    fn cells(&self, letter: impl Fn(Option<Seat>) -> char, end_of_row: &str) -> String {
        let row =
            |row: u8| (0..self.columns.len()).map(|x| letter(self.at(x, row.into()))).collect::<String>();
        (0..self.params.rows).rev().map(row).collect::<Vec<_>>().join(end_of_row)
    }
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const OPENING_PLIES: Option<u32> = Some(2);

    type Params = Params;
    type Action = Drop;
    type View = Self;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        let columns = vec![Vec::new(); params.columns.into()];
        Self { params: params.clone(), columns, turns: 0, winner: None }
    }

    fn turns_max(params: &Params) -> u32 {
        u32::from(params.columns) * u32::from(params.rows)
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        let is_over = self.winner.is_some() || self.turns == Self::turns_max(&self.params);
        (!is_over).then(|| Seat(u8::from(self.turns % 2 == 1)))
    }

    fn legal(&self) -> Vec<Drop> {
        let has_room = |column: &u8| self.columns[usize::from(*column)].len() < self.params.rows.into();
        let columns = if self.to_move().is_some() { self.params.columns } else { 0 };
        (0..columns).filter(has_room).map(Drop).collect()
    }

    fn view(&self, _: Seat) -> Self {
        self.clone()
    }

    fn play(&mut self, &Drop(column): &Drop) -> Result<(), Illegal> {
        let seat = self.to_move().ok_or(Illegal::Over)?;
        let discs = self.columns.get_mut(usize::from(column)).ok_or(Illegal::NoColumn(column))?;
        if discs.len() == usize::from(self.params.rows) {
            return Err(Illegal::Full(column));
        }
        discs.push(seat);
        let row = discs.len() - 1;
        self.turns += 1;
        self.winner = self.is_four(column.into(), row).then_some(seat);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = |seat| i32::from(self.winner == Some(Seat(seat)));
        self.to_move().is_none().then(|| Outcome::by_score(vec![score(0), score(1)], Ending::Rules))
    }
}

impl Contract for ConnectFour {
    type Event = Infallible;

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, params.columns, params.rows]);
    }

    fn question(_: &Self) -> Asked {
        Asked { function: "drop", phase: Phase::Turns }
    }

    fn arguments(game: &Self, to: &mut Value) {
        let own = game.to_move();
        let letter = |disc| match disc {
            None => '-',
            disc if disc == own => 'o',
            Some(_) => 'x',
        };
        to.text(&game.cells(letter, ""));
        let open: Vec<u8> = game.legal().into_iter().map(|Drop(column)| column).collect();
        to.bytes(&open);
    }

    fn answer(_: &Self, mut answer: Reader<'_>) -> Result<Drop, String> {
        Ok(Drop(answer.byte()))
    }

    fn text(game: &Self) -> String {
        let letter = |disc| match disc {
            None => '-',
            Some(Seat(0)) => 'Y',
            Some(_) => 'R',
        };
        game.cells(letter, "/")
    }
}

impl Shown for ConnectFour {
    const HELP: &'static str = "Two players drop discs into the columns of a board that stands upright. A disc falls to the \
        lowest cell that is free. Four discs of one colour in a row win: across, up, or slanting. A full board is a draw.";

    const FACTS: &'static Facts = &Facts {
        seats: &["yellow", "red"],
        unit: None,
        example: "a column, as in 4",
        notation: "Write the number of a column, as in 4. Columns count from the left.",
        hidden: Hidden::Nothing,
        pieces: &[PieceFacts::plain("{seat}", "disc", &["Y", "R"], &["○", "●"])],
        emblem: Some((0, 0)),
        ground: "grooves",
        trials: &["columns=4 rows=4"],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let size = (self.params.columns, self.params.rows);
        let pieces = |square: Square| {
            self.at(square.x.into(), square.y.into()).map(|seat| Piece::of(seat, 0)).into_iter().collect()
        };
        let labels = |count: u8| (1..=count).map(|label| label.to_string()).collect();
        vec![BoardScene {
            column_labels: labels(size.0),
            row_labels: labels(size.1),
            ..BoardScene::new(size, FirstRow::Bottom, pieces)
        }]
    }

    fn scores(&self) -> Vec<i32> {
        (0..2).map(|seat| i32::from(self.winner == Some(Seat(seat)))).collect()
    }

    fn choice(&self, action: &Drop) -> Choice {
        let row = self.columns.get(usize::from(action.0)).map_or(0, Vec::len);
        let square = Square::new(action.0, u8::try_from(row).expect("a column is short"));
        Choice { action: action.to_string(), from: None, to: Some(Place::cell(square)), changes: None }
    }

    fn marks(_: &Self, _: &Drop, after: &Self, _: Viewpoint) -> Vec<Mark> {
        after
            .winner
            .map(|_| Mark::new("four in a row", Weight::Event("four in a row".into())))
            .into_iter()
            .collect()
    }
}

judge_game::export_game!(ConnectFour, include_str!("../wit/connect-four.wit"));

#[cfg(test)]
mod tests {
    use super::*;

    fn after(actions: &str) -> ConnectFour {
        let mut game = ConnectFour::start(&Params::default());
        for action in actions.split(' ') {
            game.play(&action.parse().expect("it is an action")).expect("it is legal");
        }
        game
    }

    #[test]
    fn four_in_a_row_win_in_every_direction() {
        for line in ["1 1 2 2 3 3 4", "1 2 1 2 1 2 1", "1 2 2 3 3 4 3 4 4 7 4", "4 3 3 2 2 1 2 1 1 7 1"] {
            assert_eq!(after(line).outcome().map(|outcome| outcome.ranks), Some(vec![1, 2]), "{line}");
        }
        assert_eq!(after("1 1 2 2 3 3").outcome(), None);
    }

    #[test]
    fn a_full_column_takes_no_disc() {
        let mut game = after("1 1 1 1 1 1");
        assert_eq!(game.play(&Drop(0)), Err(Illegal::Full(0)));
        assert_eq!(game.play(&Drop(7)), Err(Illegal::NoColumn(7)));
        assert!(!game.legal().contains(&Drop(0)));
        assert!(
            "0".parse::<Drop>().is_err() && "01".parse::<Drop>().is_err() && "257".parse::<Drop>().is_err()
        );
    }
}
