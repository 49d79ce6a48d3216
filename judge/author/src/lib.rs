//! What the author of a bot asks before a tournament does.
//!
//! - [`game_of`]: which game is this file for;
//! - [`check`]: is it a bot that plays by the rules;
//! - [`compare`]: which of two versions is stronger;
//! - [`profile`]: where does the fuel go.
//!
//! Prints nothing. No server and no tournament links it.

pub mod game_of;

pub mod check;

pub mod compare;

pub mod profile;
