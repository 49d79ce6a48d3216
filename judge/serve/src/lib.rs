//! A season: contestants hand in, the ladder plays, everybody watches.
//!
//! The event log is the truth. Whatever happens is an event in it, is on the disk before anything follows from it,
//! and holds the hash of all before. What is true is a function of the events alone, and who meets whom next is a
//! function of that and of the season's secret seed. So the server may be killed at any moment, and anybody can check
//! a season when its secret is public.
//!
//! The modules, in the order the data moves:
//!
//! - [`log`]: what happens, the file that it is written to, what the season's key signs of it, and the season's other files;
//! - [`state`]: events become contestants, versions and rounds;
//! - [`ladder`]: the state becomes the next batch;
//! - [`standings`]: the state becomes ratings and places;
//! - [`game`]: a season's game that is a file;
//! - [`play`]: bots are loaded and games are played;
//! - [`workers`]: games that other machines play;
//! - [`season`]: all of it runs;
//! - [`orders`]: what contestants and organisers do to it;
//! - [`csv`]: the state becomes CSV files;
//! - [`visitors`]: what one address may have, and tables at which visitors play with the season's bots;
//! - [`verify`]: all of it is done again, and compared;
//! - [`web`]: what people see;
//! - [`clients`]: what talks to a server, and makes a folder of a season's address.

pub mod clients;
pub mod csv;
pub mod game;
pub mod ladder;
pub mod log;
pub mod orders;
pub mod play;
pub mod season;
// Not of the library: tests and the benchmarks `ladder` and `scale` measure the ladder with it.
#[doc(hidden)]
pub mod simulation;
pub mod standings;
pub mod state;
pub mod verify;
pub mod visitors;
pub mod web;
pub mod workers;
