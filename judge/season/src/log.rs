//! The facts of a season and their place: events, the file that they are written to, and the season's other files.

pub mod chain;
pub mod digest;
pub mod event;
pub mod folder;
pub mod game;
pub mod people;
pub mod season_key;
