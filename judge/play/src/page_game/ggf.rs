//! A game as a line of GGF, the Generic Game Format of Othello's servers and programs.
//!
//! It has no times: fuel is no time. The actions of an opening are among its moves.

use std::fmt::Write;
use std::iter;

use crate::games::Seat;
use crate::opening::Unplayable;
use crate::scenes::Scene;
use crate::text::cut;
use crate::{Fault, FaultKind, Moved, Rules, Verdict};

/// The one game that is read.
const OTHELLO: &str = "othello";
/// The beginning of a game.
const BEGIN: &str = "(;GM[";
/// The most characters of something in the text that a mistake shows.
const SHOWN_MAX: usize = 40;

/// GGF's signs for the first seat's pieces and the second's, on a board and before a move.
const PIECES: [char; 2] = ['*', 'O'];
const COLOURS: [char; 2] = ['B', 'W'];

/// Whether games by these rules are usual there. A game that is a file may be called as it likes, and have any board.
#[must_use]
pub fn is_usual(rules: &Rules) -> bool {
    matches!(rules, Rules::Othello(_))
}

/// A usual game that is over as a line: the names of its players, its first position, all that was played, all faults, and
/// its end.
#[must_use]
pub fn line(
    [black, white]: [&str; 2],
    start: &Scene,
    moves: &[Moved],
    faults: &[Fault],
    verdict: &Verdict,
) -> String {
    let board = &start.boards[0];
    let (edge, result) = (board.columns, result(verdict, faults, board.cells.len()));
    let mut text = format!("(;GM[Othello]PC[judge]PB[{black}]PW[{white}]TY[{edge}]RE[{result}]BO[{edge}");
    for row in board.cells.chunks(edge.into()) {
        let piece = |owner: Option<Seat>| owner.map_or('-', |seat| PIECES[seat.index()]);
        text.push(' ');
        text.extend(row.iter().map(|cell| piece(cell.pieces.first().and_then(|piece| piece.owner))));
    }
    let first = start.to_move.map_or(0, Seat::index);
    write!(text, " {}]", PIECES[first]).expect("a string takes all text");
    for Moved { seat, action, .. } in moves {
        let action = if action == "--" { "PA" } else { action };
        write!(text, "{}[{action}]", COLOURS[seat.index()]).expect("a string takes all text");
    }
    text + ";)"
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
    /// How it ended, if its players did not play it out: `white resigned`.
    pub ended: Option<String>,
}

impl GgfText {
    /// Whether a text holds games in GGF.
    #[must_use]
    pub fn is_ggf(text: &str) -> bool {
        text.contains(BEGIN)
    }

    /// The games in a text, each with the number of its line, from 1, or the reason why it cannot be played.
    pub fn games(text: &str) -> impl Iterator<Item = (usize, Result<Self, Unplayable>)> {
        let mut begins = text.match_indices(BEGIN).map(|(begin, _)| begin).peekable();
        let (mut line, mut counted) = (1, 0);
        iter::from_fn(move || {
            let begin = begins.next()?;
            line += text[counted..begin].matches('\n').count();
            counted = begin;
            let end = begins.peek().copied().unwrap_or(text.len());
            Some((line, Self::read(&text[begin + 2..end])))
        })
    }

    /// The rules by which it was played.
    ///
    /// # Errors
    /// If no board of the judge is so large.
    pub fn rules(&self) -> Result<Rules, Unplayable> {
        Rules::new(OTHELLO, [("size", self.size.as_str())])
            .map_err(|error| Unplayable::Wrong(format!("its board: {error}")))
    }

    /// The position that it begins at and its actions, if it was played by these rules.
    ///
    /// # Errors
    /// If it was not.
    pub fn moves_for(self, rules: &Rules) -> Result<String, Unplayable> {
        if self.rules()?.settings()[0] == rules.settings()[0] {
            return Ok(self.moves);
        }
        let size = self.size;
        let why = format!("it is a game of Othello on {size} x {size} squares, and the rules say otherwise");
        Err(Unplayable::Wrong(why))
    }

    fn read(text: &str) -> Result<Self, Unplayable> {
        let (mut names, mut moves) = ([String::new(), String::new()], String::new());
        let (mut board, mut ended, mut rest) = (None, None, text);
        while let Some((key, after)) = rest.split_once('[').filter(|_| !rest.starts_with(';')) {
            let (value, after) = value(after).ok_or("a bracket is not closed; the file is cut off")?;
            rest = after.trim_start();
            match key.trim() {
                "GM" if value.to_lowercase() != OTHELLO => {
                    let game = cut(&value, SHOWN_MAX);
                    let why = format!("it is a game of {game:?}; only Othello is read");
                    return Err(Unplayable::Wrong(why));
                }
                "TY" => not_played(&value)?,
                "PB" => names[0] = value,
                "PW" => names[1] = value,
                "RE" => ended = ending(&value),
                "BO" => board = Some(value),
                "B" | "W" => {
                    // Behind it stand what a program thought of it, and the time it took.
                    let action = value.split('/').next().unwrap_or(&value).trim();
                    if !action.to_lowercase().starts_with("pa") {
                        moves.extend([action, " "]);
                    }
                }
                _ => {}
            }
        }
        let board = board.unwrap_or_default();
        let (size, pieces) = board.split_once(' ').ok_or("it has no board (BO)")?;
        let mut pieces = pieces.split_whitespace().collect::<String>();
        let to_move = pieces.pop().ok_or("its board (BO) is empty")?;
        moves.insert_str(0, &format!("[{pieces} {to_move}] ").replace(PIECES[0], "X"));
        Ok(Self { names, size: size.to_owned(), moves: moves.trim_end().to_owned(), ended })
    }
}

