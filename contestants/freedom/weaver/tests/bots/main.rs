//! The Freedom bots, natively: how they play and how well.

mod dummy;
mod play;
mod weaver;
