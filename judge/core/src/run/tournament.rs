//! A whole tournament, or a part of it: played, and published in a folder.

use std::path::PathBuf;

use judge_play::text::{count, sanitize_path};

use super::audit::audited;
use super::cancellation::{Cancellation, Reason};
use super::files::{files, stalls};
use super::folder::{AUDIT, Folder, JOURNAL, MANIFEST, UNFINISHED_RESULTS};
use super::games::game_runner;
use super::journal::{Journal, JournalSummary, Keys, Locking};
use super::parts::{self, Part};
use super::played::{Run, journaled};
use super::sample::Sample;
use super::summary::summary;
use super::voids::Voids;
use super::{Observer, Runner, count_are, live, shard, stage};
use crate::beacon;
use crate::error::Error;
use crate::results::Table;
use crate::schedule::{Fixture, Schedule, Shard};
use crate::tournament::Share;

/// How running a tournament ended.
pub enum Ended {
    /// The results are in their folder.
    Published {
        /// The standings.
        table: Box<Table>,
        /// Where the results are.
        folder: PathBuf,
        /// Void games, which nobody has points for, in words; nothing if there are none.
        void: Option<String>,
    },
    /// A part is played, and its records are in its folder.
    Part {
        /// Which part.
        shard: Shard,
        /// Of which stage; of the whole tournament if it has no stages.
        stage: Option<u32>,
    },
    /// All stages before this one are played, and their records are in the folder. It is to be played next.
    NextStage {
        /// Which stage, from 1.
        stage: u32,
        /// The standings so far.
        table: Box<Table>,
    },
    /// All stages are played; only the results are to be written.
    AllStages,
    /// It was cancelled. Finished games are kept.
    Cancelled {
        /// The standings so far; nothing of a part.
        table: Option<Box<Table>>,
        /// Where an earlier run has left results, if it has.
        older: Option<PathBuf>,
    },
    /// Games are void and what comes next depends on them, so nothing more can be played now.
    Stuck {
        /// The standings so far.
        table: Box<Table>,
        /// The void games, in words.
        void: String,
    },
}

/// Where and what of a tournament is to be played.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The folder of results; `None` for the usual one.
    pub out: Option<PathBuf>,
    /// Whether all games are played, also those in the folder's journal.
    pub fresh: bool,
    /// Which part is played.
    pub shard: Option<Shard>,
    /// How much of it is played.
    pub extent: Extent,
    /// Whether other judges are kept out of the folder.
    pub locking: Locking,
}

/// How much of a tournament is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    #[default]
    Everything,
    /// The next stage, by the results of those that were merged.
    Stage,
}

/// Plays a tournament, or a part of it, and publishes the results.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn run(
    runner: &Runner,
    request: &Request,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Ended, Error> {
    beacon::check(&runner.tournament, &runner.inputs)?;
    let usual = || match (request.shard, request.extent) {
        (None, Extent::Everything) => runner.results_folder(),
        (shard, _) => runner.results_folder().join(shard::folder_name(shard.unwrap_or(Shard::WHOLE))),
    };
    let folder = Folder::create(&request.out.clone().unwrap_or_else(usual), &runner.tournament)?;
    let (mut journal, summary) = folder.journal(request.locking, observer)?;
    if request.fresh {
        if request.shard.is_some() {
            // Without its games it is not finished.
            folder.remove(MANIFEST)?;
        }
        folder.remove(UNFINISHED_RESULTS)?;
        journal.clear().map_err(|error| Error::Machine(format!("the journal cannot be emptied: {error}")))?;
    } else {
        notify_of_journal(&folder, summary, runner.tournament.audit != Share::NOTHING, observer);
    }
    let whole = runner.schedule();
    let schedule = Schedule { shard: request.shard.unwrap_or(whole.shard), ..whole };
    if request.extent == Extent::Stage {
        let shard = request.shard.unwrap_or(Shard::WHOLE);
        return stage::play_part(runner, shard, &folder, &journal, cancellation, observer);
    }
    if let Some(shard) = request.shard {
        let games = schedule.games_max();
        parts::begin(&folder, &Part { number: shard.number, total: shard.total, stage: None, games })?;
    }
    let play = || play(runner, &schedule, &journal, &folder, |_| true, cancellation, observer);
    match request.shard {
        None => {
            let run = live::watched(runner, &schedule, &folder, observer, play)?;
            publish(runner, &run, &folder)
        }
        Some(shard) => finish_part(runner, &play()?, &folder, shard),
    }
}

