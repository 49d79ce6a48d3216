//! One stage of a tournament in which results decide what comes next, or a part of it.
//!
//! Its number follows from the games of the stages before, which `merge` has put together.

use std::collections::HashSet;

use super::parts;
use crate::error::{Error, Mistake};
use crate::file;
use crate::journal::{GameKey, Journal, JournalKeys};
use crate::phases::{Disqualified, GameResult, Round, Schedule};
use crate::play::played::{Begun, journaled, recorded};
use crate::play::{Executor, Runner, Voids};
use crate::publish::folder::JOURNAL;
use crate::results::numbered;
use crate::run::{Playing, RunEnded};
use judge_rating::score;

/// Rounds that are played at a time: enough to keep all threads busy.
const BATCH_ROUNDS: usize = 512;

/// A stage that is not played, or not all of it.
pub(crate) struct Stage {
    pub(crate) begun: Begun,
    /// Its rounds; parts share them.
    pub(crate) rounds: Vec<Round>,
}

/// The first stage of which the journal lacks a game; nothing if it has all that are needed.
pub(crate) fn next(runner: &Runner, schedule: &Schedule<'_>, journal: &Journal) -> Option<Stage> {
    let run = runner.play(schedule, journal, recorded(journal, &runner.keys), &());
    run.interrupted.then(|| Stage { rounds: run.rounds_of_stage(), begun: run.stage })
}

/// Plays a part of the next stage into a folder of its own.
pub(crate) fn play_part(playing: Playing<'_>, journal: &Journal) -> Result<RunEnded, Error> {
    let Playing { runner, schedule: Schedule { shard, .. }, folder, cancellation, observer } = playing;
    let Some(stage) = next(runner, &runner.schedule(), &merged(runner)?) else {
        return Ok(RunEnded::AllStages);
    };
    // The rounds of the part, with the numbers of their first games in the whole.
    let numbered = numbered(stage.rounds, stage.begun.games_before + 1);
    let of_part = numbered.skip(shard.number as usize - 1).step_by(shard.total as usize);
    let (firsts, rounds): (Vec<usize>, Vec<Round>) = of_part.unzip();
    let games = games_at_end(&rounds, journal, &runner.keys);
    parts::begin(folder, *shard, Some(stage.begun.number), Some(games))?;
    let play = journaled(playing.audited(), journal, &runner.keys, cancellation);
    let mut executor = Executor::new(stage.begun.disqualified.clone(), runner.tournament.faults, play);
    runner.warn(observer);
    let games = rounds.iter().map(|round| round.fixtures().count() as u64).sum();
    let path = folder.way_from_evidence(&runner.tournament);
    let nobody = Disqualified::nobody(runner.bots.len());
    let (mut voids, mut is_interrupted) = (Voids::default(), false);
    runner.install(games, observer, || {
        for (firsts, rounds) in firsts.chunks(BATCH_ROUNDS).zip(rounds.chunks(BATCH_ROUNDS)) {
            let slots = executor.play(rounds, || observer.advance());
            let fixtures = firsts.iter().zip(rounds).flat_map(|(first, round)| {
                round.fixtures().map(move |fixture| (first + fixture.order, fixture))
            });
            for ((number, fixture), (result, _)) in fixtures.zip(slots) {
                is_interrupted |= result == GameResult::Unplayed;
                voids.add(runner.context(&path), number, &score(fixture, &result, &nobody));
            }
        }
    });
    playing.settled(journal)?;
    if is_interrupted {
        return Ok(RunEnded::PartCancelled);
    }
    let stage = stage.begun.number;
    if voids.number > 0 {
        folder.add_evidence(&voids.evidence.stalls())?;
        return Err(Error::Machine(format!("{shard} of stage {stage}: {}", voids.words())));
    }
    parts::end(runner, folder, *shard)?;
    Ok(RunEnded::Part { shard: *shard, stage: Some(stage) })
}

/// The number of games in the journal once these rounds are played.
fn games_at_end(rounds: &[Round], journal: &Journal, keys: &JournalKeys) -> u64 {
    let of_rounds: HashSet<GameKey> =
        rounds.iter().flat_map(Round::fixtures).map(|fixture| keys.of(&fixture)).collect();
    let missing = of_rounds.iter().filter(|key| !journal.has(key)).count();
    (journal.games() + missing) as u64
}

/// The games of the stages that were merged.
fn merged(runner: &Runner) -> Result<Journal, Error> {
    let path = runner.results_folder().join(JOURNAL);
    match file::if_there(Journal::look(&path)).map_err(|error| Mistake::unread(&path, &error))? {
        Some((journal, _)) => Ok(journal),
        None => Journal::temporary().map_err(|error| Error::Machine(format!("there is no room: {error}"))),
    }
}
