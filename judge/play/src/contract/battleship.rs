//! Battleship: a fleet at first, then shots; and what a bot sees, as text.

use std::convert::Infallible;

use judge_games::battleship::{Battleship, Cell, Question, View};

use super::{Asked, Contract, Phase};

impl Contract for Battleship {
    type Event = Infallible;

    fn asked(question: &Question) -> Asked {
        match question {
            Question::NewGame => Asked { function: "new-game", phase: Phase::Setup },
            Question::TakeTurn(_) => Asked { function: "take-turn", phase: Phase::Turns },
        }
    }

    fn text(question: &Question) -> String {
        match question {
            Question::NewGame => String::new(),
            Question::TakeTurn(view) => text(view),
        }
    }
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
