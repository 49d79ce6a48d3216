//! A worker: takes parts of a season's batches, plays them, and hands over what it played. Where they come from, a shared
//! folder or the season's server, it does not know.
//!
//! It lives as long as whoever started it wants. It is given no secret, and whatever it hands over is checked.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use judge_bots::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::host::{Cancellation, Observer, Options};
use judge_core::journal::{Journal, Locking};
use judge_core::tournament::{Name, Tournament};
use judge_sandbox::ENGINE_VERSION;

use crate::game;
use crate::log::digest::{Digest, Secret};
use crate::log::folder::Folder;
use crate::play::runner::{Due, GameRunner};
use crate::workers::work::{Part, Taken, WorkFolder};

/// How often it is looked for a part, and how often a part is touched.
const LOOK: Duration = Duration::from_millis(100);
const TOUCH: Duration = Duration::from_secs(2);
/// How long nothing is tried again after trouble.
const REST: Duration = Duration::from_secs(5);

/// What there is for a worker.
#[derive(Debug)]
pub enum Offer {
    /// A part, which it has taken.
    Part(Taken, Part),
    /// Nothing now.
    Nothing,
    /// It is barred.
    Barred,
    /// It cannot work here, and why.
    Refused(String),
}

/// Where a worker's parts come from, and what it played goes to.
pub trait PartSource: Sync {
    /// What people call it.
    fn place(&self) -> &Path;

    /// The folder here with the season's file, the bots of the parts that were taken, and what is played.
    fn here(&self) -> &WorkFolder;

    /// Takes a part, if there is one.
    ///
    /// # Errors
    /// What may pass.
    fn take(&self) -> io::Result<Offer>;

    /// Says that a part is still played; false if it was taken away.
    ///
    /// # Errors
    /// What may pass.
    fn touch(&self, taken: &Taken) -> io::Result<bool>;

    /// Gives a part back; false if it was taken away.
    ///
    /// # Errors
    /// What may pass.
    fn give_back(&self, taken: &Taken) -> io::Result<bool>;

    /// Hands over what was played of a part.
    ///
    /// # Errors
    /// What may pass, or that it was taken away.
    fn hand_over(&self, taken: &Taken) -> io::Result<()>;
}

/// A folder that a worker shares with the season's server.
#[derive(Debug)]
pub struct SharedFolder {
    /// The folder.
    pub folder: WorkFolder,
    /// What the worker calls itself.
    pub name: Name,
}

impl PartSource for SharedFolder {
    fn place(&self) -> &Path {
        self.folder.path()
    }

    fn here(&self) -> &WorkFolder {
        &self.folder
    }

    fn take(&self) -> io::Result<Offer> {
        if self.folder.is_barred(&self.name) {
            return Ok(Offer::Barred);
        }
        match self.folder.take(&self.name) {
            Ok(Some((taken, part))) => Ok(Offer::Part(taken, part)),
            Ok(None) => {
                thread::sleep(LOOK);
                Ok(Offer::Nothing)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = "no season shares work here; start judge serve with --work and this folder, and name it again";
                Ok(Offer::Refused(text.to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    fn touch(&self, taken: &Taken) -> io::Result<bool> {
        self.folder.touch(taken)
    }

    fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        self.folder.give_back(taken)
    }

    fn hand_over(&self, taken: &Taken) -> io::Result<()> {
        self.folder.hand_over(taken)
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
    let mut known: Option<(Digest, GameRunner)> = None;
    let wrong = |text: String| Error::from(Mistake::in_file(source.place(), text));
    let is_over = || cancellation.reason().is_some();
    let mut told = String::new();
    // The same trouble is told once.
    let mut rest = |trouble: String| {
        if trouble != told && !is_over() {
            observer.warn(&trouble);
        }
        told = trouble;
        thread::sleep(REST);
    };
    while !is_over() {
        let (taken, part) = match source.take() {
            Ok(Offer::Part(taken, part)) => (taken, part),
            Ok(Offer::Nothing) => continue,
            Ok(Offer::Barred) => {
                let text = "the season has barred this worker, since a game of it was not what it is; see to this machine";
                return Err(wrong(text.to_owned()));
            }
            Ok(Offer::Refused(why)) => return Err(wrong(why)),
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
        if known.as_ref().is_none_or(|(terms, _)| *terms != part.terms) {
            known = Some((part.terms, runner(source.here(), options, observer)?));
        }
        let (_, runner) = known.as_ref().expect("it was made just now");
        if let Err(trouble) = play(source, runner, &taken, &part, cancellation, observer) {
            let _ = source.give_back(&taken);
            if !is_over() {
                rest(format!("a part is given back: {trouble}"));
            }
        }
    }
    Ok(())
}

/// Where games are played on the season's terms, with the bots of a folder.
fn runner(folder: &WorkFolder, options: &Options, observer: &dyn Observer) -> Result<GameRunner, Error> {
    let terms = Tournament::read_season(&folder.terms(), &game::loader(options))?;
    // No game depends on it: seeds come with the parts.
    let none = Secret::parse(&"0".repeat(64)).expect("it has 64 digits");
    GameRunner::new(terms, Folder::at(folder.path()), none, options, observer)
}

/// Plays a part, and hands it over. Somebody says meanwhile that it is being played.
fn play(
    source: &dyn PartSource,
    runner: &GameRunner,
    taken: &Taken,
    part: &Part,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), String> {
    let due: Option<Vec<Due>> = part.rounds.iter().map(crate::workers::work::PartRound::due).collect();
    let due = due.ok_or("its rounds are none")?;
    let path = source.here().unfinished(taken);
    let (journal, _) = Journal::open_as(&path, Locking::Unlocked).map_err(|error| format!("{error}"))?;
    let is_played = AtomicBool::new(false);
    thread::scope(|scope| {
        let touching = scope.spawn(|| {
            while !is_played.load(Ordering::Relaxed) {
                let _ = source.touch(taken);
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
    source.hand_over(taken).map_err(|error| error.to_string())
}
