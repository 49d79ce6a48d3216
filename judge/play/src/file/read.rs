//! A file's answers as the judge's own types: checked, bounded, with texts made safe.

use std::cell::Cell;
use std::sync::OnceLock;

use judge_games::{Ending, Key, Outcome, Seat, SettingError, Square};
use judge_scenes::{
    BoardScene, CellScene, Changes, Choice, FirstRow, Hull, Line, Mark, MarkKind, Orientation, Piece, Place,
    Placing, Scene, Secret, ToPlace, Trial, Weight,
};
use judge_wit::Reader;

use super::action::FileAction;
use super::game::{FileNews, Position, Question, known_function, values};
use super::info::{line, page};
use super::picture;
use super::{FileRules, STATE_BYTES_MAX, Stopped, broken};
use crate::contract::{BEGINS, Notice};
use crate::record::is_ranking;

/// The most characters of a line.
const LINE_MAX: usize = 4_000;
/// The most rows and columns of a board.
const SIDE_MAX: u8 = 64;
/// The most boards, pieces in one place, and choices.
const BOARDS_MAX: usize = 16;
const PIECES_MAX: usize = 1_000;
const CHOICES_MAX: usize = 10_000;
/// The most cells, pieces, lines and choices of a scene, with all that they are made of: a page draws each.
const PARTS_MAX: usize = 50_000;

