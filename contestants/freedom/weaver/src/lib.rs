//! Looks ahead: alpha-beta over the lines that may still become live, and in the endgame
//! over the points.
//!
//! See `chances` for what a line is worth, `loom` for the board that keeps count of
//! it, and `search` for the rest.

mod budget;
mod chances;
mod loom;
mod memo;
mod search;

use judge_sdk::Random;
use judge_sdk::freedom::{Freedom, Game, Setup, Square};

use budget::Budget;
use chances::Chances;
use loom::Loom;
use memo::Memo;
use search::Search;

/// The bot. A step of its search is under a thousand units of fuel.
pub struct Weaver<const STEPS_PER_TURN: u32 = 60_000> {
    random: Random,
    /// From the first turn with enough fuel to fill it.
    memory: Option<(Chances, Memo)>,
}

impl<const STEPS_PER_TURN: u32> Freedom for Weaver<STEPS_PER_TURN> {
    fn name() -> String {
        "Weaver".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed), memory: None }
    }

    fn make_move(&mut self, game: &Game) -> Square {
        let budget = Budget::new(STEPS_PER_TURN);
        let mut squares: Vec<Square> = game.legal_squares().iter().collect();
        // Of equals, any may be the first.
        self.random.shuffle(&mut squares);
        if !budget.suffices(game.params().cells()) {
            return squares[0];
        }
        let (chances, memo) = self.memory.get_or_insert_with(|| (Chances::new(), Memo::new()));
        let loom = Loom::new(game.board(), game.params().scoring(), chances);
        Search { loom, memo, budget }.best(game.own(), squares)
    }
}

judge_sdk::export!(freedom, Weaver);
