//! The content that pages show, whoever asks for it: answers, ratings, rounds, and games that are played again.

pub(super) mod answers;
pub(super) mod now;
pub(super) mod people;
pub(super) mod rated;
pub(super) mod replays;
pub(super) mod rounds;
