//! A scene as rows of text.

use std::collections::BTreeSet;

use judge_play::games::{Seat, Square};
use judge_play::scenes::{
    BoardScene, CellScene, Choice, Facts, FirstRow, Number, Piece, Place, Scene, Stacks, Tone,
};

use crate::ink::{Ink, InkRow};

/// The look of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The characters of pieces.
    pub glyphs: Glyphs,
    /// The marks of places that the last action changed.
    pub marks: Marks,
}

/// The characters of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Letters and other ASCII: for files, pipes and screen readers.
    Letters,
    /// Symbols.
    Symbols,
}

/// The marks of places that the last action changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// In brackets.
    Brackets,
    /// In reversed colours.
    Colours,
}

impl Look {
    /// For files, pipes and screen readers.
    pub const PLAIN: Self = Self { glyphs: Glyphs::Letters, marks: Marks::Brackets };
}

/// The boards of a scene, side by side, and under them its text. A board that belongs to a seat has a heading: whose it is, by
/// `name`, and the seat's score.
#[must_use]
pub fn boards(facts: &Facts, scene: &Scene, look: Look, name: impl Fn(Seat) -> String) -> Vec<InkRow> {
    let heading = |seat: Seat| {
        let score = scene.scores.get(seat.index()).copied().unwrap_or_default();
        InkRow::new().with(Ink::Seat(seat), name(seat)).with(Ink::Plain, format!(" {}", facts.score(score)))
    };
    let drawn = scene.boards.iter().enumerate().map(|(index, board)| {
        let choices = choices(scene, index);
        let rows = Drawing { facts, board, choices, look }.rows();
        board.owner.map(heading).into_iter().chain(rows).collect()
    });
    let mut rows = side_by_side(drawn.collect());
    // It is a page of lines, which are safe to be shown.
    rows.extend(scene.words.iter().flat_map(|words| words.lines()).map(InkRow::text));
    rows
}

/// Blocks of rows next to one another.
fn side_by_side(blocks: Vec<Vec<InkRow>>) -> Vec<InkRow> {
    const GAP: usize = 3;
    let mut blocks = blocks.into_iter();
    let Some(mut left) = blocks.next() else { return Vec::new() };
    for right in blocks {
        let width = left.iter().map(InkRow::width).max().unwrap_or_default() + GAP;
        left.resize(left.len().max(right.len()), InkRow::new());
        for (row, more) in left.iter_mut().zip(right) {
            row.pad(width);
            row.0.extend(more.0);
        }
    }
    left
}

/// The empty cells of a board that are worth marking because few actions are legal.
fn choices(scene: &Scene, index: usize) -> Vec<Square> {
    let goes_to = |choice: &Choice| match (choice.from, choice.to) {
        (None, Some(Place::Cell { board, square })) if board == index => Some(square),
        _ => None,
    };
    let squares: Vec<Square> = scene.choices.iter().filter_map(goes_to).collect();
    let cells = scene.boards[index].cells.len();
    if squares.len() * 3 <= cells { squares } else { Vec::new() }
}

/// The most pieces of a stack that are drawn one by one.
const STACK_SHOWN: usize = 4;

/// The columns that texts take, of which each letter takes one.
fn columns(texts: &[(String, Piece)]) -> usize {
    texts.iter().map(|(text, _)| text.chars().count()).sum()
}

/// One board to be drawn.
struct Drawing<'a> {
    facts: &'a Facts,
    board: &'a BoardScene,
    choices: Vec<Square>,
    look: Look,
}

