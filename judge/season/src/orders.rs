//! The actions of contestants and organisers on a season.

pub mod final_tournament;
pub mod hand_in;
pub mod hook;
pub mod invitation;
pub mod order;
pub mod organiser;
mod people;
