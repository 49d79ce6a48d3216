//! The eight ways to turn and mirror a board.

use judge_sdk::gobblet::{Action, Board, Position, Square};

/// One way to turn and mirror a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    is_mirrored: bool,
    quarters: u8,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|is_mirrored| (0..4).map(move |quarters| Self { is_mirrored, quarters }))
    }

    /// The image of `square`.
    #[must_use]
    pub fn square(self, square: Square, board: Board) -> Square {
        let last = board.width() - 1;
        let mirrored = if self.is_mirrored { Square::new(last - square.x, square.y) } else { square };
        (0..self.quarters).fold(mirrored, |Square { x, y }, _| Square::new(last - y, x))
    }

    /// The image of `action`.
    #[must_use]
    pub fn action(self, action: Action, board: Board) -> Action {
        match action {
            Action::Enter { size, to } => Action::Enter { size, to: self.square(to, board) },
            Action::Move { from, to } => {
                Action::Move { from: self.square(from, board), to: self.square(to, board) }
            }
        }
    }

    /// The image of `position`.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "it never does")]
    pub fn position(self, position: &Position) -> Position {
        let board = position.board();
        let mut bytes = vec![0; board.cells().into()];
        for (square, byte) in board.squares(board.mask()).zip(position.bytes()) {
            bytes[self.square(square, board).index(board.width())] = byte;
        }
        Position::from_bytes(&bytes, position.to_move()).expect("a turned position is a position")
    }
}
