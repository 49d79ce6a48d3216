//! A game that a page shows and changes: a line of play in, events and scenes out, as JSON.
//!
//! The page's engine has one, whose bots the browser runs; the server of `judge play --browser` has one, whose
//! bots the judge runs. The page cannot tell them apart.
//!
//! - [`Table`]: the line with its match, to be stepped, changed and looked at;
//! - `scene` and `told`: positions and events as JSON;
//! - `secrets`: what a seat must not read in them;
//! - [`ggf`]: a game that is over, as programs for Othello read it;
//! - [`facts()`]: what holds for all positions of a game, for a page that draws them.

pub mod ggf;

mod facts;
mod scene;
mod secrets;
mod table;
mod told;

pub use facts::facts;
pub use table::Table;
pub use told::fault;
