//! A game as a line of GGF, the Generic Game Format of Othello's servers and programs.
//!
//! It has no times: fuel is no time. The actions of an opening are among its moves.

use std::fmt::Write;

use crate::games::Seat;
use crate::scenes::Scene;
use crate::text::cut;
use crate::{Fault, FaultKind, Moved, Rules, Verdict};

/// The one game that is read.
const OTHELLO: &str = "othello";
/// The beginning of a game.
const BEGIN: &str = "(;GM[";
/// The most characters of something in the text that a mistake shows.
const SHOWN_MAX: usize = 40;

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

/// A game as GGF tells it: the games of servers and of other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfText {
    /// The names of black and of white.
    pub names: [String; 2],
    /// The board's edge.
    pub size: String,
    /// The position that it begins at, in brackets, and its actions, without passes.
    pub moves: String,
}

impl GgfText {
    /// Whether a text holds games in GGF.
    #[must_use]
    pub fn is_ggf(text: &str) -> bool {
        text.contains(BEGIN)
    }

    /// The games in a text, each with the number of its line, from 1, or the reason why it cannot be played.
    pub fn games(text: &str) -> impl Iterator<Item = (usize, Result<Self, String>)> {
        let begins = text.match_indices(BEGIN).map(|(begin, _)| begin);
        begins.map(|begin| (text[..begin].matches('\n').count() + 1, Self::read(&text[begin + 2..])))
    }

    /// The rules by which it was played.
    ///
    /// # Errors
    /// If no board of the judge is so large.
    pub fn rules(&self) -> Result<Rules, String> {
        Rules::new(OTHELLO, [("size", self.size.as_str())]).map_err(|error| error.to_string())
    }

    /// The position that it begins at and its actions, if it was played by these rules.
    ///
    /// # Errors
    /// If it was not.
    pub fn moves_for(self, rules: &Rules) -> Result<String, String> {
        if self.rules()?.settings()[0] == rules.settings()[0] {
            return Ok(self.moves);
        }
        Err(format!("it is a game of Othello on {0} x {0} squares, and the rules say otherwise", self.size))
    }

    fn read(text: &str) -> Result<Self, String> {
        let (mut names, mut moves) = ([String::new(), String::new()], String::new());
        let (mut board, mut rest) = (None, text);
        while let Some((key, after)) = rest.split_once('[').filter(|_| !rest.starts_with(';')) {
            let (value, after) =
                after.split_once(']').ok_or("a bracket is not closed; the file is cut off")?;
            rest = after.trim_start();
            match key.trim() {
                "GM" if value.to_lowercase() != OTHELLO => {
                    return Err(format!("it is a game of {:?}; only Othello is read", cut(value, SHOWN_MAX)));
                }
                "PB" => value.clone_into(&mut names[0]),
                "PW" => value.clone_into(&mut names[1]),
                "BO" => board = Some(value),
                "B" | "W" => {
                    // Behind it stand what a program thought of it, and the time it took.
                    let action = value.split('/').next().unwrap_or(value).trim();
                    if !action.to_lowercase().starts_with("pa") {
                        moves.extend([action, " "]);
                    }
                }
                _ => {}
            }
        }
        let (size, pieces) = board.and_then(|board| board.split_once(' ')).ok_or("it has no board (BO)")?;
        let mut pieces = pieces.split_whitespace().collect::<String>();
        let to_move = pieces.pop().ok_or("its board (BO) is empty")?;
        moves.insert_str(0, &format!("[{pieces} {to_move}] ").replace(PIECES[0], "X"));
        Ok(Self { names, size: size.to_owned(), moves: moves.trim_end().to_owned() })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(board: &str, moves: &str) -> String {
        format!(
            "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Edax]TY[8r]RE[-4]BO[{board}]{moves};)"
        )
    }

    #[test]
    fn games_of_a_server_are_read() {
        let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
        let joined = rows.replace(' ', "");
        let text = format!(
            "\u{feff}2 {}{}\n\n{}",
            game(&format!("8 {rows} *"), "B[d3//1.2]W[c5/0.50/2.03]\nB[PA/0.1]W[C6]"),
            game(&format!("8 {joined} *"), ""),
            game(&format!("8 {joined} O"), "")
        );
        assert!(GgfText::is_ggf(&text));
        let games: Vec<_> = GgfText::games(&text).collect();
        let names = ["Saio1200", "Edax"].map(str::to_owned);
        let read = |to_move: char, moves: &str| {
            let moves = format!(
                "[---------------------------OX------XO--------------------------- {to_move}]{moves}"
            );
            GgfText { names: names.clone(), size: "8".to_owned(), moves }
        };
        assert_eq!(games[0], (1, Ok(read('X', " d3 c5 C6"))));
        assert_eq!(games[1], (2, Ok(read('X', ""))));
        assert_eq!(games[2], (4, Ok(read('O', ""))), "white moves first");
        let wrong = |text: &str| GgfText::games(text).next().expect("it is one").1.expect_err("it is wrong");
        assert!(wrong("(;GM[Amazons]PB[a];)").starts_with("it is a game of \"Amazons\""));
        assert!(wrong("(;GM[Othello]PB[a];)").starts_with("it has no board"));
        assert!(wrong("(;GM[Othello]PB[a").starts_with("a bracket is not closed"));
        assert!(wrong("(;GM[Othello]BO[8 ]").starts_with("its board (BO) is empty"));
        let odd = GgfText::games("(;GM[Othello]BO[99999999999999999999 é]").next().expect("it is one").1;
        assert!(odd.expect("it is read").rules().is_err(), "there is no such board");
    }
}
