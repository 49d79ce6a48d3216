//! The tables of a tournament: a row for each contestant, game and seat, as files have them and pages draw them.
//!
//! In CSV no cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

mod game;
mod seat;
mod standing;

use std::fmt::Display;
use std::str::FromStr;

use judge_play::text::sanitize;
use judge_play::{Record, Seed, Verdict};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::phases::{Phase, State};
use crate::{Disqualified, GameResult, Scored};
pub use game::GameRow;
pub use seat::{SeatRow, seat_rows};
pub use standing::{ResultRow, result_rows};

/// The data of a tournament that the rows of its games need.
pub struct RowContext<'a> {
    /// The names of its contestants, by id.
    pub names: Vec<&'a str>,
    /// The contestants disqualified at its end.
    pub disqualified: &'a Disqualified,
    /// Its phases, and how they went.
    pub phases: (&'a [Phase], &'a State),
    /// Whether a row says which phase it is of.
    pub tells_phases: bool,
}

/// The record of a game, if it was played, and the scores of its seats, if the rules decided.
fn played<'a>(scored: &Scored<'a>) -> (Option<&'a Record>, Option<&'a [i32]>) {
    let GameResult::Played(record) = scored.result else { return (None, None) };
    match &record.verdict {
        Verdict::Decided(outcome) => (Some(record), Some(&outcome.scores)),
        Verdict::Forfeit(_) | Verdict::Void(_) => (Some(record), None),
    }
}

/// Text that anybody may have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub String);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.cell())
    }
}

impl Text {
    /// As a cell: what a spreadsheet would take for a formula gets a quote in front, and nothing moves a cursor.
    #[must_use]
    pub fn cell(&self) -> String {
        let mut cell = sanitize(&self.0);
        if Self::is_formula(&cell) {
            cell.insert(0, '\'');
        }
        cell
    }

    /// The text of a cell, without the quote that is in front of a formula.
    #[must_use]
    pub fn of_cell(cell: &str) -> &str {
        cell.strip_prefix('\'').filter(|rest| Self::is_formula(rest)).unwrap_or(cell)
    }

    /// Whether a spreadsheet would take it for a formula.
    fn is_formula(text: &str) -> bool {
        text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    }
}

impl<'de> Deserialize<'de> for Text {
    /// From a cell, without the quote that is in front of a formula.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(Self(sanitize(Self::of_cell(&text))))
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A number shown to a tenth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tenth(pub f64);

impl<'de> Deserialize<'de> for Tenth {
    /// From a cell that anybody may have written: no rating is infinite, or near that.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(from)?;
        let is_bounded = number.abs() <= RATING_MAX;
        if is_bounded { Ok(Self(number)) } else { Err(D::Error::custom(format!("{number} is no rating"))) }
    }
}

/// No rating is further from zero.
const RATING_MAX: f64 = 1e6;
/// No tournament has more points, and no bot more bytes of memory: ten million such numbers can be added up.
const NUMBER_MAX: u64 = 1 << 36;

/// Numbers of a cell that are added up by those who read it.
trait Bounded {
    fn is_bounded(&self) -> bool;
}

impl Bounded for u64 {
    fn is_bounded(&self) -> bool {
        *self <= NUMBER_MAX
    }
}

impl Bounded for Option<u64> {
    fn is_bounded(&self) -> bool {
        self.is_none_or(|number| number.is_bounded())
    }
}

impl Bounded for List<u64> {
    fn is_bounded(&self) -> bool {
        self.0.iter().all(Bounded::is_bounded)
    }
}

/// Numbers as they stand in a file, which anybody may have written.
fn bounded<'de, D: Deserializer<'de>, T: Bounded + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    let numbers = T::deserialize(from)?;
    if numbers.is_bounded() { Ok(numbers) } else { Err(D::Error::custom("a number is too large")) }
}

impl Tenth {
    /// The tenth nearest to a number: whoever reads a file then rounds it as whoever wrote it.
    #[must_use]
    pub fn nearest(number: f64) -> Self {
        Self(format!("{number:.1}").parse().expect("it was a number"))
    }
}

impl Serialize for Tenth {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.1}", self.0))
    }
}

/// A list in one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T: Display> Display for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let items: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&items.join(" "))
    }
}

impl<T: Display> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Text(self.to_string()).serialize(to)
    }
}

impl<'de, T: FromStr> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Text(text) = Text::deserialize(from)?;
        let item = |item: &str| item.parse().map_err(|_| D::Error::custom(format!("{item:?} is wrong")));
        text.split(' ').filter(|item| !item.is_empty()).map(item).collect::<Result<_, _>>().map(Self)
    }
}

/// A seed in hexadecimal digits, which no spreadsheet rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(pub Seed);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0.hex())
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Text(text) = Text::deserialize(from)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        let seed = u64::from_str_radix(digits, 16);
        seed.map(|seed| Self(Seed(seed))).map_err(|_| D::Error::custom(format!("{text:?} is no seed")))
    }
}

/// One of the judge's words as it stands in a file, which anybody may have written.
fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Text::deserialize(from).map(|Text(word)| word)
}