impl Drawing<'_> {
    fn rows(&self) -> Vec<InkRow> {
        let labels = &self.board.row_labels;
        let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default();
        let mut rows = self.column_labels(margin);
        let order: Vec<u8> = match self.board.first_row {
            FirstRow::Top => (0..self.board.rows).collect(),
            FirstRow::Bottom => (0..self.board.rows).rev().collect(),
        };
        for y in order {
            let mut row = InkRow::new().with(Ink::Faint, format!("{:>margin$}", labels[usize::from(y)]));
            self.cells(&mut row, y);
            rows.push(row);
        }
        rows.extend(self.beside());
        rows
    }

    /// The columns' names, one digit below the other where they have two.
    fn column_labels(&self, margin: usize) -> Vec<InkRow> {
        let labels = &self.board.column_labels;
        let digits = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default();
        let width = self.cell_width();
        let line = |digit: usize| {
            let label = |label: &String| {
                let text = format!("{label:>digits$}");
                let letter = text.chars().nth(digit).unwrap_or(' ');
                format!("{letter:<width$}")
            };
            let text: String = labels.iter().map(label).collect();
            InkRow::new().with(Ink::Faint, format!("{:margin$} {}", "", text.trim_end()))
        };
        (0..digits).map(line).collect()
    }

    /// The width of a cell with the gap after it: room for the longest text of a cell.
    fn cell_width(&self) -> usize {
        let width = |cell: &CellScene| columns(&self.texts(&cell.pieces));
        self.board.cells.iter().map(width).max().unwrap_or_default().max(1) + 1
    }

    fn cells(&self, row: &mut InkRow, y: u8) {
        let width = self.cell_width() - 1;
        let mut is_open = false;
        for x in 0..self.board.columns {
            let square = Square::new(x, y);
            let is_marked = self.look.marks == Marks::Brackets
                && self.board.cells[square.index(self.board.columns)].changed;
            let gap = match (is_open, is_marked) {
                (true, true) => "|",
                (true, false) => "]",
                (false, true) => "[",
                (false, false) => " ",
            };
            row.push(Ink::Plain, gap);
            self.cell(row, square, width);
            is_open = is_marked;
        }
        if is_open {
            row.push(Ink::Plain, "]");
        }
    }

    fn cell(&self, row: &mut InkRow, square: Square, width: usize) {
        let cell = &self.board.cells[square.index(self.board.columns)];
        let ink = |ink: Ink, owner: Option<Seat>| {
            if cell.changed && self.look.marks == Marks::Colours { Ink::Changed(owner) } else { ink }
        };
        let texts = self.texts(&cell.pieces);
        if texts.is_empty() {
            let is_choice = self.choices.contains(&square);
            let (glyph, usual) = match (is_choice, self.look.glyphs) {
                (true, _) => ('+', Ink::Choice),
                (false, Glyphs::Letters) => ('.', Ink::Faint),
                (false, Glyphs::Symbols) => ('·', Ink::Faint),
            };
            row.push(ink(usual, None), glyph);
            row.push(Ink::Plain, " ".repeat(width - 1));
            return;
        }
        let blank = width.saturating_sub(columns(&texts));
        for (text, piece) in texts {
            let usual = match self.facts.piece(piece).map(|kind| kind.tone) {
                Some(Tone::Blow) => Ink::Hit,
                _ => piece.owner.map_or(Ink::Plain, Ink::Seat),
            };
            row.push(ink(usual, piece.owner), text);
        }
        row.push(Ink::Plain, " ".repeat(blank));
    }

    /// The pieces of a cell as texts, each with the piece whose colour it has: the whole stack, or what lies on top. Of a
    /// high stack the number and the top, as in `12o` for twelve that are equal, and `9+xox` for others.
    fn texts(&self, pieces: &[Piece]) -> Vec<(String, Piece)> {
        let Some(top) = pieces.last() else { return Vec::new() };
        let (is_whole, are_equal) =
            (self.facts.stacks == Stacks::Whole, pieces.iter().all(|piece| piece == top));
        let is_one = !is_whole || (are_equal && pieces.len() > STACK_SHOWN);
        let below = pieces.len() - if is_one { 1 } else { pieces.len().min(STACK_SHOWN) };
        let number = match below {
            1.. if are_equal => pieces.len().to_string(),
            1.. if is_whole => format!("{below}+"),
            _ => String::new(),
        };
        let piece = |piece: &Piece| (glyph(self.facts, *piece, self.look.glyphs).to_string(), *piece);
        [(number, *top)].into_iter().chain(pieces[below..].iter().map(piece)).collect()
    }

    /// The pieces beside the board, a row for each owner.
    fn beside(&self) -> Vec<InkRow> {
        let stacks = &self.board.beside;
        let mut owners = BTreeSet::new();
        let all = stacks.iter().flatten().filter_map(|piece| piece.owner);
        let row = |owner: Seat| {
            let is_its = |stack: &&Vec<Piece>| stack.iter().any(|piece| piece.owner == Some(owner));
            let text: Vec<String> = stacks.iter().filter(is_its).map(|stack| self.stack(stack)).collect();
            // A board's own heading says whose it is.
            let seat = if self.board.owner.is_some() { String::new() } else { self.facts.seat(owner) };
            let head = [seat.as_str(), self.facts.beside.unwrap_or("beside")].join(" ");
            InkRow::new()
                .with(Ink::Faint, format!("{}: ", head.trim()))
                .with(Ink::Seat(owner), text.join(" "))
        };
        all.filter(|owner| owners.insert(*owner)).map(row).collect()
    }

    fn stack(&self, stack: &[Piece]) -> String {
        let glyph = |piece| glyph(self.facts, piece, self.look.glyphs);
        let are_equal = stack.iter().all(|piece| *piece == stack[0]);
        if are_equal && stack.len() > STACK_SHOWN {
            return format!("{}{}", stack.len(), glyph(stack[0]));
        }
        let piece = |piece: &Piece| match self.facts.piece(*piece).map(|kind| kind.number) {
            Some(Number::Length) => piece.number.to_string(),
            _ => glyph(*piece).to_string(),
        };
        stack.iter().map(piece).collect()
    }
}

