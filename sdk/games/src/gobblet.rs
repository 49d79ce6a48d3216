//! Gobblet, as PLT Games play it, on 3×3 cells (Gobblet! Jr.) and on 4×4 (Gobblet!).
//!
//! Seat 0 is red and moves first, seat 1 is yellow. In turn, each brings a piece
//! from the reserve onto the board or moves a piece of its own. A piece goes to an
//! empty cell or covers a smaller one, of either colour; what it leaves uncovered is
//! seen again. Whoever shows a whole row, column or main diagonal wins. If an action
//! lets lines of both be seen, the one who acted loses.
//!
//! On 4×4 the reserve is three stacks, each from the largest on top to the smallest;
//! only tops enter. A piece that enters covers none but an opponent's, and that only
//! in a line where the opponent shows exactly three of the four cells, next to each
//! other or not, whatever the fourth shows. Pieces already on the board are free of this.
//!
//! The game is a draw when the same board with the same colour to move comes up for
//! the third time, and after [`Params::plies_max`] actions. There is no passing:
//! somebody has won or a legal action exists. For no 3×3 board has more than four
//! large pieces, so that a large one can always enter or move; and on 4×4 a colour
//! with a piece on the board has one of the largest there, which at most six of 16
//! cells stop, while one without finds an empty cell beside twelve pieces.
//!
//! `(0, 0)` is the top left corner, `y` grows downwards.
//!
//! Notation of actions: `L@1,1` enters a large piece at `(1, 1)`; `0,1>2,0` moves
//! what is on top of `(0, 1)` to `(2, 0)`. Sizes are the letters `S`, `M`, `L`, `X`
//! and cells are `x,y`, so that one text means one action on both boards: the number
//! of a cell would depend on the board's width. A move does not name its piece,
//! which the board tells.
//!
//! Notation of positions: the cells row by row, `/` between rows, then the colour to
//! move, as in `- L - / s Sl - / - - - red`. A cell is `-` or its pieces from the
//! bottom up, red in upper case, yellow in lower case; hence sizes are letters on
//! both boards, for digits have no case. Any white space will do. History is not
//! written: neither earlier positions nor the number of actions so far.

mod action;
mod board;
mod moves;
mod notation;
mod piece;
mod position;
mod settings;

use crate::{Ending, Game, Outcome, Seat, SettingError};
pub use action::{Action, Illegal};
pub use board::Board;
pub use moves::Actions;
pub use piece::{Colour, Piece, Size};
pub use position::{InvalidPosition, Position};

/// The parameters of a game, always valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    board: Board,
    plies_max: u32,
}

impl Params {
    /// The least and the most actions that a game may be capped at.
    pub const PLIES_MAX: std::ops::RangeInclusive<u32> = 1..=10_000;

    /// A board of `width` × `width` cells, 3 or 4, and the cap: actions of both
    /// together after which the game is a draw. Without one it is 200 on 3×3 and
    /// 400 on 4×4.
    ///
    /// # Errors
    /// Says which parameter is out of range, and what the range is.
    pub fn new(width: u8, plies_max: Option<u32>) -> Result<Self, SettingError> {
        let no_board =
            || SettingError::no_game("size", format_args!("a board has 3 or 4 columns, not {width}"));
        let board = Board::from_width(width).ok_or_else(no_board)?;
        let plies_max = plies_max.unwrap_or(Self::on(board).plies_max);
        let cap = format_args!("a cap of {plies_max} actions is");
        SettingError::unless_in(&Self::PLIES_MAX, plies_max, "plies_max", cap)?;
        Ok(Self { board, plies_max })
    }

    /// A board and its usual cap.
    #[must_use]
    pub const fn on(board: Board) -> Self {
        let plies_max = match board {
            Board::Three => 200,
            Board::Four => 400,
        };
        Self { board, plies_max }
    }

    /// The board played on.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The cap: the game is a draw after so many actions of both together.
    #[must_use]
    pub const fn plies_max(&self) -> u32 {
        self.plies_max
    }
}

impl Default for Params {
    /// 3×3 cells, 200 actions.
    fn default() -> Self {
        Self::on(Board::default())
    }
}

/// A game of Gobblet in progress: a [`Position`] and what ends it but lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gobblet {
    params: Params,
    position: Position,
    plies: u32,
    /// The positions since a piece last entered, this one included. None before can
    /// come up again, for no piece goes back to the reserve.
    seen: Vec<Position>,
    /// The number of times that the position is among them.
    occurrences: usize,
}

impl Gobblet {
    /// The third time that a position comes up is a draw.
    pub const OCCURRENCES_MAX: usize = 3;

    /// A new game: the empty board, red to move.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self::start_at(params, Position::start(params.board))
    }

    /// A game that starts from `position`, as if nothing had been played yet; the
    /// cap is the board's usual one if none is given.
    ///
    /// # Errors
    /// If the cap is out of range.
    pub fn from_position(position: Position, plies_max: Option<u32>) -> Result<Self, SettingError> {
        let params = Params::new(position.board().width(), plies_max)?;
        Ok(Self::start_at(params, position))
    }

    fn start_at(params: Params, position: Position) -> Self {
        Self { params, position, plies: 0, seen: vec![position], occurrences: 1 }
    }

    /// The game's parameters.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The pieces, and who would move next.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Actions played so far.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of times that the position has come up in this game, this time included.
    #[must_use]
    pub const fn occurrences(&self) -> usize {
        self.occurrences
    }

    fn ending(&self) -> Option<Ending> {
        if self.position.winner().is_some() {
            return Some(Ending::Rules);
        }
        if self.occurrences >= Self::OCCURRENCES_MAX {
            return Some(Ending::Repetition);
        }
        (self.plies >= self.params.plies_max).then_some(Ending::Cap)
    }

    fn remember(&mut self, action: Action) {
        if matches!(action, Action::Enter { .. }) {
            self.seen.clear();
        }
        self.seen.push(self.position);
        self.occurrences = self.seen.iter().filter(|seen| **seen == self.position).count();
    }
}

impl Game for Gobblet {
    const NAME: &'static str = "gobblet";
    const OPENING_PLIES: Option<u32> = Some(2);

    type Params = Params;
    type Action = Action;
    /// Nothing is hidden from a player: not even covered pieces.
    type View = Position;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::new(*params)
    }

    /// The most actions that a game can take: the cap, which counts every action.
    fn turns_max(params: &Params) -> u32 {
        params.plies_max
    }

    fn to_move(&self) -> Option<Seat> {
        self.ending().is_none().then_some(self.position.to_move().seat())
    }

    /// The player's legal actions, in the order of [`Position::legal`]; nothing
    /// when the game is over.
    fn legal(&self) -> Vec<Action> {
        if self.ending().is_some() {
            return Vec::new();
        }
        self.position.legal().collect()
    }

    fn view(&self, _seat: Seat) -> Position {
        self.position
    }

    fn play(&mut self, action: &Action) -> Result<(), Illegal> {
        if self.ending().is_some() {
            return Err(Illegal::Over);
        }
        self.position.play(*action)?;
        self.plies += 1;
        self.remember(*action);
        Ok(())
    }

    /// The winner scores 1, the loser and both sides of a draw 0.
    fn outcome(&self) -> Option<Outcome> {
        let ending = self.ending()?;
        let winner = self.position.winner();
        let scores = Colour::ALL.map(|colour| i32::from(winner == Some(colour)));
        Some(Outcome::by_score(scores.to_vec(), ending))
    }
}
