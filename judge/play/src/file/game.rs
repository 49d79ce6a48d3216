//! A game in progress whose rules are a file's: what the file answers, as a game and its contract.

use std::fmt::{self, Display};
use std::sync::{Arc, OnceLock};

use judge_games::{Ending, Game, Outcome, Seat};
use judge_wit::{Function, Reader, Value, write_json};

use super::action::{FileAction, FileIllegal};
use super::info::line;
use super::{FileRules, Purpose, Stopped, broken, lock, read};
use crate::Seed;
use crate::contract::{Asked, AtPosition, BEGINS, Contract, Notice, Phase, Trouble, no_position};
use crate::fault::Fault;
use crate::game_info::RulesError;
use crate::text::sanitize;

/// The setting by which a game that is a file begins at a position.
const POSITION: &str = "position";

/// News for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNews {
    pub(super) function: &'static str,
    pub(super) arguments: Value,
    pub(super) text: String,
}

impl Display for FileNews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A position of a game whose rules are a file's.
#[derive(Clone)]
pub struct FileGame {
    pub(super) rules: FileRules,
    pub(super) position: Arc<Position>,
    turns: u32,
    /// The seats that were taken out, a bit for each.
    removed: u8,
}

/// A position: the state, and what the file says of it.
#[derive(Default)]
pub(super) struct Position {
    pub(super) state: Vec<u8>,
    pub(super) to_move: Option<Seat>,
    pub(super) forced: Option<FileAction>,
    pub(super) outcome: Option<Outcome>,
    pub(super) notices: Vec<Notice<FileNews>>,
    /// The question to the seat to move: the file is asked for it once.
    pub(super) question: OnceLock<Question>,
}

/// A question to a seat.
#[derive(Clone, Default)]
pub(super) struct Question {
    pub(super) function: &'static str,
    /// None for the function that begins a game and asks at the same time.
    pub(super) arguments: Option<Value>,
    pub(super) text: String,
}

/// A seat's view when it is asked for an action.
pub struct FileView {
    rules: FileRules,
    position: Arc<Position>,
    seat: Seat,
    question: Question,
}

impl FileGame {
    /// The position that a file answers to a function; one that is over, where it answers none.
    ///
    /// A seat that was taken out has no turn any more: it could only be taken out again, for ever.
    fn position(rules: &FileRules, function: &str, answered: Option<Position>, removed: u8) -> Arc<Position> {
        let over = || Outcome::by_score(vec![0; rules.seats.into()], Ending::Rules);
        let nowhere = || Position { outcome: Some(over()), ..Position::default() };
        let position = answered.unwrap_or_else(nowhere);
        let is_out = |seat: &Seat| removed >> seat.0 & 1 == 1;
        Arc::new(match position.to_move.filter(is_out) {
            None => position,
            Some(seat) => {
                let why = format!("{function}: seat {seat} is to move, and was taken out of the game");
                rules.break_off(why);
                nowhere()
            }
        })
    }

    /// The file's answer to an action of the seat to move.
    fn played(&self, action: &FileAction) -> Result<Self, FileIllegal> {
        // It is not played; the match finds it as the game's trouble.
        let break_off = |why: String| {
            self.rules.break_off(why.clone());
            FileIllegal(why)
        };
        if self.position.to_move.is_none() {
            // Only an opening comes here, and only if the file does not answer the same to the same question.
            let why = "play: the game is over before its opening is, and was not when that was drawn";
            return Err(break_off(why.into()));
        }
        let write = self.position.with_state(|to| to.text(&action.0));
        let read = |from: &mut Reader<'_>| {
            if from.case() == 0 {
                return read::position(from, &self.rules).map(Ok);
            }
            // Unreadable, or against a rule.
            let _ = from.case();
            Ok(Err(FileIllegal(read::text(from))))
        };
        let position = self.rules.ask(Purpose::Play, "play", write, read).ok().transpose()?;
        let turns = self.turns + 1;
        if turns > self.rules.turns_max {
            let most = self.rules.turns_max;
            return Err(break_off(format!(
                "play: the game goes on after {most} turns, and set-up said that it ends by then"
            )));
        }
        let position = Self::position(&self.rules, "play", position, self.removed);
        Ok(Self { position, turns, ..self.clone() })
    }

    /// The question to the seat to move.
    fn question(&self, seat: Seat) -> Question {
        let asked = || {
            let write = self.position.with_state(|to| to.number(seat.0));
            let read = |from: &mut Reader<'_>| read::question(from, &self.rules);
            self.rules.ask(Purpose::Play, "question", write, read).unwrap_or_default()
        };
        if self.position.to_move != Some(seat) {
            return asked();
        }
        self.position.question.get_or_init(asked).clone()
    }
}

