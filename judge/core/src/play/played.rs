//! A tournament played through: rounds in, all games out, in the schedule's order.
//!
//! Rounds are taken in batches, each large enough to keep all threads busy and small
//! enough to hold in memory. Records stay in the journal; here is only where.

use std::ops::RangeInclusive;
use std::{io, mem};

use judge_play::{Record, VoidCause};
use rayon::ThreadPool;

use super::executor::{Executor, PlayedGame, Slot};
use crate::file;
use crate::host::parallel::mapped;
use crate::host::{BrokenMatch, Cancellation, Reason};
use crate::journal::{Journal, JournalKeys, LinePlace};
use crate::phases::{Disqualified, Fixture, GameResult, Played, Round, Schedule, Shard, State};
use judge_rating::{Ratings, Scored, Tally, rate};

/// Games that are played or read at once, at least: enough work for all threads, who wait for one another then, and little memory.
const BATCH_GAMES: usize = 1_024;

/// A tournament's games, as far as they are played.
pub struct Run<'a> {
    schedule: &'a Schedule<'a>,
    journal: &'a Journal,
    /// The outcome of each game, in the schedule's order.
    games: Vec<GameEntry>,
    /// The number of void games.
    pub void: usize,
    /// The rounds that were played, where results decide what comes next.
    stages: Vec<Played>,
    /// The phases so far.
    pub(crate) state: State,
    /// The sums of the games that the rating needs.
    tally: Tally,
    /// The disqualified contestants.
    pub disqualified: Disqualified,
    /// Whether it ended before its time.
    pub interrupted: bool,
    /// Whether that is because a game is void, and what is played next depends on it.
    pub stuck: bool,
    /// The stage that was begun last.
    pub(crate) stage: Begun,
}

/// A stage that was begun.
pub(crate) struct Begun {
    /// Which stage, from 1; 0 before the first.
    pub(crate) number: u32,
    /// Its rounds, where results decide who meets whom: those of the run's stages from here.
    first: usize,
    /// The numbers of its rounds elsewhere.
    numbers: RangeInclusive<u32>,
    /// Contestants disqualified before it.
    pub(crate) disqualified: Disqualified,
    /// The number of games before it, byes included.
    pub(crate) games_before: usize,
}

/// A game as it is remembered: its record, if it counts, is in the journal.
enum GameEntry {
    Kept(LinePlace),
    /// A void game, which is not in the journal.
    Void(Box<Record>),
    Walkover,
    Unplayed,
}

impl<'a> Run<'a> {
    /// Plays all that `schedule` asks for; records are in `journal`.
    pub fn play<P: Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync>(
        schedule: &'a Schedule<'a>,
        journal: &'a Journal,
        mut executor: Executor<P>,
        finished: impl Fn() + Sync,
    ) -> Self {
        let disqualified = executor.disqualified.clone();
        let mut run = Self {
            schedule,
            journal,
            games: Vec::new(),
            void: 0,
            stages: Vec::new(),
            state: schedule.state(&[], vec![]),
            tally: Tally::default(),
            disqualified: disqualified.clone(),
            interrupted: false,
            stuck: false,
            stage: Begun { number: 0, first: 0, numbers: 0..=0, disqualified, games_before: 0 },
        };
        while !run.interrupted && run.play_stage(&mut executor, &finished) {}
        run
    }

    /// Plays the next stage; says no if there is none.
    fn play_stage<P: Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync>(
        &mut self,
        executor: &mut Executor<P>,
        finished: impl Fn() + Sync,
    ) -> bool {
        let (schedule, played) = (self.schedule, *self.stage.numbers.end());
        let numbers = played + 1..=schedule.until(played, || self.ratings());
        let known = schedule.rounds(numbers.clone());
        let (is_known, next) = (known.is_some(), mem::take(&mut self.state.next));
        let mut rounds = known.unwrap_or_else(|| Box::new(next.into_iter())).peekable();
        if rounds.peek().is_none() {
            return false;
        }
        let disqualified = self.disqualified.clone();
        let byes = self.stages.iter().filter(|played| played.round.is_bye()).count();
        let (number, games_before) = (self.stage.number + 1, self.games.len() + byes);
        self.stage = Begun { number, first: self.stages.len(), numbers, disqualified, games_before };
        // Where results decide, all of a stage are entered, also those that were not played, as all have their numbers.
        while rounds.peek().is_some() && !(is_known && self.interrupted) {
            let batch = batch(&mut rounds);
            let slots = executor.play(&batch, &finished);
            self.disqualified = executor.disqualified.clone();
            let entered = self.enter(batch, slots);
            if !is_known {
                let played = |(round, games)| Played::new(round, games, |id| self.disqualified.has(id));
                self.stages.extend(entered.into_iter().map(played));
            }
        }
        // A game that is missing decides what comes next, so the next run plays it.
        self.stuck = self.void > 0 && schedule.has_stages();
        self.interrupted |= self.stuck;
        self.state = schedule.state(&self.stages, mem::take(&mut self.state.ends));
        true
    }

    /// The rounds of the stage that was begun last.
    pub(crate) fn rounds_of_stage(&self) -> Vec<Round> {
        let Begun { first, numbers, .. } = &self.stage;
        match self.schedule.rounds(numbers.clone()) {
            Some(rounds) => rounds.collect(),
            None => self.stages[*first..].iter().map(|played| played.round.clone()).collect(),
        }
    }

