//! A whole tournament on one machine: played, and published in a folder.

mod live;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use judge_play::Record;
use judge_play::text::{count, count_are, sanitize, sanitize_path, shell_word};

use crate::beacon;
use crate::error::{Error, Mistake};
use crate::file;
use crate::host::{BrokenMatch, Cancellation, Reason};
use crate::journal::{Journal, JournalSummary, Locking};
use crate::phases::{Fixture, Schedule, Shard};
use crate::play::played::{Run, journaled};
use crate::play::{Observer, Runner, Sample, Voids, audited};
use crate::publish::files::files;
use crate::publish::folder::{AUDIT, FAULTS, Folder, JOURNAL, RESULTS, UNFINISHED_RESULTS};
use crate::publish::summary::summary;
use crate::results::{Evidence, StandingsTable, What, to_csv};
use crate::tournament::{Share, Tournament};

/// The end of a tournament's run, of a part of it, or of a merge.
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
    /// A part is played, and its records are in its folder.
    Part {
        /// The part.
        shard: Shard,
        /// Its stage; `None` if the tournament has no stages.
        stage: Option<u32>,
    },
    /// A part was cancelled. Finished games are kept.
    PartCancelled,
    /// All stages before this one are played, and their records are in the folder. It is to be played next.
    NextStage {
        /// The stage's number, from 1.
        stage: u32,
        /// The standings so far.
        table: Box<StandingsTable>,
    },
    /// All stages are played; only the results are to be written.
    AllStages,
}

/// A tournament that is played into a folder.
#[derive(Clone, Copy)]
pub(crate) struct Playing<'a> {
    pub(crate) runner: &'a Runner,
    pub(crate) schedule: &'a Schedule<'a>,
    pub(crate) folder: &'a Folder,
    pub(crate) cancellation: &'a Cancellation,
    pub(crate) observer: &'a dyn Observer,
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
    let playing = Playing { runner, schedule: &schedule, folder: &folder, cancellation, observer };
    let run = live::watched(playing, || playing.play(&journal, |_| true))?;
    playing.publish(&run)
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
        notify_of_journal(&folder, summary, runner, observer);
    }
    Ok((folder, journal))
}

impl<'a> Playing<'a> {
    /// Plays the games that are not in the journal yet, and may be played.
    pub(crate) fn play(
        self,
        journal: &'a Journal,
        may_play: impl Fn(&Fixture<'_>) -> bool + Sync + Send,
    ) -> Result<Run<'a>, Error> {
        let Self { runner, observer, .. } = self;
        let play = self.audited();
        let play = |fixture: &Fixture<'_>| if may_play(fixture) { play(fixture) } else { None };
        let play = journaled(play, journal, &runner.keys, self.cancellation);
        runner.warn(observer);
        let run = runner.play(self.schedule, journal, play, observer);
        for bot in &runner.bots {
            if let Some(warning) = bot.warning_of_options() {
                observer.warn(&format!("contestant {:?} {warning}", bot.name.as_str()));
            }
        }
        self.settled(journal)?;
        Ok(run)
    }

