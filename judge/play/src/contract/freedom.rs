//! Freedom: the board and the last stone, and the square to place a stone on.

use std::convert::Infallible;

use judge_games::freedom::{Action, Freedom, Params, Scoring};
use judge_games::{Game, Seat};
use judge_wit::{Reader, Value};

use super::{AtPosition, Contract, OTHER_RULES, Trouble, no_position, square, square_of};
use crate::Seed;

impl Contract for Freedom {
    type Event = Infallible;

    const ASKS: &'static str = "make-move";

    fn start_at(params: &Params, position: &str, _: u64) -> Result<AtPosition<Self>, Trouble> {
        let game: Self = position.parse().map_err(no_position)?;
        if game.params() != params {
            return Err(no_position(OTHER_RULES));
        }
        Ok(AtPosition { params: *params, game, text: game.to_string() })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, 2, params.size()]);
        to.case(match params.scoring() {
            Scoring::Multiplicity => 0,
            Scoring::Distinct => 1,
        });
    }

    fn arguments(game: &Self, to: &mut Value) {
        to.bytes(&game.board().bytes());
        let last = game.last_opponent_move();
        to.case(last.is_some().into());
        if let Some(last) = last {
            square(last, to);
        }
    }

    fn answer(_: &Self, mut answer: Reader<'_>) -> Result<Action, String> {
        Ok(Action::Place(square_of(&mut answer)))
    }

    fn legal_in(game: &Self) -> Vec<Action> {
        game.legal()
    }

    fn text(position: &Self) -> String {
        position.to_string()
    }
}
