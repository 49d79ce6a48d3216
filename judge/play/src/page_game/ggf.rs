//! A game as a line of GGF, the Generic Game Format of Othello's servers and programs.
//!
//! It has no times: fuel is no time. What began the game is among its moves.

use std::fmt::Write;

use crate::games::Seat;
use crate::scenes::Scene;
use crate::{Fault, FaultKind, Moved, Rules, Verdict};

/// GGF's name for a game of black and white pieces on one board.
#[derive(Clone, Copy, Debug)]
pub struct Ggf {
    game: &'static str,
    /// The action that is `PA` there.
    pass: &'static str,
}

/// A game that is over.
#[derive(Clone, Copy, Debug)]
pub struct GgfGame<'a> {
    /// The first position.
    pub start: &'a Scene,
    /// All that was played.
    pub moves: &'a [Moved],
    /// All faults.
    pub faults: &'a [Fault],
    /// The end of the game.
    pub verdict: &'a Verdict,
}

/// GGF's signs for the first seat's pieces and the second's, on a board and before a move.
const PIECES: [char; 2] = ['*', 'O'];
const COLOURS: [char; 2] = ['B', 'W'];

impl Ggf {
    /// The notation of a game, if it is usual there. A game that is a file may be called as it likes, and have any board.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        matches!(rules, Rules::Othello(_)).then_some(Self { game: "Othello", pass: "--" })
    }

    /// A game as a line, with the names of its players.
    #[must_use]
    pub fn line(self, [black, white]: [&str; 2], played: &GgfGame<'_>) -> String {
        let board = &played.start.boards[0];
        let mut text = format!("(;GM[{}]PC[judge]PB[{black}]PW[{white}]", self.game);
        write!(text, "TY[{}]RE[{}]BO[{}", board.columns, result(played, board.cells.len()), board.columns)
            .expect("a string takes all text");
        for row in board.cells.chunks(board.columns.into()) {
            let piece = |owner: Option<Seat>| owner.map_or('-', |seat| PIECES[seat.index()]);
            text.push(' ');
            text.extend(row.iter().map(|cell| piece(cell.pieces.first().and_then(|piece| piece.owner))));
        }
        let first = played.start.to_move.map_or(0, Seat::index);
        write!(text, " {}]", PIECES[first]).expect("a string takes all text");
        for Moved { seat, action, .. } in played.moves {
            let action = if action == self.pass { "PA" } else { action };
            write!(text, "{}[{action}]", COLOURS[seat.index()]).expect("a string takes all text");
        }
        text + ";)"
    }
}

/// The result for the first seat. A seat that forfeits has lost all `cells`.
fn result(played: &GgfGame<'_>, cells: usize) -> String {
    match played.verdict {
        Verdict::Decided(outcome) => format!("{:+}.000", outcome.scores[0] - outcome.scores[1]),
        Verdict::Forfeit(ranks) => {
            let sign = if ranks[0] < ranks[1] { '+' } else { '-' };
            // A turn without an answer in time is the one fault that GGF has a flag for.
            let is_late = played.faults.last().is_some_and(|fault| fault.kind == FaultKind::OutOfFuel);
            format!("{sign}{cells}.000:{}", if is_late { 't' } else { 'r' })
        }
        Verdict::Void(_) => "?".to_owned(),
    }
}
