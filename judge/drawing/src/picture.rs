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
use outline::Point;
use seen::Facts;
pub use seen::{Contestant as Seated, Film, Over};

use judge_play::games::{Seat, Square};
use judge_play::scenes::{BoardScene, FirstRow, Piece};

use crate::marks::shape as mark_of;

/// A cell's side, the space for coordinates, and the space between two boards.
const CELL: f64 = 60.0;
const EDGE: f64 = 26.0;
const GAP: f64 = 24.0;
/// Stacks beside a board are drawn at this distance from each other.
const BESIDE: f64 = 66.0;

/// The side of a mark as its path has it.
const MARK: f64 = 16.0;

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

/// Something in one colour, drawn around a point or to the right of it and below.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    drawn: Drawn,
    x: f64,
    y: f64,
    /// How large it is: units for one of the path, or the height of letters.
    size: f64,
    fill: Colour,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
enum Drawn {
    /// A path of SVG: absolute or relative lines, curves of one corner, and arcs of circles.
    Path(Cow<'static, str>),
    /// A short text, whose middle is at the point.
    Word(String),
}

/// A circle around its point, of which the size is half.
const CIRCLE: &str = "M0-1a1 1 0 1 1-.001 0z";

/// A rectangle with round corners.
fn rectangle([x, y, width, height]: [f64; 4], round: f64, fill: Colour) -> Shape {
    let r = round.min(width / 2.0).min(height / 2.0);
    let (across, down) = (width - 2.0 * r, height - 2.0 * r);
    let corner = |x: f64, y: f64| if r > 0.0 { format!("a{r} {r} 0 0 1 {x} {y}") } else { String::new() };
    let [one, two, three, four] = [corner(r, r), corner(-r, r), corner(-r, -r), corner(r, -r)];
    let path = format!("M{r} 0h{across}{one}v{down}{two}h{}{three}v{}{four}z", -across, -down);
    Shape { drawn: Drawn::Path(path.into()), x, y, size: 1.0, fill }
}

/// A circle.
fn disc(x: f64, y: f64, r: f64, fill: Colour) -> Shape {
    Shape { drawn: Drawn::Path(CIRCLE.into()), x, y, size: r, fill }
}

/// A circle's line.
fn ring(x: f64, y: f64, r: f64, width: f64, fill: Colour) -> Shape {
    let (outer, inner) = (r + width / 2.0, r - width / 2.0);
    let path =
        format!("M0 {}a{outer} {outer} 0 1 1-.01 0zM0 {}a{inner} {inner} 0 1 0 .01 0z", -outer, -inner);
    Shape { drawn: Drawn::Path(path.into()), x, y, size: 1.0, fill }
}

/// A straight line, a little longer than between its ends, so that corners are whole.
fn stroke(from: Point, to: Point, width: f64, fill: Colour) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let half = width / 2.0 / libm::hypot(dx, dy).max(f64::EPSILON);
    let (x, y) = (half * dx, half * dy);
    let (along, down) = (dx + 2.0 * x, dy + 2.0 * y);
    let path = format!("M{} {}l{along} {down}l{} {}l{} {}z", y - x, -x - y, -2.0 * y, 2.0 * x, -along, -down);
    Shape { drawn: Drawn::Path(path.into()), x: from.0, y: from.1, size: 1.0, fill }
}

/// A contestant's mark around a point.
fn mark(drawn: Cow<'static, str>, (x, y): Point, size: f64, fill: Colour) -> Shape {
    let (x, y, size) = (x - size / 2.0, y - size / 2.0, size / MARK);
    Shape { drawn: Drawn::Path(drawn), x, y, size, fill }
}

