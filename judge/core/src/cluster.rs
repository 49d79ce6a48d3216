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
use crate::play::{Observer, Runner};
use crate::publish::folder::MANIFEST;
use crate::run::{Playing, Request, RunEnded, open};
pub use merge::{MergeRequest, Missing, merge};
pub use parts::{PartStandings, PartStatus, standings, status};
pub use prepare::prepare;
pub use shard::{WhichShard, needs_stages, of as shard_of};

/// The extent of a tournament that is divided among machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    #[default]
    Everything,
    /// The next stage, by the results of those that were merged.
    Stage,
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
) -> Result<RunEnded, Error> {
    let usual = runner.results_folder().join(shard::folder_name(shard));
    // Without its games a part is not finished.
    let (folder, journal) = open(runner, request, &usual, &[MANIFEST], observer)?;
    let schedule = Schedule { shard, ..runner.schedule() };
    let playing = Playing { runner, schedule: &schedule, folder: &folder, cancellation, observer };
    if extent == Extent::Stage {
        return stage::play_part(playing, &journal);
    }
    parts::begin(&folder, shard, None, schedule.games_max())?;
    let run = playing.play(&journal, |_| true)?;
    if run.interrupted {
        return Ok(RunEnded::PartCancelled);
    }
    if run.void > 0 {
        return Err(Error::Machine(format!("{shard}: {}", playing.keep_stalls(&run)?)));
    }
    parts::end(runner, &folder, shard)?;
    Ok(RunEnded::Part { shard, stage: None })
}
