//! One game, played at random or along a line of steps: rules and a seed in, the promise that it breaks out.

use std::collections::BTreeSet;
use std::fmt;

use judge_play::contract::{Contract, Notice};
use judge_play::file::{FileAction, FileGame, FileNews, FileRules, Stopped};
use judge_play::games::{Game, Outcome, Parameters, Seat};
use judge_play::scenes::{Shown, Viewpoint};
use judge_play::wit::Value;
use judge_play::{Seed, VoidCause};

use super::Promise;
use super::position::{self, Position};
use super::values::Dice;

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WalkStep {
    Play(FileAction),
    /// A seat is taken out, as after a bot's fault.
    Remove(Seat),
}

impl fmt::Display for WalkStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(action) => write!(f, "{action}"),
            Self::Remove(seat) => write!(f, "(seat {seat} is taken out)"),
        }
    }
}

/// A promise that a game broke, and the line of play to it.
#[derive(Clone, Debug)]
pub(super) struct BrokenPromise {
    pub(super) promise: Promise,
    pub(super) what: String,
    pub(super) line: Vec<WalkStep>,
}

impl BrokenPromise {
    /// One that no line leads to, or whose line is not known yet.
    pub(super) fn new(promise: Promise, what: impl Into<String>) -> Self {
        Self { promise, what: what.into(), line: Vec::new() }
    }

    /// A function that gave no answer, in words that begin with its name; and what brought it there.
    pub(super) fn unanswered(why: &str, after: Option<&str>) -> Self {
        let (function, why) = why.split_once(": ").unwrap_or(("the game", why));
        let after = after.map(|after| format!(" {after}")).unwrap_or_default();
        Self::new(Promise::Answers(function.to_owned()), format!("{function}{after}: {why}"))
    }
}

/// A look that failed.
impl From<Stopped> for BrokenPromise {
    fn from(stopped: Stopped) -> Self {
        Self::unanswered(&stopped.to_string(), None)
    }
}

/// The reason why a game came to no end.
pub(super) enum WalkStop {
    Broken(BrokenPromise),
    /// The machine could not run it.
    Machine(String),
}

/// The observations of one game.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) turns: u32,
    pub(super) state_most: usize,
    /// The contract's functions that were used.
    pub(super) used: BTreeSet<&'static str>,
    /// The number of times that a secret was kept, and the places where it was not.
    pub(super) kept: u32,
    pub(super) shown: Vec<BrokenPromise>,
    /// The scores that each seat is shown before the first action, where there are secrets.
    pub(super) first_scores: Vec<Vec<i32>>,
    /// The number of steps after which no action was known.
    pub(super) stuck_after: Option<usize>,
}

/// The plan by which a game goes on.
pub(super) enum WalkPlan<'a> {
    /// At random; where a number is given, a seat is taken out after so many steps.
    Random { remove_after: Option<usize> },
    /// Along a line. Only the position at its end is examined.
    Along(&'a [WalkStep]),
}

