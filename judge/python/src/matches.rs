//! One match, stepped from Python. A seat without a bot waits for an action, which the package takes from a function or
//! from its caller.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use judge_bots::start_between;
use judge_core::tournament::seats_setting;
use judge_play::games::Seat;
use judge_play::scenes::{CellScene, Facts, Number, Piece, Scene, Viewpoint};
use judge_play::{AnyMatch, Event, Line, SeatLine, Seed, Verdict, Void, VoidCause, opening};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use self_cell::self_cell;
use serde_json::{Value, json};

use crate::encoding::Encoding;
use crate::loaded_bots::{LoadedBots, file_rules, loaded_bots, program};
use crate::{Mistake, Settings, Trouble, rules, whole};

/// Steps between two looks for a signal: a few turns.
const STEPS_AT_A_TIME: usize = 8;

/// The message for a second thread.
const BUSY: &str = "another thread is using this match; use it in one thread at a time";

/// The engine's words where no place is left for an instance.
const CROWDED: &str = "maximum concurrent";

/// The message in that case.
const NO_ROOM: &str = "too many matches with the same bots are open in this process; let go of those that you do not need (del), or use more processes";

type Game<'a> = Box<dyn AnyMatch + 'a>;

self_cell!(
    /// A match, with the bots that play it.
    struct PlayingMatch {
        owner: Option<Arc<LoadedBots>>,
        #[not_covariant]
        dependent: Game,
    }
);

/// A match of any game, for one thread at a time. Everything about it follows from its parts, what was done by
/// hand and how many steps were made: to take back, to copy and to begin again in another process is to play again.
#[pyclass(frozen, module = "judge._judge")]
pub(crate) struct Match {
    made_of: MadeOf,
    /// None of a game that is a file: it may have no boards, or others in each position.
    encoding: Option<Encoding>,
    state: Mutex<State>,
}

/// The parts that a match is made of.
#[derive(Clone)]
struct MadeOf {
    /// The game's name, or the path of its file.
    game: String,
    /// A word for each seat that a bot has.
    bots: Vec<Option<String>>,
    seed: u64,
    settings: Settings,
    opening_plies: u32,
}

/// The actions by hand, by turn; the number of steps made; and all actions so far, which must come out the same.
type Played = (BTreeMap<u32, String>, u32, Vec<String>);

/// The progress of a match.
struct State {
    line: Line,
    playing: PlayingMatch,
    /// Steps so far, without those that only waited.
    steps: u32,
    /// The process whose threads watch the bots. One that was forked off has not got them.
    process: u32,
}

impl MadeOf {
    /// The match before its first step.
    fn begin(&self, python: Python<'_>) -> PyResult<State> {
        let Self { game, bots, seed, settings, opening_plies } = self;
        let words: Vec<String> = bots.iter().flatten().cloned().collect();
        let is_file = Path::new(game).extension().is_some_and(|end| end.eq_ignore_ascii_case("wasm"));
        let program = if is_file || !words.is_empty() { Some(program(python)?) } else { None };
        let make = |settings: &Settings| {
            if is_file { file_rules(game, settings, program.clone()) } else { rules(game, settings) }
        };
        let mut rules = make(settings)?;
        let is_missing = bots.len() != rules.seats() && !settings.contains_key("seats");
        if let Some((key, seats)) = seats_setting(rules.info(), bots.len()).filter(|_| is_missing) {
            rules = make(&settings.clone().into_iter().chain([(key.to_owned(), seats)]).collect())?;
        }
        if bots.len() != rules.seats() {
            let (seats, named) = (rules.seats(), bots.len());
            return Err(Mistake::new_err(format!(
                "{game} has {seats} seats here, and {named} bots are named"
            )));
        }
        if *opening_plies > opening::PLIES_MAX {
            return Err(Mistake::new_err(format!("opening_plies: write 0 to {}", opening::PLIES_MAX)));
        }
        let (loaded_bots, places) = if words.is_empty() {
            (None, Vec::new())
        } else {
            let loaded = python.detach(|| loaded_bots(&rules, &words, program));
            // Ctrl-C, and not what it led to.
            python.check_signals()?;
            let (loaded_bots, places) = loaded?;
            (Some(loaded_bots), places)
        };
        let mut places = places.into_iter();
        let seats = bots.iter().map(|bot| match bot {
            Some(_) => SeatLine::bot(places.next().expect("there is a place for each word")),
            None => SeatLine::person(),
        });
        let mut line = Line::new(rules, Seed(*seed), seats.collect());
        line.opening_plies = *opening_plies;
        State::start(line, loaded_bots)
    }
}

