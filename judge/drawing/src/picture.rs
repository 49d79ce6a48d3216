//! A game as pictures: boards, pieces and names into plain shapes, and these into SVG or into pixels.
//!
//! It knows no game: what a piece is drawn as, and what a board is made of, the game's facts say. Positions come as JSON,
//! as pages have them, so that whoever has them can have them drawn.

mod card;
mod indexed;
mod outline;
mod pixels;
mod seen;
mod svg;

use std::borrow::Cow;

pub use indexed::Indexed;
use seen::{Board, Facts, Piece};
pub use seen::{Contestant as Seated, Film, Over};

use crate::marks::shape as mark_of;

/// A cell's side, the space for coordinates, and the space between two boards.
const CELL: f64 = 60.0;
const EDGE: f64 = 26.0;
const GAP: f64 = 24.0;
/// Stacks beside a board are drawn at this distance from each other.
const BESIDE: f64 = 66.0;

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];

const WHITE: Colour = [255, 255, 255];
const LAST: Colour = [0xff, 0xd5, 0x4a];
const RED: Colour = [0xd9, 0x40, 0x2f];
/// The colour of pieces without an owner.
const GREY: Colour = [0x8f, 0x8b, 0x84];
const PALE: Colour = [0xe8, 0xf3, 0xfa];
/// The colours of contestants on light ground, and on dark, as the page's style has them.
const DEEP: [Colour; 8] = [
    [0x0b, 0x6b, 0x9c],
    [0xa8, 0x4c, 0x06],
    [0x20, 0x74, 0x1b],
    [0xa3, 0x20, 0x7a],
    [0x6b, 0x4f, 0xc4],
    [0x7d, 0x60, 0x00],
    [0xb3, 0x26, 0x1e],
    [0x4b, 0x55, 0x63],
];
const BRIGHT: [Colour; 8] = [
    [0x66, 0xbb, 0xee],
    [0xf0, 0xa3, 0x5e],
    [0x7c, 0xcf, 0x73],
    [0xf0, 0x8a, 0xcb],
    [0xb3, 0xa0, 0xff],
    [0xe0, 0xc0, 0x4e],
    [0xff, 0x8a, 0x80],
    [0xb6, 0xbe, 0xc9],
];

/// A position as shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Units from left to right.
    width: f64,
    /// Units from top to bottom.
    height: f64,
    /// The lowest come first.
    shapes: Vec<Shape>,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// A rectangle with round corners.
    Box { x: f64, y: f64, width: f64, height: f64, round: f64, fill: Colour },
    /// An ellipse.
    Oval { x: f64, y: f64, rx: f64, ry: f64, fill: Colour },
    /// A circle's line.
    Ring { x: f64, y: f64, r: f64, width: f64, stroke: Colour },
    /// A straight line.
    Stroke { from: (f64, f64), to: (f64, f64), width: f64, stroke: Colour },
    /// A contestant's mark around a point: a path of SVG, of 16 by 16.
    Mark { x: f64, y: f64, size: f64, drawn: Cow<'static, str>, fill: Colour },
    /// A short text around a point.
    Word { x: f64, y: f64, size: f64, text: String, fill: Colour },
}

/// The colours of a board: its frame, its field and its lines.
fn ground(name: &str) -> [Colour; 3] {
    match name {
        "felt" => [[0x2c, 0x2a, 0x27], [0x1d, 0x7a, 0x4c], [0x0f, 0x4f, 0x30]],
        "grooves" => [[0x6e, 0x4a, 0x2c], [0xb9, 0x8a, 0x58], [0x7d, 0x57, 0x33]],
        "wood" => [[0x8a, 0x5a, 0x2b], [0xdc, 0xb0, 0x6f], [0xa8, 0x76, 0x3a]],
        "sand" => [[0x55, 0x52, 0x4b], [0xd8, 0xcf, 0xba], [0xb9, 0xae, 0x94]],
        "sea" => [[0x17, 0x32, 0x4a], [0x2a, 0x6a, 0x96], [0x4a, 0x86, 0xb0]],
        _ => [[0x3d, 0x46, 0x53], [0xe4, 0xe7, 0xec], [0x9a, 0xa3, 0xb0]],
    }
}

impl Shape {
    fn colour(&self) -> Colour {
        match self {
            Self::Box { fill, .. }
            | Self::Oval { fill, .. }
            | Self::Mark { fill, .. }
            | Self::Word { fill, .. } => *fill,
            Self::Ring { stroke, .. } | Self::Stroke { stroke, .. } => *stroke,
        }
    }

