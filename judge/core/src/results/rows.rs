//! The other tables: their columns, for CSV, for the terminal and for JSON. Those of contestants, games and seats are
//! `judge-rating`'s, as pages draw them, too.

mod grade;

use std::collections::BTreeMap;
use std::io::Write;
use std::mem;
use std::path::{Path, PathBuf};

use csv::{Terminator, Writer, WriterBuilder};
use judge_bots::Bot;
use serde::Serialize;

use super::pairs::{PairTally, Pairs};
use crate::object;
use crate::phases::{End, EntrantId, Match, Phase, Round, Row, title};
use crate::tournament::{Contestant, LeftOut, Tournament};
pub use grade::grade;
pub(crate) use grade::grade_rows;
pub use judge_rating::rows::{GameRow, Hex, List, ResultRow, SeatRow, Tenth, Text};
pub(crate) use judge_rating::rows::{RowContext, result_rows, seat_rows};
pub use judge_rating::words::{interval, whole};
use judge_rating::{Standing, Team, by_matches, teams};

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

/// A contestant's file, a row of `files.csv`.
#[derive(Debug, Serialize)]
pub(crate) struct FileRow {
    contestant: String,
    /// Its path from the folder of the tournament's file, with `/` between folders.
    file: Text,
    /// SHA-256 of the file; empty if it was not read.
    sha256: String,
}

/// All files that contestants handed in, also of those that are left out, and so are not among the bots.
pub(crate) fn file_rows(tournament: &Tournament, bots: &[Bot], left_out: &[LeftOut]) -> Vec<FileRow> {
    let folder = tournament.file.parent().unwrap_or(Path::new(""));
    // As it is written, whatever links there are: so it is the same wherever both are.
    let from = |file: &PathBuf| {
        file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    };
    let out = left_out.iter().filter_map(|out| Some((out.name.as_str(), out.sha256.clone()?)));
    let bots = bots.iter().map(|bot| (bot.name.as_str(), hex::encode(bot.sha256)));
    let sha256: BTreeMap<&str, String> = bots.chain(out).collect();
    let rows = |contestant: &Contestant| {
        let sha256 = sha256.get(contestant.name.as_str()).cloned().unwrap_or_default();
        let row = |file: &PathBuf| FileRow {
            contestant: contestant.name.to_string(),
            file: Text(from(file)),
            sha256: sha256.clone(),
        };
        contestant.wasm.files().iter().map(row).collect::<Vec<_>>()
    };
    tournament.contestants.iter().flat_map(rows).collect()
}

/// `pairs.csv`: everybody against everybody that it met, both in the order of the standings.
pub(crate) fn pair_rows(standings: &[Standing], pairs: &Pairs, bots: &[Bot]) -> Vec<impl Serialize> {
    let order = || standings.iter().map(|standing| standing.entrant);
    let name = |id: EntrantId| Text(bots[id.0].name.to_string());
    let everybody = order().flat_map(|contestant| order().map(move |opponent| (contestant, opponent)));
    let row = |(contestant, opponent)| {
        let against = pairs.of(contestant, opponent)?;
        Some(object! {
            contestant: name(contestant),
            opponent: name(opponent),
            played: against.played,
            won: against.won,
            drawn: against.drawn,
            lost: against.lost,
            points: against.points(),
            first_seat_share: against.first_seat_share().map(|share| format!("{share:.4}")),
        })
    };
    everybody.filter_map(row).collect()
}

/// A phase for people and programs: what it is, and how it went. `groups.csv` has all tables, and `matches.csv` all matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseRows {
    /// What it is.
    #[serde(flatten)]
    pub phase: Phase,
    /// The same in words.
    #[serde(skip)]
    pub title: String,
    /// Its tables, group by group, each the best first.
    pub tables: Vec<Row>,
    /// The matches of a knockout, group by group, each after those that led to it.
    pub matches: Vec<Match>,
    /// Whether all is played.
    #[serde(skip)]
    pub is_over: bool,
}

impl PhaseRows {
    /// The phases that have begun.
    pub(crate) fn all(phases: &[Phase], ends: &[End]) -> Vec<Self> {
        let of_phase = |(at, end): (usize, &End)| {
            let End { rows: mut tables, matches, is_over } = end.clone();
            tables.sort_by_key(|row| row.group);
            let (phase, title) = (phases[at].clone(), title(phases, at, tables.len()));
            Self { phase, title, tables, matches, is_over }
        };
        ends.iter().enumerate().map(of_phase).collect()
    }
}

/// A team in the standings of teams, a row of `teams.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamRow {
    /// Place, from 1.
    pub rank: usize,
    /// Its name.
    pub team: Text,
    /// Where teams meet on boards: 2 for each match won and 1 for each drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<u64>,
    /// The points of those of its members that count.
    pub points: u64,
    /// Its members that count, those with most points first.
    pub counted: List<String>,
    /// Its other members.
    pub others: List<String>,
}

/// The standings of the teams, in order.
pub(crate) fn team_rows(tournament: &Tournament, standings: &[Standing], pairs: &Pairs) -> Vec<TeamRow> {
    let contestant = |place: usize| &tournament.contestants[standings[place].entrant.0];
    let rows = standings.iter().enumerate();
    let rows = rows.map(|(place, standing)| (contestant(place).team.as_deref(), standing.points));
    let names = |places: Vec<usize>| {
        List(places.into_iter().map(|place| contestant(place).name.to_string()).collect())
    };
    let row = |(rank, team): (usize, Team<'_>)| TeamRow {
        rank,
        team: Text(team.name.to_owned()),
        match_points: team.match_points,
        points: team.points,
        counted: names(team.counted),
        others: names(team.others),
    };
    let mut teams = teams(rows, tournament.team_best);
    if tournament.has_boards() {
        let against = |one: usize, other: usize| pairs.of(standings[one].entrant, standings[other].entrant);
        let against = |one, other| against(one, other).map_or(0, PairTally::points);
        by_matches(&mut teams, |place| contestant(place).board, against, tournament.rounds);
    }
    (1..).zip(teams).map(row).collect()
}

/// Rounds, each with the number of its first game in `games.csv`; that of the first of all is `first`. A bye has a number, too.
pub(crate) fn numbered(
    rounds: impl IntoIterator<Item = Round>,
    first: usize,
) -> impl Iterator<Item = (usize, Round)> {
    rounds.into_iter().scan(first, |next, round| {
        let games = round.fixtures().count() + usize::from(round.is_bye());
        Some((mem::replace(next, *next + games), round))
    })
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
