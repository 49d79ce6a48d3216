//! A file that is a game is examined for its author: a game in, the promises that it breaks and what its calls cost out.
//!
//! Random games are played by the usual settings and by others, and every position on the way is examined: what is listed
//! is played, what is not listed is tried, answers are made up and read, every seat looks on. Each call is made twice, the
//! second time in a fresh instance. What is found is the same on every machine, but for the time; of a command, whose fuel is
//! time, also but for the number of second calls.

mod answers;
mod position;
mod recorder;
mod secrets;
mod values;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use judge_core::error::Error;
use judge_play::contract::{BEGINS, Contract};
use judge_play::file::{FileGame, FileRules, STATE_BYTES_MAX};
use judge_play::games::{Game, Parameters};
use judge_play::scenes::Shown;
use judge_play::text::thousands;
use judge_play::{GameFile, RulesError, Seed, VoidCause};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::check::variants::{each_key, named_by_game, typed, unusual};
use recorder::RecordedCalls;
use walk::{BrokenPromise, WalkPlan, WalkStep, WalkStop, Walked, walk};

pub use answers::legal_answers;

/// Games that are played at a time: after each lot the fuel is looked at.
const LOT: usize = 8;
/// Lines that are tried to make one line shorter.
const SHORTER_MAX: usize = 2_000;
/// From this share of a limit on the report warns that a game comes near, in per cent.
const NEAR: u64 = 80;

/// The promises of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// A function answers, within the limits, in the right form, and the same each time.
    Answers(String),
    /// Listed and forced actions can be played.
    ListedIsPlayed,
    /// Actions that can be played are listed, if any are.
    PlayedIsListed,
    /// Actions that are shown as choices are listed.
    ChoicesAreListed,
    /// A seat with a higher score has no worse rank.
    RanksFitScores,
    /// The settings that `set-up` answers give the same settings when they are set.
    SettingsComeBack,
    /// The usual settings, and those of the facts' `trials`, make a game.
    SettingsMakeAGame,
    /// The lines of `trials` can be played.
    TrialsArePlayed,
    /// Secrets are shown to nobody else.
    SecretsAreKept,
    /// Scores do not say what was dealt to others.
    ScoresAreKept,
    /// The functions of the contract are called.
    ContractIsUsed,
    /// There is an action to be found wherever somebody is to move.
    ActionsAreFound,
    /// Fuel and state leave room to their limits.
    LeavesRoom,
}

impl Promise {
    /// Whether it is certain that a game is wrong that does not keep it.
    fn is_certain(&self) -> bool {
        *self < Self::SecretsAreKept
    }
}

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameFinding {
    /// The promise.
    pub promise: Promise,
    /// Whether the game is wrong, and not perhaps only unusual.
    pub is_fault: bool,
    /// The event, in a sentence.
    pub what: String,
    /// The number of games in which it was not kept.
    pub games: usize,
    /// The settings that are not the usual ones, as `columns=4`.
    pub settings: String,
    /// The seed of the game.
    pub seed: u64,
    /// The shortest line of play found to the position where it happened, in the game's notation.
    pub line: Vec<String>,
}

/// The cost of one function's calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The function.
    pub function: String,
    /// The number of its calls.
    pub calls: u64,
    /// The mean fuel of a call.
    pub fuel_mean: u64,
    /// The most fuel of a call.
    pub fuel_most: u64,
}

/// All that is known of a game after its examination.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// Its name.
    pub game: String,
    /// The games that were played, and how many were to be.
    pub games: [usize; 2],
    /// By so many sets of settings.
    pub settings: usize,
    /// Actions in them.
    pub turns: u64,
    /// All calls of the game, and how many of them were made again in an instance that was asked nothing before.
    pub calls: [u64; 2],
    /// The most bytes of a state.
    pub state_most: u64,
    /// The cost of calls, by function.
    pub costs: Vec<Cost>,
    /// The mean fuel of a turn: of `question`, `answer` and `play` together.
    pub fuel_of_turn: u64,
    /// The time of that, in nanoseconds. Nothing depends on it.
    pub nanoseconds_of_turn: u64,
    /// The findings, the gravest first.
    pub findings: Vec<GameFinding>,
}

impl GameReport {
    /// Whether the game breaks a promise.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.findings.iter().any(|finding| finding.is_fault)
    }
}

