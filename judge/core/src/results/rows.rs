//! The columns of every table: one type a row, for CSV, for the terminal, for JSON and for pages.
//!
//! In CSV no cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

mod file;
mod game;
mod grade;
mod pair;
mod phase;
mod seat;
mod standing;
mod team;

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::str::FromStr;

use csv::{Terminator, Writer, WriterBuilder};
use judge_bots::Bot;
use judge_play::text::sanitize;
use judge_play::{Record, Seed, Verdict};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::phases::{Disqualified, EntrantId, GameResult, Phase, State};
pub(crate) use file::{FileRow, file_rows};
pub use game::GameRow;
pub use grade::grade;
pub(crate) use grade::grade_rows;
use judge_rating::Scored;
pub use judge_rating::words::{interval, whole};
pub(crate) use pair::pair_rows;
pub use phase::PhaseRows;
pub use seat::SeatRow;
pub(crate) use seat::seat_rows;
pub use standing::ResultRow;
pub(crate) use standing::{left_out_rows, result_rows};
pub use team::TeamRow;
pub(crate) use team::team_rows;

/// The data of a tournament that the rows of its games need.
pub(crate) struct RowContext<'a> {
    /// Its bots, by id.
    pub bots: &'a [Bot],
    /// The contestants disqualified at its end.
    pub disqualified: &'a Disqualified,
    /// Its phases, and how they went.
    pub phases: (&'a [Phase], &'a State),
    /// Whether a row says which phase it is of.
    pub tells_phases: bool,
}

impl RowContext<'_> {
    fn contestant(&self, id: EntrantId) -> String {
        self.bots[id.0].name.to_string()
    }

    /// The phase of a game, if a row says it, and its match of a knockout or its group; empty if there is none.
    fn phase_and_match(&self, scored: &Scored<'_>) -> (Option<u32>, String) {
        let (phases, state) = self.phases;
        let (phase, found) = state.match_of(phases, scored.fixture.round);
        (self.tells_phases.then_some(phase), found.unwrap_or_default())
    }
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
        if Self::is_formula(&self.0) {
            cell.insert(0, '\'');
        }
        cell
    }

    /// The text of a cell, without the quote that is in front of a formula.
    pub(crate) fn of_cell(cell: &str) -> &str {
        cell.strip_prefix('\'').filter(|rest| Self::is_formula(rest)).unwrap_or(cell)
    }

    /// Whether a spreadsheet would take it for a formula.
    fn is_formula(text: &str) -> bool {
        text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
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

/// A share, shown to four digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fraction(pub(crate) f64);

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.4}", self.0))
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
fn word<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'static, str>, D::Error> {
    Text::deserialize(from).map(|Text(word)| word.into())
}

/// Rows as CSV, with a header.
pub(crate) fn to_csv<R: Serialize>(rows: &[R]) -> Vec<u8> {
    let mut writer = csv_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes all bytes");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// A CSV file with `\n` at the end of each line; the first row brings the header.
pub(crate) fn csv_writer<W: Write>(file: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        text: Text,
        number: Tenth,
        list: List<i32>,
    }

    /// The first row of a table.
    fn read<R: for<'de> Deserialize<'de>>(csv: &[u8]) -> Result<R, csv::Error> {
        csv::Reader::from_reader(csv).into_deserialize().next().expect("there is a row")
    }

    #[test]
    fn a_row_is_read_as_it_was_written() {
        for (text, list) in [("", vec![]), ("=1+1", vec![-1, 2]), ("'quoted'", vec![7])] {
            let row = Row { text: Text(text.into()), number: Tenth(-12.3), list: List(list) };
            assert_eq!(read::<Row>(&to_csv(&[&row])).expect("it was written so"), row);
        }
        let game = GameRow {
            game: 1,
            round: 1,
            phase: None,
            match_name: String::new(),
            seats: List(vec!["ann".into(), "bob".into()]),
            seed: Hex(Seed(u64::MAX)),
            opening: Text("d3".into()),
            outcome: "decided".into(),
            reason: Text("cap".into()),
            ranks: List(vec![1, 2]),
            scores: List(vec![-4, 4]),
            points: List(vec![0, 2]),
            turns: 60,
            fuel: List(vec![1, 2]),
            memory: List(vec![3, 4]),
            transcript_sha256: "00".into(),
            order: 0,
        };
        let written = String::from_utf8(to_csv(&[&game])).expect("it is text");
        assert_eq!(read::<GameRow>(written.as_bytes()).expect("it was written so"), game);
        let too_large = format!("0 {}", NUMBER_MAX + 1);
        for (right, wrong, told) in [
            ("0xffff", "0xfffg", "is no seed"),
            ("-4 4", "-4 x", "is wrong"),
            ("0 2", &too_large, "a number is too large"),
        ] {
            let why = read::<GameRow>(written.replace(right, wrong).as_bytes()).expect_err(wrong);
            assert!(why.to_string().contains(told), "{why}");
        }
    }

    #[test]
    fn a_rating_is_finite_and_bounded() {
        for (rating, is_one) in [
            ("1500.0", true),
            ("-1e6", true),
            ("inf", false),
            ("-inf", false),
            ("nan", false),
            ("1e7", false),
        ] {
            let read = read::<Row>(format!("text,number,list\n,{rating},\n").as_bytes());
            assert_eq!(read.is_ok(), is_one, "{rating}");
        }
    }

    #[test]
    fn what_is_read_is_rounded_as_what_was_written() {
        let row = Row { text: Text::default(), number: Tenth::nearest(1551.46), list: List(vec![]) };
        let written = String::from_utf8(to_csv(&[&row])).expect("it is text");
        assert_eq!(written, "text,number,list\n,1551.5,\n");
        assert_eq!((row.number, format!("{:.0}", row.number.0)), (Tenth(1551.5), "1552".to_owned()));
    }

    #[test]
    fn no_text_starts_a_formula_and_numbers_are_numbers() {
        for cell in ["=1+1", "＝1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            let row = Row { text: Text(cell.into()), number: Tenth(-12.34), list: List(vec![-1, 2]) };
            let csv = String::from_utf8(to_csv(&[row])).expect("it is text");
            let cell = cell.replace('\t', "\\t").replace('\r', "\\r");
            assert_eq!(csv, format!("text,number,list\n'{cell},-12.3,'-1 2\n"));
        }
        let row = Row { text: Text("\u{1b}[2J".into()), number: Tenth(0.0), list: List(vec![]) };
        assert_eq!(to_csv(&[row]), b"text,number,list\n\\u{1b}[2J,0.0,\n");
        for cell in ["", "a=1", "1-1", " =1"] {
            let row = Row { text: Text(cell.into()), number: Tenth(0.0), list: List(vec![]) };
            assert_eq!(to_csv(&[row]), format!("text,number,list\n{cell},0.0,\n").into_bytes());
        }
    }
}
