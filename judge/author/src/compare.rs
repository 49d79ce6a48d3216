//! Two versions of a bot, compared: scores of rounds in, a decision of a sequential test out.
//!
//! A round is the unit: the same opening and seed, played once in every seating. Rounds count in
//! the schedule's order, and nothing after the one that decides counts, so the answer does not depend
//! on which game finishes first. `play` plays them; all else is values in, values out.

#![expect(clippy::cast_precision_loss, reason = "scores are few, and rounds and games fewer than 2^53")]

mod interval;
mod likelihood;
mod plan;
mod play;
mod sequential;
mod tally;

pub use interval::{Interval, elo};
pub use plan::Plan;
pub use play::{Comparison, ComparisonEnd, Until, journal, play};
pub use sequential::{Conclusion, Hypotheses};
pub use tally::ScoreTally;

#[cfg(test)]
mod tests;
