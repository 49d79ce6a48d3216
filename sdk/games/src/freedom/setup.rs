//! Setups: a position as anyone may put it together, its notation, and what makes
//! it no position of a game.

use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, Colour, Freedom, Scoring};
use crate::{ParseError, Square};

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// A turn is due, be it a player's or the automatic one.
    Running,
    /// The automatic turn was played.
    Over,
}

/// A position, valid or not; [`Freedom::from_setup`] checks it.
///
/// Notation: the board, the last stone's square or `-`, the scoring, and ` over`
/// after the automatic turn: `..../.B../W.../.... 1,2 multiplicity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The stones. Whose turn it is follows from their number.
    pub board: Board,
    /// The stone placed last; none on an empty board.
    pub last: Option<Square>,
    /// The rule by which live stones become points.
    pub scoring: Scoring,
    /// Whether the game goes on.
    pub progress: Progress,
}

impl Setup {
    /// Checks all that does not depend on how the stones came to lie where they do.
    pub(super) fn check(&self) -> Result<(), InvalidSetup> {
        let [white, black] = Colour::ALL.map(|colour| self.board.stones(colour).len());
        if white != black && white != black + 1 {
            return Err(InvalidSetup::Counts { white, black });
        }
        let mover = if white == black { Colour::Black } else { Colour::White };
        self.check_last(white + black, mover)?;
        self.check_progress(mover)
    }

    /// `mover` is who placed the last stone, if there are `stones`.
    fn check_last(&self, stones: u32, mover: Colour) -> Result<(), InvalidSetup> {
        let Some(last) = self.last else {
            return if stones == 0 { Ok(()) } else { Err(InvalidSetup::NoLast) };
        };
        match self.board.at(last.x, last.y) {
            None => Err(InvalidSetup::LastOffBoard(last)),
            Some(Cell::Empty) => Err(InvalidSetup::LastEmpty(last)),
            Some(_) if self.board.stones(mover).contains(last) => Ok(()),
            Some(_) => Err(InvalidSetup::LastColour(last)),
        }
    }

    fn check_progress(&self, mover: Colour) -> Result<(), InvalidSetup> {
        let mut empty = self.board.empty().iter();
        match (self.progress, empty.next(), empty.next()) {
            (Progress::Running, Some(_), _) => Ok(()),
            (Progress::Running, None, _) => Err(InvalidSetup::FullButRunning),
            (Progress::Over, Some(_), Some(_)) => Err(InvalidSetup::OverTooEarly),
            (Progress::Over, Some(square), None) => {
                let gains = self.gains(&self.board, mover.other(), square);
                if gains { Err(InvalidSetup::Unfilled(square)) } else { Ok(()) }
            }
            (Progress::Over, None, _) => self.check_filled(mover),
        }
    }

    /// On a full board the last stone is the automatic one, so it must have won points.
    fn check_filled(&self, mover: Colour) -> Result<(), InvalidSetup> {
        let last = self.last.ok_or(InvalidSetup::NoLast)?;
        let mut before = self.board;
        before.clear(last);
        if self.gains(&before, mover, last) { Ok(()) } else { Err(InvalidSetup::FilledForNothing(last)) }
    }

    fn gains(&self, board: &Board, colour: Colour, square: Square) -> bool {
        board.gain(colour, square, self.scoring).is_some_and(|gain| gain > 0)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.last.map_or_else(|| "-".to_owned(), |last| last.to_string());
        let over = match self.progress {
            Progress::Running => "",
            Progress::Over => " over",
        };
        write!(f, "{} {last} {}{over}", self.board, self.scoring)
    }
}

impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let write = "board, last stone or -, scoring, as in ..../.B../W.../.... 1,2 multiplicity";
        let no_position = || ParseError::new(text, "position", write);
        let (running, progress) = match text.strip_suffix(" over") {
            Some(rest) => (rest, Progress::Over),
            None => (text, Progress::Running),
        };
        let fields: Vec<&str> = running.split(' ').collect();
        let &[board, last, scoring] = fields.as_slice() else {
            return Err(no_position());
        };
        let board = board.parse()?;
        let last = match last {
            "-" => None,
            square => Some(square.parse().map_err(|_| no_position())?),
        };
        let scoring = scoring.parse().map_err(|_| no_position())?;
        let setup = Self { board, last, scoring, progress };
        // Printing it again refuses line feeds, which a board alone may have.
        if setup.to_string() == text { Ok(setup) } else { Err(no_position()) }
    }
}

impl FromStr for Freedom {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_setup(&text.parse()?).map_err(ParseError::because)
    }
}

/// The reason why a setup is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidSetup {
    /// The colours do not take turns, white first.
    Counts {
        /// White stones.
        white: u32,
        /// Black stones.
        black: u32,
    },
    /// There are stones, but none is the last.
    NoLast,
    /// The last stone is off the board.
    LastOffBoard(Square),
    /// The last stone's cell is empty.
    LastEmpty(Square),
    /// The last stone has the colour of the player to move.
    LastColour(Square),
    /// The board is full, so the game is over.
    FullButRunning,
    /// The game is over with more than one empty cell.
    OverTooEarly,
    /// The last cell is empty, though a stone there would win points.
    Unfilled(Square),
    /// The last cell was filled, though the stone there won no points.
    FilledForNothing(Square),
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { white, black } => {
                write!(f, "{white} white and {black} black stones are not of alternate turns, white first")
            }
            Self::NoLast => f.write_str("there are stones but no last stone"),
            Self::LastOffBoard(square) => write!(f, "the last stone at {square} is off the board"),
            Self::LastEmpty(square) => write!(f, "the last stone's cell {square} is empty"),
            Self::LastColour(square) => write!(f, "the last stone at {square} is of the colour to move"),
            Self::FullButRunning => f.write_str("the board is full, so the game is over"),
            Self::OverTooEarly => f.write_str("the game is not over with more than one empty cell"),
            Self::Unfilled(square) => write!(f, "the last cell {square} is empty but would win points"),
            Self::FilledForNothing(square) => write!(f, "the last cell {square} was filled for no points"),
        }
    }
}

impl std::error::Error for InvalidSetup {}
