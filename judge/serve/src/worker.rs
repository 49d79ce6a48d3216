//! A worker: takes parts of a season's batches from a shared folder, plays them, and hands over what it played.
//!
//! It lives as long as whoever started it wants. It is given no secret, and whatever it hands over is checked.

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

use crate::digest::{Digest, Secret};
use crate::folder::Folder;
use crate::runner::{Due, GameRunner};
use crate::work::{Part, Taken, WorkFolder};

/// How often it is looked for a part, and how often a part is touched.
const LOOK: Duration = Duration::from_millis(100);
const TOUCH: Duration = Duration::from_secs(2);
/// How long nothing is tried again after trouble.
const REST: Duration = Duration::from_secs(5);

/// Works until that is cancelled.
///
/// # Errors
/// If there is no season, another version of the judge plays it, or it has barred this worker.
pub fn work(
    path: &Path,
    name: &Name,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let folder = WorkFolder::at(path);
    let mut known: Option<(Digest, GameRunner)> = None;
    let is_over = || cancellation.reason().is_some();
    while !is_over() {
        if folder.is_barred(name) {
            let text = format!(
                "the season has barred {name}, since a game of it was not what it is; see to this machine"
            );
            return Err(Mistake::in_file(path, text).into());
        }
        let taken = match folder.take(name) {
            Ok(Some(taken)) => taken,
            Ok(None) => {
                thread::sleep(LOOK);
                continue;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = "no season shares work here; start judge serve with --work and this folder, and name it again";
                return Err(Mistake::in_file(path, text).into());
            }
            Err(error) => {
                observer.warn(&format!("no part can be taken: {error}"));
                thread::sleep(REST);
                continue;
            }
        };
        let (taken, part) = taken;
        if (part.judge.as_str(), part.engine.as_str()) != (GAMES_VERSION, ENGINE_VERSION) {
            let _ = folder.give_back(&taken);
            let Part { judge, engine, .. } = part;
            let text = format!(
                "the season is played by judge {judge} with engine {engine}, and this is judge {GAMES_VERSION} with engine {ENGINE_VERSION}; start that one here"
            );
            return Err(Mistake::in_file(path, text).into());
        }
        if known.as_ref().is_none_or(|(terms, _)| *terms != part.terms) {
            known = Some((part.terms, runner(&folder, options, observer)?));
        }
        let (_, runner) = known.as_ref().expect("it was made just now");
        if let Err(trouble) = play(&folder, runner, &taken, &part, cancellation, observer) {
            let _ = folder.give_back(&taken);
            if !is_over() {
                observer.warn(&format!("part {}: {trouble}; it is given back", taken.part));
                thread::sleep(REST);
            }
        }
    }
    Ok(())
}

/// Where games are played on the season's terms, with the bots of the shared folder.
fn runner(folder: &WorkFolder, options: &Options, observer: &dyn Observer) -> Result<GameRunner, Error> {
    let terms = Tournament::read_season(&folder.terms())?;
    // No game depends on it: seeds come with the parts.
    let none = Secret::parse(&"0".repeat(64)).expect("it has 64 digits");
    GameRunner::new(terms, Folder::at(folder.path()), none, options, observer)
}

/// Plays a part, and hands it over. Somebody says meanwhile that it is being played.
fn play(
    folder: &WorkFolder,
    runner: &GameRunner,
    taken: &Taken,
    part: &Part,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), String> {
    let due: Option<Vec<Due>> = part.rounds.iter().map(crate::work::PartRound::due).collect();
    let due = due.ok_or("its rounds are none")?;
    let path = folder.unfinished(taken);
    let (journal, _) = Journal::open_as(&path, Locking::Unlocked).map_err(|error| format!("{error}"))?;
    let is_played = AtomicBool::new(false);
    thread::scope(|scope| {
        let touching = scope.spawn(|| {
            while !is_played.load(Ordering::Relaxed) {
                let _ = folder.touch(taken);
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
    folder.hand_over(taken).map_err(|error| error.to_string())
}
