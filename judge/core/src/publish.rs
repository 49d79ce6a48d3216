//! Results in a folder: a run that was played in, files that anybody can check out.

pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod summary;

pub use folder::{finished, manifest, pairs, results, write_workbook};
