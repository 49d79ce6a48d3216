//! A season: served, and handed in to.

pub(crate) mod serve;
pub(crate) mod submit;
