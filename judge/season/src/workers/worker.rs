//! A worker: takes parts of a season's batches, plays them, and hands over what it played. Where they come from, a shared
//! folder or the season's server, it does not know.
//!
//! It lives as long as whoever started it wants. It is given no secret, and whatever it hands over is checked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use judge_bots::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_core::host::{Cancellation, Options};
use judge_core::journal::{Journal, Locking};
use judge_core::play::Observer;
use judge_core::tournament::Name;
use judge_sandbox::ENGINE_VERSION;
use tempfile::TempDir;

use crate::log::digest::{Digest, Secret};
use crate::log::folder::Folder;
use crate::log::game;
use crate::play::capacity;
use crate::play::runner::{Due, GameRunner};
use crate::terms::SeasonTerms;
use crate::workers::part::Part;
use crate::workers::work_folder::{TERMS, Taken, WorkFolder};

/// The interval between looks for a part, and between touches of a part.
const LOOK: Duration = Duration::from_millis(100);
const TOUCH: Duration = Duration::from_secs(2);
/// The rest after trouble, before anything is tried again.
const REST: Duration = Duration::from_secs(5);
/// Bytes of a bot and of a season's file.
const BOT_BYTES_MAX: u64 = 1 << 30;
const TERMS_BYTES_MAX: u64 = 1 << 20;

/// The reply to a worker that asks for a part.
#[derive(Debug)]
pub enum PartReply {
    /// A part, which it has taken.
    Part(Taken, Part),
    /// Nothing now.
    Nothing,
    /// It is barred.
    Barred,
    /// It cannot work here, and why.
    Refused(String),
}

/// The source of a worker's parts, and the target of its games.
pub trait PartSource: Sync {
    /// The shared folder or the season's address, for messages.
    fn place(&self) -> &Path;

    /// Takes a part, if there is one.
    fn take(&self) -> io::Result<PartReply>;

    /// Says that a part is still played; false if it was taken away.
    fn touch(&self, taken: &Taken) -> io::Result<bool>;

    /// Gives a part back; false if it was taken away.
    fn give_back(&self, taken: &Taken) -> io::Result<bool>;

    /// Brings the season's file or a bot to this path, by what the server calls it. Nobody believes that it is the right one.
    fn bring(&self, name: &str, to: &Path, bytes_max: u64) -> io::Result<()>;

    /// Hands over what was played of a part; false if that was taken away.
    fn hand_over(&self, taken: &Taken, played: &Path) -> io::Result<bool>;
}

/// A folder that a worker shares with the season's server.
#[derive(Debug)]
pub struct SharedFolder {
    /// The folder.
    pub path: PathBuf,
    /// The name that the worker gives itself.
    pub name: Name,
}

impl SharedFolder {
    /// Opened anew each time: the server may have made another.
    fn folder(&self) -> io::Result<WorkFolder> {
        WorkFolder::open(&self.path)
    }
}

impl PartSource for SharedFolder {
    fn place(&self) -> &Path {
        &self.path
    }

    fn take(&self) -> io::Result<PartReply> {
        let folder = match self.folder() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = "no season shares work here; start judge serve with --work and this folder, and name it again";
                return Ok(PartReply::Refused(text.to_owned()));
            }
            opened => opened?,
        };
        if folder.is_barred(&self.name) {
            return Ok(PartReply::Barred);
        }
        if let Some((taken, part)) = folder.take(&self.name)? {
            return Ok(PartReply::Part(taken, part));
        }
        thread::sleep(LOOK);
        Ok(PartReply::Nothing)
    }

    fn touch(&self, taken: &Taken) -> io::Result<bool> {
        self.folder()?.touch(taken)
    }

    fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        self.folder()?.give_back(taken)
    }

    fn bring(&self, name: &str, to: &Path, bytes_max: u64) -> io::Result<()> {
        let from = self.folder()?.need(name)?;
        io::copy(&mut io::Read::take(from, bytes_max), &mut File::create(to)?).map(drop)
    }

    fn hand_over(&self, taken: &Taken, played: &Path) -> io::Result<bool> {
        self.folder()?.hand_over(taken, File::open(played)?)
    }
}

