//! Othello, as `Games::Othello` for Perl documents it.
//!
//! Two seats place chips in turn, black is seat 0 and begins. A placement must take
//! opposing chips: every unbroken row of them that lies between the new chip and
//! another chip of its colour is flipped, in all eight directions; a flipped chip
//! takes nothing by itself. Who has no placement must pass, who has one must place.
//! When neither has one the game is over, and more chips win; squares left empty
//! are nobody's. Boards have 4 × 4, 6 × 6 or 8 × 8 squares.
//!
//! `(0, 0)` is the top left corner, `y` grows downwards. A set of squares is a `u64`
//! whose bit `y * 8 + x` stands for `(x, y)`, on the smaller boards too: they lie in
//! the top left corner of the eight by eight bits, and [`Params::mask`] tells which
//! bits are squares.
//!
//! Notation of actions: as published games write them, the column as a letter from
//! `a` and the row as a digit from 1, so that `a1` is `(0, 0)` and `d3` is `(3, 2)`;
//! `--` is a pass. A square that no board has is written `x,y`, so that a record can
//! show what a bot asked for.
//!
//! Notation of positions: the squares row by row from the top, `X` black, `O` white
//! and `-` empty, then a space and who is to move, `X` or `O`, with `?` behind it if a
//! player is asked where it can only pass. It holds everything that the rest of the game depends on. White space and `/` between squares are
//! read too, never printed.

mod action;
mod board;
mod original;
mod params;
mod position;
mod settings;

use std::fmt;

use crate::{Ending, Game, Outcome, Seat, Square};
pub use action::{Action, InvalidMove};
pub use board::{Board, InvalidBoard, bit, flips, legal_moves, squares};
pub use original::PossibleMove;
pub use params::Params;
pub use position::Diagram;

/// A chip by the side that is up, and the player who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chip {
    /// Seat 0, who begins; `b`.
    Black,
    /// Seat 1; `w`.
    White,
}

impl Chip {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Black => Seat(0),
            Self::White => Seat(1),
        }
    }

    /// The colour as the original writes it: `b` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The condition of the original's three that ended a game; the first of them that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// Every square holds a chip.
    Full,
    /// A side has no chip left.
    WipedOut,
    /// There are empty squares and chips of both colours, but no placement for either side.
    NoMoves,
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "the board is full",
            Self::WipedOut => "one side has no chips left",
            Self::NoMoves => "neither side can place a chip",
        })
    }
}

/// A game of Othello in progress, small and cheap to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// As the player to move sees it.
    board: Board,
    mover: Chip,
    /// The legal placements of the player to move: kept, because everything asks for them.
    moves: u64,
}

impl Othello {
    /// A new game: four chips in the middle, black to move.
    #[must_use]
    pub const fn new(params: Params) -> Self {
        Self::from_board(Board::start(params), Chip::Black)
    }

    /// A game that goes on from `board`, whose own chips are `mover`'s, with `mover` to move.
    #[must_use]
    pub const fn from_board(board: Board, mover: Chip) -> Self {
        Self { board, mover, moves: board.legal_moves() }
    }

