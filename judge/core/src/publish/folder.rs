//! The folder of a tournament's results.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use judge_play::text::{sanitize, sanitize_path};

use super::files::{Files, GRADES, GROUPS, MATCHES, TEAMS, TableFile, one_down};
use crate::error::{Error, Mistake};
use crate::file::{self, Links, absolute, real};
use crate::journal::{CannotOpen, Journal, JournalSummary, Locking};
use crate::results::workbook::is_text;
use crate::results::{Manifest, ResultRow, StandingsTable, is_evidence, workbook};
use crate::tournament::Tournament;

/// The files of a tournament's results, in the order they are written.
const FILES: [&str; 10] =
    [GAMES, SEATS, PAIRS, RESULTS, GRADES, TEAMS, GROUPS, MATCHES, CONTESTANTS_FILES, MANIFEST];
/// Files that tell of the games that are here, which the next run removes.
const REMOVED: [&str; 6] = [AUDIT, UNFINISHED_RESULTS, MOVES, LOGS, GGF, WORKBOOK];
/// All games.
pub(crate) const GAMES: &str = "games.csv";
pub(crate) const SEATS: &str = "seats.csv";
pub(crate) const PAIRS: &str = "pairs.csv";
/// The standings.
pub(crate) const RESULTS: &str = "results.csv";
/// Whose file is whose. It is for the organiser alone: nothing that is published has it, and results are whole without it.
pub(crate) const CONTESTANTS_FILES: &str = "files.csv";
/// The standings of a run that is not at its end.
pub(crate) const UNFINISHED_RESULTS: &str = "results-unfinished.csv";
/// The inputs of the results.
pub(crate) const MANIFEST: &str = "manifest.toml";
/// The records of finished games.
pub(crate) const JOURNAL: &str = "journal";
/// The inputs of a part. It is there from the beginning.
pub(crate) const PART: &str = "part.toml";
/// The prefix of the names of parts' folders.
pub(crate) const PARTS_PREFIX: &str = "shard-";

/// All actions of the games, where `judge moves` has written them.
pub(crate) const MOVES: &str = "moves.csv";
/// The lines of the bots' logs, likewise.
pub(crate) const LOGS: &str = "logs.csv";
/// The results for a spreadsheet, likewise.
const WORKBOOK: &str = "results.xlsx";
/// The games as GGF, likewise.
pub(crate) const GGF: &str = "games.ggf";

/// The page that `judge report` writes, and its picture.
const REPORT: &str = "report.html";
const PICTURE: &str = "report.png";

/// Both transcripts of a game that was not the same the second time.
pub(crate) const AUDIT: &str = "audit.txt";

/// The folder of evidence, one file for each contestant and kind of fault.
pub(crate) const FAULTS: &str = "faults";

/// The text of a file of results.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> Result<String, Mistake> {
    file::read_text(path, Links::Refuse).map_err(|error| unreadable(path, &error))
}

/// The mistake for a file of results that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Mistake {
    Mistake::in_file(path, format!("it cannot be read: {error}; name a folder that judge run has written"))
}

/// Checks that a folder is not that of a run which was stopped before it had results.
///
/// # Errors
/// If it is, with what to do about it.
pub fn finished(folder: &Path) -> Result<(), Mistake> {
    let is_begun = folder.join(JOURNAL).is_file();
    if !is_begun || FILES.iter().any(|name| folder.join(name).exists()) {
        return Ok(());
    }
    let text = "it has games and no results, as the run is not finished; run the same tournament again with judge run, which goes on where it was";
    Err(Mistake::in_file(folder, text))
}

/// The manifest of a folder of results.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn manifest(folder: &Path) -> Result<Manifest, Mistake> {
    let file = folder.join(MANIFEST);
    Manifest::parse(&file, &read(&file)?)
}

