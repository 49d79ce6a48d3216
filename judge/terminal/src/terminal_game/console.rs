//! The place of a person: the text shown there, and the text typed.

use crate::board::Look;
use crate::ink::InkRow;

/// The place where a person sits.
pub trait Console {
    /// Shows a row.
    fn say(&mut self, row: &InkRow) {
        self.say_indented(row, 0);
    }

    /// Shows a row. What of it goes on below begins `indent` columns in.
    fn say_indented(&mut self, row: &InkRow, indent: usize);

    /// Asks for a line; `None` if nothing more will come, or the person wants to leave.
    fn ask(&mut self, prompt: &str) -> Option<String>;

    /// Wipes the screen, where there is one, with all that was typed before.
    fn wipe(&mut self);

    /// Lets people look before the game goes on, which they only watch if `is_watched`.
    fn rest(&mut self, is_watched: bool);

    /// The look of boards here.
    fn look(&self) -> Look;

    /// Whether the board of a game that nobody takes part in is drawn after every action.
    fn shows_every_board(&self) -> bool;
}
