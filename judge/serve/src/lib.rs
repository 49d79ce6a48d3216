//! A season's server and those who talk to one: HTTP, and nothing that decides anything.
//!
//! - [`visitors`]: what one address may have, and tables at which visitors play with the season's bots;
//! - [`web`]: what people see;
//! - [`clients`]: what talks to a server, and makes a folder of a season's address.

pub mod clients;
pub mod visitors;
pub mod web;
