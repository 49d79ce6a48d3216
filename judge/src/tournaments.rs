//! Tournaments and what comes of them.

pub(crate) mod merge;
pub(crate) mod moves;
pub(crate) mod prepare;
pub(crate) mod rate;
pub(crate) mod report;
pub(crate) mod repro;
pub(crate) mod run;
pub(crate) mod seed;
pub(crate) mod status;
pub(crate) mod term;
pub(crate) mod verify;
