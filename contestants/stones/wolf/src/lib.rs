//! Looks ahead: alpha-beta over stones, going on until no hit is due.
//!
//! See `field` for the board, and `hunt` for the search and for what it makes of more
//! than one enemy.

mod field;
mod hunt;

use judge_sdk::memo::Memo;
use judge_sdk::stones::{Game, Setup, Step, Stones};
use judge_sdk::{Budget, Random};

use field::Field;
use hunt::{Hunt, Turn};

/// More fuel than a step ever takes.
const FUEL_PER_STEP: u64 = 1500;
/// More fuel than it takes to lay out the board and the memo.
const FUEL_TO_BEGIN: u64 = 1_000_000;
/// Positions that the memo has room for.
const NOTES: usize = 1 << 15;

/// The bot. A step of its search is some hundred units of fuel.
pub struct Wolf<const STEPS_PER_TURN: u32 = 80_000> {
    own: usize,
    random: Random,
}

impl<const STEPS_PER_TURN: u32> Stones for Wolf<STEPS_PER_TURN> {
    fn name() -> String {
        "Wolf".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self { own: setup.seat.index(), random: Random::new(setup.seed) }
    }

    fn next_move(&mut self, game: &Game) -> Step {
        let budget = Budget::of_turn(STEPS_PER_TURN.into()).fuel_per_step(FUEL_PER_STEP);
        let field = Field::new(game);
        let mut moves = Vec::new();
        field.moves(self.own, |_| true, &mut moves);
        // Of equals, any may be the first.
        self.random.shuffle(&mut moves);
        if !budget.has_fuel(FUEL_TO_BEGIN) {
            return field.step(moves[0]);
        }
        let rules = game.rules();
        let turn = Turn {
            player: self.own,
            left: rules.max_turns() - game.turns(),
            left_without_hit: rules.no_hit_limit() - game.turns_without_hit(),
        };
        // For one turn: in the next, the enemies to be hunted are elsewhere.
        let mut memo = Memo::new(NOTES);
        let mut hunt = Hunt::new(field.clone(), self.own, rules.no_hit_limit(), &mut memo, budget);
        field.step(hunt.best(turn, moves))
    }
}

judge_sdk::export!(stones, Wolf);