impl State {
    /// The match that a line describes, before its first step.
    fn start(line: Line, loaded_bots: Option<Arc<LoadedBots>>) -> PyResult<Self> {
        let playing = PlayingMatch::try_new(loaded_bots, |loaded_bots| match loaded_bots {
            Some(loaded_bots) => loaded_bots.start(&line),
            None => start_between(&line, &|_, _| unreachable!("no bot has a seat")),
        })
        .map_err(|(turn, why): (u32, String)| Mistake::new_err(format!("turn {turn}: {why}")))?;
        Ok(Self { line, playing, steps: 0, process: process::id() })
    }

    /// The same match at the point of another one, by the same actions.
    fn again(&self, python: Python<'_>, (by_hand, steps, actions): Played) -> PyResult<Self> {
        let line = Line { by_hand, ..self.line.clone() };
        let mut state = Self::start(line, self.playing.borrow_owner().clone())?;
        state.go_until(python, |state| state.steps >= steps)?;
        if state.actions() != actions {
            let game = state.line.rules.game();
            return Err(Mistake::new_err(format!(
                "this match of {game} comes to other actions now: its bots or the game have changed since it was played"
            )));
        }
        Ok(state)
    }

    /// The match so far: actions by hand, steps, and all actions.
    fn so_far(&self) -> Played {
        (self.line.by_hand.clone(), self.steps, self.actions())
    }

    /// The same match as it was at a turn.
    fn at(&self, python: Python<'_>, turn: u32) -> PyResult<Self> {
        let now = self.turn();
        if turn > now {
            return Err(Mistake::new_err(format!(
                "turn {turn}: the match has come to turn {now}; write 0 to {now}"
            )));
        }
        let mut line = self.line.clone();
        line.take_back(turn);
        let mut state = Self::start(line, self.playing.borrow_owner().clone())?;
        state.go_until(python, |state| state.turn() >= turn)?;
        Ok(state)
    }

    fn see<T>(&self, see: impl FnOnce(&dyn AnyMatch) -> T) -> T {
        self.playing.with_dependent(|_, game| see(&**game))
    }

    fn turn(&self) -> u32 {
        u32::try_from(self.see(|game| game.moves().len())).unwrap_or(u32::MAX)
    }

    fn actions(&self) -> Vec<String> {
        self.see(|game| game.moves().iter().map(|moved| moved.action.clone()).collect())
    }

    fn scene(&self, viewpoint: Viewpoint) -> Scene {
        self.see(|game| game.scene(viewpoint))
    }

    fn step(&mut self) -> Event {
        let event = self.playing.with_dependent_mut(|_, game| game.step());
        self.steps += u32::from(!matches!(event, Event::Waiting { .. }));
        event
    }

    /// Whether the bots could not sit down, as too many matches are open. If so the match is as it was before it began.
    fn was_crowded(&mut self) -> PyResult<bool> {
        let is_crowded = |void: &Void| void.cause == VoidCause::Machine && void.detail.contains(CROWDED);
        let is_it = self.see(|game| matches!(game.verdict(), Some(Verdict::Void(void)) if is_crowded(void)));
        if is_it {
            *self = Self::start(self.line.clone(), self.playing.borrow_owner().clone())?;
        }
        Ok(is_it)
    }

    /// Goes on so, and once more from the beginning if the bots could not sit down: other matches may have been let go since
    /// this one was made. Other threads of Python go on while bots think.
    fn seated<T: Send>(&mut self, python: Python<'_>, go_on: impl Fn(&mut Self) -> T + Sync) -> PyResult<T> {
        for _ in 0..2 {
            let done = python.detach(|| go_on(self));
            if !self.was_crowded()? {
                return Ok(done);
            }
        }
        Err(Trouble::new_err(NO_ROOM))
    }