/// A short text around a point.
fn word(text: String, (x, y): Point, size: f64, fill: Colour) -> Shape {
    Shape { drawn: Drawn::Word(text), x, y, size, fill }
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
    /// The same at another place, and larger.
    fn at(self, k: f64, dx: f64, dy: f64) -> Self {
        Self { x: self.x * k + dx, y: self.y * k + dy, size: self.size * k, ..self }
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
        let (mut places, facts) = (Vec::new(), &film.facts);
        for (index, board) in film.scenes[turn].boards.iter().enumerate() {
            if index > 0 {
                picture.width += GAP;
            }
            // As wide when nothing is left there: all pictures of a game have one size.
            let left = if facts.has_beside && board.owner.is_none() { BESIDE } else { 0.0 };
            let (edge, seats) = (edge(board), &film.seats[..]);
            places.push(Place { x: picture.width + left + edge, y: EDGE, edge, board, facts, seats });
            let below = if board.owner.is_some() && facts.has_beside { 44.0 } else { 0.0 };
            picture.width += 2.0 * (edge + left) + CELL * f64::from(board.columns);
            picture.height = picture.height.max(2.0 * EDGE + below + CELL * f64::from(board.rows));
        }
        // What stays in all pictures of a film comes first: it is drawn once.
        for place in &places {
            place.field(&mut picture.shapes);
        }
        for place in &places {
            place.pieces(&mut picture.shapes);
        }
        picture
    }
}

/// The space beside a board for the rows' names.
#[expect(clippy::cast_precision_loss, reason = "a name has few letters")]
fn edge(board: &BoardScene) -> f64 {
    let longest = board.row_labels.iter().map(|label| label.chars().count()).max();
    EDGE.max(9.0 * longest.unwrap_or(0) as f64 + 8.0)
}

/// A board at its place in the picture.
struct Place<'a> {
    x: f64,
    y: f64,
    /// The space for the rows' names.
    edge: f64,
    board: &'a BoardScene,
    facts: &'a Facts,
    seats: &'a [Seated],
}

