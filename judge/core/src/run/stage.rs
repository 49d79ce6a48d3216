//! One stage of a tournament in which results decide what comes next, or a part of it.
//!
//! Which stage that is follows from the games of the stages before, which `merge` has put together.

use std::collections::HashSet;
use std::io;

use judge_play::text::sanitize;

use super::audit::audited;
use super::cancellation::Cancellation;
use super::folder::{Folder, JOURNAL};
use super::games::game_runner;
use super::journal::{GameKey, Journal, Keys};
use super::parts::{self, Part};
use super::played::{Run, journaled, recorded};
use super::sample::Sample;
use super::tournament::{Ended, settled};
use super::{Executor, Observer, Runner, count_are};
use crate::error::{Error, Mistake};
use crate::schedule::{Disqualified, GameResult, Round, Schedule, Shard};

/// Rounds that are played at a time: enough to keep all threads busy.
const BATCH_ROUNDS: usize = 512;

/// A stage that is not played, or not all of it.
pub(super) struct Stage {
    /// Which stage, from 1.
    pub(super) number: u32,
    /// Its rounds; parts share them.
    pub(super) rounds: Vec<Round>,
    /// Who is disqualified before it.
    pub(super) disqualified: Disqualified,
}

/// The first stage of which the journal lacks a game; nothing if it has all that are needed.
pub(super) fn next(
    runner: &Runner,
    schedule: &Schedule<'_>,
    journal: &Journal,
    keys: &Keys,
) -> Option<Stage> {
    let run = runner.play(schedule, journal, recorded(journal, keys), &());
    run.interrupted.then(|| stage_of(&run))
}

fn stage_of(run: &Run<'_>) -> Stage {
    Stage {
        number: run.stage(),
        rounds: run.rounds_of_stage().collect(),
        disqualified: run.disqualified_before_stage().clone(),
    }
}

/// Plays a part of the next stage into a folder of its own.
pub(super) fn play_part(
    runner: &Runner,
    shard: Shard,
    folder: &Folder,
    journal: &Journal,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Ended, Error> {
    let Runner { tournament, sandbox, bots, .. } = runner;
    let (schedule, keys) = (runner.schedule(), Keys::new(tournament, bots));
    let Some(stage) = next(runner, &schedule, &merged(runner)?, &keys) else { return Ok(Ended::AllStages) };
    let first = shard.number as usize - 1;
    let rounds: Vec<Round> = stage.rounds.into_iter().skip(first).step_by(shard.total as usize).collect();
    let part = Part {
        number: shard.number,
        total: shard.total,
        stage: Some(stage.number),
        games: Some(games_at_end(&rounds, journal, &keys)),
    };
    parts::begin(folder, &part)?;
    let sample = Sample { purpose: "audit", share: tournament.audit, seed: tournament.seed };
    let play = audited(game_runner(tournament, sandbox, bots, cancellation), sample, cancellation);
    let play = journaled(play, journal, &keys, cancellation);
    let mut executor = Executor::new(stage.disqualified, tournament.faults, play);
    runner.warn(observer);
    let games = rounds.iter().map(|round| round.fixtures().count() as u64).sum();
    let (mut void, mut is_interrupted) = (Vec::new(), false);
    runner.install(games, observer, || {
        for batch in rounds.chunks(BATCH_ROUNDS) {
            for (result, _) in executor.play(batch, || observer.advance()) {
                is_interrupted |= result == GameResult::Unplayed;
                if let GameResult::Played(record) = result {
                    void.extend(record.void().map(|void| void.detail.clone()));
                }
            }
        }
    });
    settled(journal, folder, cancellation, observer)?;
    if is_interrupted {
        return Ok(Ended::Cancelled { table: None, older: None });
    }
    if let Some(detail) = void.first() {
        let (void, detail) = (count_are(void.len(), "game"), sanitize(detail));
        return Err(Error::Machine(format!("{shard} of stage {}: {void} void: {detail}", stage.number)));
    }
    parts::end(runner, folder, shard)?;
    Ok(Ended::Part { shard, stage: Some(stage.number) })
}

/// How many games are in the journal when these rounds are played.
fn games_at_end(rounds: &[Round], journal: &Journal, keys: &Keys) -> u64 {
    let of_rounds: HashSet<GameKey> =
        rounds.iter().flat_map(Round::fixtures).map(|fixture| keys.of(&fixture)).collect();
    let missing = of_rounds.iter().filter(|key| !journal.has(key)).count();
    (journal.games() + missing) as u64
}

/// The games of the stages that were merged.
fn merged(runner: &Runner) -> Result<Journal, Error> {
    let path = runner.results_folder().join(JOURNAL);
    match Journal::look(&path) {
        Ok((journal, _)) => Ok(journal),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Journal::temporary().map_err(|error| Error::Machine(format!("there is no room: {error}")))
        }
        Err(error) => Err(Mistake::in_file(&path, format!("it cannot be read: {error}")).into()),
    }
}
