//! The results of the games: standings, rows, texts and comparisons. Opens no file but a bot's, to hash it.

pub mod comparison;
mod evidence;
pub mod json;
mod manifest;
pub mod pairs;
mod rows;
mod standings_table;
pub(crate) mod workbook;

pub use evidence::{
    BotPart, Collection, Context, Evidence, EvidenceTournament, FoundFault, GamePart, NoSuchGame, Stall,
    What, is_evidence,
};
pub use manifest::{ContestantPart, Manifest};
pub(crate) use rows::{
    FileRow, RowContext, csv_writer, file_rows, grade_rows, left_out_rows, numbered, pair_rows, result_rows,
    seat_rows, team_rows, to_csv,
};
pub use rows::{
    GameRow, Hex, List, PhaseRows, ResultRow, SeatRow, TeamRow, Tenth, Text, grade, interval, whole,
};
pub use standings_table::{Cross, StandingsTable, TableNote};
pub(crate) use standings_table::{notes, remarks};
pub use workbook::workbook;