/// A value up to its bracket, and what stands behind that. Behind `\` a bracket is a part of the value.
fn value(text: &str) -> Option<(String, &str)> {
    let (mut value, mut rest) = (String::new(), text);
    loop {
        let (plain, marked) = rest.split_at(rest.find([']', '\\'])?);
        value.push_str(plain);
        let Some(escaped) = marked.strip_prefix('\\') else { return Some((value, &marked[1..])) };
        let sign = escaped.chars().next()?;
        value.push(sign);
        rest = &escaped[sign.len_utf8()..];
    }
}

/// Refuses a type of Othello whose result is another here. The server writes it as the board's edge with letters behind it:
/// `8r` begins at random.
fn not_played(ty: &str) -> Result<(), Unplayable> {
    const OTHER: [(&str, &str); 3] = [
        ("a", "the reversed game, which the fewer chips win"),
        ("k", "a game with komi, which gives one side chips"),
        ("88", "a board without its corners"),
    ];
    let found = OTHER.iter().find(|(sign, _)| ty.contains(sign));
    found.map_or(Ok(()), |(_, what)| {
        let ty = cut(ty, SHOWN_MAX);
        Err(Unplayable::Wrong(format!("it is of the type {ty:?}, {what}; that is not played here")))
    })
}

/// How a game ended that was not played out, by its result for black.
fn ending(result: &str) -> Option<String> {
    let (score, flag) = result.split_once(':')?;
    let loser = if score.trim().starts_with('-') { "black" } else { "white" };
    match flag.trim() {
        "r" => Some(format!("{loser} resigned")),
        "t" => Some(format!("{loser} ran out of time")),
        "s" => Some(format!("agreed on {} for black", cut(score.trim(), SHOWN_MAX))),
        _ => None,
    }
}

/// The result for the first seat. A seat that forfeits has lost all `cells`.
fn result(verdict: &Verdict, faults: &[Fault], cells: usize) -> String {
    match verdict {
        Verdict::Decided(outcome) => format!("{:+}.000", outcome.scores[0] - outcome.scores[1]),
        Verdict::Forfeit(ranks) => {
            let sign = if ranks[0] < ranks[1] { '+' } else { '-' };
            // A turn without an answer in time is the one fault that GGF has a flag for.
            let is_late = faults.last().is_some_and(|fault| fault.kind == FaultKind::OutOfFuel);
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
            GgfText { names: names.clone(), size: "8".to_owned(), moves, ended: None }
        };
        assert_eq!(games[0], (1, Ok(read('X', " d3 c5 C6"))));
        assert_eq!(games[1], (2, Ok(read('X', ""))));
        assert_eq!(games[2], (4, Ok(read('O', ""))), "white moves first");
        let wrong = |text: &str| {
            GgfText::games(text).next().expect("it is one").1.expect_err("it is wrong").to_string()
        };
        assert!(wrong("(;GM[Amazons]PB[a];)").starts_with("it is a game of \"Amazons\""));
        assert!(wrong("(;GM[Othello]PB[a];)").starts_with("it has no board"));
        assert!(wrong("(;GM[Othello]PB[a").starts_with("a bracket is not closed"));
        assert!(wrong("(;GM[Othello]BO[8 ]").starts_with("its board (BO) is empty"));
        assert!(
            wrong("(;GM[Othello]PB[a](;GM[Othello]BO[8 -]").starts_with("it has no board"),
            "a game ends at the next"
        );
        for (ty, told) in [("8a", "fewer chips"), ("s8kr16", "komi"), ("88", "corners")] {
            let told_of = wrong(&format!("(;GM[Othello]TY[{ty}]BO[8 - *];)"));
            assert!(told_of.contains(told) && told_of.ends_with("that is not played here"), "{told_of}");
        }
        let odd = GgfText::games("(;GM[Othello]BO[99999999999999999999 é]").next().expect("it is one").1;
        assert!(odd.expect("it is read").rules().is_err(), "there is no such board");
    }

    #[test]
    fn names_are_what_they_were_and_an_end_before_the_end_is_told() {
        let read = |properties: &str| {
            let text = format!("(;GM[Othello]TY[s8r20]{properties}BO[8 -- *]B[f5];)");
            GgfText::games(&text).next().expect("it is one").1.expect("it can be read")
        };
        let named = read(r"PB[a\]b]PW[c\\d\e]");
        assert_eq!((named.names, named.moves.as_str()), (["a]b", r"c\de"].map(str::to_owned), "[-- X] f5"));
        for (result, told) in [
            ("+64.000:r", Some("white resigned")),
            ("-64:t", Some("black ran out of time")),
            ("-2.000:s", Some("agreed on -2.000 for black")),
            ("+12.000", None),
            ("?", None),
        ] {
            assert_eq!(read(&format!("RE[{result}]")).ended.as_deref(), told, "{result}");
        }
    }
}
