//! Freedom, as Freeplay's server played it.
//!
//! White, seat 0, and black place stones in turn. The first goes anywhere; every
//! other goes on an empty cell adjacent to the stone placed just before, diagonals
//! included, or anywhere if there is none. `(0, 0)` is the bottom left corner and
//! `y` grows upwards.
//!
//! When one cell is left, nobody is asked any more. That turn is automatic, an
//! action of its own: the stone is placed if it wins points for the colour whose
//! turn it is, else the cell stays empty. Then the game is over.
//!
//! A *live set* is a row, column or diagonal run of exactly four stones of one
//! colour; of a run of five none is live in that direction. Points are [`Scoring`];
//! more win, and equal points draw.
//!
//! Notation of actions: a placed stone is its square, `3,7`; the automatic turn is
//! `auto 3,7` or `auto none`. For that of positions see [`Setup`].

mod action;
mod board;
mod live;
mod params;
mod settings;
mod setup;
mod squares;

use std::fmt;

use crate::{Ending, Game, Outcome, Seat, Square};
pub use action::{Action, Illegal};
pub use board::{Board, Cell, Colour, InvalidBoard};
use live::Tally;
pub use live::{Direction, LiveSet};
pub use params::{Params, Scoring};
pub use setup::{InvalidSetup, Progress, Setup};
pub use squares::{SquareSet, Squares};

/// A game of Freedom in progress. Nothing in it is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Freedom {
    params: Params,
    board: Board,
    /// By colour; kept up to date, so that points need no counting.
    tallies: [Tally; 2],
    last: Option<Square>,
    /// Stones on the board.
    stones: u32,
    progress: Progress,
}

impl Freedom {
    /// A new game: an empty board, white to move.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self {
            params,
            board: Board::new(params.size()),
            tallies: [Tally::default(); 2],
            last: None,
            stones: 0,
            progress: Progress::Running,
        }
    }

    /// The game in which `setup` is the position, if it is one.
    ///
    /// Whether any order of legal turns leads there is not asked.
    ///
    /// # Errors
    /// The first rule broken: the number of stones, the last stone, the end.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        setup.check()?;
        let Setup { board, last, scoring, progress } = *setup;
        let params = Params::of(&board, scoring);
        let tallies = Colour::ALL.map(|colour| board.tally(colour));
        let stones = params.cells() - board.empty().len();
        Ok(Self { params, board, tallies, last, stones, progress })
    }

    /// The position, to be changed or written down.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let Self { board, last, progress, .. } = *self;
        Setup { board, last, scoring: self.params.scoring(), progress }
    }

    /// The game's parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The board: its size, cells, neighbours, live sets and live stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour whose turn it is, or would be if the game were not over.
    #[must_use]
    pub fn own(&self) -> Colour {
        Colour::ALL[self.stones as usize % 2]
    }

    /// The other colour than [`Freedom::own`].
    #[must_use]
    pub fn opponent(&self) -> Colour {
        self.own().other()
    }

    /// The last stone of the opponent of the seat to move; `None` if it has
    /// placed none. After the end, the last stone that was placed.
    #[must_use]
    pub fn last_opponent_move(&self) -> Option<Square> {
        self.last
    }

    /// The points of `colour` so far. They are kept, not counted here.
    #[must_use]
    pub fn score(&self, colour: Colour) -> i32 {
        self.tallies[colour as usize].score(self.params.scoring())
    }

    /// The points that a stone on `square` would win or lose for [`Freedom::own`],
    /// legal there or not; `None` if `square` is not an empty cell.
    #[must_use]
    pub fn gain(&self, square: Square) -> Option<i32> {
        self.board.gain(self.own(), square, self.params.scoring())
    }

    /// The same as [`Freedom::legal`], as the set of squares on which a stone may be placed.
    #[must_use]
    pub fn legal_squares(&self) -> SquareSet {
        if self.empty() < 2 {
            return SquareSet::default();
        }
        let around = self.last.map(|last| self.board.empty_around(last));
        around.filter(|squares| !squares.is_empty()).unwrap_or_else(|| self.board.empty())
    }

    fn empty(&self) -> u32 {
        self.params.cells() - self.stones
    }

    fn check(&self, square: Square) -> Result<(), Illegal> {
        if !self.board.has(square) {
            return Err(Illegal::OffBoard(square));
        }
        if Colour::ALL.iter().any(|&colour| self.board.stones(colour).contains(square)) {
            return Err(Illegal::Occupied(square));
        }
        let Some(last) = self.last else {
            return Ok(());
        };
        let around = self.board.empty_around(last);
        if around.is_empty() || around.contains(square) {
            return Ok(());
        }
        Err(Illegal::NotAdjacent { square, last, allowed: around.iter().collect() })
    }

    /// Puts a stone of the colour to move on an empty cell.
    fn put(&mut self, square: Square) {
        let colour = self.own();
        self.tallies[colour as usize].add(self.board.gain_tally(colour, square));
        self.board.put(colour, square);
        self.last = Some(square);
        self.stones += 1;
    }
}

impl fmt::Display for Freedom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl Game for Freedom {
    const NAME: &'static str = "freedom";
    const OPENING_PLIES: Option<u32> = Some(4);

    type Params = Params;
    type Action = Action;
    type View = Self;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::new(*params)
    }

    /// The most actions in a game of these parameters: one a cell. Every placement
    /// fills a cell, none is emptied, and the last cell's turn is the automatic one.
    fn turns_max(params: &Params) -> u32 {
        params.cells()
    }

    fn to_move(&self) -> Option<Seat> {
        (self.progress == Progress::Running).then(|| self.own().seat())
    }

    /// The legal actions of the seat to move: row by row from the bottom, each row
    /// from the left. Nothing while an action is forced, and nothing after the end.
    fn legal(&self) -> Vec<Action> {
        self.legal_squares().iter().map(Action::Place).collect()
    }

    /// The automatic turn, when it is due; the judge plays it and asks nobody.
    fn forced(&self) -> Option<Action> {
        if self.empty() != 1 || self.progress == Progress::Over {
            return None;
        }
        let wins = |square: &Square| self.gain(*square).is_some_and(|gain| gain > 0);
        Some(Action::Auto(self.board.empty().iter().find(wins)))
    }

    fn view(&self, _seat: Seat) -> Self {
        *self
    }

    fn play(&mut self, action: &Action) -> Result<(), Illegal> {
        if self.progress == Progress::Over {
            return Err(Illegal::Over);
        }
        match (*action, self.forced()) {
            (Action::Place(square), None) => {
                self.check(square)?;
                self.put(square);
            }
            (Action::Auto(_), None) => return Err(Illegal::AutoTooEarly),
            (Action::Place(_), Some(_)) => return Err(Illegal::LastIsAutomatic),
            (played, Some(due)) if played != due => return Err(Illegal::WrongAuto { played, due }),
            (Action::Auto(filled), Some(_)) => {
                if let Some(square) = filled {
                    self.put(square);
                }
                self.progress = Progress::Over;
            }
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let scores = Colour::ALL.map(|colour| self.score(colour));
        (self.progress == Progress::Over).then(|| Outcome::by_score(scores.to_vec(), Ending::Rules))
    }
}
