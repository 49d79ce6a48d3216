//! A comparison is played: rounds on all threads, counted in the schedule's order, until the test decides.
//!
//! Rounds that were played after the one that decides are thrown away. So the answer is the same for
//! any number of threads.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use judge_play::text::sanitize;
use judge_play::{GameTerms, Record};
use rayon::prelude::*;

use super::plan::{Plan, PlannedGame};
use super::sequential::{Conclusion, Hypotheses};
use super::tally::{RoundPoints, ScoreTally};
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

/// The result of a round.
enum RoundEnd {
    Whole(RoundPoints, Vec<(usize, String)>),
    Void(String),
    GivenUp,
}

/// Rounds that are finished, and their results in the schedule's order.
struct FinishedRounds {
    /// Those that wait for an earlier one.
    waiting: BTreeMap<u32, RoundEnd>,
    next: u32,
    tally: ScoreTally,
    faults: BTreeMap<usize, (u64, String)>,
    end: Option<ComparisonEnd>,
}

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
    let opened = Journal::open(&folder.join("journal"));
    let (journal, _) = opened.map_err(|error| match error {
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
    let is_over = AtomicBool::new(false);
    let shared = Mutex::new(FinishedRounds::new(plan));
    thread_pool(jobs)?.install(|| {
        let rounds = (0..until.rounds).take_while(|_| !is_over.load(Ordering::Relaxed));
        rounds.par_bridge().for_each(|number| {
            let ended = play_round(plan, number, &kept);
            let mut shared = shared.lock().expect("nothing panics while it counts");
            shared.enter(number, ended, until, progress);
            is_over.store(shared.end.is_some() || loaded_bots.silence().is_some(), Ordering::Relaxed);
        });
    });
    if let Some(silence) = loaded_bots.silence() {
        let text = format!("{silence}; nothing is decided");
        return Err(Mistake::in_file("judge compare", text).into());
    }
    match cancellation.reason() {
        Some(Reason::Journal(error)) => {
            let text = format!("the journal cannot be written: {error} and run again to resume");
            return Err(Error::Machine(text));
        }
        Some(Reason::Game(broken)) => {
            let void = broken.record.void().expect("a broken game is void");
            return Err(Error::void(void.cause, &void.detail));
        }
        _ => {}
    }
    let FinishedRounds { tally, faults, end, .. } =
        shared.into_inner().expect("nothing panics while it counts");
    Ok(Comparison { tally, faults, end: end.unwrap_or(ComparisonEnd::Rounds) })
}

/// Plays the games of a round.
fn play_round(plan: &Plan, number: u32, one_game: impl Fn(&Fixture<'_>) -> Option<PlayedGame>) -> RoundEnd {
    let games = plan.games(number);
    let (mut ended, mut faults) = (Vec::new(), Vec::new());
    for game in &games {
        let Some(PlayedGame { record, .. }) = one_game(&game.fixture()) else { return RoundEnd::GivenUp };
        faults.extend(faults_of(game, number, &record));
        match record.verdict.ranks() {
            Some(ranks) => ended.push((ranks.to_vec(), record.transcript_sha256)),
            None => {
                return RoundEnd::Void(format!(
                    "round {}: {}",
                    number + 1,
                    sanitize(&record.verdict.to_string())
                ));
            }
        }
    }
    RoundEnd::Whole(plan.points(&games, &ended), faults)
}

/// The faults of a game, each with the bot's place among the loaded bots.
fn faults_of<'a>(
    game: &'a PlannedGame,
    number: u32,
    record: &'a Record,
) -> impl Iterator<Item = (usize, String)> + 'a {
    let seating = game.fixture().seating();
    record.faults.iter().map(move |fault| {
        let text = format!("{} (round {}, seat {})", fault.sanitized(), number + 1, fault.seat);
        (seating[fault.seat.index()].0, text)
    })
}

impl FinishedRounds {
    fn new(plan: &Plan) -> Self {
        let tally = ScoreTally::new(plan.scale(), plan.seats);
        Self { waiting: BTreeMap::new(), next: 0, tally, faults: BTreeMap::new(), end: None }
    }

    /// Counts a round, if all before it are counted, and those that waited for it.
    fn enter(&mut self, number: u32, ended: RoundEnd, until: &Until, progress: &dyn Fn(&ScoreTally)) {
        self.waiting.insert(number, ended);
        while self.end.is_none()
            && let Some(ended) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            match ended {
                RoundEnd::GivenUp => self.end = Some(ComparisonEnd::Interrupted),
                RoundEnd::Void(detail) => self.end = Some(ComparisonEnd::Void(detail)),
                RoundEnd::Whole(points, faults) => {
                    self.count(&points, faults, until);
                    progress(&self.tally);
                }
            }
        }
    }

    fn count(&mut self, points: &RoundPoints, faults: Vec<(usize, String)>, until: &Until) {
        self.tally.add(points);
        for (bot, text) in faults {
            self.faults.entry(bot).or_insert((0, text)).0 += 1;
        }
        let decision = Hypotheses::decide(self.tally.ratio(until.hypotheses)).filter(|_| !until.all);
        if let Some(decision) = decision {
            self.end = Some(ComparisonEnd::Decided(decision));
        } else if self.tally.repeats_in_a_row() >= REPEATS_MAX {
            self.end = Some(ComparisonEnd::Repeats);
        }
    }
}