    /// Makes a step, unless a seat without a bot must act, which it says, or the match is over.
    fn go_on(&mut self) -> ControlFlow<Option<Seat>> {
        if let Some(seat) = self.see(|game| game.waits_for()) {
            return ControlFlow::Break(Some(seat));
        }
        match self.step() {
            Event::Over(_) => ControlFlow::Break(None),
            Event::Waiting { seat } => ControlFlow::Break(Some(seat)),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Goes on as far as it can; the seat that must act, or none.
    fn run(&mut self, python: Python<'_>) -> PyResult<Option<u8>> {
        Ok(self.go_until(python, |_| false)?.map(|seat| seat.0))
    }

    /// Goes on until it is there, or as far as it can; the seat that must act then, or none.
    fn go_until(
        &mut self,
        python: Python<'_>,
        is_there: impl Fn(&Self) -> bool + Sync,
    ) -> PyResult<Option<Seat>> {
        let some_steps = |state: &mut Self| {
            let step = |_| if is_there(state) { ControlFlow::Break(None) } else { state.go_on() };
            (0..STEPS_AT_A_TIME).try_for_each(step)
        };
        loop {
            let went = self.seated(python, some_steps)?;
            // Between two turns Ctrl-C ends it; the match is as far as it has come.
            python.check_signals()?;
            if let ControlFlow::Break(seat) = went {
                return Ok(seat);
            }
        }
    }
}

#[pymethods]
impl Match {
    /// A match of `game`: a name, or the path of a game's file. `bots` has a word for each seat: the name of an example, the path of a .wasm file, or None for
    /// a seat whose actions are given to `act`. `played` is how far it has come, of a match that was pickled.
    #[new]
    #[pyo3(signature = (game, bots, seed, settings, opening_plies, played=None))]
    fn new(
        python: Python<'_>,
        game: String,
        bots: Vec<Option<String>>,
        #[pyo3(from_py_with = whole)] seed: u64,
        settings: Settings,
        #[pyo3(from_py_with = whole)] opening_plies: u32,
        played: Option<Played>,
    ) -> PyResult<Self> {
        let made_of = MadeOf { game, bots, seed, settings, opening_plies };
        let start = made_of.begin(python)?;
        let rules = &start.line.rules;
        let scene = start.scene(Viewpoint::Everything);
        let encoding =
            rules.file().is_none().then(|| Encoding::new(rules.info().facts, rules.seats(), &scene));
        let Some(played) = played else {
            return Ok(Self { made_of, encoding, state: Mutex::new(start) });
        };
        let state = start.again(python, played)?;
        Ok(Self { made_of, encoding, state: Mutex::new(state) })
    }

    fn __reduce__<'py>(&self, python: Python<'py>) -> PyResult<(Bound<'py, PyType>, Pickled)> {
        let state = self.state(python)?;
        let MadeOf { game, bots, seed, settings, opening_plies } = self.made_of.clone();
        Ok((python.get_type::<Self>(), (game, bots, seed, settings, opening_plies, state.so_far())))
    }

    fn __deepcopy__(&self, python: Python<'_>, _memo: Bound<'_, PyAny>) -> PyResult<Self> {
        self.fork(python, None)
    }

    /// Does the next thing, and says what it was, as JSON.
    fn step(&self, python: Python<'_>) -> PyResult<String> {
        let state = &mut *self.state(python)?;
        let event = state.seated(python, State::step)?;
        Ok(serde_json::to_string(&event).expect("it is plain data"))
    }

    /// Steps until a seat without a bot must act, or the match is over; says which seat.
    fn run(&self, python: Python<'_>) -> PyResult<Option<u8>> {
        self.state(python)?.run(python)
    }

    /// Plays an action for the next seat that must act; what comes before it is played.
    fn act(&self, python: Python<'_>, action: &str) -> PyResult<()> {
        let mut state = self.state(python)?;
        if state.run(python)?.is_none() {
            return Err(Mistake::new_err(format!("{action}: the match is over")));
        }
        let turn = state.turn();
        let acted = state.playing.with_dependent_mut(|_, game| game.act(action));
        let written = acted.map_err(|why| Mistake::new_err(format!("{action}: {why}")))?;
        state.line.by_hand.insert(turn, written);
        Ok(())
    }

    /// The seat that must act without a bot; None if the match does not wait.
    fn waits_for(&self, python: Python<'_>) -> PyResult<Option<u8>> {
        Ok(self.state(python)?.see(|game| game.waits_for()).map(|seat| seat.0))
    }

    /// The seat to move.
    fn to_move(&self, python: Python<'_>) -> PyResult<Option<u8>> {
        Ok(self.state(python)?.see(|game| game.to_move()).map(|seat| seat.0))
    }

    /// Actions that were played so far.
    fn turn(&self, python: Python<'_>) -> PyResult<u32> {
        Ok(self.state(python)?.turn())
    }

    /// The legal actions of the seat to move.
    fn legal(&self, python: Python<'_>) -> PyResult<Vec<String>> {
        let scene = self.state(python)?.scene(Viewpoint::Everything);
        Ok(scene.choices.into_iter().map(|choice| choice.action).collect())
    }

    /// The position as a seat sees it, or a spectator, as JSON.
    #[pyo3(signature = (seat=None))]
    fn scene(&self, python: Python<'_>, #[pyo3(from_py_with = whole)] seat: Option<u8>) -> PyResult<String> {
        let state = self.state(python)?;
        let scene = state.scene(self.viewpoint(seat)?);
        Ok(scene_json(&scene, state.line.rules.info().facts).to_string())
    }

    /// All actions so far, as JSON.
    fn moves(&self, python: Python<'_>) -> PyResult<String> {
        let state = self.state(python)?;
        Ok(state.see(|game| serde_json::to_string(game.moves()).expect("it is plain data")))
    }

    /// The end of the match, as JSON; null while it goes on.
    fn verdict(&self, python: Python<'_>) -> PyResult<String> {
        let state = self.state(python)?;
        Ok(state.see(|game| serde_json::to_string(&game.verdict()).expect("it is plain data")))
    }

    /// The log of the bot at a seat.
    fn log(&self, python: Python<'_>, #[pyo3(from_py_with = whole)] seat: u8) -> PyResult<String> {
        self.viewpoint(Some(seat))?;
        Ok(self.state(python)?.see(|game| game.account(Seat(seat)).log()))
    }

    /// Goes back to a turn.
    fn take_back(&self, python: Python<'_>, #[pyo3(from_py_with = whole)] turn: u32) -> PyResult<()> {
        let mut state = self.state(python)?;
        *state = state.at(python, turn)?;
        Ok(())
    }

    /// Another match that has come as far as this one, or to an earlier turn.
    #[pyo3(signature = (turn=None))]
    fn fork(&self, python: Python<'_>, #[pyo3(from_py_with = whole)] turn: Option<u32>) -> PyResult<Self> {
        let state = self.state(python)?;
        let copied = || state.again(python, state.so_far());
        let state = turn.map_or_else(copied, |turn| state.at(python, turn))?;
        Ok(Self { made_of: self.made_of.clone(), encoding: self.encoding, state: Mutex::new(state) })
    }

    /// The number of actions that the encoding has.
    fn actions(&self) -> PyResult<usize> {
        Ok(self.encoding()?.actions())
    }

    /// Planes, rows and columns of an observation.
    fn shape(&self) -> PyResult<[usize; 3]> {
        Ok(self.encoding()?.shape())
    }

    /// The view of a seat, as bytes of that shape.
    fn observe<'py>(
        &self,
        python: Python<'py>,
        #[pyo3(from_py_with = whole)] seat: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.state(python)?.scene(self.viewpoint(Some(seat))?);
        Ok(PyBytes::new(python, &self.encoding()?.planes(&scene, Seat(seat))))
    }

