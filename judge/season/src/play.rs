//! Games of the ladder: bots are loaded, and games are played.

pub mod capacity;
pub mod lru_cache;
pub(crate) mod rounds_in_play;
pub mod runner;
