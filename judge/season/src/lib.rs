//! A season: contestants hand in, the ladder plays, and anybody can check all of it.
//!
//! The event log is the truth. Whatever happens is an event in it, is on the disk before anything follows from it,
//! and holds the hash of all before. The state is a function of the events alone, and the next pairings are a
//! function of that and of the season's secret seed. So the server may be killed at any moment, and anybody can check
//! a season when its secret is public.
//!
//! The modules, from the ground up; each knows only those before it:
//!
//! - [`terms`]: a season's file becomes its terms;
//! - [`log`]: the events, the file that it is written to, and the season's other files;
//! - [`state`]: events become contestants, versions and rounds, and the receipts that the season's key signs;
//! - [`ladder`]: the state becomes the next batch, ratings and places, and CSV files;
//! - [`play`]: bots are loaded and games are played;
//! - [`workers`]: games that other machines play;
//! - [`season`]: all of it runs;
//! - [`orders`]: the actions of contestants and organisers on it;
//! - [`verify`]: all of it is done again, and compared.
//!
//! The road of an upload: `orders/hand_in` receives it, `season/checking` has it checked, `season/store` keeps what came of
//! that, `ladder` draws its rounds, `play/runner` plays them, and `ladder/standings` rates it.

// Only our own program calls it. What a caller gets and how it can fail stands in the type; comments say the rest.
#![allow(clippy::must_use_candidate, clippy::missing_errors_doc)]

pub mod ladder;
pub mod log;
pub mod orders;
pub mod play;
pub mod season;
pub mod state;
pub mod terms;
pub mod verify;
pub mod workers;

// Tests and benchmarks measure the ladder with one file, which calls this crate by its name.
#[cfg(test)]
extern crate self as judge_season;
#[cfg(test)]
#[path = "../benches/strengths/simulated.rs"]
mod simulation;
