//! The folder of a season: where everything is, and how files come into it so that they are whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use judge_core::file::{self, Links};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::log::chain::{BrokenLog, Chain};
use crate::log::digest::{Digest, Secret};
use crate::log::season_key::SeasonKey;

/// The beginning of a file's name while it is being written.
const UNFINISHED: &str = ".unfinished";

/// The file that says when a server ran.
const SEEN: &str = "seen";
/// The file with the place outside of the folder where a server has noted that, too.
const ELSEWHERE: &str = "elsewhere";
/// The file of the key for receipts.
pub(crate) const KEY: &str = "key";
/// The file of the secret that the proxy in front shows.
const PROXY: &str = "proxy";
/// The file of the secret seed.
pub(crate) const SECRET: &str = "secret";

/// The last time that a server ran, and the log at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenLog {
    /// In seconds since 1970.
    pub time: u64,
    /// The number of events, and the hash of all of them.
    pub log: Option<(usize, Digest)>,
}

impl SeenLog {
    fn read(path: &Path) -> io::Result<Option<Self>> {
        let wrong = |_| io::Error::other("it is not what a server writes");
        text_of(path)?.map(|text| serde_json::from_str(&text).map_err(wrong)).transpose()
    }
}

/// The folder of a season.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// Gives the folder a path for each of these files and folders in it.
macro_rules! places {
    ($($(#[$what:meta])* $place:ident $name:literal)*) => {
        impl Folder {
            $($(#[$what])* pub fn $place(&self) -> PathBuf { self.0.join($name) })*
        }
    };
}

places! {
    /// The event log.
    events "events.log"
    /// The journal of games.
    games "games.journal"
    /// Compiled bots.
    cache "cache"
    /// Bots, by their hash.
    bots "bots"
    /// Invitations that nobody has followed yet.
    invitations "invitations"
    /// What is known of people beside the log.
    people "people.json"
    /// The keys that let organisers in.
    organisers "organisers"
    /// The keys of workers that ask the server for parts.
    workers "workers"
    /// The hash of the season's game, if that is a file: it lies among the bots.
    game "game"
    /// How much of the news a program of the organiser's was handed.
    news_handed "told"
    /// The file with the server's address, while it runs.
    listening "listening"
}

impl Folder {
    /// The folder at a path.
    pub fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Makes the folder and those in it, where they are missing. Only its owner can look into it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let folder = Self(path.to_owned());
        for path in [folder.0.clone(), folder.bots(), folder.invitations(), folder.organisers()] {
            make_private(&path)?;
        }
        Ok(folder)
    }

    /// Removes files that were being written when the server was killed. Nobody else may be writing here.
    pub(crate) fn tidy(&self) -> io::Result<()> {
        remove_files(&self.0, |name| name.starts_with(UNFINISHED))
    }

    /// Removes files of bots that nothing names: those that were not taken after all.
    pub(crate) fn sweep(&self, is_named: impl Fn(Digest) -> bool) -> io::Result<()> {
        let sha256 = |name: &str| Digest::parse(name.strip_suffix(".wasm")?);
        remove_files(&self.bots(), |name| sha256(name).is_some_and(|sha256| !is_named(sha256)))
    }

    /// The owner of the folder, if it is not the user who runs this program: a name, or else a number.
    #[cfg(unix)]
    pub fn another_owner(&self) -> Option<String> {
        use std::os::unix::fs::MetadataExt;
        let owner = fs::metadata(&self.0).ok()?.uid();
        // A file that we make is ours.
        let own = tempfile::tempfile().ok()?.metadata().ok()?.uid();
        if owner == own {
            return None;
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let name = users.lines().find_map(|line| {
            let mut fields = line.split(':');
            let (name, _, number) = (fields.next()?, fields.next()?, fields.next()?);
            (number.parse() == Ok(owner)).then(|| name.to_owned())
        });
        Some(name.unwrap_or_else(|| format!("#{owner}")))
    }

    /// The owner of the folder; unknown on this system.
    #[cfg(not(unix))]
    pub fn another_owner(&self) -> Option<String> {
        None
    }

    /// The bytes of all files in the folder, as far as they can be seen.
    pub fn bytes(&self) -> u64 {
        fn of(folder: &Path) -> u64 {
            let bytes = |entry: fs::DirEntry| match entry.metadata() {
                Ok(there) if there.is_dir() => of(&entry.path()),
                there => there.map_or(0, |there| there.len()),
            };
            fs::read_dir(folder).into_iter().flatten().flatten().map(bytes).sum()
        }
        of(&self.0)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The file of a bot.
    pub fn bot(&self, sha256: Digest) -> PathBuf {
        self.bots().join(format!("{sha256}.wasm"))
    }

    /// The table of a week, from 1.
    pub fn week(&self, week: u64) -> PathBuf {
        self.0.join("weeks").join(format!("{week}.csv"))
    }

    /// The last time that a server ran on this folder, with the log then, if it is recorded; nothing if no time is.
    pub fn seen(&self) -> io::Result<Option<SeenLog>> {
        SeenLog::read(&self.0.join(SEEN))
    }

    /// The same as it is noted outside of this folder, among these notes: whoever puts an old copy of the folder back does
    /// not put that back.
    pub fn seen_elsewhere(&self, notes: &Path) -> Option<SeenLog> {
        SeenLog::read(&self.noted_at(notes)?).ok()?
    }

    /// The notes that a server has used, whatever the environment of whoever asks.
    pub fn notes(&self) -> Option<PathBuf> {
        let text = file::read_text(&self.0.join(ELSEWHERE), Links::Refuse).ok()?;
        Some(PathBuf::from(text.strip_suffix('\n')?))
    }

    /// Another folder with the same key is another season, as long as somebody tries something with a copy.
    fn noted_at(&self, notes: &Path) -> Option<PathBuf> {
        let key = self.key().ok()??.public();
        let here = self.0.canonicalize().ok()?;
        Some(notes.join("seasons").join(Digest::of(format!("{key}\n{}", here.display())).to_string()))
    }

    /// Notes that a server runs, here and among these notes.
    pub fn note_seen(&self, seen: &SeenLog, notes: Option<&Path>) -> io::Result<()> {
        let text = serde_json::to_string(seen).expect("it is plain data");
        self.keep(&self.0.join(SEEN), text.as_bytes())?;
        if let Some((notes, at)) = notes.and_then(|notes| Some((notes, self.noted_at(notes)?))) {
            if self.notes().as_deref() != Some(notes)
                && let Some(notes) = notes.to_str()
            {
                self.keep(&self.0.join(ELSEWHERE), format!("{notes}\n").as_bytes())?;
            }
            make_private(at.parent().expect("it is among the notes"))?;
            file::replace(&at, text.as_bytes())?;
        }
        Ok(())
    }

    /// The season's key for receipts, if it is here.
    pub fn key(&self) -> io::Result<Option<SeasonKey>> {
        Ok(self.kept(KEY)?.as_ref().map(SeasonKey::of))
    }

    /// The season's secret seed, if it is here.
    pub fn secret(&self) -> io::Result<Option<Secret>> {
        self.kept(SECRET)
    }

    /// The secret that the proxy in front shows when it says who has signed in; it is made if it is missing.
    pub(crate) fn of_proxy(&self) -> io::Result<Secret> {
        self.kept(PROXY)?.map_or_else(|| self.keep_new(PROXY), Ok)
    }

    /// The secret in a file of 64 digits, if it is there.
    pub(crate) fn kept(&self, file: &str) -> io::Result<Option<Secret>> {
        let parse = |text: String| {
            let wrong = || io::Error::other(format!("it is no {file} of a season"));
            Secret::parse(text.trim_end()).ok_or_else(wrong)
        };
        text_of(&self.0.join(file))?.map(parse).transpose()
    }

    /// Keeps a new secret in such a file.
    pub(crate) fn keep_new(&self, file: &str) -> io::Result<Secret> {
        let secret = Secret::random()?;
        self.keep(&self.0.join(file), format!("{}\n", secret.reveal()).as_bytes())?;
        Ok(secret)
    }

    /// Copies the season's folder, which a server may write to meanwhile. What comes out is after how many events the copy
    /// is, and the hash of all of them.
    pub fn copy(&self, to: &Path) -> Result<(usize, Digest), BrokenLog> {
        let copy = Self::create(to)?;
        // First the log: whatever it names is there, and what comes later it does not name.
        fs::copy(self.events(), copy.events())?;
        let events = Chain::look(&copy.events())?;
        let log = (events.len(), events.last().map_or_else(Digest::default, |last| last.head));
        copy_files(&self.0, &copy)?;
        let time = events.last().map_or(0, |last| last.time);
        copy.note_seen(&SeenLog { time: self.seen()?.map_or(time, |seen| seen.time), log: Some(log) }, None)?;
        Ok(log)
    }

    /// The folder of a final that was frozen, from 1: a tournament's file and its bots.
    pub fn final_tournament(&self, number: usize) -> PathBuf {
        self.0.join("finals").join(number.to_string())
    }

    /// The files of a final that was played and whose report has this hash.
    pub fn report(&self, report: Digest) -> PathBuf {
        self.0.join("reports").join(report.to_string())
    }

    /// Makes a secret that lets somebody in, and keeps what it is for in `kind`, by its hash: nothing is kept that lets
    /// anybody in who reads a backup.
    pub(crate) fn make_secret(&self, kind: &Path, what: &impl Serialize) -> io::Result<Secret> {
        let secret = Secret::random()?;
        let json = serde_json::to_string(what).expect("it is plain data");
        self.keep(&file_of(kind, secret.digest()), json.as_bytes())?;
        Ok(secret)
    }

    /// The bytes of a bot, which are those of its hash.
    pub fn read_bot(&self, sha256: Digest, bytes_max: u64) -> io::Result<Vec<u8>> {
        let bytes = file::read(&self.bot(sha256), Links::Refuse, bytes_max)?;
        let same = Digest::of(&bytes) == sha256;
        let another = || io::Error::new(io::ErrorKind::InvalidData, "it is not the file of its hash");
        same.then_some(bytes).ok_or_else(another)
    }

    /// A file that is written, and then kept by [`Folder::keep_file`], or gone.
    pub fn unfinished(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.0)
    }

    /// Keeps a file as a whole: after this it is on the disk, or it is not there at all.
    pub fn keep(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.unfinished()?;
        file.write_all(bytes)?;
        self.keep_file(file, path)
    }

    /// The same of a file that is written already.
    pub fn keep_file(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        let folder = path.parent().expect("it is in the season's folder");
        OpenOptions::new().read(true).open(folder).and_then(|folder: File| folder.sync_all())
    }
}

/// Removes the files in a folder whose names are of some kind.
fn remove_files(folder: &Path, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_meant(&entry.file_name().to_string_lossy()) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The text of a file, if it is there.
pub(crate) fn text_of(path: &Path) -> io::Result<Option<String>> {
    file::if_there(file::read_text(path, Links::Refuse))
}

/// The file of a secret that lets somebody in.
pub(crate) fn file_of(kind: &Path, secret: Digest) -> PathBuf {
    kind.join(format!("{secret}.json"))
}

/// The purpose of the secret in such a file, as the file states it.
pub(crate) fn secret_is_for<T: DeserializeOwned>(file: &Path) -> Option<T> {
    serde_json::from_str(&file::read_text(file, Links::Refuse).ok()?).ok()
}

/// Copies what is in a season's folder and is not there yet, but for what is made anew.
fn copy_files(from: &Path, to: &Folder) -> io::Result<()> {
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(from.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name();
            let (path, kind) = (folder.join(&name), entry.file_type()?);
            let is_made_anew = folder.as_os_str().is_empty()
                && ["cache", "listening"].iter().any(|made| name.to_str() == Some(made));
            if is_made_anew || name.to_string_lossy().starts_with(UNFINISHED) || to.0.join(&path).is_file() {
                continue;
            }
            if kind.is_dir() {
                make_private(&to.0.join(&path))?;
                folders.push(path);
            } else if kind.is_file() {
                // An invitation may have been followed meanwhile.
                if let Some(bytes) = file::if_there(fs::read(entry.path()))? {
                    to.keep(&to.0.join(&path), &bytes)?;
                }
            }
        }
    }
    Ok(())
}

/// Makes a folder, if it is missing, that only its owner can look into where that can be said.
pub fn make_private(folder: &Path) -> io::Result<()> {
    let mut new = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut new, 0o700);
    new.recursive(true).create(folder)
}
