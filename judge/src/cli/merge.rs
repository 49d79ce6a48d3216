//! `judge merge`: puts the parts of a tournament together, as if one machine had played it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::output::{Folder, JOURNAL, tell};
use super::run::{THE_SAME_AGAIN, finish, play};
use super::setting::{Means, Setting};
use super::shard;
use crate::error::{Error, Mistake};
use crate::printable::printable_path;

/// Put the parts of a tournament together that were played with --shard
#[derive(Args)]
pub(super) struct Merge {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// The parts' folders [default: results/TOURNAMENT/shard-*]
    parts: Vec<PathBuf>,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    means: Means,
}

pub(super) fn merge(command: &Merge) -> Result<ExitCode, Error> {
    let setting = Setting::of(&command.tournament, &command.means)?;
    let parts = if command.parts.is_empty() { parts_in(&setting.results())? } else { command.parts.clone() };
    let parts = in_order(&parts, &setting)?;
    let folder =
        Folder::create(&command.out.clone().unwrap_or_else(|| setting.results()), &setting.tournament)?;
    let (mut journal, _) = folder.journal()?;
    for part in parts {
        let path = part.join(JOURNAL);
        let found = journal.take_in(&path);
        let found =
            found.map_err(|error| Mistake::in_file(&path, format!("it cannot be taken in: {error}")))?;
        if !setting.quiet && (found.torn || found.damaged > 0) {
            let path = printable_path(&path);
            tell(&format!("{path}: some lines are damaged; their games are played here"));
        }
    }
    // What no part could know to be needed is played now: very few games, if any.
    let schedule = setting.tournament.schedule();
    let taken_in = journal.added();
    let contest = play(&setting, &schedule, &journal, &folder)?;
    let played = journal.added() - taken_in;
    if !setting.quiet && played > 0 {
        tell(&format!("{played} games that no part had were played here"));
    }
    finish(&setting, contest, &folder, THE_SAME_AGAIN)
}

/// The folders of parts in the folder of results.
fn parts_in(results: &Path) -> Result<Vec<PathBuf>, Error> {
    let cannot = |error: std::io::Error| {
        Mistake::in_file(results, format!("there are no parts here: {error}; name their folders"))
    };
    let mut parts = Vec::new();
    for entry in std::fs::read_dir(results).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let is_part = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("shard-"));
        if is_part && path.is_dir() {
            parts.push(path);
        }
    }
    parts.sort();
    if parts.is_empty() {
        let text = "there are no parts here; run the tournament with --shard, or name the parts' folders";
        return Err(Mistake::in_file(results, text).into());
    }
    Ok(parts)
}

/// The parts' folders by number; every part must be there once.
fn in_order(folders: &[PathBuf], setting: &Setting) -> Result<Vec<PathBuf>, Error> {
    let mut mistakes = Vec::new();
    let mut parts: BTreeMap<u32, &PathBuf> = BTreeMap::new();
    let mut total = None;
    for folder in folders {
        let shard = match shard::read(folder, setting) {
            Ok(shard) => shard,
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        let of = *total.get_or_insert(shard.total);
        if of != shard.total {
            let text =
                format!("it is {shard}, but others are parts of {of}; take parts of one division only");
            mistakes.push(Mistake::in_file(folder, text));
        } else if let Some(other) = parts.insert(shard.number, folder) {
            let text =
                format!("part {} is there twice, also in {}; leave one out", shard.number, other.display());
            mistakes.push(Mistake::in_file(folder, text));
        }
    }
    let missing = (1..=total.unwrap_or(0)).filter(|number| !parts.contains_key(number));
    let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
    if mistakes.is_empty() && !missing.is_empty() {
        let (numbers, of) = (missing.join(", "), total.unwrap_or(0));
        let text = format!("of {of} parts these are missing: {numbers}; run them with --shard NUMBER/{of}");
        mistakes.push(Mistake::in_file(&setting.tournament.file, text));
    }
    if mistakes.is_empty() {
        Ok(parts.into_values().cloned().collect())
    } else {
        Err(Error::Mistakes(mistakes))
    }
}
