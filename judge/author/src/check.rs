//! A bot is examined for its author: a file in, facts, faults and figures out.
//!
//! It plays the example bots by all parameters of its game and from positions that break bots. What the
//! report says is the same on every machine, but for the speed, which nothing depends on.

mod advice;
mod chance;
mod facts;
mod fault;
mod fitness;
mod plan;
mod play;
mod positions;
mod report;
pub(crate) mod variants;

pub(crate) use advice::advice_on;
pub use chance::worse_than_chance;
pub use facts::{FileFacts, FileFormat};
pub use fitness::Fitness;
pub use judge_play::LimitUse;
pub use plan::{CheckCase, plan};
pub use play::{Examined, examine};
pub use positions::{Position, read as read_positions};
pub use report::{Finding, FoundFault, Report};
pub use variants::variants;

#[cfg(test)]
mod tests;
