//! One stage of a tournament in which results decide what comes next, or a part of it.
//!
//! Its number follows from the games of the stages before, which `merge` has put together.

use std::collections::HashSet;
use std::io;

use super::parts;
use crate::error::{Error, Mistake};
use crate::journal::{GameKey, Journal, JournalKeys};
use crate::phases::{Disqualified, GameResult, Round, Schedule, Shard};
use crate::play::executor::Slot;
use crate::play::played::{Begun, journaled, recorded};
use crate::play::{Executor, Runner, Voids};
use crate::publish::files::one_down;
use crate::publish::folder::{Folder, JOURNAL};
use crate::results::{Collection, Context};
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
    run.interrupted.then(|| {
        let rounds = run.rounds_of_stage();
        Stage { begun: run.stage, rounds }
    })
}

/// Plays a part of the next stage into a folder of its own.
pub(crate) fn play_part(playing: Playing<'_>, journal: &Journal) -> Result<RunEnded, Error> {
    let Playing { runner, schedule: Schedule { shard, .. }, folder, cancellation, observer } = playing;
    let Some(stage) = next(runner, &runner.schedule(), &merged(runner)?) else {
        return Ok(RunEnded::AllStages);
    };
    let (shard, rounds) = (*shard, stage.of_part(*shard));
    let games = games_at_end(&rounds, journal, &runner.keys);
    parts::begin(folder, shard, Some(stage.begun.number), Some(games))?;
    let play = journaled(playing.audited(), journal, &runner.keys, cancellation);
    let mut executor = Executor::new(stage.begun.disqualified.clone(), runner.tournament.faults, play);
    runner.warn(observer);
    let games = rounds.iter().map(|(_, round)| round.fixtures().count() as u64).sum();
    let mut played = PlayedPart {
        runner,
        folder,
        voids: Voids::default(),
        stalls: Collection::default(),
        is_interrupted: false,
    };
    runner.install(games, observer, || {
        for batch in rounds.chunks(BATCH_ROUNDS) {
            let batch_rounds: Vec<Round> = batch.iter().map(|(_, round)| round.clone()).collect();
            let slots = executor.play(&batch_rounds, || observer.advance());
            played.enter(batch, slots);
        }
    });
    playing.settled(journal)?;
    if played.is_interrupted {
        return Ok(RunEnded::PartCancelled);
    }
    played.tell_of_voids(&format!("{shard} of stage {}", stage.begun.number))?;
    parts::end(runner, folder, shard)?;
    Ok(RunEnded::Part { shard, stage: Some(stage.begun.number) })
}

impl Stage {
    /// The rounds of a part, each with the number of its first game in the whole.
    fn of_part(&self, shard: Shard) -> Vec<(usize, Round)> {
        let mut number = self.begun.games_before + 1;
        let numbered = self.rounds.iter().map(|round| {
            let first = number;
            number += round.fixtures().count() + usize::from(round.is_bye());
            (first, round.clone())
        });
        numbered.skip(shard.number as usize - 1).step_by(shard.total as usize).collect()
    }
}

/// The games of a part that the journal lacks, as they are played.
struct PlayedPart<'a> {
    runner: &'a Runner,
    folder: &'a Folder,
    voids: Voids<'a>,
    /// Calls that the watchdog ended.
    stalls: Collection,
    is_interrupted: bool,
}

impl PlayedPart<'_> {
    /// Enters the games of rounds whose first games have these numbers.
    fn enter(&mut self, rounds: &[(usize, Round)], slots: Vec<Slot>) {
        let Runner { tournament, bots, .. } = self.runner;
        let path = one_down(&self.folder.way_to(tournament));
        let context = Context { tournament, bots, contestants: bots.len(), file: &path };
        let nobody = Disqualified::nobody(bots.len());
        let fixtures = rounds
            .iter()
            .flat_map(|(first, round)| round.fixtures().map(move |fixture| (first + fixture.order, fixture)));
        for ((number, fixture), (result, _)) in fixtures.zip(slots) {
            self.is_interrupted |= result == GameResult::Unplayed;
            let scored = score(fixture, &result, &nobody);
            self.voids.add(bots, number, &scored);
            self.stalls.add(context, number, &scored);
        }
    }

    /// Leaves the evidence of void games, if there are any, and says which they are.
    fn tell_of_voids(&self, part: &str) -> Result<(), Error> {
        if self.voids.is_empty() {
            return Ok(());
        }
        self.folder.add_evidence(&self.stalls.stalls())?;
        Err(Error::Machine(format!("{part}: {}", self.voids.words())))
    }
}

/// The number of games in the journal once these rounds are played.
fn games_at_end(rounds: &[(usize, Round)], journal: &Journal, keys: &JournalKeys) -> u64 {
    let of_rounds: HashSet<GameKey> =
        rounds.iter().flat_map(|(_, round)| round.fixtures()).map(|fixture| keys.of(&fixture)).collect();
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
        Err(error) => Err(Mistake::unread(&path, &error).into()),
    }
}
