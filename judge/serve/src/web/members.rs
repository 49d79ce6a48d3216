//! The pages and requests of contestants, organisers and workers.

pub(super) mod account;
pub(super) mod organise;
pub(super) mod own;
pub(super) mod upload;
pub(super) mod workers;
