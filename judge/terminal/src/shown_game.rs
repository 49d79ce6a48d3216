//! A game to be shown as a whole: its bots, its line and what its players are called.

use judge_core::game::LoadedBots;
use judge_play::Line;
use judge_play::games::Seat;

/// A game to be shown as a whole.
pub struct ShownGame {
    /// The bots at its table.
    pub loaded_bots: LoadedBots,
    /// The line that plays it.
    pub line: Line,
    /// The game's name: its file, or its folder and number.
    pub title: String,
    /// The player at each seat.
    pub names: Vec<String>,
}

impl ShownGame {
    /// A seat and who is there: `black (greedy)`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        format!("{} ({})", self.line.rules.facts().seat(seat), self.names[seat.index()])
    }
}
