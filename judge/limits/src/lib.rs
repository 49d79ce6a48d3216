//! A bot's limits, its usage and its log, counted the same way wherever it runs.
//!
//! The sandbox runs bots in wasmtime, and a page runs them in a browser. Both need this crate, and neither can link
//! the other.
//!
//! - [`Limits`]: all limits in one table, [`LIMITS`];
//! - [`Turns`]: the fuel that a bot may spend now, and what it has spent;
//! - [`Usage`]: the fuel and memory that it used, and [`Account`], which reports them;
//! - [`Log`]: the text that it wrote, as far as that is kept, and [`Output`], what it prints as lines of it;
//! - [`GameTime`] and [`Random`]: its clock and its random numbers;
//! - [`talk`]: the lines between the judge and a program that reads and writes them;
//! - [`seed`]: derives a seed for everybody from one number;
//! - [`text`]: strangers' text, made safe.

mod limits;
mod log;
mod output;
mod random;
pub mod seed;
pub mod talk;
pub mod text;
mod time;
mod turns;
mod usage;

pub use limits::{LIMITS, LimitInfo, Limits, ModuleLimits, Unit, Width};
pub use log::Log;
pub use output::Output;
pub use random::Random;
pub use seed::Seed;
pub use time::GameTime;
pub use turns::Turns;
pub use usage::{Account, LimitUse, Traces, Usage};
