//! Commands for authors of bots and games.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod games;
pub(crate) mod new;
pub(crate) mod new_game;
pub(crate) mod profile;
pub(crate) mod wit;