    /// The same at another place, and larger.
    fn at(mut self, k: f64, dx: f64, dy: f64) -> Self {
        let put = |(x, y): (&mut f64, &mut f64)| (*x, *y) = (*x * k + dx, *y * k + dy);
        let grow = |sizes: &mut [&mut f64]| sizes.iter_mut().for_each(|size| **size *= k);
        match &mut self {
            Self::Box { x, y, width, height, round, .. } => {
                grow(&mut [width, height, round]);
                put((x, y));
            }
            Self::Oval { x, y, rx, ry, .. } => {
                grow(&mut [rx, ry]);
                put((x, y));
            }
            Self::Ring { x, y, r, width, .. } => {
                grow(&mut [r, width]);
                put((x, y));
            }
            Self::Stroke { from, to, width, .. } => {
                grow(&mut [width]);
                put((&mut from.0, &mut from.1));
                put((&mut to.0, &mut to.1));
            }
            Self::Mark { x, y, size, .. } | Self::Word { x, y, size, .. } => {
                grow(&mut [size]);
                put((x, y));
            }
        }
        self
    }
}

/// So much of a colour, and the rest of another.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of bytes is a byte")]
fn mixed(one: Colour, other: Colour, share: f64) -> Colour {
    std::array::from_fn(|part| {
        let mean = f64::from(one[part]) * share + f64::from(other[part]) * (1.0 - share);
        (mean + 0.5) as u8
    })
}

impl Picture {
    /// Draws all boards of a position of a film, side by side. Cells that changed are marked.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn boards(film: &Film, turn: usize) -> Self {
        let mut picture = Self { width: 0.0, height: 0.0, shapes: Vec::new() };
        let facts = &film.facts;
        for (index, board) in film.scenes[turn].boards.iter().enumerate() {
            if index > 0 {
                picture.width += GAP;
            }
            // As wide when nothing is left there: all pictures of a game have one size.
            let left = if facts.has_beside && board.owner.is_none() { BESIDE } else { 0.0 };
            let edge = edge(board);
            let place =
                Place { x: picture.width + left + edge, y: EDGE, edge, board, facts, seats: &film.seats };
            place.draw(&mut picture.shapes);
            let below = if board.owner.is_some() && facts.has_beside { 44.0 } else { 0.0 };
            picture.width += 2.0 * (edge + left) + CELL * f64::from(board.columns);
            picture.height = picture.height.max(2.0 * EDGE + below + CELL * f64::from(board.rows));
        }
        picture
    }

    /// The picture as a file of SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::written(self)
    }
}

/// The space beside a board for the rows' names.
#[expect(clippy::cast_precision_loss, reason = "a name has few letters")]
fn edge(board: &Board) -> f64 {
    let longest = board.row_labels.iter().map(|label| label.chars().count()).max();
    EDGE.max(9.0 * longest.unwrap_or(0) as f64 + 8.0)
}

/// A board at its place in the picture.
struct Place<'a> {
    x: f64,
    y: f64,
    /// The space for the rows' names.
    edge: f64,
    board: &'a Board,
    facts: &'a Facts,
    seats: &'a [Seated],
}

