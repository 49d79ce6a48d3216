//! Ok: plans for its next turn, and no further.
//!
//! Takes a win. Else leaves the opponent no turn that wins at once, if it can; of the
//! turns left it likes those best that show the most of its pieces in the middle, and
//! the fewest of the opponent's, and of equals any.

use std::cmp::Reverse;

use judge_sdk::gobblet::{Action, Board, Colour, Gobblet, Position, Setup};
use judge_sdk::{Random, fuel_left};

/// The bot.
pub struct Planner(Random);

impl Gobblet for Planner {
    fn name() -> String {
        "Ok".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(Random::new(setup.seed))
    }

    fn play(&mut self, position: &Position) -> Action {
        let fuel_min = fuel_left() / 5;
        let mover = position.to_move();
        let mut turns: Vec<(Action, Position)> = position.successors().collect();
        if let Some((action, _)) = turns.iter().find(|(_, next)| next.winner() == Some(mover)) {
            return *action;
        }
        self.0.shuffle(&mut turns);
        turns.sort_by_key(|(_, next)| Reverse(grip(next, mover)));
        let is_safe = |(_, next): &&(Action, Position)| fuel_left() > fuel_min && !loses(next, mover);
        turns.iter().find(is_safe).unwrap_or(&turns[0]).0
    }
}

/// Whether the opponent has won, or can at once.
fn loses(next: &Position, mover: Colour) -> bool {
    let opponent = Some(mover.other());
    next.winner() == opponent || next.successors().any(|(_, after)| after.winner() == opponent)
}

/// The advantage of `mover` over the opponent in the middle.
fn grip(next: &Position, mover: Colour) -> u32 {
    let middle: u16 = match next.board() {
        Board::Three => 0o020,
        Board::Four => 0x0660,
    };
    let shown = |colour| (next.shown(colour) & middle).count_ones();
    middle.count_ones() + shown(mover) - shown(mover.other())
}

judge_sdk::export!(gobblet, Planner);