/// The amount of play.
#[derive(Clone, Copy, Debug)]
pub struct GameBounds {
    /// The number of games that are played.
    pub games: usize,
    /// After so much fuel no more games are begun, but for the first lot.
    pub fuel: u64,
    /// The most fuel of a call of the game.
    pub fuel_of_call: u64,
}

/// Examines a game: by these settings only, or if there are none by the usual ones and many others.
///
/// # Errors
/// If the machine could not run the game, which says nothing about it.
pub fn examine(
    file: &Arc<GameFile>,
    settings: Option<&[(&str, &str)]>,
    bounds: GameBounds,
    progress: &(dyn Fn() + Sync),
) -> Result<GameReport, Error> {
    let (file, recorded) = recorder::recorded(file);
    let mut examination = Examination { found: BTreeMap::new(), rules: Vec::new() };
    examination.set_up(&file, settings)?;
    let mut walked = Vec::new();
    let mut played = 0;
    while played < bounds.games
        && !examination.rules.is_empty()
        // A game whose set-up is dear is played, too.
        && (played == 0 || recorded.fuel() < bounds.fuel)
    {
        let rules = &examination.rules;
        let one = |number| {
            let ended = walk(rules_of(rules, number), seed(number), &plan(number));
            progress();
            (number, ended)
        };
        let numbers = played..(played + LOT).min(bounds.games);
        let lot: Vec<_> = numbers.into_par_iter().map(one).collect();
        played += lot.len();
        for (number, ended) in lot {
            match ended {
                Ok(one) => walked.push((number, one)),
                Err(WalkStop::Machine(why)) => return Err(Error::Machine(why)),
                Err(WalkStop::Broken(broken)) => examination.add(number, broken),
            }
        }
    }
    Ok(examination.report(&file, &recorded, &walked, played, bounds))
}

/// The rules of a game: every other one goes by the usual ones.
fn rules_of(rules: &[FileRules], number: usize) -> &FileRules {
    if number.is_multiple_of(2) { &rules[0] } else { &rules[(number / 2 + 1) % rules.len()] }
}

fn seed(number: usize) -> Seed {
    Seed(1).derive(&["game check", &number.to_string()])
}

/// The plan of a random game: of some games a seat is taken out, early or late.
fn plan(number: usize) -> WalkPlan<'static> {
    WalkPlan::Random { remove_after: (number % 4 >= 2).then_some(number / 4) }
}

/// The findings of one kind: their number, and the shortest.
struct FoundPromise {
    games: usize,
    number: usize,
    broken: BrokenPromise,
}

struct Examination {
    found: BTreeMap<Promise, FoundPromise>,
    /// By which games are played: the usual ones first.
    rules: Vec<FileRules>,
}

impl Examination {
    fn add(&mut self, number: usize, broken: BrokenPromise) {
        let found = self.found.entry(broken.promise.clone());
        let found = found.or_insert_with(|| FoundPromise { games: 0, number, broken: broken.clone() });
        found.games += 1;
        if broken.line.len() < found.broken.line.len() {
            (found.number, found.broken) = (number, broken);
        }
    }

    /// Something that is wrong before any game.
    fn add_at_once(&mut self, promise: Promise, what: String) {
        self.add(0, BrokenPromise::new(promise, what));
    }

