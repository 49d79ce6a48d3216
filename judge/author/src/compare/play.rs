//! A comparison is played: rounds on all threads, counted in the schedule's order, until the test decides.
//!
//! Rounds that were played after the one that decides are thrown away. So the answer is the same for
//! any number of threads.

use std::collections::BTreeMap;
use std::path::Path;

use judge_play::GameTerms;
use judge_play::text::sanitize;

use super::plan::Plan;
use super::sequential::{Conclusion, Hypotheses};
use super::tally::{RoundPoints, ScoreTally};
use crate::in_order::in_order;
use judge_core::error::{Error, Mistake};
use judge_core::game::LoadedBots;
use judge_core::host::{Cancellation, Reason, thread_pool};
use judge_core::journal::{CannotOpen, Journal, JournalKeys};
use judge_core::phases::Fixture;
use judge_core::play::{PlayedGame, journaled, play_rounds};

/// Rounds in a row that went as earlier ones did, after which no other is expected.
const REPEATS_MAX: u64 = 100;

/// The end of a comparison: a decision of its test, or a number of rounds.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// The hypotheses between which the test decides.
    pub hypotheses: Hypotheses,
    /// The most rounds.
    pub rounds: u32,
    /// Whether all of them are played, whatever the test says: an estimate is fair then.
    pub all: bool,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The rounds that count.
    pub tally: ScoreTally,
    /// Faults in them: of each bot that committed any how many, and the first.
    pub faults: BTreeMap<usize, (u64, String)>,
    /// The reason of its end.
    pub end: ComparisonEnd,
}

/// The reason of a comparison's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparisonEnd {
    /// The test has decided.
    Decided(Conclusion),
    /// All rounds are played.
    Rounds,
    /// The bots play the same games again and again.
    Repeats,
    /// It was stopped on request.
    Interrupted,
    /// A game says nothing, in words.
    Void(String),
}

/// The points of a round, and its faults, each with the bot's place among the loaded bots; or what ends the comparison in it.
type PlayedRound = Result<(RoundPoints, Vec<(usize, String)>), ComparisonEnd>;

/// The journal of a comparison: in the folder, or in a file that is gone afterwards.
///
/// # Errors
/// If it cannot be written, or somebody else has it open.
pub fn journal(folder: Option<&Path>) -> Result<Journal, Error> {
    let Some(folder) = folder else {
        return Journal::temporary().map_err(|error| {
            Error::Machine(format!("a temporary file cannot be used: {error}; name a folder with --out"))
        });
    };
    let cannot = |error: std::io::Error| {
        Mistake::in_file(folder, format!("the folder cannot be written to: {error}; name another with --out"))
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    if folder.join("manifest.toml").exists() {
        let text = "it has the results of a tournament; name another folder with --out";
        return Err(Mistake::in_file(folder, text).into());
    }
    let (journal, _) = Journal::open(&folder.join("journal")).map_err(|error| match error {
        CannotOpen::Io(error) => cannot(error),
        CannotOpen::InUse | CannotOpen::NotAFile | CannotOpen::NoLocks => {
            Mistake::in_file(folder.join("journal"), format!("{error} with --out"))
        }
    })?;
    Ok(journal)
}

/// Plays rounds between the bots of `loaded_bots` until the test decides, and calls `progress` after each.
///
/// # Errors
/// The machine's trouble.
pub fn play(
    (loaded_bots, opening_plies): (&LoadedBots, u32),
    plan: &Plan,
    until: &Until,
    (journal, jobs): (&Journal, usize),
    cancellation: &Cancellation,
    progress: &(dyn Fn(&ScoreTally) + Sync),
) -> Result<Comparison, Error> {
    let terms = GameTerms::new(loaded_bots.rules(), opening_plies, loaded_bots.limits());
    let keys = JournalKeys::on(&terms, loaded_bots.rules(), loaded_bots.bots());
    let rules = (loaded_bots.rules(), opening_plies);
    let one_game = play_rounds(rules, loaded_bots.sandbox(), loaded_bots.bots(), cancellation);
    let finished = |fixture: &Fixture<'_>| Some(one_game(fixture, &[]).record);
    let kept = journaled(finished, journal, &keys, cancellation);
    let tally = ScoreTally::new(plan.scale(), plan.seats);
    let mut comparison = Comparison { tally, faults: BTreeMap::new(), end: ComparisonEnd::Rounds };
    let played = |number| play_round(plan, number, &kept);
    let is_silent = || loaded_bots.silence().is_some();
    let count = |round| match comparison.count(round, until, progress) {
        Ok(()) => false,
        Err(end) => {
            comparison.end = end;
            true
        }
    };
    thread_pool(jobs)?.install(|| in_order(0..until.rounds, played, is_silent, count));
    if let Some(silence) = loaded_bots.silence() {
        let text = format!("{silence}; nothing is decided");
        return Err(Mistake::in_file("judge compare", text).into());
    }
    match cancellation.reason() {
        Some(Reason::Journal(error)) => {
            let text = format!("the journal cannot be written: {error} and run again to resume");
            Err(Error::Machine(text))
        }
        Some(Reason::Game(broken)) => {
            let void = broken.record.void().expect("a broken game is void");
            Err(Error::void(void.cause, &void.detail))
        }
        _ => Ok(comparison),
    }
}

/// Plays the games of a round.
fn play_round(
    plan: &Plan,
    number: u32,
    one_game: impl Fn(&Fixture<'_>) -> Option<PlayedGame>,
) -> PlayedRound {
    let games = plan.games(number);
    let (mut ended, mut faults) = (Vec::new(), Vec::new());
    for game in &games {
        let fixture = game.fixture();
        let PlayedGame { record, .. } = one_game(&fixture).ok_or(ComparisonEnd::Interrupted)?;
        let seating = fixture.seating();
        faults.extend(record.faults.iter().map(|fault| {
            let text = format!("{} (round {}, seat {})", fault.sanitized(), number + 1, fault.seat);
            (seating[fault.seat.index()].0, text)
        }));
        let Some(ranks) = record.verdict.ranks() else {
            let detail = sanitize(&record.verdict.to_string());
            return Err(ComparisonEnd::Void(format!("round {}: {detail}", number + 1)));
        };
        ended.push((ranks.to_vec(), record.transcript_sha256));
    }
    Ok((plan.points(&games, ended), faults))
}

impl Comparison {
    /// Counts the next round.
    ///
    /// # Errors
    /// What ends the comparison in it, if that does.
    fn count(
        &mut self,
        round: PlayedRound,
        until: &Until,
        progress: &dyn Fn(&ScoreTally),
    ) -> Result<(), ComparisonEnd> {
        let (points, faults) = round?;
        self.tally.add(&points);
        for (bot, text) in faults {
            self.faults.entry(bot).or_insert((0, text)).0 += 1;
        }
        progress(&self.tally);
        let decision = Hypotheses::decide(self.tally.ratio(until.hypotheses)).filter(|_| !until.all);
        let repeats = (self.tally.repeats_in_a_row >= REPEATS_MAX).then_some(ComparisonEnd::Repeats);
        decision.map(ComparisonEnd::Decided).or(repeats).map_or(Ok(()), Err)
    }
}
