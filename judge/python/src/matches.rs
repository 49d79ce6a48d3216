//! One match, stepped from Python. A seat without a bot waits for an action, which the package takes from a function or
//! from its caller.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use judge_play::games::Seat;
use judge_play::scenes::{CellScene, Facts, Number, Piece, Scene, Viewpoint};
use judge_play::{AnyMatch, Event, Line, Player, SeatLine, Seed, for_game, opening};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use self_cell::self_cell;
use send_wrapper::SendWrapper;
use serde_json::{Value, json};

use crate::encoding::Encoding;
use crate::loaded_bots::{LoadedBots, file_rules, loaded_bots};
use crate::{Mistake, Settings, rules};

/// Steps between two looks for a signal: a few turns.
const STEPS_AT_A_TIME: usize = 8;

type Game<'a> = Box<dyn AnyMatch + 'a>;

self_cell!(
    /// A match, with the bots that play it.
    struct Playing {
        owner: Option<Arc<LoadedBots>>,
        #[not_covariant]
        dependent: Game,
    }
);

/// A match of any game. Everything about it follows from the line: to take back is to play again up to that turn.
#[pyclass(unsendable, module = "judge._judge")]
pub(crate) struct Match {
    line: Line,
    playing: Playing,
    /// None of a game that is a file: it may have no boards, or others in each position.
    encoding: Option<Encoding>,
}

/// Why a match does not go on by itself.
enum Stopped {
    /// A seat without a bot must act.
    WaitsFor(Seat),
    /// It has ended.
    Over,
    /// It was to make so many steps only.
    Midway,
}

impl Playing {
    /// Makes up to so many steps.
    fn run(&mut self, steps_max: usize) -> Stopped {
        self.with_dependent_mut(|_, game| {
            for _ in 0..steps_max {
                if let Some(seat) = game.waits_for() {
                    return Stopped::WaitsFor(seat);
                }
                match game.step() {
                    Event::Over(_) => return Stopped::Over,
                    Event::Waiting { seat } => return Stopped::WaitsFor(seat),
                    _ => {}
                }
            }
            Stopped::Midway
        })
    }

    fn begin(line: &Line, loaded_bots: Option<Arc<LoadedBots>>) -> PyResult<Self> {
        Self::try_new(loaded_bots, |loaded_bots| match loaded_bots {
            Some(loaded_bots) => loaded_bots.start(line),
            None => for_game!(&line.rules, params, G => line.start::<G>(params, |_, _, _, _| nobody())),
        })
        .map_err(|(turn, why): (u32, String)| Mistake::new_err(format!("turn {turn}: {why}")))
    }
}

/// No bot is in the line.
fn nobody<'p, G: judge_play::contract::Contract>() -> Box<dyn Player<G> + 'p> {
    unreachable!("a line without bots at hand asks none")
}

#[pymethods]
impl Match {
    /// A match of `game`: a name, or the path of a game's file. `bots` has a word for each seat: the name of an example, the path of a .wasm file, or None for
    /// a seat whose actions are given to `act`.
    #[new]
    #[pyo3(signature = (game, bots, seed, settings, opening_plies, program))]
    fn new(
        game: &str,
        bots: Vec<Option<String>>,
        seed: u64,
        settings: Settings,
        opening_plies: u32,
        program: Option<PathBuf>,
    ) -> PyResult<Self> {
        let is_file = Path::new(game).extension().is_some_and(|end| end.eq_ignore_ascii_case("wasm"));
        let rules =
            if is_file { file_rules(game, &settings, program.clone())? } else { rules(game, &settings)? };
        if bots.len() != rules.seats() {
            let seats = rules.seats();
            return Err(Mistake::new_err(format!(
                "{game} has {seats} seats here, and {} bots are named",
                bots.len()
            )));
        }
        if opening_plies > opening::PLIES_MAX {
            return Err(Mistake::new_err(format!("opening_plies: write 0 to {}", opening::PLIES_MAX)));
        }
        let words: Vec<String> = bots.iter().flatten().cloned().collect();
        let (loaded_bots, places) = if words.is_empty() {
            (None, Vec::new())
        } else {
            let (loaded_bots, places) = loaded_bots(&rules, &words, program)?;
            (Some(loaded_bots), places)
        };
        let mut places = places.into_iter();
        let seats = bots.iter().map(|bot| match bot {
            Some(_) => SeatLine::bot(places.next().expect("there is a place for each word")),
            None => SeatLine::person(),
        });
        let mut line = Line::new(rules, Seed(seed), seats.collect());
        line.opening_plies = opening_plies;
        let playing = Playing::begin(&line, loaded_bots)?;
        let scene = playing.with_dependent(|_, game| game.scene(Viewpoint::Everything));
        let encoding = (!is_file).then(|| Encoding::new(line.rules.info().facts, line.rules.seats(), &scene));
        Ok(Self { line, playing, encoding })
    }

