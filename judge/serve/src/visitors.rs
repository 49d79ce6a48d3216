//! Who looks on, and plays with the season's bots.

pub(crate) mod address_limits;
pub(crate) mod tables;
