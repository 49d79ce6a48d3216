//! A tournament on several machines: each plays a part, or a part of a stage, into a folder of its own, and one puts
//! the parts together.

mod merge;
mod parts;
mod prepare;
mod shard;
mod stage;

use crate::error::Error;
use crate::host::Cancellation;
use crate::phases::{Schedule, Shard};
use crate::play::{Observer, Run, Runner};
use crate::publish::folder::{Folder, MANIFEST};
use crate::results::StandingsTable;
use crate::run::{self, Request, keep_stalls, open, void_games};
pub use merge::{MergeRequest, Missing, merge};
pub use parts::{PartStatus, Standings, standings, status};
pub use prepare::prepare;
pub use shard::{WhichShard, needs_stages, of as shard_of, write as write_part};

use parts::Part;

/// The extent of a tournament that is divided among machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    #[default]
    Everything,
    /// The next stage, by the results of those that were merged.
    Stage,
}

/// The end of work on a part, or on all parts.
pub enum WorkEnded {
    /// Of the whole tournament.
    Whole(run::RunEnded),
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

/// Plays a part of a tournament, or of its next stage, into a folder of its own.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn play_part(
    runner: &Runner,
    request: &Request,
    (shard, extent): (Shard, Extent),
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<WorkEnded, Error> {
    let usual = runner.results_folder().join(shard::folder_name(shard));
    // Without its games a part is not finished.
    let (folder, journal) = open(runner, request, &usual, &[MANIFEST], observer)?;
    if extent == Extent::Stage {
        return stage::play_part(runner, shard, &folder, &journal, cancellation, observer);
    }
    let schedule = Schedule { shard, ..runner.schedule() };
    let games = schedule.games_max();
    parts::begin(&folder, &Part { number: shard.number, total: shard.total, stage: None, games })?;
    let run = run::play(runner, &schedule, &journal, &folder, |_| true, cancellation, observer)?;
    finish_part(runner, &run, &folder, shard)
}

/// Leaves a part for `merge`.
fn finish_part(runner: &Runner, run: &Run<'_>, folder: &Folder, shard: Shard) -> Result<WorkEnded, Error> {
    if run.interrupted {
        return Ok(WorkEnded::PartCancelled);
    }
    if run.void > 0 {
        keep_stalls(runner, run, folder)?;
        return Err(Error::Machine(format!("{shard}: {}", void_games(runner, run)?)));
    }
    parts::end(runner, folder, shard)?;
    Ok(WorkEnded::Part { shard, stage: None })
}
