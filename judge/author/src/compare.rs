//! Two versions of a bot, compared: scores of rounds in, a decision of a sequential test out.
//!
//! A round is the unit: the same opening and seed, played once in every seating. Rounds count in
//! the schedule's order, and nothing after the one that decides counts, so the answer does not depend
//! on which game finishes first. `play` plays them; all else is values in, values out.

mod interval;
mod likelihood;
mod plan;
mod play;
mod sequential;
mod tally;

pub use interval::{Interval, elo, score};
pub use likelihood::Counts;
pub use plan::{Plan, PlannedGame};
pub use play::{Comparison, ComparisonEnd, Until, journal, play};
pub use sequential::{Conclusion, Hypotheses, InvalidHypotheses};
pub use tally::{GamePoints, RoundPoints, Scale, ScoreTally};

#[cfg(test)]
mod tests;