    /// The function that plays a game, and some of them twice.
    pub(crate) fn audited(self) -> impl Fn(&Fixture<'_>) -> Option<Record> + Sync + 'a {
        let Tournament { audit: share, seed, .. } = self.runner.tournament;
        let sample = Sample { purpose: "audit", share, seed };
        audited(self.runner.games(self.cancellation), sample, self.cancellation)
    }

    /// Syncs a journal once its games are played. Gives the error that ended the run early, if there is one.
    pub(crate) fn settled(self, journal: &Journal) -> Result<(), Error> {
        if let Err(error) = journal.settle() {
            self.cancellation.set(Reason::Journal(file::unwritten(&error)));
        }
        match self.cancellation.reason() {
            Some(Reason::Journal(error)) => Err(Error::Machine(format!(
                "{}: the journal cannot be written: {error} and run again to resume",
                sanitize_path(self.folder.path())
            ))),
            Some(Reason::Audit(disagreement)) => {
                // Both transcripts of the game are kept.
                self.folder.write(AUDIT, disagreement.as_bytes())?;
                Err(Error::Machine(format!(
                    "a game was not the same when it was played a second time, so no result of this machine can be trusted; both transcripts are in {}; please report it, and run again with --fresh on another machine",
                    sanitize_path(&self.folder.path().join(AUDIT))
                )))
            }
            Some(Reason::Thread(error)) => Err(Error::Machine(format!(
                "no thread can be started to play a game a second time: {error}; lower --jobs"
            ))),
            Some(Reason::Game(broken)) => Err(self.broken_game(broken)?.into()),
            Some(Reason::Interrupted) | None => Ok(()),
        }
    }

    /// Keeps the evidence that a game, which is a file, broke a promise, and says where it is.
    fn broken_game(self, broken: &BrokenMatch) -> Result<Mistake, Error> {
        let Self { runner, folder, .. } = self;
        let tournament = &runner.tournament;
        let BrokenMatch { round, order, record } = broken;
        let no_reason = "a game is said to be broken, and its match is not void; please report it";
        let what = What::all(record).last().ok_or_else(|| Error::Machine(no_reason.into()))?;
        let path = folder.way_from_evidence(tournament);
        let mut evidence =
            Evidence::new(runner.context(&path), 0, &Fixture { round, order: *order }, record, &what);
        evidence.game.number = evidence.number(tournament).ok().flatten().unwrap_or(0);
        let files = [(evidence.file_name(), evidence.to_toml())].into();
        folder.add_evidence(&files)?;
        let why = record.void().map_or("", |void| void.detail.as_str());
        let file = shell_word(folder.path().join(FAULTS).join(evidence.file_name()));
        let text = format!(
            "the game is broken, and no bot is to blame: {}; judge repro {file} shows it again; mend the game, and run again",
            sanitize(why)
        );
        Ok(Mistake::in_file(folder.path(), text))
    }

    /// Publishes the results of a finished run.
    pub(crate) fn publish(self, run: &Run<'_>) -> Result<RunEnded, Error> {
        let Self { runner, folder, .. } = self;
        if run.stuck {
            return Ok(RunEnded::Stuck { table: self.unfinished(run)?, void: self.keep_stalls(run)? });
        }
        if run.interrupted {
            return self.cancelled(run);
        }
        let table = folder.write_all(&runner.tournament, |games, path| files(runner, run, games, path))?;
        let void = if run.void > 0 { Some(self.void_games(run)?.0) } else { None };
        Ok(RunEnded::Published { table: Box::new(table), folder: folder.path().to_owned(), void })
    }

    /// Nothing is published of a run that was cancelled.
    pub(crate) fn cancelled(self, run: &Run<'_>) -> Result<RunEnded, Error> {
        let folder = self.folder.path();
        let older = folder.join(RESULTS).exists().then(|| folder.to_owned());
        Ok(RunEnded::Cancelled { table: self.unfinished(run)?, older })
    }

    /// The standings so far, which are written to a file, too.
    pub(crate) fn unfinished(self, run: &Run<'_>) -> Result<Box<StandingsTable>, Error> {
        let summary = summary(&self.runner.threads, self.runner, run, "", |_, _| Ok(()));
        let table = summary.map_err(|error| unreadable(&error))?.table.unfinished();
        self.folder.write(UNFINISHED_RESULTS, &to_csv(&table.rows))?;
        Ok(Box::new(table))
    }

    /// The void games of a run whose results are not written, in words: calls that the watchdog ended leave their evidence.
    pub(crate) fn keep_stalls(self, run: &Run<'_>) -> Result<String, Error> {
        let (words, stalls) = self.void_games(run)?;
        self.folder.add_evidence(&stalls)?;
        Ok(words)
    }

    /// The void games of a run, in words, and the evidence of calls that the watchdog ended.
    fn void_games(self, run: &Run<'_>) -> Result<(String, BTreeMap<String, String>), Error> {
        let path = self.folder.way_from_evidence(&self.runner.tournament);
        let mut voids = Voids::default();
        run.for_each_game(&self.runner.threads, |number, scored| {
            voids.add(self.runner.context(&path), number, scored);
            Ok(())
        })
        .map_err(|error| unreadable(&error))?;
        Ok((voids.words(), voids.evidence.stalls()))
    }
}

/// Notifies the observer of a journal's contents.
fn notify_of_journal(folder: &Folder, found: JournalSummary, runner: &Runner, observer: &dyn Observer) {
    let JournalSummary { games, torn, damaged } = found;
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
        if runner.tournament.audit != Share::NOTHING {
            observer.notify(&format!("{path}: kept games are not audited; --fresh plays them again"));
        }
    }
}

pub(crate) fn unreadable(error: &std::io::Error) -> Error {
    Error::Machine(format!("the journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
