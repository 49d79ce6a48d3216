//! What is true of a season: events, the file that they are written to, and what the season's key signs of it.

pub mod chain;
pub mod digest;
pub mod event;
pub mod folder;
pub mod receipt;
pub mod store;