/// A game's seats and limit of turns, as its settings make them.
pub(super) struct Table {
    pub(super) seats: u8,
    pub(super) turns_max: u32,
    pub(super) settings: Vec<(&'static str, String)>,
}

pub(super) fn option<T>(
    from: &mut Reader<'_>,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, Stopped>,
) -> Result<Option<T>, Stopped> {
    if from.case() == 0 { Ok(None) } else { read(from).map(Some) }
}

pub(super) fn list<T>(
    from: &mut Reader<'_>,
    most: usize,
    mut read: impl FnMut(&mut Reader<'_>) -> Result<T, Stopped>,
) -> Result<Vec<T>, Stopped> {
    let length = from.list();
    if length > most {
        return broken(format!("a list has {length} items; it may have {most}"));
    }
    (0..length).map(|_| read(from)).collect()
}

pub(super) fn text(from: &mut Reader<'_>) -> String {
    line(from.text(), LINE_MAX)
}

pub(super) fn action(from: &mut Reader<'_>) -> Result<FileAction, Stopped> {
    let text = from.text();
    text.parse().or_else(|why| broken(format!("\"{}\": {why}", line(text, 100))))
}

pub(super) fn table(from: &mut Reader<'_>, keys: &[Key]) -> Result<Result<Table, SettingError>, Stopped> {
    let known = |name: &str| keys.iter().find(|key| key.name == name).map(|key| key.name);
    if from.case() != 0 {
        let key = option(from, |from| Ok(known(from.text())))?.flatten();
        return Ok(Err(SettingError::NoGame { key, reason: text(from) }));
    }
    let seats = from.byte();
    let turns_max = u32::try_from(from.number()).expect("it is a u32");
    let setting = |from: &mut Reader<'_>| {
        let (name, value) = (from.text(), from.text());
        let Some(key) = known(name) else { return broken(format!("it has no key {:?}", line(name, 100))) };
        if value != line(value, LINE_MAX) {
            return broken(format!("the value of {key} has characters that cannot be shown"));
        }
        Ok((key, value.to_owned()))
    };
    let settings = list(from, keys.len(), setting)?;
    Ok(Ok(Table { seats, turns_max, settings }))
}

/// A position of a game by these rules, of which its file is believed nothing but the state.
pub(super) fn position(from: &mut Reader<'_>, rules: &FileRules) -> Result<Position, Stopped> {
    let (state, seats) = (from.bytes(), rules.seats);
    if state.len() > STATE_BYTES_MAX {
        return broken(format!("the state has {} bytes; it may have {STATE_BYTES_MAX}", state.len()));
    }
    let position = Position {
        state: state.to_vec(),
        to_move: option(from, |from| seat(from, seats))?,
        forced: option(from, action)?,
        outcome: option(from, |from| outcome(from, seats))?,
        notices: list(from, PIECES_MAX, |from| notice(from, rules))?,
        question: OnceLock::new(),
    };
    match (&position.to_move, &position.outcome) {
        (Some(seat), Some(_)) => broken(format!("seat {seat} is to move, and the game is over")),
        (None, None) => broken("nobody is to move, and the game is not over"),
        (None, Some(_)) if position.forced.is_some() => broken("an action is forced, and the game is over"),
        _ => Ok(position),
    }
}

fn seat(from: &mut Reader<'_>, seats: u8) -> Result<Seat, Stopped> {
    match from.byte() {
        number if number < seats => Ok(Seat(number)),
        number => broken(format!("there is no seat {number}; there are {seats}")),
    }
}

fn outcome(from: &mut Reader<'_>, seats: u8) -> Result<Outcome, Stopped> {
    let ranks = from.bytes().to_vec();
    let scores = list(from, seats.into(), |from| Ok(i32::try_from(from.signed()).expect("it is an s32")))?;
    let ending = match from.case() {
        0 => Ending::Rules,
        1 => Ending::Repetition,
        _ => Ending::Cap,
    };
    if ranks.len() != usize::from(seats) || scores.len() != usize::from(seats) {
        return broken(format!("{seats} seats have {} ranks and {} scores", ranks.len(), scores.len()));
    }
    if !is_ranking(&ranks, seats.into()) {
        return broken(format!(
            "the ranks are {ranks:?}; 1 is best, and equals share a rank, as in [1, 2, 2]"
        ));
    }
    Ok(Outcome { ranks, scores, ending })
}

fn notice(from: &mut Reader<'_>, rules: &FileRules) -> Result<Notice<FileNews>, Stopped> {
    let seats = rules.seats;
    let heard: Vec<Seat> = from.bytes().iter().copied().map(Seat).collect();
    let is_known = |(place, seat): (usize, &Seat)| seat.0 < seats && !heard[..place].contains(seat);
    if !heard.iter().enumerate().all(is_known) {
        return broken(format!("news for the seats {heard:?}; there are {seats} seats"));
    }
    let (name, function) = known_function(rules, from.text())?;
    if function.result.is_some() {
        return broken(format!("news by the contract's function {name}, which answers something"));
    }
    let arguments = values((name, function), from.text())?;
    Ok(Notice { event: FileNews { function: name, arguments, text: text(from) }, seats: heard })
}

pub(super) fn question(from: &mut Reader<'_>, rules: &FileRules) -> Result<Question, Stopped> {
    let (name, function) = known_function(rules, from.text())?;
    if function.result.is_none() {
        return broken(format!("it asks by the contract's function {name}, which answers nothing"));
    }
    let arguments = option(from, |from| values((name, function), from.text()))?;
    if arguments.is_none() && name != BEGINS {
        return broken(format!("it has no arguments for {name}; only {BEGINS} needs none"));
    }
    Ok(Question { function: name, arguments, text: text(from) })
}

pub(super) fn actions(from: &mut Reader<'_>) -> Result<Option<Vec<FileAction>>, Stopped> {
    option(from, |from| list(from, CHOICES_MAX, action))
}

/// Reads scenes of a game with so many seats and kinds of pieces.
pub(super) struct SceneReader {
    pub(super) seats: u8,
    pub(super) kinds: usize,
    pub(super) to_move: Option<Seat>,
    /// Parts so far.
    pub(super) parts: Cell<usize>,
}

impl SceneReader {
    /// Takes a list of parts of the scene.
    fn list<T>(
        &self,
        from: &mut Reader<'_>,
        most: usize,
        read: impl FnMut(&mut Reader<'_>) -> Result<T, Stopped>,
    ) -> Result<Vec<T>, Stopped> {
        let mut ahead = *from;
        self.parts.set(self.parts.get().saturating_add(ahead.list()));
        if self.parts.get() > PARTS_MAX {
            return broken(format!("it has more than {PARTS_MAX} cells, pieces, lines and choices"));
        }
        list(from, most, read)
    }

    pub(super) fn scene(&self, from: &mut Reader<'_>) -> Result<Scene, Stopped> {
        let boards = self.list(from, BOARDS_MAX, |from| self.board(from))?;
        let scores = self
            .list(from, self.seats.into(), |from| Ok(i32::try_from(from.signed()).expect("it is an s32")))?;
        if scores.len() != usize::from(self.seats) {
            return broken(format!("{} seats have {} scores", self.seats, scores.len()));
        }
        let choices = self.list(from, CHOICES_MAX, |from| self.choice(from, &boards))?;
        let placing = option(from, |from| self.placing(from, boards.len()))?;
        let words = option(from, |from| Ok(page(from.text())))?;
        let picture = option(from, |from| {
            let svg = from.text();
            picture::check(svg).map(|()| svg.to_owned())
        })?;
        Ok(Scene { boards, to_move: self.to_move, scores, choices, placing, words, picture })
    }

    fn board(&self, from: &mut Reader<'_>) -> Result<BoardScene, Stopped> {
        let owner = option(from, |from| seat(from, self.seats))?;
        let (columns, rows) = (from.byte(), from.byte());
        if ![columns, rows].iter().all(|side| (1..=SIDE_MAX).contains(side)) {
            return broken(format!(
                "a board is {columns} × {rows}; it may have 1 to {SIDE_MAX} columns and rows"
            ));
        }
        let first_row = if from.number() == 0 { FirstRow::Top } else { FirstRow::Bottom };
        let label = |from: &mut Reader<'_>| Ok(line(from.text(), 8));
        let labels = |from: &mut Reader<'_>| self.list(from, SIDE_MAX.into(), label);
        let (column_labels, row_labels) = (labels(from)?, labels(from)?);
        let squares = usize::from(columns) * usize::from(rows);
        let stack = |from: &mut Reader<'_>| self.list(from, PIECES_MAX, |from| self.piece(from));
        let cells =
            self.list(from, squares, |from| Ok(CellScene { pieces: stack(from)?, changed: false }))?;
        if (column_labels.len(), row_labels.len(), cells.len()) != (columns.into(), rows.into(), squares) {
            return broken(format!(
                "a board of {columns} × {rows} has not as many labels, or not as many cells"
            ));
        }
        let size = (columns, rows);
        Ok(BoardScene {
            owner,
            columns,
            rows,
            first_row,
            column_labels,
            row_labels,
            cells,
            beside: self.list(from, PIECES_MAX, stack)?,
            hulls: self.list(from, PIECES_MAX, |from| self.hull(from, Some(size)))?,
            lines: self.list(from, PIECES_MAX, |from| line_on(from, self.seats, size))?,
        })
    }

    fn piece(&self, from: &mut Reader<'_>) -> Result<Piece, Stopped> {
        let owner = option(from, |from| seat(from, self.seats))?;
        let (kind, number) = (from.byte(), from.byte());
        if usize::from(kind) >= self.kinds {
            return broken(format!("a piece is of kind {kind}; the facts have {} kinds", self.kinds));
        }
        Ok(Piece { owner, kind, number })
    }

    pub(super) fn hulls(&self, from: &mut Reader<'_>) -> Result<Vec<Hull>, Stopped> {
        self.list(from, PIECES_MAX, |from| self.hull(from, None))
    }

    /// A piece and its squares, which are on the board if there is one.
    fn hull(&self, from: &mut Reader<'_>, board: Option<(u8, u8)>) -> Result<Hull, Stopped> {
        let piece = self.piece(from)?;
        let squares = self.list(from, PIECES_MAX, |from| match board {
            Some(size) => square_on(from, size),
            None => Ok(square(from)),
        })?;
        if squares.is_empty() {
            return broken("a piece covers no square");
        }
        Ok(Hull { piece, squares })
    }

    fn placing(&self, from: &mut Reader<'_>, boards: usize) -> Result<Placing, Stopped> {
        let board = usize::from(from.byte());
        if board >= boards {
            return broken(format!("something is to be placed on board {board}; there are {boards}"));
        }
        let way = |from: &mut Reader<'_>| {
            Ok(Orientation {
                name: text(from).into(),
                squares: self.list(from, PIECES_MAX, |from| Ok(square(from)))?,
                text: text(from),
            })
        };
        let to_place = |from: &mut Reader<'_>| {
            let (piece, ways) = (self.piece(from)?, self.list(from, PIECES_MAX, way)?);
            let has_squares = |way: &Orientation| way.squares.first() == Some(&Square::new(0, 0));
            if ways.is_empty() || !ways.iter().all(has_squares) {
                return broken(
                    "a piece that is to be placed has no way to lie, or one that does not begin at 0,0",
                );
            }
            Ok(ToPlace { piece, ways })
        };
        let pieces = self.list(from, PIECES_MAX, to_place)?;
        Ok(Placing { board, pieces, apart: from.number() != 0 })
    }

