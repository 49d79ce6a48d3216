//! A game as a line of GGF, the Generic Game Format of Othello's servers and programs.
//!
//! It has no times: fuel is no time. What began the game is among its moves.

use std::fmt::Write;

use judge_play::games::Seat;
use judge_play::scenes::Scene;
use judge_play::{FaultKind, Moved, Verdict};

use super::moves::Told;

/// What GGF calls a game of black and white pieces on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ggf {
    game: &'static str,
    /// The action that is `PA` there.
    pass: &'static str,
}

impl Ggf {
    /// The notation of a game, if it is usual there.
    pub(super) fn of(game: &str) -> Option<Self> {
        (game == "othello").then_some(Self { game: "Othello", pass: "--" })
    }
}

/// What GGF calls the first seat's pieces and the second's, on a board and before a move.
const PIECES: [char; 2] = ['*', 'O'];
const COLOURS: [char; 2] = ['B', 'W'];

/// A game as a line. `start` is its first position, and `seats` are who played.
pub(super) fn line(ggf: Ggf, start: &Scene, seats: &[String], told: &Told) -> String {
    let board = &start.boards[0];
    let [black, white] = seats else { unreachable!("such a game has two seats") };
    let mut text = format!("(;GM[{}]PC[judge]PB[{black}]PW[{white}]", ggf.game);
    write!(text, "TY[{}]RE[{}]BO[{}", board.columns, result(told, board.cells.len()), board.columns)
        .expect("a string takes all text");
    for row in board.cells.chunks(board.columns.into()) {
        let piece = |owner: Option<Seat>| owner.map_or('-', |seat| PIECES[seat.index()]);
        text.push(' ');
        text.extend(row.iter().map(|cell| piece(cell.pieces.first().and_then(|piece| piece.owner))));
    }
    let first = start.to_move.map_or(0, Seat::index);
    write!(text, " {}]", PIECES[first]).expect("a string takes all text");
    for Moved { seat, action, .. } in &told.moves {
        let action = if action == ggf.pass { "PA" } else { action };
        write!(text, "{}[{action}]", COLOURS[seat.index()]).expect("a string takes all text");
    }
    text + ";)"
}

/// How it ended for the first seat. Who forfeits has lost all `cells`.
fn result(told: &Told, cells: usize) -> String {
    match &told.verdict {
        Verdict::Decided(outcome) => format!("{:+}.000", outcome.scores[0] - outcome.scores[1]),
        Verdict::Forfeit(ranks) => {
            let sign = if ranks[0] < ranks[1] { '+' } else { '-' };
            // A turn without an answer in time is the one fault that GGF has a flag for.
            let is_late = told.faults.last().is_some_and(|fault| fault.kind == FaultKind::OutOfFuel);
            format!("{sign}{cells}.000:{}", if is_late { 't' } else { 'r' })
        }
        Verdict::Void(_) => "?".to_owned(),
    }
}