/// The character of a piece.
pub(crate) fn glyph(facts: &Facts, piece: Piece, glyphs: Glyphs) -> char {
    let Some(kind) = facts.piece(piece) else { return '?' };
    if kind.number == Number::Length {
        return char::from_digit(piece.number.into(), 36).unwrap_or('#');
    }
    let symbols = Some(kind.symbols).filter(|symbols| glyphs == Glyphs::Symbols && !symbols.is_empty());
    let by_seat = symbols.unwrap_or(kind.letters);
    let seat = piece.owner.map_or(0, Seat::index);
    let letters = by_seat.get(seat).or(by_seat.last()).copied().unwrap_or_default();
    letters.chars().nth(piece.number.into()).or(letters.chars().last()).unwrap_or('?')
}

/// Who is at a seat, behind a character for its pieces: its emblem, in the first of its numbers.
pub(crate) fn seated(facts: &Facts, seat: Seat, glyphs: Glyphs, (ink, name): (Ink, String)) -> InkRow {
    let mut row = InkRow::new();
    if let Some((kind, _)) = facts.emblem {
        let sample = glyph(facts, Piece { owner: Some(seat), kind, number: 0 }, glyphs);
        row.push(Ink::Seat(seat), format!("{sample} "));
    }
    row.with(ink, name)
}

#[cfg(test)]
mod tests {
    use judge_play::GameInfo;
    use judge_play::scenes::PieceFacts;

    use super::*;

    #[test]
    fn pieces_are_drawn_as_their_games_say() {
        let glyph = |game, seat, kind, number, glyphs| {
            let facts = GameInfo::named(game).expect("it is a game").facts;
            glyph(facts, Piece { owner: seat, kind, number }, glyphs)
        };
        let (letters, symbols) = (Glyphs::Letters, Glyphs::Symbols);
        let [white, black] = [0, 1].map(|seat| Some(Seat(seat)));
        let othello = [glyph("othello", white, 0, 0, letters), glyph("othello", black, 0, 0, symbols)];
        assert_eq!(othello, ['B', '○']);
        let freedom = [glyph("freedom", white, 1, 0, letters), glyph("freedom", black, 1, 0, symbols)];
        assert_eq!(freedom, ['W', '■']);
        let gobblet = [glyph("gobblet", white, 0, 3, letters), glyph("gobblet", black, 0, 1, symbols)];
        assert_eq!(gobblet, ['X', 'm']);
        assert_eq!(glyph("stones", Some(Seat(7)), 0, 0, symbols), '7');
        let [ship, hit] = [(0, 12, letters), (1, 0, symbols)]
            .map(|(kind, number, glyphs)| glyph("battleship", None, kind, number, glyphs));
        assert_eq!([ship, hit], ['c', '✕']);
        assert_eq!(glyph("othello", white, 9, 0, letters), '?', "no game has such a piece");
    }

    #[test]
    fn a_high_stack_is_told_by_its_number_and_makes_no_board_wide() {
        const SEEDS: PieceFacts = PieceFacts {
            name: "seed",
            shape: "disc",
            letters: &["o", "x"],
            symbols: &[],
            number: Number::None,
            tone: Tone::Plain,
        };
        let seed = |seat: u8| Piece { owner: Some(Seat(seat)), kind: 0, number: 0 };
        let stack = |square: Square| match square.x {
            0 => vec![seed(0); 12],
            1 => vec![],
            2 => vec![seed(0), seed(1)],
            3 => vec![seed(0), seed(0)],
            _ => (0..18).map(|n| seed(n % 2)).collect(),
        };
        let drawn = |stacks: Stacks| {
            let facts = Facts { pieces: &[SEEDS], stacks, beside: Some("store"), ..Facts::NONE };
            let mut board = BoardScene::new((5, 1), FirstRow::Top, stack);
            board.row_labels = vec!["Südhäuser".to_owned()];
            board.beside = vec![vec![seed(1); 18]];
            let rows = Drawing { facts: &facts, board: &board, choices: vec![], look: Look::PLAIN }.rows();
            rows[1..].iter().map(|row| row.plain().trim_end().to_owned()).collect::<Vec<_>>()
        };
        let store = "seat 2 store: 18x";
        assert_eq!(drawn(Stacks::Whole), ["Südhäuser 12o     .       ox      oo      14+oxox", store]);
        assert_eq!(drawn(Stacks::Top), ["Südhäuser 12o .   x   2o  x", store]);
    }
}
