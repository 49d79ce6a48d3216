//! HTTP: a season's server and those who talk to one, and one game in a browser of this machine. Decides nothing.
//!
//! - [`browser`]: one game in a browser, whose bots the judge runs;
//! - `visitors`: what one address may have, and tables at which visitors play with the season's bots;
//! - [`web`]: what people see;
//! - [`clients`]: what talks to a server, and makes a folder of a season's address.

pub mod browser;
pub mod clients;
mod visitors;
pub mod web;