    /// Asks for the rules: the given settings, or the usual ones and many others.
    fn set_up(&mut self, file: &Arc<GameFile>, given: Option<&[(&str, &str)]>) -> Result<(), Error> {
        let first =
            given.unwrap_or_default().iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        // Whether the settings must make a game: not every value goes with the usual ones of the other keys.
        let mut all: Vec<(Vec<(&str, String)>, bool)> = vec![(first, true)];
        if given.is_none() {
            all.extend(each_key(file.info).map(|settings| (settings, false)));
            all.extend(named_by_game(file.info).map(|settings| (settings, true)));
        }
        for (settings, must_be_right) in all {
            match FileRules::new(file, settings.iter().map(|(key, value)| (*key, value.as_str()))) {
                Ok(rules) => {
                    self.comes_back(file, &rules)?;
                    self.trials(&rules);
                    if !self.rules.contains(&rules) {
                        self.rules.push(rules);
                    }
                }
                Err(RulesError::Game(VoidCause::Machine, why)) => return Err(Error::Machine(why)),
                Err(RulesError::Game(_, why)) => {
                    let why = why.strip_prefix("set-up: ").unwrap_or(&why);
                    let what = format!("set-up with {}: {why}", words(&settings));
                    self.add_at_once(Promise::Answers("set-up".into()), what);
                }
                Err(why) if must_be_right => {
                    let what = format!("set-up refuses {}: {why}", words(&settings));
                    self.add_at_once(Promise::SettingsMakeAGame, what);
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn comes_back(&mut self, file: &Arc<GameFile>, rules: &FileRules) -> Result<(), Error> {
        let settings = rules.settings();
        let given = || settings.iter().map(|(key, value)| (*key, value.as_str()));
        let wrong = match FileRules::new(file, given()) {
            Ok(again) if again == *rules && FileGame::turns_max(&again) == FileGame::turns_max(rules) => {
                return Ok(());
            }
            Ok(again) => format!("makes {:?} of them", again.settings()),
            Err(RulesError::Game(VoidCause::Machine, why)) => return Err(Error::Machine(why)),
            Err(why) => format!("refuses them: {why}"),
        };
        let what = format!("set-up answers the settings {}, and asked with them {wrong}", words(&settings));
        self.add_at_once(Promise::SettingsComeBack, what);
        Ok(())
    }

    fn trials(&mut self, rules: &FileRules) {
        let rules = FileGame::for_one_match(rules);
        for trial in FileGame::trials(&rules).unwrap_or_default() {
            let mut game = FileGame::start_with(&rules, 1);
            for (before, action) in trial.actions.iter().enumerate() {
                if let Err(why) = game.play(action) {
                    let what = format!(
                        "the trial {:?}: play refuses its action {}, {action}: {why}",
                        trial.title,
                        before + 1
                    );
                    self.add_at_once(Promise::TrialsArePlayed, what);
                    break;
                }
            }
        }
    }

    fn report(
        mut self,
        file: &Arc<GameFile>,
        recorded: &RecordedCalls,
        walked: &[(usize, Walked)],
        played: usize,
        bounds: GameBounds,
    ) -> GameReport {
        // Where all choose at once the last one's secret is out with its choice, so a secret need not be kept everywhere.
        if walked.iter().all(|(_, one)| one.kept == 0) {
            for (number, one) in walked {
                one.shown.iter().for_each(|shown| self.add(*number, shown.clone()));
            }
        }
        self.scores(walked);
        self.stuck(walked);
        let calls = recorded.calls();
        let cost = |(function, calls): (&String, &recorder::Calls)| Cost {
            function: function.clone(),
            calls: calls.number,
            fuel_mean: calls.fuel / calls.number.max(1),
            fuel_most: calls.fuel_most,
        };
        let costs: Vec<Cost> = calls.iter().map(cost).collect();
        let state_most = walked.iter().map(|(_, one)| one.state_most).max().unwrap_or(0) as u64;
        self.room(&costs, state_most, bounds);
        if self.found.keys().all(|promise| !promise.is_certain()) {
            self.unused(file, walked);
        }
        let of_turn: Vec<_> =
            ["question", "answer", "play"].iter().filter_map(|name| calls.get(*name)).collect();
        let nanoseconds: u128 =
            of_turn.iter().map(|calls| calls.nanoseconds / u128::from(calls.number.max(1))).sum();
        let fuel_of_turn = of_turn.iter().map(|calls| calls.fuel / calls.number.max(1)).sum();
        let mut findings: Vec<GameFinding> =
            self.found.into_values().map(|found| finding(found, &self.rules)).collect();
        findings.sort_by_key(|finding| !finding.is_fault);
        GameReport {
            game: file.info.name.to_owned(),
            games: [played, bounds.games],
            settings: self.rules.len(),
            turns: walked.iter().map(|(_, one)| u64::from(one.turns)).sum(),
            calls: calls
                .values()
                .fold([0; 2], |[all, again], calls| [all + calls.number, again + calls.again]),
            state_most,
            costs,
            fuel_of_turn,
            nanoseconds_of_turn: u64::try_from(nanoseconds).unwrap_or(u64::MAX),
            findings,
        }
    }

    /// Scores of others that differ before anybody has acted: they count what was dealt.
    fn scores(&mut self, walked: &[(usize, Walked)]) {
        for (place, (number, one)) in walked.iter().enumerate() {
            let same_rules =
                |other: &&(usize, Walked)| rules_of(&self.rules, other.0) == rules_of(&self.rules, *number);
            let differing = walked[..place].iter().filter(same_rules).find_map(|(_, other)| {
                let mut seats = one.first_scores.iter().zip(&other.first_scores).enumerate();
                seats.find_map(|(viewer, (now, then))| {
                    let mut owners = now.iter().zip(then).enumerate();
                    let (owner, scores) =
                        owners.find(|(owner, (now, then))| *owner != viewer && now != then)?;
                    Some((viewer, owner, scores))
                })
            });
            let Some((viewer, owner, (now, then))) = differing else { continue };
            let what = format!(
                "before the first action seat {viewer} is shown that seat {owner} has {now}, and {then} in another game: this counts what was dealt; if that is a secret, show seat {viewer} a score without it"
            );
            self.add(*number, BrokenPromise::new(Promise::ScoresAreKept, what));
        }
    }

    /// Positions in which no action was found.
    fn stuck(&mut self, walked: &[(usize, Walked)]) {
        for (number, one) in walked {
            let Some(after) = one.stuck_after else { continue };
            let what = format!(
                "after {after} actions nothing more was tried: legal lists no actions, and no made-up answer was legal"
            );
            self.add(*number, BrokenPromise::new(Promise::ActionsAreFound, what));
        }
    }

    fn room(&mut self, costs: &[Cost], state_most: u64, bounds: GameBounds) {
        let is_near = |used: u64, limit: u64| used > limit / 100 * NEAR;
        if let Some(cost) = costs.iter().find(|cost| is_near(cost.fuel_most, bounds.fuel_of_call)) {
            let Cost { function, fuel_most, .. } = cost;
            let what = format!(
                "{function} takes up to {} units of fuel, and a call may take {}; tournaments need game_fuel in [limits]",
                thousands(*fuel_most),
                thousands(bounds.fuel_of_call)
            );
            self.add_at_once(Promise::LeavesRoom, what);
        } else if is_near(state_most, STATE_BYTES_MAX as u64) {
            let what = format!("a state has up to {state_most} bytes, and may have {STATE_BYTES_MAX}");
            self.add_at_once(Promise::LeavesRoom, what);
        }
    }

    /// Functions of the contract that were never called.
    fn unused(&mut self, file: &GameFile, walked: &[(usize, Walked)]) {
        let used: BTreeSet<&str> =
            walked.iter().flat_map(|(_, one)| one.used.iter().copied()).chain(["name", BEGINS]).collect();
        let all = file.interface.functions.iter().map(|function| function.name.as_str());
        let unused: Vec<&str> = all.filter(|name| !used.contains(name)).collect();
        if !unused.is_empty() {
            let what = format!("no bot was asked {} of the contract", unused.join(", "));
            self.add_at_once(Promise::ContractIsUsed, what);
        }
    }
}

/// Settings, in words.
fn words(settings: &[(&str, String)]) -> String {
    if settings.is_empty() { "the usual settings".into() } else { typed(settings) }
}

/// A finding, with a line that is as short as could be found.
fn finding(found: FoundPromise, rules: &[FileRules]) -> GameFinding {
    let FoundPromise { games, number, mut broken } = found;
    let (mut settings, mut seed) = (String::new(), Seed(0));
    if let Some(usual) = rules.first() {
        let rules = rules_of(rules, number);
        settings = unusual(rules.settings(), &usual.settings());
        seed = self::seed(number);
        broken = shorter(broken, rules, seed);
    }
    let BrokenPromise { promise, what, line } = broken;
    let line = line.iter().map(ToString::to_string).collect();
    GameFinding { is_fault: promise.is_certain(), promise, what, games, settings, seed: seed.0, line }
}

/// The same promise, broken by a line from which nothing can be left out.
fn shorter(mut broken: BrokenPromise, rules: &FileRules, seed: Seed) -> BrokenPromise {
    let mut tries = 0;
    let breaks = |line: &[WalkStep], promise: &Promise| match walk(rules, seed, &WalkPlan::Along(line)) {
        Err(WalkStop::Broken(other)) if other.promise == *promise => Some(other),
        Ok(walked) => walked.shown.into_iter().find(|shown| shown.promise == *promise),
        Err(_) => None,
    };
    // Pieces of the line are left out, large ones first.
    let mut size = broken.line.len();
    while size > 0 && tries < SHORTER_MAX {
        let mut from = 0;
        while from + size <= broken.line.len() && tries < SHORTER_MAX {
            let line = [&broken.line[..from], &broken.line[from + size..]].concat();
            tries += 1;
            match breaks(&line, &broken.promise) {
                Some(other) if other.line.len() < broken.line.len() => broken = other,
                _ => from += 1,
            }
        }
        size = size.min(broken.line.len() + 1) / 2;
    }
    broken
}

#[cfg(test)]
mod tests;
