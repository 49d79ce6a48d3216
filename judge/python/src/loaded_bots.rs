//! The bots of a match: words into bots that are loaded, kept for the next match between the same.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{mem, process};

use judge_bots::Waits;
use judge_core::bot_word::examples;
use judge_core::error::Error;
pub(crate) use judge_core::game::LoadedBots;
use judge_core::game::{commands, file_of, limits_for, without_options};
use judge_core::host::{CacheUse, Options};
use judge_core::tournament::{GameFiles, limits_of_games};
use judge_play::Rules;
use judge_play::file::FileRules;
use pyo3::prelude::*;

use crate::{Mistake, Settings, exception, typed};

/// Companies that are kept: each has memory for its bots.
const KEPT_MAX: usize = 4;

/// Matches of the same bots that may be open at a time. Room is address space, and no memory until somebody sits there.
const OPEN_MAX: usize = 128;

/// The key of loaded bots: the game, the SHA-256 of its file, its settings, and the bots.
type Key = (&'static str, Option<[u8; 32]>, Vec<(&'static str, String)>, Vec<String>);

/// The bots that a process keeps.
struct LoadedPrograms {
    process: u32,
    bots: Vec<(Key, Arc<LoadedBots>)>,
}

static KEPT: Mutex<LoadedPrograms> = Mutex::new(LoadedPrograms { process: 0, bots: Vec::new() });

/// The bots that this process keeps, for no longer than it takes to look.
fn kept() -> MutexGuard<'static, LoadedPrograms> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if mem::replace(&mut kept.process, process::id()) != process::id() {
        // A process that was forked off has copies of its parent's bots, and none of the threads that watch them.
        mem::forget(mem::take(&mut kept.bots));
    }
    kept
}

/// The program of this package, which compiles bots in a process of its own.
pub(crate) fn program(python: Python<'_>) -> PyResult<PathBuf> {
    python.import("judge.tournament")?.call_method0("program")?.extract()
}

/// These bots, ready to be seated, and the place of each. `program` compiles them in a process of its own. Other threads of Python
/// go on meanwhile: a command may speak to one of them.
pub(crate) fn loaded_bots(
    rules: &Rules,
    words: &[String],
    program: Option<PathBuf>,
) -> PyResult<(Arc<LoadedBots>, Vec<usize>)> {
    let mut distinct = words.to_vec();
    distinct.sort();
    distinct.dedup();
    let file = rules.file().map(|file| file.sha256);
    let key: Key = (rules.game(), file, rules.settings(), distinct.clone());
    // A file may have changed since then.
    let are_examples = words.iter().all(|word| examples::is_name(without_options(word)));
    let is_it = |(other, _): &mut (Key, _)| are_examples && *other == key;
    let found = kept().bots.extract_if(.., is_it).next();
    let loaded_bots = match found {
        Some((_, loaded_bots)) => loaded_bots,
        None => Arc::new(load(rules, &distinct, program).map_err(exception)?),
    };
    let kept = &mut kept().bots;
    kept.push((key, Arc::clone(&loaded_bots)));
    if kept.len() > KEPT_MAX {
        kept.remove(0);
    }
    let place = |word: &String| distinct.binary_search(word).expect("each word is in the list");
    Ok((loaded_bots, words.iter().map(place).collect()))
}

/// The rules of a game that is a file. `program` compiles it in a process of its own.
pub(crate) fn file_rules(path: &str, settings: &Settings, program: Option<PathBuf>) -> PyResult<Rules> {
    let loaded = GameFiles::new(&options(program)).load(Path::new(path), limits_of_games());
    let file = loaded.map_err(|why| Mistake::new_err(format!("{path}: {why}")))?;
    let rules = FileRules::new(&file, typed(settings));
    rules.map(Rules::File).map_err(|why| Mistake::new_err(format!("{path}: {why}")))
}

/// Says what a command does, where Python's own warnings go.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether Ctrl-C was pressed. Python is told once more, when it goes on.
fn is_interrupted() -> bool {
    Python::attach(|python| {
        let again = || python.import("_thread")?.call_method0("interrupt_main");
        python.check_signals().is_err() && again().is_ok()
    })
}

fn options(program: Option<PathBuf>) -> Options {
    Options { jobs: Some(1), program, cache: CacheUse::Keep }
}

fn load(rules: &Rules, words: &[String], program: Option<PathBuf>) -> Result<LoadedBots, Error> {
    let commands = commands(words.iter().map(String::as_str));
    let limits = limits_for(rules, words.iter().filter_map(|word| file_of(word)));
    let options = options(program);
    let waits = Waits { is_interrupted, ..Waits::a_minute(tell) };
    let mut loaded_bots =
        LoadedBots::with_room(rules.clone(), limits, &options, OPEN_MAX)?.starting(commands, waits);
    for word in words {
        loaded_bots.add(word)?;
    }
    Ok(loaded_bots)
}
