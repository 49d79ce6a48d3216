//! HTTP: a season's server and its clients, and one game in a browser of this machine. Decides nothing.
//!
//! - [`browser`]: one game in a browser, whose bots the judge runs;
//! - `visitors`: the limits of one address, and tables at which visitors play with the season's bots;
//! - [`web`]: the pages for people;
//! - [`clients`]: the clients of a server, one of which makes a folder of a season's address.

// Only our own program calls it. What a caller gets and how it can fail stands in the type; comments say the rest.
#![allow(clippy::must_use_candidate, clippy::missing_errors_doc)]

pub mod browser;
pub mod clients;
mod visitors;
pub mod web;