impl Place<'_> {
    fn draw(&self, to: &mut Vec<Shape>) {
        self.field(to);
        for hull in &self.board.hulls {
            let middles: Vec<_> = hull.squares.iter().map(|&[x, y]| self.middle(x, y)).collect();
            let (Some(&first), Some(&last)) = (middles.first(), middles.last()) else { continue };
            let (left, top) = (first.0.min(last.0) - 22.0, first.1.min(last.1) - 22.0);
            let (width, height) = ((first.0 - last.0).abs() + 44.0, (first.1 - last.1).abs() + 44.0);
            let fill = hull.piece.owner.map_or(GREY, |seat| mixed(self.colour(seat, &BRIGHT), WHITE, 0.6));
            to.push(Shape::Box { x: left, y: top, width, height, round: 20.0, fill });
        }
        for (index, cell) in self.board.cells.iter().enumerate() {
            let columns = usize::from(self.board.columns).max(1);
            let at = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
            let (x, y) = self.middle(at(index % columns), at(index / columns));
            if cell.changed {
                to.extend(mark(x, y));
            }
            let are_equal = cell.pieces.iter().all(|piece| *piece == cell.pieces[0]);
            let is_whole = self.facts.whole && !are_equal;
            let from = if is_whole { 0 } else { cell.pieces.len().saturating_sub(1) };
            for piece in &cell.pieces[from..] {
                self.piece(*piece, x, y, to);
            }
            if are_equal && from > 0 {
                let (text, fill) = (cell.pieces.len().to_string(), WHITE);
                to.push(Shape::Word { x: x + CELL * 0.3, y: y + CELL * 0.36, size: 15.0, text, fill });
            }
        }
        for line in &self.board.lines {
            let [from, end] = [line.from, line.to].map(|[x, y]| self.middle(x, y));
            let stroke = if line.owner == Some(0) { [0x0b, 0x6b, 0x5d] } else { [0x6f, 0xe0, 0xcb] };
            to.push(Shape::Stroke { from, to: end, width: 4.0, stroke });
        }
        self.beside(to);
    }

    /// Frame, field, lines and coordinates.
    fn field(&self, to: &mut Vec<Shape>) {
        let [frame, field, line] = ground(&self.facts.ground);
        let (width, height) = (CELL * f64::from(self.board.columns), CELL * f64::from(self.board.rows));
        let (x, y) = (self.x, self.y);
        to.push(Shape::Box {
            x: x - self.edge,
            y: y - EDGE,
            width: width + 2.0 * self.edge,
            height: height + 2.0 * EDGE,
            round: 12.0,
            fill: frame,
        });
        to.push(Shape::Box { x, y, width, height, round: 0.0, fill: field });
        for column in 0..=self.board.columns {
            let x = x + CELL * f64::from(column);
            to.push(Shape::Stroke { from: (x, y), to: (x, y + height), width: 1.5, stroke: line });
        }
        for row in 0..=self.board.rows {
            let y = y + CELL * f64::from(row);
            to.push(Shape::Stroke { from: (x, y), to: (x + width, y), width: 1.5, stroke: line });
        }
        let mut word = |x: f64, y: f64, text: &String| {
            to.push(Shape::Word { x, y, size: 15.0, text: text.clone(), fill: [0xdd, 0xdd, 0xdd] });
        };
        for (column, label) in (0..).zip(&self.board.column_labels) {
            let (middle, _) = self.middle(column, 0);
            word(middle, y - EDGE / 2.0, label);
            word(middle, y + height + EDGE / 2.0, label);
        }
        for (row, label) in (0..).zip(&self.board.row_labels) {
            let (_, middle) = self.middle(0, row);
            word(x - self.edge / 2.0, middle, label);
            word(x + width + self.edge / 2.0, middle, label);
        }
    }

    /// The middle of a cell.
    fn middle(&self, x: u8, y: u8) -> (f64, f64) {
        let row = if self.board.upwards { self.board.rows.saturating_sub(y + 1) } else { y };
        (self.x + CELL * (f64::from(x) + 0.5), self.y + CELL * (f64::from(row) + 0.5))
    }

    /// Stacks: those of a seat's own board below it, others to the left of seat 0's side and to the right.
    fn beside(&self, to: &mut Vec<Shape>) {
        if self.board.owner.is_some() {
            let (mut x, y) = (self.x + 4.0, self.y + CELL * f64::from(self.board.rows) + EDGE + 20.0);
            for piece in self.board.beside.iter().filter_map(|stack| stack.last()) {
                let width = 22.0 * f64::from(piece.number);
                to.push(Shape::Box { x, y: y - 9.0, width, height: 18.0, round: 9.0, fill: GREY });
                x += width + 26.0;
            }
            return;
        }
        let mut rows = [0_u8; 2];
        for piece in self.board.beside.iter().filter_map(|stack| stack.last()) {
            let right = usize::from(piece.owner != Some(0));
            let half = BESIDE / 2.0;
            let x = if right == 1 {
                self.x + CELL * f64::from(self.board.columns) + self.edge + half
            } else {
                self.x - self.edge - half
            };
            let step = CELL * f64::from(self.board.rows) / 6.0_f64.max(f64::from(rows[right] + 1));
            self.piece(*piece, x, self.y + step * (f64::from(rows[right]) + 0.5), to);
            rows[right] += 1;
        }
    }

    /// A piece around a point.
    fn piece(&self, piece: Piece, x: f64, y: f64, to: &mut Vec<Shape>) {
        let shape = self.facts.pieces.get(usize::from(piece.kind)).map_or("disc", |facts| &facts.shape);
        let owner = piece.owner;
        let [edge, body] = edge_and_body(shape, owner);
        let ring = |r, colours| {
            owner.map(|seat| Shape::Ring { x, y, r, width: 3.5, stroke: self.colour(seat, colours) })
        };
        let oval = |r: f64, fill| Shape::Oval { x, y, rx: r, ry: r, fill };
        let word = |size, text: String, fill| Shape::Word { x, y, size, text, fill };
        match shape {
            // It lies on several cells, and is there already.
            "ship" => {}
            "hit" => {
                to.push(oval(17.0, RED));
                for side in [-1.0, 1.0] {
                    let (from, end) = ((x - 9.0, y - 9.0 * side), (x + 9.0, y + 9.0 * side));
                    to.push(Shape::Stroke { from, to: end, width: 5.0, stroke: WHITE });
                }
            }
            "miss" => {
                to.push(Shape::Ring { x, y, r: 13.0, width: 2.0, stroke: PALE });
                to.push(oval(4.5, PALE));
            }
            "cup" => {
                let r = 11.0 + 5.0 * f64::from(piece.number);
                to.extend([oval(r + 1.5, edge), oval(r, body), oval(r * 0.66, edge)]);
                to.push(word(14.0, (piece.number + 1).to_string(), WHITE));
            }
            "stone" | "live-stone" => {
                to.extend([oval(25.5, edge), oval(24.0, body)]);
                to.extend(ring(20.5, if owner == Some(0) { &DEEP } else { &BRIGHT }));
                if shape == "live-stone" {
                    to.push(Shape::Ring { x, y, r: 13.0, width: 3.0, stroke: [0x0b, 0xa0, 0x8a] });
                }
            }
            // It is the contestant's mark.
            "pebble" => {
                let drawn = owner.map_or(Cow::Borrowed(mark_of(0)), |seat| self.seated(seat).shape.clone());
                let fill = owner.map_or(GREY, |seat| self.colour(seat, &DEEP));
                to.push(Shape::Mark { x, y, size: 44.0, drawn, fill });
            }
            _ => {
                to.extend([oval(24.5, edge), oval(23.0, body)]);
                to.extend(ring(16.5, if owner == Some(0) { &BRIGHT } else { &DEEP }));
            }
        }
    }

    /// Who has a seat. A table that nobody was named for has one for each.
    fn seated(&self, seat: usize) -> Cow<'_, Seated> {
        self.seats.get(seat).map_or_else(|| Cow::Owned(Seated::numbered(seat)), Cow::Borrowed)
    }

    /// A contestant's colour.
    fn colour(&self, seat: usize, colours: &[Colour; 8]) -> Colour {
        colours[self.seated(seat).colour % colours.len()]
    }
}

