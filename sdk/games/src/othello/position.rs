//! Positions as text: one line that can be read back, and a diagram for people.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Board, Chip, Othello, Params, bit};
use crate::{ParseError, Square};

const fn mark(chip: Option<Chip>) -> char {
    match chip {
        Some(Chip::Black) => 'X',
        Some(Chip::White) => 'O',
        None => '-',
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.params().size();
        for y in 0..size {
            for x in 0..size {
                f.write_char(mark(self.at(x, y)))?;
            }
        }
        let asks = if self.params().ask_on_pass() { "?" } else { "" };
        write!(f, " {}{asks}", mark(Some(self.whos_move())))
    }
}

impl FromStr for Othello {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let no_mover = || ParseError::because("a position ends in a space and who is to move, X or O");
        let (squares, mover) = text.trim().rsplit_once(char::is_whitespace).ok_or_else(no_mover)?;
        let (mover, ask_on_pass) = mover.strip_suffix('?').map_or((mover, false), |mover| (mover, true));
        let mover = match mover {
            "X" => Chip::Black,
            "O" => Chip::White,
            _ => return Err(no_mover()),
        };
        let is_mark = |mark: &char| !mark.is_whitespace() && *mark != '/';
        let marks: Vec<char> = squares.chars().filter(is_mark).collect();
        let (black, white, params) = chips(&marks)?;
        let params = params.with_ask_on_pass(ask_on_pass);
        let (own, opponent) = if mover == Chip::Black { (black, white) } else { (white, black) };
        let board = Board::new(params, own, opponent).expect("a square has one mark, and is on the board");
        Ok(Self::from_board(board, mover))
    }
}

/// Black's chips and white's, and the board that has as many squares as there are marks.
fn chips(marks: &[char]) -> Result<(u64, u64, Params), ParseError> {
    let size = Params::SIZES.into_iter().find(|&size| usize::from(size) * usize::from(size) == marks.len());
    let squares = marks.len();
    let no_board = || ParseError::because(format_args!("a board has 16, 36 or 64 squares, not {squares}"));
    let size = size.ok_or_else(no_board)?;
    let params = Params::new(size).expect("a size from the list of sizes is valid");
    let (mut black, mut white) = (0, 0);
    for (square, &mark) in Square::all(size, size).zip(marks) {
        let bit = bit(square).expect("a square of the board has a bit");
        match mark {
            'X' => black |= bit,
            'O' => white |= bit,
            '-' => {}
            other => {
                return Err(ParseError::because(format_args!("{other:?} is no square; write X, O or -")));
            }
        }
    }
    Ok((black, white, params))
}

/// A board as text for people: `b` and `w` are chips, `*` is where the player to move may
/// place one, `.` is any other empty square. Below stand the score and who is to move.
pub struct Diagram<'a> {
    game: &'a Othello,
}

impl<'a> Diagram<'a> {
    pub(super) const fn new(game: &'a Othello) -> Self {
        Self { game }
    }

    fn letter(&self, square: Square) -> char {
        match self.game.at(square.x, square.y) {
            Some(chip) => chip.letter(),
            None if self.game.takes(square) > 0 => '*',
            None => '.',
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game;
        let size = game.params().size();
        f.write_char(' ')?;
        for column in (b'a'..).take(size.into()) {
            write!(f, " {}", char::from(column))?;
        }
        for y in 0..size {
            write!(f, "\n{}", y + 1)?;
            for x in 0..size {
                write!(f, " {}", self.letter(Square::new(x, y)))?;
            }
        }
        let (black, white) = game.score();
        write!(f, "\nb {black}, w {white}; ")?;
        match (game.over_by(), game.legal_moves()) {
            (Some(over), _) => write!(f, "{over}"),
            (None, 0) => write!(f, "{} must pass", game.whos_move()),
            (None, _) => write!(f, "{} to move", game.whos_move()),
        }
    }
}
