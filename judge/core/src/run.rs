//! A whole tournament on one machine: played, and published in a folder. Knows no parts.

mod live;

use std::path::{Path, PathBuf};

use judge_play::text::{count, count_are, sanitize, sanitize_path, shell_word};

use crate::beacon;
use crate::error::{Error, Mistake};
use crate::host::{BrokenMatch, Cancellation, Reason};
use crate::journal::{Journal, JournalKeys, JournalSummary, Locking};
use crate::phases::{Fixture, Schedule};
use crate::play::played::{Run, journaled};
use crate::play::{Observer, Runner, Sample, Voids, audited, game_runner};
use crate::publish::files::{files, one_down, stalls};
use crate::publish::folder::{AUDIT, FAULTS, Folder, JOURNAL, RESULTS, UNFINISHED_RESULTS};
use crate::publish::summary::summary;
use crate::results::{Context, Evidence, StandingsTable, What};
use crate::tournament::Share;

/// The end of a tournament's run.
pub enum RunEnded {
    /// The results are in their folder.
    Published {
        /// The standings.
        table: Box<StandingsTable>,
        /// The folder of the results.
        folder: PathBuf,
        /// Void games, which nobody has points for, in words; nothing if there are none.
        void: Option<String>,
    },
    /// It was cancelled. Finished games are kept.
    Cancelled {
        /// The standings so far.
        table: Box<StandingsTable>,
        /// The folder with results of an earlier run, if there are any.
        older: Option<PathBuf>,
    },
    /// Games are void and what comes next depends on them, so nothing more can be played now.
    Stuck {
        /// The standings so far.
        table: Box<StandingsTable>,
        /// The void games, in words.
        void: String,
    },
}

/// The folder for a tournament, and the options for it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The folder of results; `None` for the usual one.
    pub out: Option<PathBuf>,
    /// Whether all games are played, also those in the folder's journal.
    pub fresh: bool,
    /// Whether other judges are kept out of the folder.
    pub locking: Locking,
}

/// Plays a tournament, and publishes the results.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn run(
    runner: &Runner,
    request: &Request,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<RunEnded, Error> {
    let (folder, journal) = open(runner, request, &runner.results_folder(), &[], observer)?;
    let schedule = runner.schedule();
    let play = || play(runner, &schedule, &journal, &folder, |_| true, cancellation, observer);
    let run = live::watched(runner, &schedule, &folder, observer, play)?;
    publish(runner, &run, &folder)
}

/// Opens the folder that is asked for, or else the `usual` one, and its journal. If all is to be played anew it
/// forgets the games there, and removes these `files` that would say that it is finished.
pub(crate) fn open(
    runner: &Runner,
    request: &Request,
    usual: &Path,
    files: &[&str],
    observer: &dyn Observer,
) -> Result<(Folder, Journal), Error> {
    beacon::check(&runner.tournament, &runner.inputs)?;
    let folder = Folder::create(request.out.as_deref().unwrap_or(usual), &runner.tournament)?;
    let (mut journal, summary) = folder.journal(request.locking)?;
    if request.fresh {
        for file in files.iter().copied().chain([UNFINISHED_RESULTS]) {
            folder.remove(file)?;
        }
        journal.clear().map_err(|error| Error::Machine(format!("the journal cannot be emptied: {error}")))?;
    } else {
        notify_of_journal(&folder, summary, runner.tournament.audit != Share::NOTHING, observer);
    }
    Ok((folder, journal))
}