    fn choice(&self, from: &mut Reader<'_>, boards: &[BoardScene]) -> Result<Choice, Stopped> {
        let action = action(from)?.to_string();
        let (origin, target) =
            (option(from, |from| place(from, boards))?, option(from, |from| place(from, boards))?);
        let changes = option(from, |from| {
            let size = boards.first().map_or((0, 0), |board| (board.columns, board.rows));
            let line = |from: &mut Reader<'_>| line_on(from, super::SEATS_MAX, size);
            Ok(Changes {
                squares: self.list(from, PIECES_MAX, |from| place(from, boards))?,
                made: self.list(from, PIECES_MAX, line)?,
                broken: self.list(from, PIECES_MAX, line)?,
                text: text(from),
            })
        })?;
        Ok(Choice { action, from: origin, to: target, changes })
    }
}

fn square(from: &mut Reader<'_>) -> Square {
    let (x, y) = (from.byte(), from.byte());
    Square::new(x, y)
}

fn square_on(from: &mut Reader<'_>, (columns, rows): (u8, u8)) -> Result<Square, Stopped> {
    match square(from) {
        square if square.x < columns && square.y < rows => Ok(square),
        square => broken(format!("there is no square {square} on a board of {columns} × {rows}")),
    }
}

fn line_on(from: &mut Reader<'_>, seats: u8, size: (u8, u8)) -> Result<Line, Stopped> {
    let owner = option(from, |from| seat(from, seats))?;
    Ok(Line { owner, from: square_on(from, size)?, to: square_on(from, size)? })
}

