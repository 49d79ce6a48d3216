//! The capacity of a machine: games of the ladder and beside it, tables of visitors, and open files at a time.

use judge_core::file::{self, Links};
use judge_core::host::Options;
use judge_core::tournament::GameFiles;

use crate::log::digest::Digest;
use crate::log::folder::Folder;

/// Games beside those of the ladder that the sandbox has room for: files that are checked, games that are looked at.
pub(crate) const SPARE: usize = 4;
/// Games that are late and begin while others are waited for.
pub(crate) const LATE_MAX: usize = 2;
/// Tables at a time at which visitors play. A game that is a file has room for each and for what is shown of it.
pub const TABLES_MAX: usize = 8;

/// More than anybody needs. Some systems have no limit, and others take long to look through all that might be open.
const FILES_MAX: u64 = 1 << 16;
/// The open files of a process where no limit is known.
const FILES_USUAL: u64 = 1_024;

/// Games that are late and run beside so many others, at the most.
pub(crate) fn late_max(jobs: usize) -> usize {
    jobs.max(LATE_MAX)
}

/// The loader of a season's game: with room for the games of the ladder, and of those who look on and play with it.
pub fn loader(options: &Options) -> GameFiles {
    let jobs = options.jobs() + late_max(options.jobs()) + SPARE + 2 * TABLES_MAX;
    GameFiles::new(&Options { jobs: Some(jobs), ..options.clone() })
}

/// The same for a season in a folder: if the game's file is gone, or an earlier one than the season is played by now, the copy
/// in the folder is as good.
pub fn loader_in(options: &Options, folder: &Folder) -> GameFiles {
    let kept = file::read_text(&folder.game(), Links::Refuse).unwrap_or_default();
    let mut games = kept.lines().filter_map(Digest::parse);
    let copy = games.next().map(|game| folder.bot(game));
    loader(options).with_copy(copy, games.map(|game| game.0).collect())
}

/// Lets this process open as many files as the system lets it, and says how many that are: connections, bots and children
/// that compile share them.
pub fn open_files() -> u64 {
    // Systems that have no such limit say so by an error.
    rlimit::increase_nofile_limit(FILES_MAX).unwrap_or(FILES_USUAL)
}
