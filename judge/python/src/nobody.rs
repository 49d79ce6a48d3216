//! In place of the bots, where the package is built without the sandbox.

use std::path::PathBuf;
use std::sync::Arc;

use judge_play::{AnyMatch, Line, Rules};
use pyo3::prelude::*;

use crate::{Mistake, Settings};

/// There are no bots.
pub(crate) enum LoadedBots {}

impl LoadedBots {
    /// Nobody can ask for it.
    pub(crate) fn start<'a>(&'a self, _line: &Line) -> Result<Box<dyn AnyMatch + 'a>, (u32, String)> {
        match *self {}
    }
}

/// That there are none.
pub(crate) fn loaded_bots(
    _rules: &Rules,
    words: &[String],
    _program: Option<PathBuf>,
) -> PyResult<(Arc<LoadedBots>, Vec<usize>)> {
    Err(Mistake::new_err(format!("{}: this package was built without the sandbox", words.join(", "))))
}

/// That nothing runs its file.
pub(crate) fn file_rules(path: &str, _settings: &Settings, _program: Option<PathBuf>) -> PyResult<Rules> {
    Err(Mistake::new_err(format!(
        "{path}: this package was built without the sandbox, which runs games that are files"
    )))
}