impl Position {
    fn legal(&self, rules: &FileRules) -> Vec<FileAction> {
        if self.to_move.is_none() {
            return Vec::new();
        }
        let listed = rules.ask(Purpose::Play, "legal", self.with_state(|_| {}), read::actions);
        listed.ok().flatten().unwrap_or_default()
    }

    /// Writes the state, and what else a function takes.
    pub(super) fn with_state(&self, write: impl FnOnce(&mut Value)) -> impl FnOnce(&mut Value) {
        |to| {
            to.bytes(&self.state);
            write(to);
        }
    }
}

/// A function of the contract, and its name.
pub(super) fn known_function<'r>(
    rules: &'r FileRules,
    name: &str,
) -> Result<(&'static str, &'r Function), Stopped> {
    let file = &rules.file;
    let known =
        file.functions.iter().copied().zip(&file.interface.functions).find(|(known, _)| *known == name);
    let none = || Stopped::Broken(format!("the contract has no function {:?}", line(name, 100)));
    known.ok_or_else(none)
}

/// The arguments of a function of the contract, from JSON.
pub(super) fn values((name, function): (&str, &Function), text: &str) -> Result<Value, Stopped> {
    let read = function.arguments_from_json(text).map_err(|why| line(&why, 300));
    read.or_else(|why| broken(format!("the arguments of {name}: {why}")))
}

impl Game for FileGame {
    /// It is known only when a file is loaded: see [`Contract::name`].
    const NAME: &'static str = "";
    const OPENING_PLIES: Option<u32> = None;

    type Params = FileRules;
    type Action = FileAction;
    type View = FileView;
    type Illegal = FileIllegal;

    fn start(rules: &FileRules) -> Self {
        Self::start_with(rules, 0)
    }

    fn start_with(rules: &FileRules, seed: u64) -> Self {
        let write = |to: &mut Value| {
            rules.write_settings(to);
            to.number(seed);
        };
        let start = rules.ask(Purpose::Play, "start", write, |from| read::position(from, rules));
        let position = Self::position(rules, "start", start.ok(), 0);
        Self { rules: rules.clone(), position, turns: 0, removed: 0 }
    }

    fn turns_max(rules: &FileRules) -> u32 {
        rules.turns_max
    }

    fn seats(&self) -> usize {
        self.rules.seats.into()
    }

    fn to_move(&self) -> Option<Seat> {
        self.position.to_move
    }

    fn legal(&self) -> Vec<FileAction> {
        self.position.legal(&self.rules)
    }

    fn forced(&self) -> Option<FileAction> {
        self.position.forced.clone()
    }

    fn view(&self, seat: Seat) -> FileView {
        let (rules, position) = (self.rules.clone(), self.position.clone());
        FileView { rules, position, seat, question: self.question(seat) }
    }

    fn play(&mut self, action: &FileAction) -> Result<(), FileIllegal> {
        *self = self.played(action)?;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome.clone()
    }
}

impl Contract for FileGame {
    type Event = FileNews;

