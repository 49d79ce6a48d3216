//! A bot's limits, its usage and its log, counted the same way wherever it runs.
//!
//! The sandbox runs bots in wasmtime, and a page runs them in a browser. Both need this crate, and neither can link
//! the other.
//!
//! - [`Limits`]: all limits in one table, [`LIMITS`];
//! - [`Clock`]: the fuel that a bot may spend now;
//! - [`Usage`]: the fuel and memory that it used, and [`Account`], which reports them;
//! - [`Log`]: the text that it wrote, as far as that is kept;
//! - [`seed`]: derives a seed for everybody from one number;
//! - [`text`]: strangers' text, made safe.

mod clock;
mod limits;
mod log;
pub mod seed;
pub mod text;
mod usage;

pub use clock::Clock;
pub use limits::{LIMITS, LimitInfo, Limits, ModuleLimits, Unit, Width};
pub use log::Log;
pub use seed::Seed;
pub use usage::{Account, Usage};
