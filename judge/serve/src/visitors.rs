//! Who looks on, and plays with the season's bots.

pub mod address_limits;
pub mod tables;
