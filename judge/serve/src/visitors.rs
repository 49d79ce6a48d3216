//! The visitors who look on, and play with the season's bots.

pub(crate) mod address_limits;
pub(crate) mod tables;
