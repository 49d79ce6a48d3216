//! The parts of a tournament put together, as if one machine had played it: journals in, results out.
//!
//! A part is whatever has a journal. How the games were divided makes no difference: a game is known by all that it
//! depends on.

mod again;
mod open_games;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use judge_play::Seed;
use judge_play::text::{count, count_are, sanitize_path};

use super::parts;
use super::stage::{self, Stage};
use crate::beacon;
use crate::error::{Error, Mistake};
use crate::host::Cancellation;
use crate::journal::{GameKey, Journal, Locking, NotTakenIn};
use crate::phases::{Fixture, Schedule};
use crate::play::played::recorded;
use crate::play::{Observer, Runner};
use crate::publish::folder::{Folder, JOURNAL};
use crate::results::numbered;
use crate::run::{Playing, RunEnded};
use crate::tournament::Share;
use open_games::OpenGames;

/// The parts to be merged, and the options for it.
#[derive(Clone, Debug)]
pub struct MergeRequest {
    /// The parts' folders or journals; none for those in the usual folder of results.
    pub parts: Vec<PathBuf>,
    /// The folder of results; `None` for the usual one.
    pub out: Option<PathBuf>,
    /// The treatment of games that no part has.
    pub missing: Missing,
    /// The share of games that are played again.
    pub audit: Share,
    /// The seed of the sample for that.
    pub seed: Seed,
    /// Whether other judges are kept out of the folder.
    pub locking: Locking,
}

/// The treatment of games that no part has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// They are listed, and nothing is published.
    #[default]
    Told,
    /// They are played here.
    Played,
}

/// The journals that were taken in, and which of them has a game.
pub(crate) struct MergedJournals {
    journals: Vec<PathBuf>,
    of: HashMap<GameKey, usize>,
}

/// Puts the parts of a tournament together, as if one machine had played it.
///
/// Of a tournament with stages it merges the stages so far, and names the next.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn merge(
    runner: &Runner,
    request: &MergeRequest,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<RunEnded, Error> {
    beacon::check(&runner.tournament, &runner.inputs)?;
    let results = runner.results_folder();
    let schedule = runner.schedule();
    let journals = journals(request, &results, &schedule)?;
    let folder = Folder::create(request.out.as_ref().unwrap_or(&results), &runner.tournament)?;
    let (mut journal, _) = folder.journal(request.locking)?;
    let playing = Playing { runner, schedule: &schedule, folder: &folder, cancellation, observer };
    let taken_in = MergedJournals::new(playing, journals, &mut journal);
    let taken_in = taken_in.map_err(|error| without_parts(&mut journal, error))?;
    let stage = schedule.has_stages().then(|| stage::next(runner, &schedule, &journal)).flatten();
    let may_play = match &stage {
        None if schedule.has_stages() => OpenGames::default(),
        stage => open_games(playing, stage.as_ref(), &journal, &taken_in),
    };
    let done = may_play.tell(request.missing, runner, &taken_in);
    done.map_err(|error| without_parts(&mut journal, error))?;
    let games_before = journal.added();
    // What no part could know to be needed is played now: very few games, if any.
    let run = playing.play(&journal, |fixture| may_play.has(&runner.keys.of(fixture)))?;
    let played = journal.added() - games_before;
    if played > 0 {
        observer.notify(&format!("played here, because no part had them: {}", count(played as u64, "game")));
    }
    if request.audit != Share::NOTHING && cancellation.reason().is_none() {
        if let Err(error) = again::audit(playing, &run, request, &taken_in) {
            return Err(without_parts(&mut journal, error));
        }
        if cancellation.reason().is_some() {
            return playing.cancelled(&run);
        }
    }
    if schedule.has_stages() && run.interrupted && !run.stuck && cancellation.reason().is_none() {
        return Ok(RunEnded::NextStage { stage: run.stage.number, table: playing.unfinished(&run)? });
    }
    playing.publish(&run)
}

