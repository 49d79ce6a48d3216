//! Two versions of a bot, compared: scores of rounds in, a decision of a sequential test out.
//!
//! A round is the unit: the same opening and seed, played once in every seating. Rounds count in
//! the schedule's order, and nothing after the one that decides counts, so the answer does not depend
//! on which game finishes first. Plays nothing.

mod interval;
mod likelihood;
mod sequential;
mod tally;

pub use interval::{Interval, elo, score};
pub use likelihood::Counts;
pub use sequential::{Decision, Hypotheses, InvalidHypotheses};
pub use tally::{GamePoints, RoundPoints, Scale, Tally};

#[cfg(test)]
mod tests;