impl Place<'_> {
    /// What lies on the board and beside it.
    fn pieces(&self, to: &mut Vec<Shape>) {
        for hull in &self.board.hulls {
            let middles: Vec<_> = hull.squares.iter().map(|&square| self.middle(square)).collect();
            let (Some(&first), Some(&last)) = (middles.first(), middles.last()) else { continue };
            let (left, top) = (first.0.min(last.0) - 22.0, first.1.min(last.1) - 22.0);
            let (width, height) = ((first.0 - last.0).abs() + 44.0, (first.1 - last.1).abs() + 44.0);
            let owner = hull.piece.owner.map(Seat::index);
            let fill = owner.map_or(GREY, |seat| mixed(self.colour(seat, &BRIGHT), WHITE, 0.6));
            to.push(rectangle([left, top, width, height], 20.0, fill));
        }
        for (index, cell) in self.board.cells.iter().enumerate() {
            let columns = usize::from(self.board.columns).max(1);
            let at = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
            let (x, y) = self.middle(Square::new(at(index % columns), at(index / columns)));
            if cell.changed {
                to.extend(around(x, y));
            }
            let are_equal = cell.pieces.iter().all(|piece| *piece == cell.pieces[0]);
            let is_whole = self.facts.whole && !are_equal;
            let from = if is_whole { 0 } else { cell.pieces.len().saturating_sub(1) };
            for piece in &cell.pieces[from..] {
                self.piece(*piece, x, y, to);
            }
            if are_equal && from > 0 {
                let at = (x + CELL * 0.3, y + CELL * 0.36);
                to.push(word(cell.pieces.len().to_string(), at, 15.0, WHITE));
            }
        }
        for line in &self.board.lines {
            let [from, end] = [line.from, line.to].map(|square| self.middle(square));
            let colour = if line.owner == Some(Seat(0)) { [0x0b, 0x6b, 0x5d] } else { [0x6f, 0xe0, 0xcb] };
            to.push(stroke(from, end, 4.0, colour));
        }
        self.beside(to);
    }

    /// Frame, field, lines and coordinates.
    fn field(&self, to: &mut Vec<Shape>) {
        let [frame, field, line] = ground(&self.facts.ground);
        let (width, height) = (CELL * f64::from(self.board.columns), CELL * f64::from(self.board.rows));
        let (x, y) = (self.x, self.y);
        let all = [x - self.edge, y - EDGE, width + 2.0 * self.edge, height + 2.0 * EDGE];
        to.extend([rectangle(all, 12.0, frame), rectangle([x, y, width, height], 0.0, field)]);
        for column in 0..=self.board.columns {
            let x = x + CELL * f64::from(column);
            to.push(stroke((x, y), (x, y + height), 1.5, line));
        }
        for row in 0..=self.board.rows {
            let y = y + CELL * f64::from(row);
            to.push(stroke((x, y), (x + width, y), 1.5, line));
        }
        let mut label = |x: f64, y: f64, text: &String| {
            to.push(word(text.clone(), (x, y), 15.0, [0xdd, 0xdd, 0xdd]));
        };
        for (column, text) in (0..).zip(&self.board.column_labels) {
            let (middle, _) = self.middle(Square::new(column, 0));
            label(middle, y - EDGE / 2.0, text);
            label(middle, y + height + EDGE / 2.0, text);
        }
        for (row, text) in (0..).zip(&self.board.row_labels) {
            let (_, middle) = self.middle(Square::new(0, row));
            label(x - self.edge / 2.0, middle, text);
            label(x + width + self.edge / 2.0, middle, text);
        }
    }

    /// The middle of a cell.
    fn middle(&self, Square { x, y }: Square) -> (f64, f64) {
        let is_upwards = self.board.first_row == FirstRow::Bottom;
        let row = if is_upwards { self.board.rows.saturating_sub(y + 1) } else { y };
        (self.x + CELL * (f64::from(x) + 0.5), self.y + CELL * (f64::from(row) + 0.5))
    }

    /// Stacks: those of a seat's own board below it, others to the left of seat 0's side and to the right.
    fn beside(&self, to: &mut Vec<Shape>) {
        if self.board.owner.is_some() {
            let (mut x, y) = (self.x + 4.0, self.y + CELL * f64::from(self.board.rows) + EDGE + 20.0);
            for piece in self.board.beside.iter().filter_map(|stack| stack.last()) {
                let width = 22.0 * f64::from(piece.number);
                to.push(rectangle([x, y - 9.0, width, 18.0], 9.0, GREY));
                x += width + 26.0;
            }
            return;
        }
        let mut rows = [0_u8; 2];
        for piece in self.board.beside.iter().filter_map(|stack| stack.last()) {
            let right = usize::from(piece.owner != Some(Seat(0)));
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
        let owner = piece.owner.map(Seat::index);
        let [edge, body] = edge_and_body(shape, owner);
        let rim = |r, colours| owner.map(|seat| ring(x, y, r, 3.5, self.colour(seat, colours)));
        let disc = |r, fill| disc(x, y, r, fill);
        match shape {
            // It lies on several cells, and is there already.
            "ship" => {}
            "hit" => {
                let cross = |way: f64| stroke((x - 9.0, y - way), (x + 9.0, y + way), 5.0, WHITE);
                to.extend([disc(17.0, RED), cross(-9.0), cross(9.0)]);
            }
            "miss" => to.extend([ring(x, y, 13.0, 2.0, PALE), disc(4.5, PALE)]),
            "cup" => {
                let r = 11.0 + 5.0 * f64::from(piece.number);
                to.extend([disc(r + 1.5, edge), disc(r, body), disc(r * 0.66, edge)]);
                to.push(word((piece.number + 1).to_string(), (x, y), 14.0, WHITE));
            }
            "stone" | "live-stone" => {
                to.extend([disc(25.5, edge), disc(24.0, body)]);
                to.extend(rim(20.5, if owner == Some(0) { &DEEP } else { &BRIGHT }));
                if shape == "live-stone" {
                    to.push(ring(x, y, 13.0, 3.0, [0x0b, 0xa0, 0x8a]));
                }
            }
            // It is the contestant's mark.
            "pebble" => {
                let drawn = owner.map_or(Cow::Borrowed(mark_of(0)), |seat| self.seated(seat).shape.clone());
                to.push(mark(drawn, (x, y), 44.0, owner.map_or(GREY, |seat| self.colour(seat, &DEEP))));
            }
            _ => {
                to.extend([disc(24.5, edge), disc(23.0, body)]);
                to.extend(rim(16.5, if owner == Some(0) { &BRIGHT } else { &DEEP }));
            }
        }
    }

    /// Who has a seat. A table that nobody was named for has one for each.
    fn seated(&self, seat: usize) -> Cow<'_, Seated> {
        let unnamed = || Cow::Owned(Seated::of(format!("seat {}", seat + 1), seat));
        self.seats.get(seat).map_or_else(unnamed, Cow::Borrowed)
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
fn around(x: f64, y: f64) -> [Shape; 4] {
    let half = CELL / 2.0 - 3.0;
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    std::array::from_fn(|side| {
        let [from, to] = [corners[side], corners[(side + 1) % 4]].map(|(dx, dy)| (x + dx, y + dy));
        stroke(from, to, 3.0, LAST)
    })
}

#[cfg(test)]
mod tests;
