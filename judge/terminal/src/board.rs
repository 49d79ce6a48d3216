//! A scene as rows of text.

use judge_play::games::{BoardScene, FirstRow, Piece, PieceKind, Place, Scene, Seat, Square};

use crate::ink::{Ink, Row};
use crate::words;

/// How boards look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What pieces are drawn with.
    pub glyphs: Glyphs,
    /// How the places are marked that the last action changed.
    pub marks: Marks,
}

/// What pieces are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Letters and other ASCII: for files, pipes and screen readers.
    Letters,
    /// Symbols.
    Symbols,
}

/// How the places are marked that the last action changed.
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

/// The boards of a scene, side by side; `title` heads each that belongs to a seat.
#[must_use]
pub fn boards(game: &str, scene: &Scene, look: Look, title: impl Fn(Seat) -> Row) -> Vec<Row> {
    let drawn = scene.boards.iter().enumerate().map(|(index, board)| {
        let choices = choices(scene, index);
        let mut rows: Vec<Row> = board.owner.map(&title).into_iter().collect();
        rows.extend(Drawing { game, board, choices, look }.rows());
        rows
    });
    side_by_side(drawn.collect())
}

/// The heading of a seat's own board: whose it is, and the seat's score.
#[must_use]
pub fn heading(game: &str, scene: &Scene, seat: Seat, name: &str) -> Row {
    let score = scene.scores.get(seat.index()).copied().unwrap_or_default();
    Row::new().with(Ink::Seat(seat), name).with(Ink::Plain, format!(" {}", words::score(game, score)))
}

/// Blocks of rows next to one another.
fn side_by_side(blocks: Vec<Vec<Row>>) -> Vec<Row> {
    const GAP: usize = 3;
    let mut blocks = blocks.into_iter();
    let Some(mut left) = blocks.next() else { return Vec::new() };
    for right in blocks {
        let width = left.iter().map(Row::width).max().unwrap_or_default() + GAP;
        left.resize(left.len().max(right.len()), Row::new());
        for (row, more) in left.iter_mut().zip(right) {
            row.pad(width);
            row.append(more);
        }
    }
    left
}

/// The empty cells of a board that are worth marking because few actions are legal.
fn choices(scene: &Scene, index: usize) -> Vec<Square> {
    let cell = |place: Place| match place {
        Place::Cell { board, square } if board == index => Some(square),
        _ => None,
    };
    let goes_to = |choice: &judge_play::games::Choice| {
        if choice.from.is_some() { None } else { choice.to.and_then(cell) }
    };
    let squares: Vec<Square> = scene.choices.iter().filter_map(goes_to).collect();
    let cells = scene.boards[index].cells.len();
    if squares.len() * 3 <= cells { squares } else { Vec::new() }
}

/// One board to be drawn.
struct Drawing<'a> {
    game: &'a str,
    board: &'a BoardScene,
    choices: Vec<Square>,
    look: Look,
}

