//! The other tables: their columns, for CSV, for the terminal and for JSON. Those of contestants, games and seats are
//! `judge-rating`'s, as pages draw them, too.

mod file;
mod grade;
mod pair;
mod phase;
mod team;

use std::io::Write;

use csv::{Terminator, Writer, WriterBuilder};
use serde::{Serialize, Serializer};

use crate::tournament::LeftOut;
pub(crate) use file::{FileRow, file_rows};
pub use grade::grade;
pub(crate) use grade::grade_rows;
pub use judge_rating::rows::{GameRow, Hex, List, ResultRow, SeatRow, Tenth, Text};
pub(crate) use judge_rating::rows::{RowContext, result_rows, seat_rows};
pub use judge_rating::words::{interval, whole};
pub(crate) use pair::pair_rows;
pub use phase::PhaseRows;
pub use team::TeamRow;
pub(crate) use team::team_rows;

/// Contestants that do not play because their files are no bots.
pub(crate) fn left_out_rows(left_out: &[LeftOut]) -> Vec<ResultRow> {
    let row = |out: &LeftOut| ResultRow {
        contestant: Text(out.name.clone()),
        status: if out.is_absent() { "absent" } else { "left-out" }.into(),
        reason: Text(out.reason.clone()),
        sha256: out.sha256.clone().unwrap_or_default(),
        ..ResultRow::default()
    };
    left_out.iter().map(row).collect()
}

/// A share, shown to four digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fraction(pub(crate) f64);

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:.4}", self.0))
    }
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
    use judge_play::Seed;
    use serde::Deserialize;

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
            ids: vec![],
        };
        let written = String::from_utf8(to_csv(&[&game])).expect("it is text");
        assert_eq!(read::<GameRow>(written.as_bytes()).expect("it was written so"), game);
        let too_large = format!("0 {}", (1_u64 << 36) + 1);
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
        for cell in ["=1+1", "＝1", "+1", "-1", "@SUM(A1)"] {
            let row = Row { text: Text(cell.into()), number: Tenth(-12.34), list: List(vec![-1, 2]) };
            let csv = String::from_utf8(to_csv(&[row])).expect("it is text");
            assert_eq!(csv, format!("text,number,list\n'{cell},-12.3,'-1 2\n"));
        }
        let row = Row { text: Text("\u{1b}[2J".into()), number: Tenth(0.0), list: List(vec![]) };
        assert_eq!(to_csv(&[row]), b"text,number,list\n\\u{1b}[2J,0.0,\n");
        for (cell, written) in
            [("", ""), ("a=1", "a=1"), ("1-1", "1-1"), (" =1", " =1"), ("\t=1", "\\t=1"), ("\r=1", "\\r=1")]
        {
            let row = Row { text: Text(cell.into()), number: Tenth(0.0), list: List(vec![]) };
            assert_eq!(to_csv(&[row]), format!("text,number,list\n{written},0.0,\n").into_bytes());
        }
    }

    #[test]
    fn no_cell_of_a_strangers_file_moves_a_cursor() {
        const ESC: &str = "\u{1b}[2J";
        let row = ResultRow {
            name: Text(ESC.to_owned()),
            reason: Text(ESC.to_owned()),
            ..left_out_rows(&[LeftOut { name: "ann".into(), reason: "it is no bot".into(), sha256: None }])
                .remove(0)
        };
        let written = String::from_utf8(crate::results::to_csv(&[row])).expect("it is text");
        let forged = written.replace("left-out", ESC).replace("\\u{1b}", "\u{1b}");
        assert_eq!(forged.matches(ESC).count(), 3);
        let read: ResultRow = csv::Reader::from_reader(forged.as_bytes())
            .deserialize()
            .next()
            .expect("a row")
            .expect("it fits");
        assert!([&*read.status, &read.name.0, &read.reason.0].iter().all(|cell| !cell.contains('\u{1b}')));
    }
}