    /// The game's parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.board.params()
    }

    /// The board as the player to move sees it: what a search starts from.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The squares that hold a chip of `colour`.
    #[must_use]
    pub fn chips(&self, colour: Chip) -> u64 {
        if colour == self.mover { self.board.own() } else { self.board.opponent() }
    }

    /// The chip at column `x` and row `y`; `None` on an empty square and off the board.
    #[must_use]
    pub fn at(&self, x: u8, y: u8) -> Option<Chip> {
        let bit = bit(Square::new(x, y))?;
        [Chip::Black, Chip::White].into_iter().find(|&chip| self.chips(chip) & bit != 0)
    }

    /// The squares where the player to move may place; none when it must pass, or the game is over.
    #[must_use]
    pub const fn legal_moves(&self) -> u64 {
        self.moves
    }

    /// The pass, where there is no other legal action.
    fn only_pass(&self) -> Option<Action> {
        (self.moves == 0 && !self.is_over()).then_some(Action::Pass)
    }

    /// The number of chips that placing at `square` would flip; 0 where that is illegal.
    #[must_use]
    pub fn takes(&self, square: Square) -> u32 {
        let legal = bit(square).is_some_and(|bit| self.moves & bit != 0);
        if legal { self.board.flips(index(square)).count_ones() } else { 0 }
    }

    /// The reason why the game is over; `None` while it goes on.
    #[must_use]
    pub fn over_by(&self) -> Option<Over> {
        if !self.is_over() {
            return None;
        }
        Some(match (self.board.empty(), self.board.own(), self.board.opponent()) {
            (0, _, _) => Over::Full,
            (_, 0, _) | (_, _, 0) => Over::WipedOut,
            _ => Over::NoMoves,
        })
    }

    /// The board as text for people, with coordinates and the legal placements.
    #[must_use]
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram::new(self)
    }

    const fn is_over(&self) -> bool {
        self.moves == 0 && self.board.passed().legal_moves() == 0
    }

    /// Places a chip and gives the chips that it flipped.
    fn place(&mut self, square: Square) -> Result<u64, InvalidMove> {
        if self.is_over() {
            return Err(InvalidMove::Over);
        }
        let bit = bit(square).filter(|bit| self.params().mask() & bit != 0);
        let bit = bit.ok_or(InvalidMove::OffBoard(square))?;
        if self.board.empty() & bit == 0 {
            return Err(InvalidMove::Occupied(square));
        }
        let after = self.board.place(index(square)).ok_or(InvalidMove::TakesNothing(square))?;
        let flipped = self.board.opponent() & !after.own();
        *self = Self::from_board(after, self.mover.other());
        Ok(flipped)
    }

    fn pass(&mut self) -> Result<(), InvalidMove> {
        if self.is_over() {
            return Err(InvalidMove::Over);
        }
        if self.moves != 0 {
            return Err(InvalidMove::MustPlace);
        }
        *self = Self::from_board(self.board.passed(), self.mover.other());
        Ok(())
    }
}

/// The number of the square's bit.
fn index(square: Square) -> u32 {
    u32::from(square.y) * 8 + u32::from(square.x)
}

impl Default for Othello {
    /// A new game of eight by eight squares.
    fn default() -> Self {
        Self::new(Params::default())
    }
}

impl Game for Othello {
    const NAME: &'static str = "othello";
    const OPENING_PLIES: Option<u32> = Some(6);

    type Params = Params;
    type Action = Action;
    /// Nothing is hidden: a seat sees the game itself.
    type View = Self;
    type Illegal = InvalidMove;

    fn start(params: &Params) -> Self {
        Self::new(*params)
    }

    /// The most actions that a game from the start can take: two for each square that is empty then.
    ///
    /// Every placement fills a square. A pass is legal only if the opponent can place, who then
    /// must: so there is at most one pass for each placement. For the same reason a game from
    /// any position takes at most two actions for each empty square.
    fn turns_max(params: &Params) -> u32 {
        2 * (params.mask().count_ones() - 4)
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.mover.seat())
    }

    /// The legal actions: placements row by row from the top, else the pass, else none at all.
    fn legal(&self) -> Vec<Action> {
        squares(self.moves).map(Action::Place).chain(self.only_pass()).collect()
    }

    /// The action that needs no asking: the pass, exactly when the player to move has no
    /// placement and the game is not over. None at all if the parameters say that
    /// [players are asked](Params::ask_on_pass) then too.
    fn forced(&self) -> Option<Action> {
        self.only_pass().filter(|_| !self.params().ask_on_pass())
    }

    fn view(&self, _seat: Seat) -> Self {
        *self
    }

    fn play(&mut self, action: &Action) -> Result<(), InvalidMove> {
        match *action {
            Action::Place(square) => self.place(square).map(drop),
            Action::Pass => self.pass(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let count = |colour| self.chips(colour).count_ones().cast_signed();
        let scores = || vec![count(Chip::Black), count(Chip::White)];
        self.is_over().then(|| Outcome::by_score(scores(), Ending::Rules))
    }
}
