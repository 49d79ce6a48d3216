//! What a bot may use, what it used, and what it wrote, counted the same way wherever it runs.
//!
//! The sandbox runs bots in wasmtime, and a page runs them in a browser. Both need what is here, and neither can link
//! the other.
//!
//! - [`Limits`]: all limits in one table, [`LIMITS`];
//! - [`Clock`]: what of its fuel a bot may spend now;
//! - [`Usage`]: what it used, and [`Account`]: who tells it;
//! - [`Log`]: what it wrote, as far as that is kept;
//! - [`seed`]: one number into everybody's own;
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
