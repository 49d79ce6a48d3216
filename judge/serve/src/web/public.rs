//! What everybody may see.

pub(super) mod arena;
pub(super) mod csv;
pub(super) mod final_tournament;
pub(super) mod games;
pub(super) mod home;
pub(super) mod live;
pub(super) mod metrics;
pub(super) mod pages;
pub(super) mod rated;
pub(super) mod replays;
pub(super) mod screen;
pub(super) mod tables;
