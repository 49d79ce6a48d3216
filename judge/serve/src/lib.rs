//! A season: contestants hand in, the ladder plays, everybody watches.
//!
//! The event log is the truth. Whatever happens is an event in it, is on the disk before anything follows from it,
//! and holds the hash of all before. What is true is a function of the events alone, and who meets whom next is a
//! function of that and of the season's secret seed. So the server may be killed at any moment, and anybody can check
//! a season when its secret is public.
//!
//! The modules, in the order the data moves:
//!
//! - [`digest`]: hashes and secrets;
//! - [`event`] and [`chain`]: what happens, and the file that it is written to;
//! - [`receipt`]: what the season's key signs of it;
//! - [`state`]: events become contestants, versions and rounds;
//! - [`ladder`]: the state becomes the next batch;
//! - [`standings`]: the state becomes ratings and places;
//! - [`folder`], [`game`], [`invitation`] and [`organiser`]: the season's files;
//! - [`store`]: the log and the state, for many threads;
//! - [`runner`]: bots are loaded and games are played;
//! - [`work`], [`worker`], [`served`] and [`worker_key`]: games that other machines play;
//! - [`season`]: all of it runs;
//! - [`hand_in`], [`order`] and [`final_tournament`]: what contestants and organisers do to it;
//! - [`csv`]: the state becomes CSV files;
//! - [`shares`]: what one address may have;
//! - [`tables`]: visitors play with the season's bots;
//! - [`verify`]: all of it is done again, and compared;
//! - [`remote`]: a season's address becomes a folder to be verified;
//! - [`web`]: what people see;
//! - [`client`] and [`submit`]: what talks to a server.

pub mod chain;
pub mod client;
mod crew;
pub mod csv;
pub mod digest;
pub mod event;
pub mod final_tournament;
pub mod folder;
pub mod game;
pub mod hand_in;
pub mod invitation;
pub mod ladder;
mod lanes;
mod open_files;
pub mod order;
pub mod organiser;
pub mod receipt;
pub mod remote;
mod retries;
pub mod runner;
pub mod season;
pub mod served;
pub mod shares;
// Not of the library: tests and the benchmarks `ladder` and `scale` measure the ladder with it.
#[doc(hidden)]
pub mod simulation;
pub mod standings;
pub mod state;
pub mod store;
pub mod submit;
pub mod tables;
pub mod verify;
pub mod web;
pub mod work;
pub mod worker;
pub mod worker_key;
