//! The common part of the commands: input of a person, and output for people.

pub(crate) mod game_args;
pub(crate) mod json;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod screen;
pub(crate) mod season;
pub(crate) mod stop;
pub(crate) mod which_game;
