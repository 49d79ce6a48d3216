//! Turns on 3×3 that take too long to find in a game.
//!
//! They are forced wins of red's from the start, and of yellow's after a bad start of
//! red's. The test `book` finds them, and compares or writes the file.

use judge_sdk::gobblet::{Action, Board, Position};

use crate::symmetry::Symmetry;

/// The book: in each line a position, `: ` and what to do.
pub const TEXT: &str = include_str!("book.txt");

/// The book's action for the position, whichever way the board is turned.
#[must_use]
pub fn reply(position: &Position) -> Option<Action> {
    if position.board() != Board::Three {
        return None;
    }
    Symmetry::all().find_map(|symmetry| {
        let turned = symmetry.position(position).to_string();
        let line = TEXT.lines().find_map(|line| line.strip_prefix(&*turned)?.strip_prefix(": "))?;
        position.legal().find(|action| symmetry.action(*action, position.board()).to_string() == line)
    })
}