/// The standings in a folder of results that is [`finished`].
///
/// # Errors
/// If there are none.
pub fn results(folder: &Path) -> Result<Vec<ResultRow>, Mistake> {
    table(&folder.join(RESULTS), "these are no standings")
}

/// What each contestant did against each that it met, in the same folder, by column.
///
/// # Errors
/// If there is no such table.
pub fn pairs(folder: &Path) -> Result<Vec<BTreeMap<String, String>>, Mistake> {
    table(&folder.join(PAIRS), "it is no table of pairs")
}

fn table<R: DeserializeOwned>(file: &Path, is_none: &str) -> Result<Vec<R>, Mistake> {
    let rows = csv::Reader::from_reader(read(file)?.as_bytes()).into_deserialize().collect::<Result<_, _>>();
    rows.map_err(|error| Mistake::in_file(file, format!("{is_none}: {error}")))
}

/// Writes the results in a folder for a spreadsheet, beside them.
///
/// # Errors
/// If they cannot be read, or the file system refuses.
pub fn write_workbook(folder: &Path) -> Result<(), Error> {
    let mut sheets = Vec::new();
    for (name, file) in
        [("results", RESULTS), ("grades", GRADES), ("teams", TEAMS), ("groups", GROUPS), ("matches", MATCHES)]
    {
        if file == RESULTS || folder.join(file).exists() {
            let text = read(&folder.join(file))?;
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let cells = |row: csv::StringRecord| row.iter().map(ToOwned::to_owned).collect();
            let rows = reader.records().map_while(Result::ok).map(cells).collect();
            sheets.push((name, rows, is_text as fn(usize, &str) -> bool));
        }
    }
    let written = file::replace_here(&folder.join(WORKBOOK), &workbook(&sheets));
    written.map_err(|error| cannot_write(folder, &error))
}

/// The files beside the files of results, by name.
pub(crate) struct Beside {
    /// Messages about files that do not belong there.
    pub(crate) foreign: Vec<String>,
    /// Files that the judge writes for people, and that nothing is made of.
    pub(crate) unchecked: Vec<String>,
}

impl Beside {
    /// Looks through a folder of results. Names that begin with a dot mislead nobody.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let mut beside = Self { foreign: Vec::new(), unchecked: Vec::new() };
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type()?.is_dir();
            if is_folder && name.starts_with(PARTS_PREFIX) {
                beside.look_into_part(&entry.path(), &name)?;
                continue;
            }
            let is_ours =
                if is_folder { name == FAULTS } else { FILES.contains(&name.as_str()) || name == JOURNAL };
            if is_ours || name.starts_with('.') {
                continue;
            }
            match name.as_str() {
                REPORT | PICTURE | MOVES | LOGS | GGF | WORKBOOK => beside.unchecked.push(name),
                AUDIT => beside.foreign.push(format!(
                    "{name}: it records a failed audit, which results that agree do not have; remove it if you know where it comes from"
                )),
                UNFINISHED_RESULTS => beside.foreign.push(format!(
                    "{name}: these are standings of a run that is not finished; run the same tournament again, and they are removed"
                )),
                _ => beside.foreign.push(foreign(&name)),
            }
        }
        beside.foreign.sort();
        Ok(beside)
    }

    /// A part has no results of its own: files of such names mislead.
    fn look_into_part(&mut self, folder: &Path, part: &str) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let is_ours = [PART, MANIFEST, JOURNAL, FAULTS, UNFINISHED_RESULTS].contains(&name.as_str());
            if !is_ours && !name.starts_with('.') {
                self.foreign.push(foreign(&format!("{part}/{name}")));
            }
        }
        Ok(())
    }
}

fn foreign(name: &str) -> String {
    format!("{name}: the judge does not write such a file; do not believe it, and remove it")
}