/// Plays the games that are not in the journal yet, and may be played.
pub(crate) fn play<'a>(
    runner: &Runner,
    schedule: &'a Schedule<'a>,
    journal: &'a Journal,
    folder: &Folder,
    may_play: impl Fn(&Fixture<'_>) -> bool + Sync + Send,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Run<'a>, Error> {
    let Runner { tournament, sandbox, bots, .. } = runner;
    let keys = JournalKeys::new(tournament, bots);
    let sample = Sample { purpose: "audit", share: tournament.audit, seed: tournament.seed };
    let play = audited(game_runner(tournament, sandbox, bots, cancellation), sample, cancellation);
    let play = |fixture: &Fixture<'_>| if may_play(fixture) { play(fixture) } else { None };
    let play = journaled(play, journal, &keys, cancellation);
    runner.warn(observer);
    let run = runner.play(schedule, journal, play, observer);
    for bot in bots {
        if let Some(warning) = bot.warning_of_options() {
            observer.warn(&format!("contestant {:?} {warning}", bot.name.as_str()));
        }
    }
    settled(runner, journal, folder, cancellation)?;
    Ok(run)
}

/// Syncs a journal once its games are played. Gives the error that ended the run early, if there is one.
pub(crate) fn settled(
    runner: &Runner,
    journal: &Journal,
    folder: &Folder,
    cancellation: &Cancellation,
) -> Result<(), Error> {
    if let Err(error) = journal.settle() {
        cancellation.set(Reason::journal(&error));
    }
    match cancellation.reason() {
        Some(Reason::Journal(error)) => Err(Error::Machine(format!(
            "{}: the journal cannot be written: {error} and run again to resume",
            folder.shown()
        ))),
        Some(Reason::Audit(disagreement)) => Err(disagreed(folder, disagreement)),
        Some(Reason::Thread(error)) => Err(Error::Machine(format!(
            "no thread can be started to play a game a second time: {error}; lower --jobs"
        ))),
        Some(Reason::Game(broken)) => Err(broken_game(runner, folder, broken)),
        Some(Reason::Interrupted) | None => Ok(()),
    }
}

/// Keeps the evidence that a game, which is a file, broke a promise, and says where it is.
fn broken_game(runner: &Runner, folder: &Folder, broken: &BrokenMatch) -> Error {
    let Runner { tournament, bots, .. } = runner;
    let BrokenMatch { round, order, record } = broken;
    let Some(what) = What::all(record).last() else {
        return Error::Machine(
            "a game is said to be broken, and its match is not void; please report it".into(),
        );
    };
    let path = one_down(&folder.way_to(tournament));
    let context = Context { tournament, bots, contestants: bots.len(), file: &path };
    let mut evidence = Evidence::new(context, 0, &Fixture { round, order: *order }, record, &what);
    evidence.game.number = evidence.number(tournament).ok().flatten().unwrap_or(0);
    let files = [(evidence.file_name(), evidence.to_toml())].into();
    if let Err(error) = folder.add_evidence(&files) {
        return error;
    }
    let why = record.void().map_or("", |void| void.detail.as_str());
    let file = shell_word(folder.path().join(FAULTS).join(evidence.file_name()));
    let text = format!(
        "the game is broken, and no bot is to blame: {}; judge repro {file} shows it again; mend the game, and run again",
        sanitize(why)
    );
    Mistake::in_file(folder.path(), text).into()
}

/// Keeps both transcripts of a game that was not the same the second time, and says where they are.
fn disagreed(folder: &Folder, disagreement: &str) -> Error {
    match folder.write(AUDIT, disagreement.as_bytes()) {
        Err(error) => error,
        Ok(()) => Error::Machine(format!(
            "a game was not the same when it was played a second time, so no result of this machine can be trusted; both transcripts are in {}; please report it, and run again with --fresh on another machine",
            sanitize_path(&folder.path().join(AUDIT))
        )),
    }
}

/// Notifies the observer of a journal's contents.
fn notify_of_journal(
    folder: &Folder,
    JournalSummary { games, torn, damaged }: JournalSummary,
    audit: bool,
    observer: &dyn Observer,
) {
    let path = sanitize_path(&folder.path().join(JOURNAL));
    if torn {
        observer.notify(&format!("{path}: the last line is incomplete; its game is played again"));
    }
    if damaged > 0 {
        let lines = count_are(damaged, "line");
        observer.notify(&format!("{path}: {lines} damaged; lost games are played again"));
    }
    if games > 0 {
        let kept = count(games as u64, "game");
        observer.notify(&format!(
            "{path}: resuming: {kept} kept; games whose bot, rules or limits changed are played again; --fresh starts over"
        ));
        if audit {
            observer.notify(&format!("{path}: kept games are not audited; --fresh plays them again"));
        }
    }
}

/// Publishes the results of a finished run.
pub(crate) fn publish(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<RunEnded, Error> {
    if run.interrupted {
        if run.stuck {
            let table = Box::new(table_so_far(runner, run)?);
            folder.write_unfinished(&table)?;
            keep_stalls(runner, run, folder)?;
            return Ok(RunEnded::Stuck { table, void: void_games(runner, run)? });
        }
        return cancelled(runner, run, folder);
    }
    let table = folder.write_all(&runner.tournament, |games, path| files(runner, run, games, path))?;
    let void = if run.void > 0 { Some(void_games(runner, run)?) } else { None };
    Ok(RunEnded::Published { table: Box::new(table), folder: folder.path().to_owned(), void })
}

/// Nothing is published of a run that was cancelled.
pub(crate) fn cancelled(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<RunEnded, Error> {
    let table = Box::new(table_so_far(runner, run)?);
    folder.write_unfinished(&table)?;
    let older = folder.holds(RESULTS).then(|| folder.path().to_owned());
    Ok(RunEnded::Cancelled { table, older })
}

/// Leaves the evidence of calls that the watchdog ended where no results are written.
pub(crate) fn keep_stalls(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<(), Error> {
    let path = folder.way_to(&runner.tournament);
    folder.add_evidence(&stalls(runner, run, &path).map_err(|error| unreadable(&error))?)
}

pub(crate) fn table_so_far(runner: &Runner, run: &Run<'_>) -> Result<StandingsTable, Error> {
    let summary =
        summary(&runner.threads, runner, run, "", |_, _| Ok(())).map_err(|error| unreadable(&error))?;
    Ok(summary.table.unfinished())
}

/// The void games of a run, in words.
pub(crate) fn void_games(runner: &Runner, run: &Run<'_>) -> Result<String, Error> {
    let mut voids = Voids::default();
    run.for_each_game(&runner.threads, |number, scored| {
        voids.add(&runner.bots, number, scored);
        Ok(())
    })
    .map_err(|error| unreadable(&error))?;
    Ok(voids.words())
}

pub(crate) fn unreadable(error: &std::io::Error) -> Error {
    Error::Machine(format!("the journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
