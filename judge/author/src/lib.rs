//! Answers for the author of a bot or of a game before a tournament.
//!
//! - [`game_of`]: which game is this file for;
//! - [`check`]: is it a bot that plays by the rules;
//! - [`game_check`]: is it a game that keeps its promises;
//! - [`compare`]: which of two versions is stronger;
//! - [`profile`]: where does the fuel go;
//! - [`feedback`]: what may it know of a tournament that it played.
//!
//! Prints nothing. No server and no tournament links it.

pub mod game_of;

pub mod check;

pub mod game_check;

pub mod compare;

pub mod profile;

pub mod feedback;

mod in_order;
