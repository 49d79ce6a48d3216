//! The pages that everybody may see.

pub(super) mod arena;
pub(super) mod contestant;
pub(super) mod csv;
pub(super) mod files;
pub(super) mod final_tournament;
pub(super) mod games;
pub(super) mod home;
pub(super) mod live;
pub(super) mod metrics;
pub(super) mod screen;
pub(super) mod tables;
pub(super) mod weeks;
