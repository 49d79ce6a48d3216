//! Othello: bit sets of squares, and the square to place a chip on.

use std::convert::Infallible;

use judge_games::othello::{Action, Board, Othello, Params};
use judge_games::{Game, Seat};
use judge_wit::{Reader, Value};

use super::{AtPosition, Contract, OTHER_RULES, Trouble, no_position, square_of};
use crate::Seed;

impl Contract for Othello {
    type Event = Infallible;

    const ASKS: &'static str = "choose";

    fn start_at(params: &Params, position: &str, _: u64) -> Result<AtPosition<Self>, Trouble> {
        let game: Self = position.parse().map_err(no_position)?;
        if game.params().size() != params.size() {
            return Err(no_position(OTHER_RULES));
        }
        let board = Board::new(*params, game.board().own(), game.board().opponent()).map_err(no_position)?;
        // No game is longer than one that begins with four.
        if board.empty().count_ones() > params.mask().count_ones() - 4 {
            return Err(no_position("it has fewer than four chips"));
        }
        let game = Self::from_board(board, game.whos_move());
        Ok(AtPosition { params: *params, game, text: game.to_string() })
    }

    /// As Edax and the FFO suite write it: all squares, who is to move, and behind `;` or `%` what was thought of it.
    fn position_of_others(line: &str) -> Option<(String, &str)> {
        const SQUARES_MIN: usize = 16;
        let mark = |mark| match mark {
            'X' | 'x' | '*' => Some('X'),
            'O' | 'o' => Some('O'),
            '-' | '.' => Some('-'),
            _ => None,
        };
        let marks = |text: &str| text.chars().map(mark).collect::<Option<String>>();
        let (squares, behind) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let squares = marks(squares).filter(|squares| squares.len() >= SQUARES_MIN)?;
        let behind = behind.split('%').next().unwrap_or_default().trim_start();
        let end = behind.find(|end: char| end.is_whitespace() || end == ';').unwrap_or(behind.len());
        let (mover, behind) = behind.split_at(end);
        let behind = behind.trim_start();
        let is_judged = behind.starts_with(';');
        let rest = if is_judged { behind.find('#').map_or("", |name| &behind[name..]) } else { behind };
        let mover = marks(mover).unwrap_or_else(|| mover.to_owned());
        Some((format!("{squares} {mover}"), rest))
    }

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, 2, params.size()]);
    }

    fn arguments(game: &Self, to: &mut Value) {
        let board = game.board();
        to.numbers([board.own(), board.opponent(), game.legal_moves()]);
    }

    fn answer(game: &Self, mut answer: Reader<'_>) -> Result<Action, String> {
        // Without a legal move there is nothing to choose: any answer stands for the pass.
        let is_pass = game.legal_moves() == 0;
        Ok(if is_pass { Action::Pass } else { Action::Place(square_of(&mut answer)) })
    }

    fn legal_in(game: &Self) -> Vec<Action> {
        game.legal()
    }

    fn text(position: &Self) -> String {
        position.to_string()
    }
}
