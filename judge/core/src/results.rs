//! What comes of the games: standings, rows, texts and comparisons. Opens no file but a bot's, to hash it.

pub mod comparison;
mod evidence;
mod manifest;
mod messages;
pub mod pairs;
mod rows;
pub mod standings;
mod table;

pub use evidence::{BotPart, Collection, Context, Evidence, GamePart, TournamentPart, is_evidence};
pub use manifest::Manifest;
pub use rows::{
    GameRow, PairRow, ResultRow, RowContext, SeatRow, csv_writer, pair_rows, result_rows, seat_rows, to_csv,
};
pub use table::Table;
