//! A worker: takes parts of a season's batches, plays them, and hands over what it played. Where they come from, a shared
//! folder or the season's server, it does not know.
//!
//! It lives as long as whoever started it wants. It is given no secret, and whatever it hands over is checked.

use std::error;
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
use crate::play::runner::{GameRunner, OpenRound};
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
    /// Waits after trouble, before anything is tried again.
    fn rest(&self) {
        thread::sleep(REST);
    }

    /// The shared folder or the season's address, for messages.
    fn location(&self) -> &Path;

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
    path: PathBuf,
    name: Name,
    /// Whether a server has shared work here: if it is gone, it will be made again.
    was_there: AtomicBool,
}

impl SharedFolder {
    /// A folder, and the name that the worker gives itself there.
    pub fn new(path: PathBuf, name: Name) -> Self {
        Self { path, name, was_there: AtomicBool::new(false) }
    }

    /// Opened anew each time: the server may have made another.
    fn folder(&self) -> io::Result<WorkFolder> {
        WorkFolder::open(&self.path)
    }
}

impl PartSource for SharedFolder {
    fn location(&self) -> &Path {
        &self.path
    }

    fn take(&self) -> io::Result<PartReply> {
        let was_there = self.was_there.load(Ordering::Relaxed);
        let folder = match self.folder() {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !was_there => {
                let text = "no season shares work here; start judge serve with --work and this folder, and name it again";
                return Ok(PartReply::Refused(text.to_owned()));
            }
            opened => opened?,
        };
        self.was_there.store(true, Ordering::Relaxed);
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

/// Works until that is cancelled. Whoever can write where parts come from can put there what is none of the server's, so
/// no part ends it.
///
/// # Errors
/// If there is no season, or it has barred this worker.
pub fn work(
    source: &dyn PartSource,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let own = OwnFolder::new(&std::env::temp_dir(), source)
        .map_err(|error| Error::Machine(format!("no folder for parts: {error}")))?;
    let mut worker = PartWorker { own, options, cancellation, observer, known: None };
    let wrong = |text: String| Error::from(Mistake::in_file(source.location(), text));
    let is_over = || cancellation.reason().is_some();
    let mut last = String::new();
    while !is_over() {
        let trouble = match source.take() {
            Ok(PartReply::Part(taken, part)) => {
                let Err(trouble) = worker.play(&taken, &part) else { continue };
                let _ = source.give_back(&taken);
                format!("a part is given back: {trouble}; the worker goes on looking")
            }
            Ok(PartReply::Nothing) => continue,
            Ok(PartReply::Barred) => {
                let text = "this worker is barred: it reported a game that the server's own replay contradicts; check this machine";
                return Err(wrong(text.to_owned()));
            }
            Ok(PartReply::Refused(why)) => return Err(wrong(why)),
            Err(error) => format!("no part can be taken: {error}; it is tried again"),
        };
        if is_over() {
            break;
        }
        // The same trouble is reported once.
        if trouble != last {
            observer.warn(&trouble);
            last = trouble;
        }
        source.rest();
    }
    Ok(())
}

/// A worker with its folder, and the season that its last part was of.
struct PartWorker<'a> {
    own: OwnFolder<'a>,
    options: &'a Options,
    cancellation: &'a Cancellation,
    observer: &'a dyn Observer,
    known: Option<(Digest, GameRunner)>,
}

impl PartWorker<'_> {
    /// Plays a part, and hands it over. Somebody says meanwhile that it is being played.
    fn play(&mut self, taken: &Taken, part: &Part) -> Result<(), Box<dyn error::Error>> {
        if (part.judge.as_str(), part.engine.as_str()) != (GAMES_VERSION, ENGINE_VERSION) {
            let Part { judge, engine, .. } = part;
            let text = format!(
                "its season is played by judge {judge} with engine {engine}, and this is judge {GAMES_VERSION} with engine {ENGINE_VERSION}; start that one here"
            );
            return Err(text.into());
        }
        let Self { own, options, cancellation, observer, known } = self;
        own.bring(part)?;
        if known.as_ref().is_none_or(|(terms, _)| *terms != part.terms) {
            let terms = SeasonTerms::read(&own.terms(), &capacity::loader(options))?;
            // No game depends on it: seeds come with the parts.
            let none = Secret::parse(&"0".repeat(64)).expect("it has 64 digits");
            let runner = GameRunner::new(terms, own.folder.clone(), none, options, *observer)?;
            *known = Some((part.terms, runner));
        }
        let (_, runner) = known.as_ref().expect("it was made just now");
        let seats = runner.season.tournament.rules.seats();
        let open: Option<Vec<OpenRound>> = part.rounds.iter().map(|round| round.open(seats)).collect();
        let open = open.ok_or("its rounds are none")?;
        let path = own.folder.games();
        // The games of another part are of no use.
        let _ = fs::remove_file(&path);
        let (journal, _) = Journal::open_as(&path, Locking::Unlocked)?;
        let is_played = AtomicBool::new(false);
        thread::scope(|scope| {
            let touching = scope.spawn(|| {
                while !is_played.load(Ordering::Relaxed) {
                    let _ = own.source.touch(taken);
                    thread::park_timeout(TOUCH);
                }
            });
            let played = runner.play(&open, &journal, cancellation, *observer);
            is_played.store(true, Ordering::Relaxed);
            touching.thread().unpark();
            played
        })?;
        journal.settle()?;
        drop(journal);
        let is_taken = own.source.hand_over(taken, &path)?;
        if is_taken { Ok(()) } else { Err("it took too long, so it is played elsewhere".into()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn the_next_start_removes_what_a_killed_worker_has_left() {
        let among = tempfile::tempdir().expect("there is room");
        let name = Name::new("w1").expect("it is a name");
        let source = SharedFolder::new(among.path().to_owned(), name);
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

    /// A folder in which somebody puts one part of another server after the other, until the worker has seen some.
    struct Foreign {
        place: TempDir,
        given_back: AtomicUsize,
        rests: AtomicUsize,
        over: Cancellation,
    }

    impl PartSource for Foreign {
        fn rest(&self) {
            if self.rests.fetch_add(1, Ordering::Relaxed) == 2 {
                self.over.set(judge_core::host::Reason::Interrupted);
            }
        }

        fn location(&self) -> &Path {
            self.place.path()
        }

        fn take(&self) -> io::Result<PartReply> {
            let taken = Taken { part: "a-1".to_owned(), worker: Name::new("one").expect("it is a name") };
            let mut part = Part::new(Digest::default(), Vec::new());
            if self.rests.load(Ordering::Relaxed) < 2 {
                part.judge = "9.9".to_owned();
            }
            Ok(PartReply::Part(taken, part))
        }

        fn touch(&self, _: &Taken) -> io::Result<bool> {
            Ok(true)
        }

        fn give_back(&self, _: &Taken) -> io::Result<bool> {
            self.given_back.fetch_add(1, Ordering::Relaxed);
            Ok(true)
        }

        fn bring(&self, _: &str, to: &Path, _: u64) -> io::Result<()> {
            fs::write(to, "no season")
        }

        fn hand_over(&self, _: &Taken, _: &Path) -> io::Result<bool> {
            Ok(true)
        }
    }

    /// Keeps what is told.
    #[derive(Default)]
    struct Hears(parking_lot::Mutex<Vec<String>>);

    impl Observer for Hears {
        fn warn(&self, text: &str) {
            self.0.lock().push(text.to_owned());
        }
    }

    #[test]
    fn parts_that_are_not_of_this_season_are_given_back_and_told_once_each() {
        let (given_back, rests, over) = Default::default();
        let place = tempfile::tempdir().expect("there is room");
        let (source, hears) = (Foreign { place, given_back, rests, over }, Hears::default());
        let options = Options { jobs: Some(1), program: None, cache: judge_core::host::CacheUse::None };
        work(&source, &options, &source.over, &hears).expect("no part ends it");
        let told = hears.0.into_inner();
        assert_eq!(source.given_back.into_inner(), 3);
        assert!(told.len() == 2 && told[0].contains("its season is played by judge 9.9"), "{told:?}");
        assert!(told[1].contains("season.toml cannot be used: it is another file"), "{told:?}");
    }

    #[test]
    fn a_folder_that_goes_while_a_worker_looks_is_waited_for() {
        let place = tempfile::tempdir().expect("there is room");
        let source = SharedFolder::new(place.path().to_owned(), Name::new("one").expect("it is a name"));
        assert!(matches!(source.take(), Ok(PartReply::Refused(_))), "no server has been there");
        let folder = WorkFolder::begin(place.path(), "").expect("there is room");
        folder.offer("a-1", &Part::new(Digest::default(), Vec::new())).expect("there is room");
        assert!(matches!(source.take(), Ok(PartReply::Part(..))));
        fs::remove_dir(place.path().join("todo")).expect("it is empty");
        assert!(source.take().is_err(), "the server makes it again");
    }
}