/// The colours of a seat's pieces of a shape, or of those of nobody.
fn edge_and_body(shape: &str, owner: Option<usize>) -> [Colour; 2] {
    match (shape, owner) {
        ("cup", Some(0)) => [[0x8f, 0x1f, 0x18], [0xc9, 0x3a, 0x2e]],
        ("cup", Some(1)) => [[0xb9, 0x8b, 0x05], [0xf2, 0xc2, 0x30]],
        ("stone" | "live-stone", Some(0)) => [[0x8f, 0x89, 0x7c], [0xfb, 0xfa, 0xf6]],
        ("stone" | "live-stone", Some(1)) => [[0, 0, 0], [0x26, 0x25, 0x23]],
        (_, None | Some(2..)) => {
            let body = owner.map_or(GREY, |seat| DEEP[seat % DEEP.len()]);
            [body.map(|part| part / 2), body]
        }
        (_, Some(0)) => [[0x3b, 0x3b, 0x3b], [0x19, 0x19, 0x19]],
        (_, Some(1)) => [[0xc5, 0xc1, 0xb5], [0xf6, 0xf4, 0xee]],
    }
}

/// The frame around a cell in which something happened.
fn mark(x: f64, y: f64) -> [Shape; 4] {
    let half = CELL / 2.0 - 3.0;
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    std::array::from_fn(|side| {
        let [from, to] = [corners[side], corners[(side + 1) % 4]].map(|(dx, dy)| (x + dx, y + dy));
        Shape::Stroke { from, to, width: 3.0, stroke: LAST }
    })
}

#[cfg(test)]
mod tests;
