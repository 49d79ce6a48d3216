//! Gobblet: the board, and a piece that is brought in or moved.

use std::convert::Infallible;

use judge_games::Seat;
use judge_games::gobblet::{Action, Gobblet, Params, Position, Size};
use judge_wit::{Reader, Value};

use super::{AtPosition, Contract, OTHER_RULES, Trouble, no_position, square_of};
use crate::Seed;

impl Contract for Gobblet {
    type Event = Infallible;

    const ASKS: &'static str = "play";

    fn start_at(params: &Params, position: &str, _: u64) -> Result<AtPosition<Self>, Trouble> {
        let position: Position = position.parse().map_err(no_position)?;
        if position.board() != params.board() {
            return Err(no_position(OTHER_RULES));
        }
        let game = Self::from_position(position, Some(params.plies_max())).map_err(no_position)?;
        Ok(AtPosition { params: *params, game, text: position.to_string() })
    }

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, 2, params.board().width()]);
        to.number(params.plies_max());
    }

    fn arguments(position: &Position, to: &mut Value) {
        to.each_byte(position.bytes());
    }

    fn answer(_: &Position, mut answer: Reader<'_>) -> Result<Action, String> {
        if answer.case() == 0 {
            let number = answer.byte();
            let size = Size::from_number(number).ok_or_else(|| format!("no piece has size {number}"))?;
            return Ok(Action::Enter { size, to: square_of(&mut answer) });
        }
        let [from, to] = [square_of(&mut answer), square_of(&mut answer)];
        Ok(Action::Move { from, to })
    }

    fn legal_in(position: &Position) -> Vec<Action> {
        position.legal().collect()
    }

    fn text(position: &Position) -> String {
        position.to_string()
    }
}
