//! The interface that `Games::Othello` documents, under its names.

use std::collections::BTreeMap;

use super::{Chip, InvalidMove, Othello, index, squares};
use crate::Square;

/// A placement that is legal now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleMove {
    /// Column, from the left.
    pub x: u8,
    /// Row, from the top.
    pub y: u8,
    /// The chips that it would flip, row by row from the top; never empty.
    pub chips: Vec<Square>,
}

impl Othello {
    /// Whether neither player can place any more. The full board and the wiped out
    /// player are cases of it; [`Othello::over_by`] tells them apart.
    #[must_use]
    pub fn game_over(&self) -> bool {
        self.is_over()
    }

    /// Another name of [`Othello::game_over`].
    #[must_use]
    pub fn over(&self) -> bool {
        self.game_over()
    }

    /// The player to move, also if all it can do is pass. When the game is over, the one whose
    /// turn it would be.
    #[must_use]
    pub const fn whos_move(&self) -> Chip {
        self.mover
    }

    /// The legal placements by square, whose notation is `x,y`, and the chips each would
    /// flip. Empty if the player must pass or the game is over.
    #[must_use]
    pub fn possible_moves(&self) -> BTreeMap<Square, PossibleMove> {
        let possible = |square: Square| {
            let chips = squares(self.board.flips(index(square))).collect();
            (square, PossibleMove { x: square.x, y: square.y, chips })
        };
        squares(self.moves).map(possible).collect()
    }

    /// Passes: the opponent is to move.
    ///
    /// # Errors
    /// There is a placement, or the game is over.
    pub fn pass_to_opponent(&mut self) -> Result<(), InvalidMove> {
        self.pass()
    }

    /// Places a chip at column `x` and row `y` and returns the chips it flipped, row by row
    /// from the top. Then the opponent is to move, even if it must pass.
    ///
    /// # Errors
    /// The rule that the placement breaks; the game is unchanged then.
    pub fn place_chip(&mut self, x: u8, y: u8) -> Result<Vec<Square>, InvalidMove> {
        self.place(Square::new(x, y)).map(|flipped| squares(flipped).collect())
    }

    /// The chips as rows from the top: `layout[y][x]`.
    #[must_use]
    pub fn chip_layout(&self) -> Vec<Vec<Option<Chip>>> {
        let size = self.params().size();
        (0..size).map(|y| (0..size).map(|x| self.at(x, y)).collect()).collect()
    }

    /// The number of chips of black, and of white.
    #[must_use]
    pub fn score(&self) -> (u32, u32) {
        (self.chips(Chip::Black).count_ones(), self.chips(Chip::White).count_ones())
    }
}