    /// A byte for each action that has a number: 1 if the seat to move may take it.
    fn mask<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (scene, encoding) = (self.state(python)?.scene(Viewpoint::Everything), self.encoding()?);
        let mut mask = vec![0; encoding.actions()];
        for number in scene.choices.iter().filter_map(|choice| encoding.number(choice, &scene)) {
            mask[number] = 1;
        }
        Ok(PyBytes::new(python, &mask))
    }

    /// The action with a number, in the game's notation; None if it is not legal now.
    fn action(
        &self,
        python: Python<'_>,
        #[pyo3(from_py_with = whole)] number: usize,
    ) -> PyResult<Option<String>> {
        let (scene, encoding) = (self.state(python)?.scene(Viewpoint::Everything), self.encoding()?);
        let found = scene.choices.iter().find(|choice| encoding.number(choice, &scene) == Some(number));
        Ok(found.map(|choice| choice.action.clone()))
    }

    /// The rules' settings.
    fn settings(&self, python: Python<'_>) -> PyResult<BTreeMap<&'static str, String>> {
        Ok(self.state(python)?.line.rules.settings().into_iter().collect())
    }
}

/// The data that makes a match again.
type Pickled = (String, Vec<Option<String>>, u64, Settings, u32, Played);

impl Match {
    /// The match, for this thread alone. In a process that was forked off it begins again, with bots of its own.
    fn state(&self, python: Python<'_>) -> PyResult<MutexGuard<'_, State>> {
        let (mut state, is_whole) = match self.state.try_lock() {
            Ok(state) => (state, true),
            // It panicked in the midst of a step.
            Err(TryLockError::Poisoned(state)) => (state.into_inner(), false),
            Err(TryLockError::WouldBlock) => return Err(Trouble::new_err(BUSY)),
        };
        if state.process != process::id() || !is_whole {
            let again = self.made_of.begin(python)?.again(python, state.so_far())?;
            // Nobody watches these bots here, and what locks they have may be held for ever.
            mem::forget(mem::replace(&mut *state, again));
            self.state.clear_poison();
        }
        Ok(state)
    }

    fn encoding(&self) -> PyResult<Encoding> {
        let none = || Mistake::new_err("a game that is a file has no arrays; use legal and scene");
        self.encoding.ok_or_else(none)
    }

    fn viewpoint(&self, seat: Option<u8>) -> PyResult<Viewpoint> {
        let seats = self.made_of.bots.len();
        match seat {
            None => Ok(Viewpoint::Everything),
            Some(seat) if usize::from(seat) < seats => Ok(Viewpoint::Seat(Seat(seat))),
            Some(seat) => Err(Mistake::new_err(format!("there is no seat {seat}; write 0 to {}", seats - 1))),
        }
    }
}

/// A scene as plain data, for Python: boards with rows of cells, each a list of pieces: what it is drawn as, its owner and its
/// size or length.
fn scene_json(scene: &Scene, facts: &Facts) -> Value {
    let piece = |piece: &Piece| {
        let said = facts.piece(*piece);
        let size = said.filter(|said| said.number != Number::None).map(|_| piece.number);
        json!({ "kind": said.map(|said| said.shape), "owner": piece.owner.map(|seat| seat.0), "size": size })
    };
    let pieces = |all: &[Piece]| all.iter().map(piece).collect::<Vec<_>>();
    let boards = scene.boards.iter().map(|board| {
        let rows = board.cells.chunks(board.columns.into());
        let row = |row: &[CellScene]| row.iter().map(|cell| pieces(&cell.pieces)).collect::<Vec<_>>();
        json!({
            "owner": board.owner.map(|seat| seat.0),
            "rows": rows.map(row).collect::<Vec<_>>(),
            "beside": board.beside.iter().map(|stack| pieces(stack)).collect::<Vec<_>>(),
        })
    });
    json!({
        "boards": boards.collect::<Vec<_>>(),
        "to_move": scene.to_move.map(|seat| seat.0),
        "scores": scene.scores,
        "legal": scene.choices.iter().map(|choice| &choice.action).collect::<Vec<_>>(),
    })
}
