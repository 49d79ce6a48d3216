//! A position: which pieces lie where, hidden ones too, and who moves.

use std::fmt;

use super::{Board, Colour, Piece, Size};
use crate::Square;

/// A position that keeps the rules of the pieces: what lies on the board and who moves.
///
/// Small and [`Copy`], for search. It knows no history: neither how often it came
/// up nor how long the game is; that is [`Gobblet`](super::Gobblet)'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// By colour and size, the cells with such a piece, on top or hidden.
    pub(super) pieces: [[u16; 4]; 2],
    pub(super) board: Board,
    pub(super) to_move: Colour,
}

impl Position {
    /// The empty board, red to move.
    #[must_use]
    pub const fn start(board: Board) -> Self {
        Self { pieces: [[0; 4]; 2], board, to_move: Colour::Red }
    }

    /// A position from one byte a cell, row by row from the top left corner, as
    /// [`Position::bytes`] gives them: 9 bytes for 3×3, 16 for 4×4.
    ///
    /// # Errors
    /// The first rule of the pieces that the bytes break. Whether play can reach
    /// the position is not asked.
    pub fn from_bytes(bytes: &[u8], to_move: Colour) -> Result<Self, InvalidPosition> {
        let fits = |board: &Board| usize::from(board.cells()) == bytes.len();
        let board = Board::ALL.into_iter().find(fits).ok_or(InvalidPosition::Cells(bytes.len()))?;
        let mut position = Self { to_move, ..Self::start(board) };
        for (at, &byte) in board.squares(board.mask()).zip(bytes) {
            for size in Size::ALL {
                let colour = match byte >> (2 * size.number()) & 3 {
                    0 => continue,
                    3 => return Err(InvalidPosition::TwoColours { at, size }),
                    _ if !board.sizes().contains(&size) => {
                        return Err(InvalidPosition::NoSuchSize { at, size });
                    }
                    1 => Colour::Red,
                    _ => Colour::Yellow,
                };
                position.pieces[colour.index()][size.index()] |= board.cell(at);
            }
        }
        position.checked()
    }

    /// Passes on a position in which nobody has more on the board than the reserve gave.
    fn checked(self) -> Result<Self, InvalidPosition> {
        for colour in Colour::ALL {
            for &size in self.board.sizes() {
                let count = self.count(colour, size);
                if count > self.board.copies() {
                    return Err(InvalidPosition::TooMany { colour, size, count });
                }
                if count > self.released(colour, size) {
                    return Err(InvalidPosition::Buried { colour, size });
                }
            }
        }
        Ok(self)
    }