    /// All rounds that are known, in the schedule's order.
    pub(crate) fn rounds(&self) -> Box<dyn Iterator<Item = Round> + '_> {
        let played = || Box::new(self.stages.iter().map(|played| played.round.clone())) as Box<_>;
        self.schedule.all_rounds().unwrap_or_else(played)
    }

    /// Keeps the outcomes of the games of `rounds`, and gives each round with its games.
    fn enter(&mut self, rounds: Vec<Round>, slots: Vec<Slot>) -> Vec<(Round, Vec<GameResult>)> {
        let mut slots = slots.into_iter();
        let enter = |round: Round| {
            let slots = slots.by_ref().take(round.fixtures().count());
            let games: Vec<GameResult> = slots.map(|slot| self.entered(slot)).collect();
            self.tally.add_round(&round, &games);
            (round, games)
        };
        rounds.into_iter().map(enter).collect()
    }

    fn entered(&mut self, (result, place): Slot) -> GameResult {
        self.games.push(match (&result, place) {
            (GameResult::Played(_), Some(place)) => GameEntry::Kept(place),
            (GameResult::Played(record), None) => GameEntry::Void(Box::new(record.clone())),
            (GameResult::Walkover | GameResult::Bye, _) => GameEntry::Walkover,
            (GameResult::Unplayed, _) => GameEntry::Unplayed,
        });
        self.void += usize::from(matches!(&result, GameResult::Played(record) if record.void().is_some()));
        self.interrupted |= result == GameResult::Unplayed;
        result
    }

    /// The ratings of the contestants, by the games so far.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        rate(&self.disqualified, &self.tally)
    }

    /// Goes through the games in the schedule's order, with their numbers from 1; a bye counts as one. Of a part these
    /// are the numbers in the whole. They are read on `threads`, and visited on this one.
    ///
    /// # Errors
    /// If the journal cannot be read, or `visit` fails.
    pub(crate) fn for_each_game(
        &self,
        threads: &ThreadPool,
        mut visit: impl FnMut(usize, &Scored<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Shard { number: part, total } = self.schedule.shard;
        let read = |entries: &[GameEntry]| -> Vec<io::Result<GameResult>> {
            threads.install(|| mapped(entries, |entry| self.result(entry)))
        };
        let (mut results, mut number) = (self.games.chunks(BATCH_GAMES).flat_map(read), 0);
        // Between two rounds of a part the others have rounds, of as many games each.
        for (index, round) in self.rounds().enumerate() {
            number += round.fixtures().count() * if index == 0 { part - 1 } else { total - 1 } as usize;
            let games = results.by_ref().take(round.fixtures().count());
            let games: Vec<GameResult> = games.collect::<io::Result<_>>()?;
            for scored in round.scored(&games, &self.disqualified) {
                number += 1;
                visit(number, &scored)?;
            }
        }
        Ok(())
    }

    fn result(&self, entry: &GameEntry) -> io::Result<GameResult> {
        Ok(match entry {
            GameEntry::Kept(place) => GameResult::Played(self.journal.read(*place)?),
            GameEntry::Void(record) => GameResult::Played(Record::clone(record)),
            GameEntry::Walkover => GameResult::Walkover,
            GameEntry::Unplayed => GameResult::Unplayed,
        })
    }
}

/// The next rounds.
fn batch(rounds: &mut impl Iterator<Item = Round>) -> Vec<Round> {
    let mut games = 0;
    let next = || {
        let round = if games < BATCH_GAMES { rounds.next() } else { None }?;
        games += round.fixtures().count();
        Some(round)
    };
    std::iter::from_fn(next).collect()
}

/// Plays nothing: a game is what the journal has of it, or it is given up.
pub(crate) fn recorded<'a>(
    journal: &'a Journal,
    keys: &'a JournalKeys,
) -> impl Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync + Send + 'a {
    |fixture| {
        let (record, place) = keys.find(journal, fixture)?;
        Some(PlayedGame { record, place: Some(place) })
    }
}

/// Plays a game by `play` unless it is in the journal, where it is afterwards.
///
/// A void game is not kept: it says nothing, and is played again by the next run.
pub fn journaled<'a>(
    play: impl Fn(&Fixture<'_>) -> Option<Record> + Sync + 'a,
    journal: &'a Journal,
    keys: &'a JournalKeys,
    cancellation: &'a Cancellation,
) -> impl Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync + 'a {
    let find = recorded(journal, keys);
    move |fixture| {
        if let Some(known) = find(fixture) {
            return Some(known);
        }
        if cancellation.reason().is_some() {
            return None;
        }
        let record = play(fixture)?;
        if let Some(void) = record.void() {
            if void.cause == VoidCause::Game {
                let (round, order) = (fixture.round.clone(), fixture.order);
                let broken = BrokenMatch { round, order, record: record.clone() };
                cancellation.set(Reason::Game(Box::new(broken)));
            }
            // Its calls may have ended because everything is to end, so it says nothing at all.
            return cancellation.reason().is_none().then_some(PlayedGame { record, place: None });
        }
        match journal.append(&keys.of(fixture), &record) {
            Ok(place) => Some(PlayedGame { record, place: Some(place) }),
            Err(error) => {
                cancellation.set(Reason::Journal(file::unwritten(&error)));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
