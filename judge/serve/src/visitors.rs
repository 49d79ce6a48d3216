//! Who looks on, and plays with the season's bots.

pub mod shares;
pub mod tables;