impl Drawing<'_> {
    fn rows(&self) -> Vec<Row> {
        let labels = &self.board.row_labels;
        let margin = labels.iter().map(String::len).max().unwrap_or_default();
        let mut rows = self.column_labels(margin);
        let order: Vec<u8> = match self.board.first_row {
            FirstRow::Top => (0..self.board.rows).collect(),
            FirstRow::Bottom => (0..self.board.rows).rev().collect(),
        };
        for y in order {
            let mut row = Row::new().with(Ink::Faint, format!("{:>margin$}", labels[usize::from(y)]));
            self.cells(&mut row, y);
            rows.push(row);
        }
        rows.extend(self.beside());
        rows
    }

    /// The columns' names, one digit below the other where they have two.
    fn column_labels(&self, margin: usize) -> Vec<Row> {
        let labels = &self.board.column_labels;
        let digits = labels.iter().map(String::len).max().unwrap_or_default();
        let width = self.cell_width();
        let line = |digit: usize| {
            let label = |label: &String| {
                let text = format!("{label:>digits$}");
                let letter = text.chars().nth(digit).unwrap_or(' ');
                format!("{letter:<width$}")
            };
            let text: String = labels.iter().map(label).collect();
            Row::new().with(Ink::Faint, format!("{:margin$} {}", "", text.trim_end()))
        };
        (0..digits).map(line).collect()
    }

    /// The width of a cell with the gap after it: room for the highest stack that is shown.
    fn cell_width(&self) -> usize {
        let highest = self.board.cells.iter().map(|cell| cell.pieces.len()).max().unwrap_or_default();
        if self.game == "gobblet" { highest.max(1) + 1 } else { 2 }
    }

    fn cells(&self, row: &mut Row, y: u8) {
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

    fn cell(&self, row: &mut Row, square: Square, width: usize) {
        let cell = &self.board.cells[square.index(self.board.columns)];
        let ink = |ink: Ink, owner: Option<Seat>| {
            if cell.changed && self.look.marks == Marks::Colours { Ink::Changed(owner) } else { ink }
        };
        let shown = self.shown(&cell.pieces);
        if shown.is_empty() {
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
        for piece in &shown {
            let usual = match piece.kind {
                PieceKind::Hit => Ink::Hit,
                PieceKind::Miss => Ink::Plain,
                _ => piece.owner.map_or(Ink::Plain, Ink::Seat),
            };
            row.push(ink(usual, piece.owner), self.glyph(*piece));
        }
        row.push(Ink::Plain, " ".repeat(width.saturating_sub(shown.len())));
    }

    /// The pieces of a cell that are drawn: in Gobblet the whole stack, elsewhere what lies on top.
    fn shown(&self, pieces: &[Piece]) -> Vec<Piece> {
        if self.game == "gobblet" { pieces.to_vec() } else { pieces.last().copied().into_iter().collect() }
    }

    fn glyph(&self, piece: Piece) -> char {
        glyph(self.game, piece, self.look.glyphs)
    }

    /// What lies beside the board, a row for each owner.
    fn beside(&self) -> Vec<Row> {
        let mut owners: Vec<Seat> = Vec::new();
        for owner in self.board.beside.iter().flatten().filter_map(|piece| piece.owner) {
            if !owners.contains(&owner) {
                owners.push(owner);
            }
        }
        let row = |owner: &Seat| {
            let stacks = self
                .board
                .beside
                .iter()
                .filter(|stack| stack.iter().any(|piece| piece.owner == Some(*owner)));
            let text: Vec<String> = stacks.map(|stack| self.stack(stack)).collect();
            let what = if self.game == "battleship" { "afloat" } else { "reserve" };
            let seat = if self.game == "battleship" { String::new() } else { words::seat(self.game, *owner) };
            let head = [seat.as_str(), what].join(" ");
            Row::new().with(Ink::Faint, format!("{}: ", head.trim())).with(Ink::Seat(*owner), text.join(" "))
        };
        owners.iter().map(row).collect()
    }

    fn stack(&self, stack: &[Piece]) -> String {
        let piece = |piece: &Piece| match piece.kind {
            PieceKind::Ship { length } => length.to_string(),
            _ => self.glyph(*piece).to_string(),
        };
        stack.iter().map(piece).collect()
    }
}

/// What a piece is drawn with.
#[must_use]
pub fn glyph(game: &str, piece: Piece, glyphs: Glyphs) -> char {
    let seat = piece.owner.unwrap_or(Seat(0)).0;
    let of = |pairs: [[char; 2]; 2]| pairs[usize::from(glyphs == Glyphs::Symbols)][usize::from(seat.min(1))];
    match piece.kind {
        PieceKind::Ship { length } => char::from_digit(length.into(), 36).unwrap_or('#'),
        PieceKind::Hit => of([['x', 'x'], ['✕', '✕']]),
        PieceKind::Miss => of([['o', 'o'], ['○', '○']]),
        PieceKind::Stone => of([['w', 'b'], ['○', '●']]),
        PieceKind::LiveStone => of([['W', 'B'], ['□', '■']]),
        PieceKind::Disc if game == "othello" => of([['B', 'W'], ['●', '○']]),
        PieceKind::Cup { size } => {
            let letter = ['S', 'M', 'L', 'X'][usize::from(size.min(3))];
            if seat == 0 { letter } else { letter.to_ascii_lowercase() }
        }
        PieceKind::Disc | PieceKind::Pebble => char::from(b'0' + seat.min(9)),
    }
}

/// What a seat's pieces look like, for a line that says who has which; nothing where the board's own heading says it.
#[must_use]
pub fn sample(game: &str, seat: Seat, glyphs: Glyphs) -> Option<String> {
    let piece = |kind| Piece { owner: Some(seat), kind };
    let one = |kind| glyph(game, piece(kind), glyphs).to_string();
    match game {
        "othello" => Some(one(PieceKind::Disc)),
        "freedom" => Some(one(PieceKind::Stone)),
        "stones" => Some(one(PieceKind::Pebble)),
        "gobblet" => Some(["S", "s"][usize::from(seat.0.min(1))].to_owned()),
        _ => None,
    }
}
