//! Battleship: a fleet at first, then shots; and what a bot sees, as text.

use std::convert::Infallible;

use judge_games::Seat;
use judge_games::battleship::{Action, Battleship, Cell, Orientation, Params, Question, Ship, View};
use judge_wit::{Reader, Value};

use super::{Asked, BEGINS, Contract, Phase, square_of};
use crate::Seed;

impl Contract for Battleship {
    type Event = Infallible;

    fn first_question_begins(_: &Params) -> bool {
        true
    }

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, 2, params.size()]);
        to.bytes(params.fleet());
        to.number(params.no_touch());
    }

    fn question(question: &Question) -> Asked {
        match question {
            Question::NewGame => Asked { function: BEGINS, phase: Phase::Setup },
            Question::TakeTurn(_) => Asked { function: "take-turn", phase: Phase::Turns },
        }
    }

    fn arguments(question: &Question, to: &mut Value) {
        if let Question::TakeTurn(view) = question {
            to.bytes(view.state());
            to.bytes(view.ships_remaining());
        }
    }

    fn answer(question: &Question, mut answer: Reader<'_>) -> Result<Action, String> {
        Ok(match question {
            Question::NewGame => {
                Action::PlaceFleet((0..answer.list()).map(|_| ship_of(&mut answer)).collect())
            }
            Question::TakeTurn(_) => Action::Shoot(square_of(&mut answer)),
        })
    }

    fn legal_in(question: &Question) -> Vec<Action> {
        let Question::TakeTurn(view) = question else { return Vec::new() };
        view.unknown().map(Action::Shoot).collect()
    }

    fn text(question: &Question) -> String {
        if let Question::TakeTurn(view) = question { text(view) } else { String::new() }
    }
}

fn ship_of(answer: &mut Reader<'_>) -> Ship {
    let [x, y, length] = [answer.byte(), answer.byte(), answer.byte()];
    let orientation = if answer.case() == 0 { Orientation::Across } else { Orientation::Down };
    Ship { x, y, length, orientation }
}

/// The opponent's board, `.` unknown, `x` hit, `o` miss, rows divided by `/`; then the ships afloat.
fn text(view: &View) -> String {
    let cell = |x, y| match view.at(x, y).expect("it is on the board") {
        Cell::Unknown => '.',
        Cell::Hit => 'x',
        Cell::Miss => 'o',
    };
    let row = |y| (0..view.size()).map(|x| cell(x, y)).collect::<String>();
    let rows: Vec<String> = (0..view.size()).map(row).collect();
    let afloat: Vec<String> = view.ships_remaining().iter().map(ToString::to_string).collect();
    format!("{} {}", rows.join("/"), afloat.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_row_by_row() {
        let view = View::new(2, vec![0, 1, 2, 0], vec![2, 1]);
        assert_eq!(text(&view), ".x/o. 2 1");
    }
}