    fn tells(news: &FileNews) -> &'static str {
        news.function
    }

    fn name(rules: &FileRules) -> &'static str {
        rules.file.info.name
    }

    fn own_name(&self) -> &'static str {
        self.rules.file.info.name
    }

    fn for_one_match(rules: &FileRules) -> FileRules {
        rules.alone()
    }

    fn start_at(rules: &FileRules, position: &str, seed: u64) -> Result<AtPosition<Self>, Trouble> {
        let (name, keys) = (rules.file.info.name, rules.file.info.keys);
        if keys.iter().all(|key| key.name != POSITION) {
            let why = format!("{name} begins at no position: it has no setting {POSITION}");
            return Err(no_position(why));
        }
        let others = rules.settings.iter().map(|(key, value)| (*key, value.as_str()));
        let settings = others.filter(|(key, _)| *key != POSITION).chain([(POSITION, position)]);
        let params = FileRules::new(&rules.file, settings).map_err(|error| match error {
            RulesError::Game(cause, why) => (cause, why),
            error => no_position(error),
        })?;
        if params.seats != rules.seats {
            return Err(no_position(format!(
                "it is for {} players, and here are {}",
                params.seats, rules.seats
            )));
        }
        let set = params.settings.iter().find(|(key, _)| *key == POSITION);
        let text = set.map_or_else(|| position.to_owned(), |(_, text)| text.clone());
        let game = Self::start_with(&params, seed);
        Ok(AtPosition { params, game, text })
    }

    fn trouble(&self) -> Option<Trouble> {
        let trouble = lock(&self.rules.running.trouble).clone()?;
        let answered = lock(&self.rules.running.answered);
        let whose = answered.as_ref().filter(|_| matches!(trouble, Stopped::Broken(_)));
        // Who mends the file wants to know what it met.
        let answered = whose.map_or_else(String::new, |(seat, answer)| {
            format!("; the last answer was {}, by seat {}", Fault::bounded(&sanitize(answer)), seat.0 + 1)
        });
        Some((trouble.cause(), format!("{}: {trouble}{answered}", self.own_name())))
    }

    /// Of a contract whose function that begins a game answers something.
    fn first_question_begins(rules: &FileRules) -> bool {
        rules.file.interface.function(BEGINS).is_some_and(|begins| begins.result.is_some())
    }

    fn setup(rules: &FileRules, seat: Seat, seed: Seed, to: &mut Value) {
        let Some(begins) = rules.file.interface.function(BEGINS) else { return };
        let write = |to: &mut Value| {
            rules.write_settings(to);
            to.number(seat.0);
            to.number(seed.0);
        };
        let read = |from: &mut Reader<'_>| values((BEGINS, begins), from.text());
        if let Ok(setup) = rules.ask(Purpose::Play, "begin", write, read) {
            *to = setup;
        }
    }

    fn question(view: &FileView) -> Asked {
        let phase = if view.question.arguments.is_some() { Phase::Turns } else { Phase::Setup };
        Asked { function: view.question.function, phase }
    }

    fn arguments(view: &FileView, to: &mut Value) {
        if let Some(arguments) = &view.question.arguments {
            to.clone_from(arguments);
        }
    }

    fn answer(view: &FileView, mut answer: Reader<'_>) -> Result<FileAction, String> {
        let function = view.rules.file.interface.function(view.question.function);
        let ty = function.and_then(|function| function.result.as_ref()).expect("a question has an answer");
        let mut text = String::new();
        write_json(ty, &mut answer, &mut text).expect("an answer has its type");
        let write = view.position.with_state(|to| {
            to.number(view.seat.0);
            to.text(&text);
        });
        let read = |from: &mut Reader<'_>| read::result(from, read::action);
        // Where the file breaks, the match ends before this becomes a fault.
        let action =
            view.rules.ask(Purpose::Play, "answer", write, read).unwrap_or_else(|_| Err(String::new()));
        *lock(&view.rules.running.answered) = Some((view.seat, text));
        action
    }

    fn legal_in(view: &FileView) -> Vec<FileAction> {
        if view.position.to_move == Some(view.seat) { view.position.legal(&view.rules) } else { Vec::new() }
    }

    fn news(news: &FileNews, to: &mut Value) {
        to.clone_from(&news.arguments);
    }

    fn text(view: &FileView) -> String {
        view.question.text.clone()
    }

    fn announce(&self) -> Vec<Notice<FileNews>> {
        self.position.notices.clone()
    }

    fn play_and_tell(&mut self, action: &FileAction) -> Result<Vec<Notice<FileNews>>, FileIllegal> {
        self.play(action)?;
        Ok(self.position.notices.clone())
    }

    fn remove(&mut self, offender: Seat) -> Option<Vec<Notice<FileNews>>> {
        let write = self.position.with_state(|to| to.number(offender.0));
        let rules = &self.rules;
        let read = |from: &mut Reader<'_>| read::option(from, |from| read::position(from, rules));
        let position = self.rules.ask(Purpose::Play, "remove", write, read).ok().flatten()?;
        self.removed |= 1 << offender.0;
        self.position = Self::position(&self.rules, "remove", Some(position), self.removed);
        Some(self.position.notices.clone())
    }
}
