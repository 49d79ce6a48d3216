//! Standings and results in, bytes and text out. Opens no file.

mod csv;
mod manifest;
mod terminal;
mod words;

pub use csv::{GamesCsv, results_csv};
pub use manifest::manifest_toml;
pub use terminal::table;