/// The journals of the parts. Before the first stage there are none.
fn journals(request: &MergeRequest, results: &Path, schedule: &Schedule<'_>) -> Result<Vec<PathBuf>, Error> {
    let parts = if request.parts.is_empty() { parts::folders(results)? } else { request.parts.clone() };
    if parts.is_empty() && !schedule.has_stages() && request.missing == Missing::Told {
        let text = "there are no parts here; run the tournament with --shard, or name the parts' folders";
        return Err(Mistake::in_file(results, text).into());
    }
    Ok(parts.into_iter().map(|part| if part.is_dir() { part.join(JOURNAL) } else { part }).collect())
}

/// Leaves the folder's journal as it was: parts that are played again would contradict their old records.
fn without_parts(journal: &mut Journal, error: Error) -> Error {
    // If it cannot be, the next merge tells of the contradiction.
    let _ = journal.forget_added();
    error
}

/// The game with this key in words, if it is one of those that are known by the journal.
fn game_with(playing: Playing<'_>, journal: &Journal, key: GameKey) -> Option<String> {
    let (runner, keys) = (playing.runner, &playing.runner.keys);
    let run = runner.play(playing.schedule, journal, recorded(journal, keys), &());
    numbered(run.rounds(), 1).find_map(|(first, round)| {
        let fixture = round.fixtures().find(|fixture| keys.of(fixture) == key)?;
        Some(in_words(runner, first + fixture.order, &fixture))
    })
}

/// A game's number and its contestants.
fn in_words(runner: &Runner, number: usize, fixture: &Fixture<'_>) -> String {
    let names: Vec<&str> = fixture.seating().iter().map(|id| runner.bots[id.0].name.as_str()).collect();
    format!("game {number}, {}", names.join(" "))
}

/// The games that no part has: of a stage, or of all.
fn open_games(
    playing: Playing<'_>,
    stage: Option<&Stage>,
    journal: &Journal,
    taken_in: &MergedJournals,
) -> OpenGames {
    let Playing { runner, schedule, observer, .. } = playing;
    if let Some(stage) = stage {
        let rounds = || Box::new(stage.rounds.iter().cloned()) as Box<dyn Iterator<Item = _>>;
        let mut open = OpenGames::new(runner, rounds, &stage.begun.disqualified, journal, taken_in);
        open.stage = Some(stage.begun.number);
        return open;
    }
    let nobody = runner.tournament.disqualified();
    let rounds = || schedule.all_rounds().unwrap_or_else(|| Box::new(std::iter::empty()));
    let open = OpenGames::new(runner, rounds, &nobody, journal, taken_in);
    for unused in open.unused(taken_in) {
        let text =
            "none of its games is one of this tournament, with these bots and this version of the judge";
        observer.warn(&format!("{}: {text}", sanitize_path(unused)));
    }
    open
}

impl MergedJournals {
    fn new(playing: Playing<'_>, journals: Vec<PathBuf>, into: &mut Journal) -> Result<Self, Error> {
        let Playing { folder, observer, .. } = playing;
        let mut of = HashMap::new();
        for (number, path) in journals.iter().enumerate() {
            let (found, keys) = into.take_in(path).map_err(|error| match error {
                NotTakenIn::Unread(_) => Error::from(Mistake::in_file(path, error.to_string())),
                NotTakenIn::Unwritten(_) => Error::Machine(format!("{}: {error}", sanitize_path(folder.path()))),
                NotTakenIn::Contradicts(key) => {
                    let game = game_with(playing, into, key).unwrap_or_else(|| "a game".to_owned());
                    let other = of.get(&key).map(|number: &usize| journals[*number].clone());
                    let other = other.unwrap_or_else(|| folder.path().join(JOURNAL));
                    let text = format!(
                        "{game}: {} has another record of it; play that part again with --fresh on another machine, and remove the journal that is wrong",
                        sanitize_path(&other)
                    );
                    Mistake::in_file(path, text).into()
                }
            })?;
            of.extend(keys.into_iter().map(|key| (key, number)));
            let damaged = found.damaged + usize::from(found.torn);
            if damaged > 0 {
                let (path, lines) = (sanitize_path(path), count_are(damaged, "line"));
                observer.notify(&format!("{path}: {lines} damaged; lost games are missing"));
            }
        }
        Ok(Self { journals, of })
    }
}
