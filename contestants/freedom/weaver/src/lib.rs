//! Looks ahead: alpha-beta over the lines that may still become live, and in the endgame
//! over the points.
//!
//! See `chances` for what a line is worth, `loom` for the board that keeps count of
//! it, and `search` for the rest.

mod chances;
mod loom;
mod search;

use judge_sdk::freedom::{Freedom, Game, Setup, Square};
use judge_sdk::memo::Memo;
use judge_sdk::{Budget, Random};

use chances::Chances;
use loom::Loom;
use search::Search;

/// More fuel than a step ever takes.
const FUEL_PER_STEP: u64 = 1500;
/// More fuel than the tables take that are laid out in the first turn.
const FUEL_FOR_TABLES: u64 = 3_000_000;
/// Positions that the memo has room for.
const NOTES: usize = 1 << 15;

/// The bot. A step of its search is under a thousand units of fuel.
pub struct Weaver<const STEPS_PER_TURN: u32 = 60_000> {
    random: Random,
    /// From the first turn with enough fuel to fill it.
    memory: Option<(Chances, Memo<Square>)>,
}

impl<const STEPS_PER_TURN: u32> Freedom for Weaver<STEPS_PER_TURN> {
    fn name() -> String {
        "Weaver".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { random: Random::new(setup.seed), memory: None }
    }

    fn make_move(&mut self, game: &Game) -> Square {
        let budget = Budget::of_turn(STEPS_PER_TURN.into()).fuel_per_step(FUEL_PER_STEP);
        let mut squares: Vec<Square> = game.legal_squares().iter().collect();
        // Of equals, any may be the first.
        self.random.shuffle(&mut squares);
        let steps_to_begin = u64::from(4 * game.params().cells());
        if !budget.has_fuel(FUEL_FOR_TABLES + steps_to_begin * FUEL_PER_STEP) {
            return squares[0];
        }
        let (chances, memo) = self.memory.get_or_insert_with(|| (Chances::new(), Memo::new(NOTES)));
        let loom = Loom::new(game.board(), game.params().scoring(), chances);
        Search { loom, memo, budget }.best(game.own(), squares)
    }
}

judge_sdk::export!(freedom, Weaver);
