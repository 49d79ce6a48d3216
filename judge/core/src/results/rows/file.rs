//! `files.csv`: whose file is whose, for the organiser alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use judge_bots::Bot;
use serde::Serialize;

use super::Text;
use crate::tournament::{Contestant, LeftOut, Tournament};

/// A contestant's file.
#[derive(Debug, Serialize)]
pub(crate) struct FileRow {
    contestant: String,
    /// Its path from the folder of the tournament's file, with `/` between folders.
    file: Text,
    /// SHA-256 of the file; empty if it was not read.
    sha256: String,
}

/// All files that contestants handed in, also of those that are left out, and so are not among the bots.
pub(crate) fn file_rows(tournament: &Tournament, bots: &[Bot], left_out: &[LeftOut]) -> Vec<FileRow> {
    let folder = tournament.file.parent().unwrap_or(Path::new(""));
    // As it is written, whatever links there are: so it is the same wherever both are.
    let from = |file: &PathBuf| {
        file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    };
    let out = left_out.iter().filter_map(|out| Some((out.name.as_str(), out.sha256.clone()?)));
    let bots = bots.iter().map(|bot| (bot.name.as_str(), hex::encode(bot.sha256)));
    let sha256: BTreeMap<&str, String> = bots.chain(out).collect();
    let rows = |contestant: &Contestant| {
        let sha256 = sha256.get(contestant.name.as_str()).cloned().unwrap_or_default();
        let row = |file: &PathBuf| FileRow {
            contestant: contestant.name.to_string(),
            file: Text(from(file)),
            sha256: sha256.clone(),
        };
        contestant.wasm.files().iter().map(row).collect::<Vec<_>>()
    };
    tournament.contestants.iter().flat_map(rows).collect()
}
