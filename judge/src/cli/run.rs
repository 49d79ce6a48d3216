//! `judge run`: plays a tournament and writes its results, or one shard of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::interrupt;
use super::output::{AUDIT, Folder, JOURNAL, print, tell};
use super::progress::Progress;
use super::results::{interrupted, ledger_trouble, publish};
use super::setting::{Means, Setting};
use super::shard::{self, WhichShard};
use crate::arena::Arena;
use crate::audit::audited;
use crate::contest::{Contest, journaled};
use crate::entrant::programs;
use crate::error::Error;
use crate::game;
use crate::halt::Reason;
use crate::journal::{Found, Journal, Keys};
use crate::printable::printable_path;
use crate::record::Record;
use crate::sample::{Sample, Share};
use crate::schedule::{Fixture, Schedule};

/// How to go on with what is not finished.
pub(super) const THE_SAME_AGAIN: &str = "give the same command again";

/// Play a tournament and write its results
#[derive(Args)]
pub(super) struct Run {
    /// The tournament's TOML file
    tournament: PathBuf,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play all games anew, also those that are in the folder's journal
    #[arg(long)]
    fresh: bool,
    /// Play one part of several, as in 3/16, for `judge merge` to put together; auto/16 takes
    /// the part's number from Slurm or Kubernetes
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<WhichShard>,
    #[command(flatten)]
    means: Means,
}

pub(super) fn run(command: &Run) -> Result<ExitCode, Error> {
    let setting = Setting::of(&command.tournament, &command.means)?;
    match command.shard {
        None => whole(command, &setting),
        Some(which) => part(command, &setting, which),
    }
}

impl Run {
    /// How to go on with what is not finished.
    fn again(&self) -> &'static str {
        if self.fresh { "give the command again without --fresh" } else { THE_SAME_AGAIN }
    }
}

/// Plays a tournament, and publishes what came of it.
fn whole(command: &Run, setting: &Setting) -> Result<ExitCode, Error> {
    let folder =
        Folder::create(&command.out.clone().unwrap_or_else(|| setting.results()), &setting.tournament)?;
    let journal = journal(command, setting, &folder)?;
    let schedule = setting.tournament.schedule();
    let contest = play(setting, &schedule, &journal, &folder)?;
    finish(setting, contest, &folder, command.again())
}

/// Plays one part of a tournament, and leaves it for `judge merge`.
fn part(command: &Run, setting: &Setting, which: WhichShard) -> Result<ExitCode, Error> {
    let shard = shard::of(which, &setting.tournament)?;
    let schedule = Schedule { shard, ..setting.tournament.schedule() };
    let default = || setting.results().join(shard::folder_name(shard));
    let folder = Folder::create(&command.out.clone().unwrap_or_else(default), &setting.tournament)?;
    let journal = journal(command, setting, &folder)?;
    // A part with a manifest is taken for whole.
    folder.remove("manifest.toml")?;
    let contest = play(setting, &schedule, &journal, &folder)?;
    if contest.interrupted {
        return Ok(interrupt::end(command.again()));
    }
    if contest.void() > 0 {
        return Err(Error::Host(format!(
            "{} games of {shard} are void, for reasons that lie with this machine; the others are kept, {} to play those",
            contest.void(),
            command.again()
        )));
    }
    folder.write("manifest.toml", &shard::manifest(setting, shard))?;
    if !setting.quiet {
        print(&format!("{shard} is played; judge merge puts all parts together\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows and writes what was played, or says how to go on: `again`.
pub(super) fn finish(
    setting: &Setting,
    mut contest: Contest<'_>,
    folder: &Folder,
    again: &str,
) -> Result<ExitCode, Error> {
    if contest.interrupted {
        return interrupted(setting, &mut contest, folder, again);
    }
    publish(setting, &mut contest, folder)
}

/// Plays what is not in the journal yet.
pub(super) fn play<'a>(
    setting: &Setting,
    schedule: &'a Schedule<'a>,
    journal: &Journal,
    folder: &Folder,
) -> Result<Contest<'a>, Error> {
    let Setting { tournament, sandbox, entrants, .. } = setting;
    let keys = Keys::new(tournament, entrants);
    let halt = interrupt::halt_on_interrupt()?;
    let sample = Sample { purpose: "audit", share: tournament.audit, seed: tournament.seed };
    let play = audited(game::player(tournament, sandbox, &programs(entrants)), sample, &halt);
    let play = journaled(play, journal, &keys, &halt);
    let contest = contest(setting, schedule, play)?;
    match halt.reason() {
        Some(Reason::Journal(error)) => Err(Error::Host(format!(
            "{}: the journal cannot be written: {error}; make room and run again, which goes on where this ended",
            printable_path(folder.path())
        ))),
        Some(Reason::Audit(disagreement)) => Err(disagreed(folder, disagreement)),
        Some(Reason::Thread(error)) => Err(Error::Host(format!(
            "a thread to play a game again on cannot be started: {error}; lower --jobs"
        ))),
        Some(Reason::Interrupted) | None => Ok(contest),
    }
}

/// Keeps both transcripts of a game that did not come to the same twice, and says where they are.
fn disagreed(folder: &Folder, disagreement: &str) -> Error {
    match folder.write(AUDIT, disagreement.as_bytes()) {
        Err(error) => error,
        Ok(()) => Error::Host(format!(
            "a game did not come to the same when it was played again, so nothing that this machine has played is to be believed; both are in {}; please report it, and run again with --fresh, best on another machine",
            printable_path(&folder.path().join(AUDIT))
        )),
    }
}

/// Plays all that the schedule asks for, with progress shown.
pub(super) fn contest<'a>(
    setting: &Setting,
    schedule: &'a Schedule<'a>,
    play: impl Fn(&Fixture<'_>) -> Option<Record> + Sync + Send,
) -> Result<Contest<'a>, Error> {
    setting.warn();
    let games = schedule.games_max().unwrap_or(u64::MAX);
    let progress = if setting.quiet { Progress::Quiet } else { Progress::of(games) };
    let arena = Arena::new(setting.entrants.len(), setting.tournament.faults, play);
    let contest = setting.threads.install(|| Contest::play(schedule, arena, || progress.advance()));
    let contest = contest.map_err(|error| ledger_trouble(&error))?;
    progress.finish();
    Ok(contest)
}

/// The folder's journal, emptied if all is to be played anew.
fn journal(command: &Run, setting: &Setting, folder: &Folder) -> Result<Journal, Error> {
    let (mut journal, found) = folder.journal()?;
    if command.fresh {
        journal.clear().map_err(|error| Error::Host(format!("the journal cannot be emptied: {error}")))?;
    } else if !setting.quiet {
        tell_found(&folder.path().join(JOURNAL), found, setting.tournament.audit != Share::NOTHING);
    }
    Ok(journal)
}

/// Says what is in a journal.
fn tell_found(path: &Path, Found { games, torn, damaged }: Found, audit: bool) {
    let path = printable_path(path);
    if torn {
        tell(&format!(
            "{path}: its last line was torn off when the judge was killed; that game is played again"
        ));
    }
    if damaged > 0 {
        tell(&format!("{path}: {damaged} lines are damaged; their games are played again"));
    }
    if games > 0 {
        tell(&format!(
            "{path}: going on with the {games} games in it, but for those that depend on what is another now; --fresh starts over"
        ));
        if audit {
            tell(&format!("{path}: the games in it are not audited; --fresh has them played again"));
        }
    }
}
