//! The columns of every table: one type a row, for CSV, for the terminal, for JSON and for pages.
//!
//! In CSV no cell starts a formula in a spreadsheet, whoever chose its text. Lists, one
//! item a seat, are separated by spaces.

mod game;
mod grade;
mod pair;
mod seat;
mod standing;

use std::fmt::Display;
use std::io::Write;

use csv::{Terminator, Writer, WriterBuilder};
use judge_bots::Bot;
use judge_play::text::sanitize;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::standings::Scored;
use crate::schedule::{Disqualified, Draw, EntrantId};
pub use game::GameRow;
pub use grade::{GradeRow, grade_rows};
pub use pair::{PairRow, pair_rows};
pub use seat::{SeatRow, seat_rows};
pub(super) use standing::unfinished_rows;
pub use standing::{ResultRow, left_out_rows, result_rows};

/// What the rows of games need to know of the tournament.
pub struct RowContext<'a> {
    /// Its bots, by id.
    pub bots: &'a [Bot],
    /// Who is disqualified at its end.
    pub disqualified: &'a Disqualified,
    /// The tree of matches of a knockout.
    pub draw: Option<Draw>,
}

impl RowContext<'_> {
    fn contestant(&self, id: EntrantId) -> String {
        self.bots[id.0].name.to_string()
    }

    /// Which match of a knockout a game belongs to; empty in other formats.
    fn match_name(&self, scored: &Scored<'_>) -> String {
        match (&self.draw, &scored.seating[..]) {
            (Some(draw), [one, other]) => draw.match_of(*one, *other).to_string(),
            _ => String::new(),
        }
    }
}

/// Text that anybody may have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub String);

impl Serialize for Text {
    /// As a cell: what a spreadsheet would take for a formula gets a quote in front, and nothing moves a cursor.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let quote = if Self::is_formula(&self.0) { "'" } else { "" };
        to.collect_str(&format_args!("{quote}{}", sanitize(&self.0)))
    }
}

impl Text {
    /// Whether a spreadsheet would take it for a formula.
    fn is_formula(text: &str) -> bool {
        text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
    }
}

impl<'de> Deserialize<'de> for Text {
    /// From a cell, without the quote that is in front of a formula.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let plain = text.strip_prefix('\'').filter(|rest| Self::is_formula(rest));
        Ok(Self(sanitize(plain.unwrap_or(&text))))
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A number shown to a tenth.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Tenth(pub f64);

impl Serialize for Tenth {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.1}", self.0))
    }
}

/// A share, shown to four digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.4}", self.0))
    }
}

/// A list in one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Display> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let items: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        Text(items.join(" ")).serialize(to)
    }
}

/// Rows as CSV, with a header.
#[must_use]
pub fn to_csv<R: Serialize>(rows: &[R]) -> Vec<u8> {
    let mut writer = csv_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes all bytes");
    }
    writer.into_inner().expect("memory takes all bytes")
}

/// A CSV file with `\n` at the end of each line; the first row brings the header.
pub fn csv_writer<W: Write>(file: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        text: Text,
        number: Tenth,
        list: List<i32>,
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
