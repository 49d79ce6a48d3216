//! The rules of the games: positions and actions in, positions and outcomes out.
//!
//! The judge plays by these rules and bots may use them to think ahead; both link
//! this one crate. It has no dependencies and knows no WebAssembly, memory limit,
//! fuel, file or clock. Whatever is random or timed lives with the caller.
//!
//! One module per game, each with the game's own words and coordinates, and
//! what all of them have in common: [`Game`] to play, [`Parameters`] to set one up.

pub mod battleship;
pub mod freedom;
mod game;
pub mod gobblet;
pub mod othello;
mod parameters;
mod parse_error;
mod square;
pub mod stones;

pub use game::{Ending, Game, Outcome, Seat};
pub use parameters::{Key, Kind, Parameters, SettingError, Settings};
pub use parse_error::ParseError;
pub use square::Square;
