//! The folders of parts: the inputs of each, its progress, and its path.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Error, Mistake};
use crate::file::{self, Links, ShortLines};
use crate::phases::Shard;
use crate::play::Runner;
use crate::publish::folder::{
    Folder, JOURNAL, MANIFEST, PART, PARTS_PREFIX, RESULTS, UNFINISHED_RESULTS, unreadable,
};
use crate::results::{Manifest, ResultRow};

/// The most contestants for which standings are read.
const ROWS_MAX: usize = 100_000;

/// The games of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The part's number, from 1.
    pub(crate) number: u32,
    /// The number of parts.
    pub(crate) total: u32,
    /// The stage's number; `None` if there are no stages.
    pub(crate) stage: Option<u32>,
    /// Games that are in its journal when it is finished, or fewer if somebody is disqualified.
    pub(crate) games: Option<u64>,
}

/// The progress of a part, or of a tournament that is played in one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartStatus {
    /// Its folder.
    #[serde(serialize_with = "as_text")]
    pub folder: PathBuf,
    /// The stage that it plays.
    pub stage: Option<u32>,
    /// Games in its journal.
    pub games: u64,
    /// Games that are to be in it, or fewer if somebody is disqualified.
    pub games_max: Option<u64>,
    /// Whether it is finished.
    pub is_finished: bool,
    /// The time since its last game.
    pub seconds_since_last_game: u64,
}

/// A path for programs: parts that are no Unicode are replaced.
fn as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Writes the inputs of a part, and marks it as unfinished.
pub(crate) fn begin(
    folder: &Folder,
    shard: Shard,
    stage: Option<u32>,
    games: Option<u64>,
) -> Result<(), Error> {
    // A part with a manifest counts as finished.
    folder.remove(MANIFEST)?;
    let part = Part { number: shard.number, total: shard.total, stage, games };
    let text = toml::to_string(&part).expect("it is plain data");
    folder.write(PART, text.as_bytes())
}

/// Marks a part as finished.
pub(crate) fn end(runner: &Runner, folder: &Folder, shard: Shard) -> Result<(), Error> {
    let manifest = Manifest::new(&runner.tournament, &runner.bots, None, Some(shard));
    folder.write(MANIFEST, manifest.to_toml().as_bytes())?;
    folder.sync();
    Ok(())
}

/// The games of the part in a folder, if it says so.
pub(crate) fn part_in(folder: &Path) -> Option<Part> {
    let text = file::read_text(&folder.join(PART), Links::Refuse).ok()?;
    toml::from_str(&text).ok()
}

/// The folders of parts in a folder of results, by name; none if it is not there.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn folders(results: &Path) -> Result<Vec<PathBuf>, Error> {
    let cannot = |error: io::Error| Mistake::unread(results, &error);
    let entries = file::if_there(fs::read_dir(results)).map_err(cannot)?;
    let mut parts = Vec::new();
    for entry in entries.into_iter().flatten() {
        let path = entry.map_err(cannot)?.path();
        let is_part = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PARTS_PREFIX));
        if is_part && path.is_dir() {
            parts.push(path);
        }
    }
    // Part 2 before part 10, and parts of one division together.
    parts.sort_by_cached_key(|path| (part_in(path).map(|part| (part.total, part.number)), path.clone()));
    Ok(parts)
}

/// The progress of the parts in these folders. Each is the folder of a part, or has such folders in it.
///
/// # Errors
/// If there is no journal.
pub fn status(of: &[PathBuf], now: SystemTime) -> Result<Vec<PartStatus>, Error> {
    let mut all = Vec::new();
    for folder in of {
        let parts = folders(folder)?;
        let parts = if parts.is_empty() { vec![folder.clone()] } else { parts };
        for part in parts {
            let path = part.join(JOURNAL);
            all.push(status_of(part, &path, now).map_err(|error| unreadable(&path, &error))?);
        }
    }
    Ok(all)
}

/// The standings that are in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct PartStandings {
    /// Whether they are the results, or those of a run that is not at its end.
    pub are_final: bool,
    /// The rows, in order.
    pub rows: Vec<ResultRow>,
}

/// The standings in a folder: those of a run that is not at its end, or else the results; nothing if there are none.
///
/// # Errors
/// If they cannot be read.
pub fn standings(folder: &Path) -> Result<Option<PartStandings>, Error> {
    // A part has no results: a file that is called so is foreign.
    let is_part = part_in(folder).is_some();
    let names = [(UNFINISHED_RESULTS, false), (RESULTS, true)];
    for (name, are_final) in names.into_iter().filter(|(_, are_final)| !(is_part && *are_final)) {
        let path = folder.join(name);
        let found = file::if_there(file::open(&path, Links::Refuse));
        let Some(file) = found.map_err(|error| Mistake::unread(&path, &error))? else { continue };
        let rows = csv::Reader::from_reader(ShortLines::new(file)).into_deserialize().take(ROWS_MAX);
        let rows = rows.collect::<Result<Vec<ResultRow>, csv::Error>>();
        let wrong = |error| Mistake::in_file(&path, format!("it is no table of standings: {error}"));
        return Ok(Some(PartStandings { are_final, rows: rows.map_err(wrong)? }));
    }
    Ok(None)
}

fn status_of(folder: PathBuf, journal: &Path, now: SystemTime) -> io::Result<PartStatus> {
    let file = file::open(journal, Links::Refuse)?;
    let age = now.duration_since(file.metadata()?.modified()?).unwrap_or_default();
    let games = lines(file)?;
    let part = part_in(&folder);
    Ok(PartStatus {
        games,
        games_max: part.as_ref().and_then(|part| part.games),
        stage: part.and_then(|part| part.stage),
        is_finished: folder.join(MANIFEST).exists(),
        seconds_since_last_game: age.as_secs(),
        folder,
    })
}

/// Whole lines of a file.
fn lines(file: fs::File) -> io::Result<u64> {
    let (mut reader, mut lines) = (BufReader::new(file), 0);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(lines);
        }
        lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
        let length = bytes.len();
        reader.consume(length);
    }
}
