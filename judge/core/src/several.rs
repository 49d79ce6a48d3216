//! Several tournaments together: one rating of all their bots, or one table of points for places.

pub mod pooled;
pub mod term;