fn place(from: &mut Reader<'_>, boards: &[BoardScene]) -> Result<Place, Stopped> {
    let is_cell = from.case() == 0;
    let number = usize::from(from.byte());
    let Some(board) = boards.get(number) else { return broken(format!("there is no board {number}")) };
    if is_cell {
        let square = square_on(from, (board.columns, board.rows))?;
        return Ok(Place::Cell { board: number, square });
    }
    match usize::from(from.byte()) {
        stack if stack < board.beside.len() => Ok(Place::Beside { board: number, stack }),
        stack => broken(format!("there is no stack {stack} beside board {number}")),
    }
}

pub(super) fn marks(from: &mut Reader<'_>) -> Result<Vec<Mark>, Stopped> {
    list(from, PIECES_MAX, |from| {
        let words = text(from);
        let weight = match from.case() {
            0 => Weight::Usual,
            1 => Weight::Rare,
            _ => Weight::Event(text(from).into()),
        };
        let kind = match from.case() {
            0 => MarkKind::Plain,
            1 => MarkKind::Blow,
            2 => MarkKind::Pass,
            _ => MarkKind::Score,
        };
        Ok(Mark { text: words, weight, kind })
    })
}

pub(super) fn secret(from: &mut Reader<'_>) -> Result<Option<Secret>, Stopped> {
    option(from, |from| Ok(Secret { word: text(from).into(), says: text(from).into() }))
}

pub(super) fn trials(from: &mut Reader<'_>) -> Result<Option<Vec<Trial<FileAction>>>, Stopped> {
    option(from, |from| {
        list(from, PIECES_MAX, |from| {
            Ok(Trial { title: text(from).into(), actions: list(from, CHOICES_MAX, action)? })
        })
    })
}

/// A result that may be an error in words.
pub(super) fn result<T>(
    from: &mut Reader<'_>,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, Stopped>,
) -> Result<Result<T, String>, Stopped> {
    if from.case() == 0 { read(from).map(Ok) } else { Ok(Err(text(from))) }
}