/// A worker's own folder, with the season's file, the bots of its parts and what it plays: nobody else writes there.
struct OwnFolder<'a> {
    folder: Folder,
    /// Where they come from.
    source: &'a dyn PartSource,
    /// It goes with this.
    _here: TempDir,
    /// Held as long as the worker runs: nobody takes the folder away then.
    _lock: File,
}

/// The beginning of such folders' names, and the file in them that is locked.
const OWN: &str = "judge-worker-";
const LOCK: &str = "lock";

/// Removes the folders of workers that were killed.
fn remove_left(among: &Path) {
    let folders = fs::read_dir(among).into_iter().flatten().flatten();
    let own = folders.filter(|entry| entry.file_name().to_string_lossy().starts_with(OWN));
    for folder in own.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        // Whoever else may write here, a folder of ours can nobody else open, and of others' nothing can be removed.
        let lock = File::open(folder.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

impl<'a> OwnFolder<'a> {
    fn new(among: &Path, source: &'a dyn PartSource) -> io::Result<Self> {
        remove_left(among);
        let here = tempfile::Builder::new().prefix(OWN).tempdir_in(among)?;
        let lock = File::create(here.path().join(LOCK))?;
        // Where the file system has no locks, nobody can take the folder away.
        let _ = lock.try_lock();
        Ok(Self { folder: Folder::create(here.path())?, source, _here: here, _lock: lock })
    }

    fn terms(&self) -> PathBuf {
        self.folder.path().join(TERMS)
    }

    /// Brings what a part needs here, if it is not.
    fn bring(&self, part: &Part) -> io::Result<()> {
        self.bring_file(TERMS, part.terms, &self.terms(), TERMS_BYTES_MAX)?;
        let game = game::called_in(&fs::read_to_string(self.terms())?);
        let bots = part.rounds.iter().flat_map(|round| &round.bots).map(|(_, sha256)| *sha256);
        for sha256 in bots.chain(game) {
            let path = self.folder.bot(sha256);
            if !path.exists() {
                self.bring_file(&format!("bot/{sha256}.wasm"), sha256, &path, BOT_BYTES_MAX)?;
            }
        }
        Ok(())
    }

    /// Brings a file here that has this hash.
    fn bring_file(&self, name: &str, sha256: Digest, to: &Path, bytes_max: u64) -> io::Result<()> {
        let is_it = |path: &Path| {
            file::read(path, Links::Refuse, bytes_max).is_ok_and(|bytes| Digest::of(bytes) == sha256)
        };
        if is_it(to) {
            return Ok(());
        }
        let unfinished = self.folder.path().join("brought");
        let wrong = |why: &str| io::Error::other(format!("{name} cannot be used: {why}"));
        self.source.bring(name, &unfinished, bytes_max).map_err(|error| wrong(&error.to_string()))?;
        if is_it(&unfinished) { fs::rename(unfinished, to) } else { Err(wrong("it is another file")) }
    }
}

/// Works until that is cancelled.
///
/// # Errors
/// If there is no season, another version of the judge plays it, or it has barred this worker.
pub fn work(
    source: &dyn PartSource,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let own = OwnFolder::new(&std::env::temp_dir(), source)
        .map_err(|error| Error::Machine(format!("no folder for parts: {error}")))?;
    let mut known: Option<(Digest, GameRunner)> = None;
    let wrong = |text: String| Error::from(Mistake::in_file(source.place(), text));
    let is_over = || cancellation.reason().is_some();
    let mut told = String::new();
    // The same trouble is reported once.
    let mut rest = |trouble: String| {
        if trouble != told && !is_over() {
            observer.warn(&trouble);
        }
        told = trouble;
        thread::sleep(REST);
    };
    while !is_over() {
        let (taken, part) = match source.take() {
            Ok(PartReply::Part(taken, part)) => (taken, part),
            Ok(PartReply::Nothing) => continue,
            Ok(PartReply::Barred) => {
                let text = "this worker is barred: it reported a game that the server's own replay contradicts; check this machine";
                return Err(wrong(text.to_owned()));
            }
            Ok(PartReply::Refused(why)) => return Err(wrong(why)),
            Err(error) => {
                rest(format!("no part can be taken: {error}; it is tried again"));
                continue;
            }
        };
        if (part.judge.as_str(), part.engine.as_str()) != (GAMES_VERSION, ENGINE_VERSION) {
            let _ = source.give_back(&taken);
            let Part { judge, engine, .. } = part;
            return Err(wrong(format!(
                "the season is played by judge {judge} with engine {engine}, and this is judge {GAMES_VERSION} with engine {ENGINE_VERSION}; start that one here"
            )));
        }
        if let Err(trouble) = own.bring(&part) {
            let _ = source.give_back(&taken);
            rest(format!("a part is given back: {trouble}; it is tried again"));
            continue;
        }
        if known.as_ref().is_none_or(|(terms, _)| *terms != part.terms) {
            known = Some((part.terms, runner(&own, options, observer)?));
        }
        let (_, runner) = known.as_ref().expect("it was made just now");
        if let Err(trouble) = play(&own, runner, (&taken, &part), cancellation, observer) {
            let _ = source.give_back(&taken);
            if !is_over() {
                rest(format!("a part is given back: {trouble}"));
            }
        }
    }
    Ok(())
}

/// A runner of games on the season's terms, with the bots of a worker's own folder.
fn runner(own: &OwnFolder<'_>, options: &Options, observer: &dyn Observer) -> Result<GameRunner, Error> {
    let terms = SeasonTerms::read(&own.terms(), &capacity::loader(options))?;
    // No game depends on it: seeds come with the parts.
    let none = Secret::parse(&"0".repeat(64)).expect("it has 64 digits");
    GameRunner::new(terms, own.folder.clone(), none, options, observer)
}

/// Plays a part, and hands it over. Somebody says meanwhile that it is being played.
fn play(
    own: &OwnFolder<'_>,
    runner: &GameRunner,
    (taken, part): (&Taken, &Part),
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), String> {
    let seats = runner.season.tournament.rules.seats();
    let due: Option<Vec<Due>> = part.rounds.iter().map(|round| round.due(seats)).collect();
    let due = due.ok_or("its rounds are none")?;
    let path = own.folder.games();
    // The games of another part are of no use.
    let _ = fs::remove_file(&path);
    let (journal, _) = Journal::open_as(&path, Locking::Unlocked).map_err(|error| format!("{error}"))?;
    let is_played = AtomicBool::new(false);
    thread::scope(|scope| {
        let touching = scope.spawn(|| {
            while !is_played.load(Ordering::Relaxed) {
                let _ = own.source.touch(taken);
                thread::park_timeout(TOUCH);
            }
        });
        let played = runner.play(&due, &journal, cancellation, observer);
        is_played.store(true, Ordering::Relaxed);
        touching.thread().unpark();
        played
    })?;
    journal.settle().map_err(|error| error.to_string())?;
    drop(journal);
    let is_taken = own.source.hand_over(taken, &path).map_err(|error| error.to_string())?;
    if is_taken { Ok(()) } else { Err("it took too long, so it is played elsewhere".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_start_removes_what_a_killed_worker_has_left() {
        let among = tempfile::tempdir().expect("there is room");
        let name = Name::new("w1").expect("it is a name");
        let source = SharedFolder { path: among.path().to_owned(), name };
        let works = OwnFolder::new(among.path(), &source).expect("there is room");
        let left = among.path().join(format!("{OWN}left"));
        fs::create_dir_all(left.join("bots")).expect("there is room");
        fs::write(left.join(LOCK), "").expect("there is room");
        let others = [among.path().join(format!("{OWN}others")), among.path().join("left")];
        for other in &others {
            fs::create_dir(other).expect("there is room");
        }
        fs::write(others[1].join(LOCK), "").expect("there is room");
        let next = OwnFolder::new(among.path(), &source).expect("there is room");
        assert!(!left.exists() && others.iter().all(|other| other.exists()));
        assert!([works, next].iter().all(|own| own.folder.path().exists()), "they still work");
    }
}