    /// Does the next thing, and says what it was, as JSON.
    fn step(&mut self, python: Python<'_>) -> String {
        let playing = SendWrapper::new(&mut self.playing);
        let event = python.detach(move || playing.take().with_dependent_mut(|_, game| game.step()));
        serde_json::to_string(&event).expect("it is plain data")
    }

    /// Steps until a seat without a bot must act, or the match is over; says which seat.
    fn run(&mut self, python: Python<'_>) -> PyResult<Option<u8>> {
        loop {
            let playing = SendWrapper::new(&mut self.playing);
            // Other threads of Python go on while bots think.
            let stopped = python.detach(move || playing.take().run(STEPS_AT_A_TIME));
            match stopped {
                Stopped::WaitsFor(seat) => return Ok(Some(seat.0)),
                Stopped::Over => return Ok(None),
                // Between two turns Ctrl-C ends it; the match is as far as it has come.
                Stopped::Midway => python.check_signals()?,
            }
        }
    }

    /// Plays an action for the seat that is waited for.
    fn act(&mut self, action: &str) -> PyResult<()> {
        let turn = self.turn();
        self.playing
            .with_dependent_mut(|_, game| game.act(action))
            .map_err(|why| Mistake::new_err(format!("{action}: {why}")))?;
        self.line.by_hand.insert(turn, action.trim().to_owned());
        Ok(())
    }

    /// The seat that must act without a bot; None if the match does not wait.
    fn waits_for(&self) -> Option<u8> {
        self.playing.with_dependent(|_, game| game.waits_for()).map(|seat| seat.0)
    }

    /// The seat to move.
    fn to_move(&self) -> Option<u8> {
        self.playing.with_dependent(|_, game| game.to_move()).map(|seat| seat.0)
    }

    /// Actions that were played so far.
    fn turn(&self) -> u32 {
        let turns = self.playing.with_dependent(|_, game| game.moves().len());
        u32::try_from(turns).unwrap_or(u32::MAX)
    }

    /// The legal actions of the seat to move.
    fn legal(&self) -> Vec<String> {
        self.scene_of(Viewpoint::Everything).choices.into_iter().map(|choice| choice.action).collect()
    }

    /// The position as a seat sees it, or a spectator, as JSON.
    #[pyo3(signature = (seat=None))]
    fn scene(&self, seat: Option<u8>) -> PyResult<String> {
        let scene = self.scene_of(self.viewpoint(seat)?);
        Ok(scene_json(&scene, self.line.rules.info().facts).to_string())
    }

    /// All actions so far, as JSON.
    fn moves(&self) -> String {
        self.playing.with_dependent(|_, game| serde_json::to_string(game.moves()).expect("it is plain data"))
    }

    /// How the match ended, as JSON; null while it goes on.
    fn verdict(&self) -> String {
        self.playing
            .with_dependent(|_, game| serde_json::to_string(&game.verdict()).expect("it is plain data"))
    }