/// Plays what is not in the journal yet, and may be played.
pub(super) fn play<'a>(
    runner: &Runner,
    schedule: &'a Schedule<'a>,
    journal: &'a Journal,
    folder: &Folder,
    may_play: impl Fn(&Fixture<'_>) -> bool + Sync + Send,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Run<'a>, Error> {
    let Runner { tournament, sandbox, bots, .. } = runner;
    let keys = Keys::new(tournament, bots);
    let sample = Sample { purpose: "audit", share: tournament.audit, seed: tournament.seed };
    let play = audited(game_runner(tournament, sandbox, bots, cancellation), sample, cancellation);
    let play = |fixture: &Fixture<'_>| if may_play(fixture) { play(fixture) } else { None };
    let play = journaled(play, journal, &keys, cancellation);
    runner.warn(observer);
    let run = runner.play(schedule, journal, play, observer);
    settled(journal, folder, cancellation, observer)?;
    Ok(run)
}

/// Makes a journal last when its games are played, and says what went wrong meanwhile.
pub(super) fn settled(
    journal: &Journal,
    folder: &Folder,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let settled = journal.settle();
    if journal.restored() > 0 {
        let folder = folder.shown();
        observer.warn(&format!("{folder}: the journal was removed during the run; it was written again"));
    }
    if let Err(error) = settled {
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
        Some(Reason::Interrupted) | None => Ok(()),
    }
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

/// Says what is in a journal.
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

/// Publishes the results of a run that came to its end.
pub(super) fn publish(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<Ended, Error> {
    if run.interrupted {
        if run.stuck {
            let table = Box::new(table_so_far(runner, run)?);
            folder.write_unfinished(&table)?;
            keep_stalls(runner, run, folder)?;
            return Ok(Ended::Stuck { table, void: void_games(runner, run)? });
        }
        return cancelled(runner, run, folder);
    }
    let table = folder.write_all(&runner.tournament, |games, path| files(runner, run, games, path))?;
    let void = if run.void() > 0 { Some(void_games(runner, run)?) } else { None };
    Ok(Ended::Published { table: Box::new(table), folder: folder.path().to_owned(), void })
}

/// Nothing is published of a run that was cancelled.
pub(super) fn cancelled(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<Ended, Error> {
    let table = Box::new(table_so_far(runner, run)?);
    folder.write_unfinished(&table)?;
    let table = Some(table);
    let older = folder.has_results().then(|| folder.path().to_owned());
    Ok(Ended::Cancelled { table, older })
}

/// Leaves a part for `merge`.
fn finish_part(runner: &Runner, run: &Run<'_>, folder: &Folder, shard: Shard) -> Result<Ended, Error> {
    if run.interrupted {
        return Ok(Ended::Cancelled { table: None, older: None });
    }
    if run.void() > 0 {
        keep_stalls(runner, run, folder)?;
        return Err(Error::Machine(format!("{shard}: {}", void_games(runner, run)?)));
    }
    parts::end(runner, folder, shard)?;
    Ok(Ended::Part { shard, stage: None })
}

/// Leaves the evidence of calls that the watchdog ended where no results are written.
fn keep_stalls(runner: &Runner, run: &Run<'_>, folder: &Folder) -> Result<(), Error> {
    folder.write_evidence_only(&runner.tournament, |path| {
        stalls(runner, run, path).map_err(|error| unreadable(&error))
    })
}

pub(super) fn table_so_far(runner: &Runner, run: &Run<'_>) -> Result<Table, Error> {
    let summary = summary(runner, run, "", |_, _| Ok(())).map_err(|error| unreadable(&error))?;
    Ok(summary.table.unfinished())
}

/// The void games of a run, in words.
fn void_games(runner: &Runner, run: &Run<'_>) -> Result<String, Error> {
    let mut voids = Voids::default();
    run.for_each_game(&runner.threads, |number, scored| {
        voids.add(&runner.bots, number, scored);
        Ok(())
    })
    .map_err(|error| unreadable(&error))?;
    Ok(voids.words())
}

pub(super) fn unreadable(error: &std::io::Error) -> Error {
    Error::Machine(format!("the journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
