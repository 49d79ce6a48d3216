//! The Stones bots, natively: how they play and how well.

mod aggressive;
mod play;
mod wolf;