    /// The board played on.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The colour to move.
    #[must_use]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// One byte a cell, row by row from the top left corner: two bits a size, size 0
    /// in the lowest, 0 for none, 1 for red, 2 for yellow; hidden pieces included.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        let squares = self.board.squares(self.board.mask());
        squares.map(|at| self.stack(at).fold(0, |byte, piece| byte | piece.bits()))
    }

    /// The cells with a piece of this colour and size, on top or hidden, as a mask.
    #[must_use]
    pub const fn pieces(&self, piece: Piece) -> u16 {
        self.pieces[piece.colour.index()][piece.size.index()]
    }

    /// The cells with a piece of this colour on top, as a mask.
    #[must_use]
    pub fn shown(&self, colour: Colour) -> u16 {
        self.shown_by_size(colour).into_iter().fold(0, |all, cells| all | cells)
    }

    /// By size, the cells with a piece of this colour and size on top.
    #[inline]
    pub(super) fn shown_by_size(&self, colour: Colour) -> [u16; 4] {
        let covering = self.at_least();
        let own = self.pieces[colour.index()];
        [own[0] & !covering[1], own[1] & !covering[2], own[2] & !covering[3], own[3]]
    }

    /// By size, the cells whose top is of that size or larger.
    #[inline]
    pub(super) fn at_least(&self) -> [u16; 4] {
        let [red, yellow] = self.pieces;
        let huge = red[3] | yellow[3];
        let large = red[2] | yellow[2] | huge;
        let medium = red[1] | yellow[1] | large;
        [red[0] | yellow[0] | medium, medium, large, huge]
    }

    /// The piece that is seen at `at`; `None` if the cell is empty or off the board.
    #[must_use]
    pub fn top(&self, at: Square) -> Option<Piece> {
        self.stack(at).next_back()
    }

    /// The pieces at `at`, from the bottom up; none off the board.
    #[must_use]
    pub fn stack(&self, at: Square) -> impl DoubleEndedIterator<Item = Piece> + '_ {
        let cell = self.board.cell(at);
        Size::ALL.into_iter().filter_map(move |size| {
            let lies_there = |colour: &Colour| self.pieces(Piece { colour: *colour, size }) & cell != 0;
            Colour::ALL.into_iter().find(lies_there).map(|colour| Piece { colour, size })
        })
    }

    /// The pieces of `size` that `colour` has not brought onto the board yet.
    #[must_use]
    pub fn reserve(&self, colour: Colour, size: Size) -> u8 {
        let plays = self.board.sizes().contains(&size);
        if plays { self.board.copies() - self.count(colour, size) } else { 0 }
    }

    /// The pieces of `size` that `colour` could take from the reserve at once.
    ///
    /// On 3×3 every piece stands alone. On 4×4 they wait in three stacks, each with
    /// one piece of every size, the largest on top; here count the stacks' tops.
    #[must_use]
    pub fn reserve_tops(&self, colour: Colour, size: Size) -> u8 {
        let plays = self.board.sizes().contains(&size);
        if plays { self.released(colour, size) - self.count(colour, size) } else { 0 }
    }

    /// The lines in which `colour` shows every cell, as masks.
    pub fn lines(&self, colour: Colour) -> impl Iterator<Item = u16> {
        let hidden = !self.shown(colour);
        self.board.lines().iter().copied().filter(move |line| line & hidden == 0)
    }

    /// The winner; `None` while play goes on.
    ///
    /// The mover of the last action stands to lose: a line of the colour to move
    /// counts before one of the other colour.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        let has_line = |colour: &Colour| self.board.has_line(self.shown(*colour));
        [self.to_move, self.to_move.other()].into_iter().find(has_line)
    }

    /// Pieces on the board, hidden ones too.
    fn count(&self, colour: Colour, size: Size) -> u8 {
        let cells = self.pieces(Piece { colour, size });
        u8::try_from(cells.count_ones()).expect("a mask has 16 bits")
    }

    /// The pieces of `size` that have left the reserve or wait there with nothing on top.
    fn released(&self, colour: Colour, size: Size) -> u8 {
        let on_top = match self.board {
            Board::Three => None,
            Board::Four => size.larger(),
        };
        on_top.map_or(self.board.copies(), |larger| self.count(colour, larger))
    }
}

/// The reason why a set-up is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidPosition {
    /// No board has so many cells.
    Cells(usize),
    /// A cell has two pieces of one size.
    TwoColours {
        /// The square.
        at: Square,
        /// The pieces' size.
        size: Size,
    },
    /// A piece is of a size that the board is not played with.
    NoSuchSize {
        /// The square.
        at: Square,
        /// The piece's size.
        size: Size,
    },
    /// A colour has more pieces of a size on the board than there are.
    TooMany {
        /// The colour of their owner.
        colour: Colour,
        /// Their size.
        size: Size,
        /// The number of them on the board.
        count: u8,
    },
    /// A piece is on the board that must still lie under a larger one in the reserve (4×4).
    Buried {
        /// The colour of its owner.
        colour: Colour,
        /// Its size.
        size: Size,
    },
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(cells) => write!(f, "{cells} cells are no board; it has 9 or 16"),
            Self::TwoColours { at, size } => write!(f, "two pieces of size {size} lie at {at}"),
            Self::NoSuchSize { at, size } => write!(f, "this board has no size {size}, as at {at}"),
            Self::TooMany { colour, size, count } => {
                write!(f, "{colour} has not {count} pieces of size {size}")
            }
            Self::Buried { colour, size } => {
                write!(f, "{colour} has more pieces of size {size} on the board than of the next larger")
            }
        }
    }
}

impl std::error::Error for InvalidPosition {}
