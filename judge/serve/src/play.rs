//! Games of the ladder: bots are loaded, batches are shared out, and games are played.

pub(crate) mod crew;
pub(crate) mod lanes;
pub(crate) mod open_files;
pub(crate) mod retries;
pub mod runner;