/// The folder of a tournament's results.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The folder at `path` for the results of `tournament`, made if need be.
    ///
    /// # Errors
    /// If it cannot be written to, or holds something else.
    pub(crate) fn create(path: &Path, tournament: &Tournament) -> Result<Self, Error> {
        std::fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
        let mut names = FILES.iter().chain([&JOURNAL]);
        if let Some(name) = names.find(|name| path.join(name).is_dir()) {
            let text = "it is a folder where a file of results should go; remove it, or name another folder with --out";
            return Err(Mistake::in_file(path.join(name), text).into());
        }
        let faults = path.join(FAULTS);
        // A link may lead anywhere, and evidence that is there is removed.
        let kind = match std::fs::symlink_metadata(&faults) {
            Ok(there) if there.is_symlink() => Some("link"),
            Ok(there) if !there.is_dir() => Some("file"),
            _ => None,
        };
        if let Some(kind) = kind {
            let text = format!(
                "it is a {kind} where a folder of evidence should go; remove it, or name another folder with --out"
            );
            return Err(Mistake::in_file(&faults, text).into());
        }
        let openings = tournament.openings.as_ref().map(|openings| real(&openings.file));
        let is_openings = |name: &&&str| openings.as_ref() == Some(&real(&path.join(name)));
        if let Some(name) = FILES.iter().chain(&REMOVED).find(is_openings) {
            let text = "the openings are in a file of results, which a run replaces or removes; copy it elsewhere, and name the copy in openings";
            return Err(Mistake::in_file(path.join(name), text).into());
        }
        refuse_other_tournament(path, tournament)?;
        Ok(Self(path.to_owned()))
    }

    /// The folder's path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The way to the tournament's file from the folder of evidence in it.
    pub(crate) fn way_from_evidence(&self, tournament: &Tournament) -> String {
        one_down(&way(&self.0, &tournament.file))
    }

    /// The journal in it, which nobody else has open. Files that a killed judge had begun to write are removed.
    ///
    /// # Errors
    /// If it is in use, or the file system refuses.
    pub(crate) fn journal(&self, locking: Locking) -> Result<(Journal, JournalSummary), Error> {
        let path = self.0.join(JOURNAL);
        let opened = Journal::open_as(&path, locking).map_err(|error| match error {
            CannotOpen::Io(error) => cannot_write(&self.0, &error),
            CannotOpen::NoLocks => {
                let text = format!("{error} with --out, or add --no-lock if no other judge uses this one");
                Mistake::in_file(&path, text).into()
            }
            CannotOpen::InUse | CannotOpen::NotAFile => {
                Mistake::in_file(&path, format!("{error} with --out")).into()
            }
        })?;
        remove_files(&self.0, |name| name.starts_with(file::UNFINISHED))
            .map_err(|error| cannot_write(&self.0, &error))?;
        Ok(opened)
    }

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = file::if_there(std::fs::remove_file(self.0.join(name)));
        removed.map(drop).map_err(|error| cannot_write(&self.0, &error))
    }

    /// A file of results, which gets its name when it is whole.
    fn file(&self, name: &str) -> Result<NamedTempFile, Error> {
        file::unfinished(&self.0, &self.0.join(name)).map_err(|error| cannot_write(&self.0, &error))
    }

    /// Gives a file of results its name.
    fn publish(&self, file: NamedTempFile, name: &str) -> Result<(), Error> {
        file::finish(file, &self.0.join(name)).map_err(|error| cannot_write(&self.0, &error))
    }

    /// Writes all files of results, which `files` makes for a file and for the way from here to the
    /// tournament's file.
    ///
    /// # Errors
    /// If they cannot be made or written.
    pub(crate) fn write_all(
        &self,
        tournament: &Tournament,
        files: impl FnOnce([NamedTempFile; 2], &str) -> io::Result<Files<NamedTempFile>>,
    ) -> Result<StandingsTable, Error> {
        let unwritten = |error: io::Error| {
            Error::Machine(format!("{GAMES} or {SEATS} cannot be written: {}", file::unwritten(&error)))
        };
        let path = way(&self.0, &tournament.file);
        let Files { games, seats, tables, faults, manifest, table } =
            files([self.file(GAMES)?, self.file(SEATS)?], &path).map_err(unwritten)?;
        self.publish(games, GAMES)?;
        self.publish(seats, SEATS)?;
        for TableFile { name, bytes, .. } in tables {
            bytes.map_or_else(|| self.remove(name), |bytes| self.write(name, &bytes))?;
        }
        let folder = self.0.join(FAULTS);
        remove_evidence(&folder).map_err(|error| cannot_write(&folder, &error))?;
        self.add_evidence(&faults)?;
        self.write(MANIFEST, manifest.as_bytes())?;
        for file in REMOVED {
            self.remove(file)?;
        }
        self.sync();
        Ok(table)
    }

    /// Makes the names of its files last. Not all file systems can, and then they do it by themselves.
    pub(crate) fn sync(&self) {
        for folder in [self.0.as_path(), &self.0.join(FAULTS)] {
            let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
        }
    }

    /// Writes files of evidence, by name, besides those that are there.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn add_evidence(&self, files: &BTreeMap<String, String>) -> Result<(), Error> {
        let faults = self.0.join(FAULTS);
        if !files.is_empty() {
            std::fs::create_dir_all(&faults).map_err(|error| cannot_write(&faults, &error))?;
        }
        files.iter().try_for_each(|(name, text)| self.write(&format!("{FAULTS}/{name}"), text.as_bytes()))
    }

    /// Writes a file of results.
    ///
    /// # Errors
    /// If the file system refuses.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let file = self.file(name)?;
        file.as_file().write_all(bytes).map_err(|error| cannot_write(&self.0, &error))?;
        self.publish(file, name)
    }
}

