//! The bots of a match: words into bots that are loaded, kept for the next match between the same.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use judge_core::error::Error;
pub(crate) use judge_core::game::LoadedBots;
use judge_core::game::{is_path, limits_for};
use judge_core::host::{CacheUse, Options};
use judge_play::Rules;
use pyo3::prelude::*;

use crate::exception;

/// Companies that are kept: each has memory for its bots.
const KEPT_MAX: usize = 4;

/// What loaded bots depend on.
type Key = (&'static str, Vec<(&'static str, String)>, Vec<String>, Option<PathBuf>);

static KEPT: Mutex<Vec<(Key, Arc<LoadedBots>)>> = Mutex::new(Vec::new());

/// These bots, ready to be seated, and the place of each. `program` compiles them in a process of its own.
pub(crate) fn loaded_bots(
    rules: &Rules,
    words: &[String],
    program: Option<PathBuf>,
) -> PyResult<(Arc<LoadedBots>, Vec<usize>)> {
    let mut distinct = words.to_vec();
    distinct.sort();
    distinct.dedup();
    let key: Key = (rules.game(), rules.settings(), distinct.clone(), program.clone());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // A file may have changed since then.
    let are_examples = !words.iter().any(|word| is_path(word));
    let found = kept.iter().position(|(other, _)| are_examples && *other == key);
    let loaded_bots = match found {
        Some(place) => kept.remove(place).1,
        None => Arc::new(load(rules, &distinct, program).map_err(exception)?),
    };
    kept.push((key, Arc::clone(&loaded_bots)));
    if kept.len() > KEPT_MAX {
        kept.remove(0);
    }
    let place = |word: &String| distinct.binary_search(word).expect("each word is in the list");
    Ok((loaded_bots, words.iter().map(place).collect()))
}

fn load(rules: &Rules, words: &[String], program: Option<PathBuf>) -> Result<LoadedBots, Error> {
    let files = words.iter().filter(|word| is_path(word)).map(Path::new);
    let limits = limits_for(rules, files);
    let options = Options { jobs: Some(1), program, cache: CacheUse::Keep };
    let mut loaded_bots = LoadedBots::new(rules.clone(), limits, &options)?;
    for word in words {
        loaded_bots.add(word)?;
    }
    Ok(loaded_bots)
}