/// Plays one game.
pub(super) fn walk(rules: &FileRules, seed: Seed, plan: &WalkPlan<'_>) -> Result<Walked, WalkStop> {
    let rules = FileGame::for_one_match(rules);
    let seats = u8::try_from(rules.seats()).expect("a game has few seats");
    let mut walk = Walk { line: Vec::new(), walked: Walked::default(), seats };
    let mut game = FileGame::start_with(&rules, seed.0);
    walk.sound(&game)?;
    for seat in (0..walk.seats).map(Seat) {
        FileGame::setup(&rules, seat, seed, &mut Value::default());
        walk.sound(&game)?;
    }
    walk.tell(&game.announce());
    if game.facts().has_secrets() {
        let scenes = (0..walk.seats).map(|seat| game.asked_scene(Viewpoint::Seat(Seat(seat))));
        walk.walked.first_scores = scenes.filter_map(Result::ok).map(|scene| scene.scores).collect();
    }
    let mut dice = Dice::new(seed.derive(&["way"]));
    let mut known = BTreeSet::new();
    let mut removed = false;
    loop {
        walk.walked.state_most = walk.walked.state_most.max(game.state().len());
        let is_examined = !matches!(plan, WalkPlan::Along(steps) if walk.line.len() < steps.len());
        let mut next = None;
        if is_examined {
            let (seats, line) = (walk.seats, &walk.line[..]);
            let position = Position { game: &game, seats, seed, known: &known, is_whole: !removed, line };
            let actions = position.examine(&mut walk.walked).map_err(|broken| walk.stop(&game, broken))?;
            known.extend(actions.iter().map(ToString::to_string));
            next = Some(actions).filter(|actions| !actions.is_empty());
        }
        if let Some(outcome) = game.outcome() {
            return if removed { Ok(()) } else { ranks_fit(&outcome) }
                .map_err(|broken| walk.stop(&game, broken))
                .map(|()| walk.walked);
        }
        let at = walk.line.len();
        let step = match plan {
            WalkPlan::Along(steps) => steps.get(at).cloned(),
            WalkPlan::Random { remove_after: Some(after) } if *after == at => {
                let seat = dice.below(walk.seats.into());
                Some(WalkStep::Remove(Seat(u8::try_from(seat).expect("a game has few seats"))))
            }
            WalkPlan::Random { .. } => {
                let drawn = next.map(|mut actions| actions.swap_remove(dice.below(actions.len())));
                walk.walked.stuck_after = drawn.is_none().then_some(at);
                drawn.map(WalkStep::Play)
            }
        };
        let Some(step) = step else { return Ok(walk.walked) };
        let before = game.clone();
        if !walk.take(&mut game, &step)? {
            return Ok(walk.walked);
        }
        match &step {
            WalkStep::Remove(_) => removed = true,
            WalkStep::Play(action) => {
                known.insert(action.to_string());
                if is_examined {
                    position::marks(&before, action, &game).map_err(|broken| walk.stop(&game, broken))?;
                }
            }
        }
    }
}

struct Walk {
    line: Vec<WalkStep>,
    walked: Walked,
    seats: u8,
}

impl Walk {
    /// Takes a step, and returns whether the game goes on. It does not after an action that was legal in another line only,
    /// nor where a game ends because a seat is taken out.
    fn take(&mut self, game: &mut FileGame, step: &WalkStep) -> Result<bool, WalkStop> {
        let news = match step {
            WalkStep::Play(action) => game.play_and_tell(action).ok(),
            WalkStep::Remove(seat) => game.remove(*seat),
        };
        self.line.push(step.clone());
        self.sound(game)?;
        let Some(news) = news else { return Ok(false) };
        self.tell(&news);
        self.walked.turns += u32::from(matches!(step, WalkStep::Play(_)));
        Ok(true)
    }

    /// Stops if the game has broken while it was played.
    fn sound(&self, game: &FileGame) -> Result<(), WalkStop> {
        position::trouble(game, None).map_or(Ok(()), |broken| Err(self.stop(game, broken)))
    }

    fn stop(&self, game: &FileGame, broken: BrokenPromise) -> WalkStop {
        match game.trouble() {
            Some((VoidCause::Machine, why)) => WalkStop::Machine(why),
            _ => WalkStop::Broken(BrokenPromise { line: self.line.clone(), ..broken }),
        }
    }

    fn tell(&mut self, news: &[Notice<FileNews>]) {
        self.walked.used.extend(news.iter().map(|notice| FileGame::tells(&notice.event)));
    }
}

/// Checks that no seat with more points is placed behind one with less.
fn ranks_fit(outcome: &Outcome) -> Result<(), BrokenPromise> {
    let Outcome { ranks, scores, .. } = outcome;
    let seats = 0..ranks.len();
    let is_wrong = |one: usize, other: usize| scores[one] > scores[other] && ranks[one] > ranks[other];
    if seats.clone().any(|one| seats.clone().any(|other| is_wrong(one, other))) {
        let what = format!(
            "the game ends with the ranks {ranks:?} and the scores {scores:?}, so somebody with more is placed behind somebody with less"
        );
        return Err(BrokenPromise::new(Promise::RanksFitScores, what));
    }
    Ok(())
}