/// Removes the files whose names `is_meant` accepts.
fn remove_files(folder: &Path, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if is_meant(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Removes the evidence of an earlier run, and the folder if that was all.
fn remove_evidence(faults: &Path) -> io::Result<()> {
    if !faults.exists() {
        return Ok(());
    }
    remove_files(faults, is_evidence)?;
    if std::fs::read_dir(faults)?.next().is_none() { std::fs::remove_dir(faults) } else { Ok(()) }
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    if file::is_trouble(error) {
        let (path, why) = (sanitize_path(path), file::unwritten(error));
        return Error::Machine(format!(
            "{path}: the folder for the results cannot be written to: {why}, or name another with --out"
        ));
    }
    let text = format!("the folder for the results cannot be written to: {error}; name another with --out");
    Mistake::in_file(path, text).into()
}

/// Refuses to write over the results of another tournament, if its file is still there.
fn refuse_other_tournament(folder: &Path, tournament: &Tournament) -> Result<(), Mistake> {
    let Ok(manifest) = manifest(folder) else { return Ok(()) };
    let Some(path) = &manifest.tournament.path else { return Ok(()) };
    let other = folder.join(path);
    // What came from a pipe is nowhere, and another tournament may have the same title.
    let is_piped = [&other, &tournament.file].map(|file| file.ends_with(file::STDIN)).contains(&true);
    let (is_same, whose) = if other.exists() {
        (absolute(&other) == absolute(&tournament.file), sanitize_path(&other))
    } else {
        let title = sanitize(&manifest.tournament.title);
        let is_same = !is_piped || manifest.is_continued_by(tournament);
        (is_same, format!("another tournament with the title {title:?}"))
    };
    if is_same {
        return Ok(());
    }
    let text = format!("it has the results of {whose}; name another folder with --out, or remove it");
    Err(Mistake::in_file(folder, text))
}

/// The way from `folder` to `file`, with `/` between folders; `file` itself if no such way exists. So results and
/// tournament may be moved together.
pub(crate) fn way(folder: &Path, file: &Path) -> String {
    let way = pathdiff::diff_paths(absolute(file), real(folder)).unwrap_or_else(|| file.to_owned());
    let parts = way.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}