    /// What the bot at a seat has written to its log.
    fn log(&self, seat: u8) -> PyResult<String> {
        self.viewpoint(Some(seat))?;
        Ok(self.playing.with_dependent(|_, game| game.log(Seat(seat))))
    }

    /// Goes back to a turn.
    fn take_back(&mut self, turn: u32) -> PyResult<()> {
        let mut line = self.line.clone();
        line.take_back(turn);
        let playing = Playing::begin(&line, self.playing.borrow_owner().clone())?;
        (self.line, self.playing) = (line, playing);
        self.replay(turn);
        Ok(())
    }

    /// Another match that has come as far as this one, or to an earlier turn.
    #[pyo3(signature = (turn=None))]
    fn fork(&self, turn: Option<u32>) -> PyResult<Self> {
        let turn = turn.unwrap_or_else(|| self.turn());
        let mut line = self.line.clone();
        line.take_back(turn);
        let playing = Playing::begin(&line, self.playing.borrow_owner().clone())?;
        let mut fork = Self { line, playing, encoding: self.encoding };
        fork.replay(turn);
        Ok(fork)
    }

    /// How many actions have a number.
    fn actions(&self) -> PyResult<usize> {
        Ok(self.encoding()?.actions())
    }

    /// Planes, rows and columns of an observation.
    fn shape(&self) -> PyResult<[usize; 3]> {
        Ok(self.encoding()?.shape())
    }

    /// What a seat sees, as bytes of that shape.
    fn observe<'py>(&self, python: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.scene_of(self.viewpoint(Some(seat))?);
        Ok(PyBytes::new(python, &self.encoding()?.planes(&scene, Seat(seat))))
    }

    /// A byte for each action that has a number: 1 if the seat to move may take it.
    fn mask<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (scene, encoding) = (self.scene_of(Viewpoint::Everything), self.encoding()?);
        let mut mask = vec![0; encoding.actions()];
        for number in scene.choices.iter().filter_map(|choice| encoding.number(choice, &scene)) {
            mask[number] = 1;
        }
        Ok(PyBytes::new(python, &mask))
    }

    /// The action with a number, in the game's notation; None if it is not legal now.
    fn action(&self, number: usize) -> PyResult<Option<String>> {
        let (scene, encoding) = (self.scene_of(Viewpoint::Everything), self.encoding()?);
        let found = scene.choices.iter().find(|choice| encoding.number(choice, &scene) == Some(number));
        Ok(found.map(|choice| choice.action.clone()))
    }

    /// The rules' settings.
    fn settings(&self) -> BTreeMap<&'static str, String> {
        self.line.rules.settings().into_iter().collect()
    }
}

impl Match {
    fn encoding(&self) -> PyResult<Encoding> {
        let none = || Mistake::new_err("a game that is a file has no arrays; use legal and scene");
        self.encoding.ok_or_else(none)
    }

    fn scene_of(&self, viewpoint: Viewpoint) -> Scene {
        self.playing.with_dependent(|_, game| game.scene(viewpoint))
    }

    fn viewpoint(&self, seat: Option<u8>) -> PyResult<Viewpoint> {
        let seats = self.line.rules.seats();
        match seat {
            None => Ok(Viewpoint::Everything),
            Some(seat) if usize::from(seat) < seats => Ok(Viewpoint::Seat(Seat(seat))),
            Some(seat) => Err(Mistake::new_err(format!("there is no seat {seat}; write 0 to {}", seats - 1))),
        }
    }

    /// Plays again up to a turn: what was done by hand is in the line.
    fn replay(&mut self, turn: u32) {
        self.playing.with_dependent_mut(|_, game| {
            while game.moves().len() < turn as usize && game.waits_for().is_none() {
                if matches!(game.step(), Event::Over(_)) {
                    break;
                }
            }
        });
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
