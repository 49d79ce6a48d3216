//! Positions and actions as numbers, for those who learn: a scene in, planes and the numbers of actions out.
//!
//! All games go by the same rule. An action is a source and a cell: `source * cells + cell`. Without a source there is one
//! source only; a piece that is brought in comes from the source of its size, one that is moved from its cell.

use judge_play::games::{Seat, Square};
use judge_play::scenes::{Choice, Facts, Number, Piece, Place, Scene};

/// The numbering of a game's positions and actions.
#[derive(Clone, Copy)]
pub(crate) struct Encoding {
    facts: &'static Facts,
    seats: usize,
    columns: usize,
    rows: usize,
    /// Sizes of pieces that can cover each other; one in games whose pieces have no size.
    sizes: usize,
    /// The origin of what an action moves.
    origin: Origin,
}

/// The origin of what an action moves.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// From nowhere: it is put on the board.
    Nowhere,
    /// From a cell.
    Cell,
    /// From beside the board, or from a cell.
    Beside,
}

impl Encoding {
    /// Of a game, from the scene at its start.
    pub(crate) fn new(facts: &'static Facts, seats: usize, start: &Scene) -> Self {
        let board = &start.boards[0];
        let sizes = facts.pieces.iter().map(|piece| match piece.number {
            Number::Size(words) => words.len(),
            Number::None | Number::Length => 1,
        });
        let origin = match start.choices.first().and_then(|choice| choice.from) {
            None => Origin::Nowhere,
            Some(Place::Cell { .. }) => Origin::Cell,
            Some(Place::Beside { .. }) => Origin::Beside,
        };
        let [columns, rows] = [board.columns, board.rows].map(usize::from);
        Self { facts, seats, columns, rows, sizes: sizes.max().unwrap_or(1), origin }
    }

    fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// The number of actions that the encoding has.
    pub(crate) fn actions(self) -> usize {
        let sources = match self.origin {
            Origin::Nowhere => 1,
            Origin::Cell => self.cells(),
            Origin::Beside => self.sizes + self.cells(),
        };
        sources * self.cells()
    }

    /// The number of an action; none if it has no place, as a pass.
    pub(crate) fn number(self, choice: &Choice, scene: &Scene) -> Option<usize> {
        let Some(Place::Cell { square, .. }) = choice.to else { return None };
        let cell = |square: Square| usize::from(square.y) * self.columns + usize::from(square.x);
        let source = match choice.from {
            None => 0,
            Some(Place::Beside { board, stack }) => {
                scene.boards[board].beside[stack].last().map_or(0, |piece| self.size(*piece))
            }
            Some(Place::Cell { square, .. }) if self.origin == Origin::Beside => self.sizes + cell(square),
            Some(Place::Cell { square, .. }) => cell(square),
        };
        Some(source * self.cells() + cell(square))
    }

    /// Planes, rows and columns of an observation.
    pub(crate) fn shape(self) -> [usize; 3] {
        let planes = if self.shows_shots() {
            // Own ships, and hits and misses on each board.
            1 + 2 * self.seats
        } else {
            self.seats * self.sizes
        };
        [planes, self.rows, self.columns]
    }

    /// The view of a seat, one byte a cell of each plane: its own pieces first, then those of the seats after it.
    pub(crate) fn planes(self, scene: &Scene, viewer: Seat) -> Vec<u8> {
        let mut planes = vec![0; self.shape()[0] * self.cells()];
        for board in &scene.boards {
            for (cell, at) in board.cells.iter().enumerate() {
                for piece in &at.pieces {
                    if let Some(plane) = self.plane(*piece, board.owner, viewer) {
                        planes[plane * self.cells() + cell] = 1;
                    }
                }
            }
        }
        planes
    }

    fn plane(self, piece: Piece, board: Option<Seat>, viewer: Seat) -> Option<usize> {
        let relative = |seat: Seat| (seat.index() + self.seats - viewer.index()) % self.seats;
        match self.facts.piece(piece)?.shape {
            "ship" => (board == Some(viewer)).then_some(0),
            "hit" => Some(1 + 2 * relative(board?)),
            "miss" => Some(2 + 2 * relative(board?)),
            _ => Some(relative(piece.owner?) * self.sizes + self.size(piece)),
        }
    }

    fn shows_shots(self) -> bool {
        self.facts.pieces.iter().any(|piece| piece.shape == "hit")
    }

    /// A piece's size, from 0; 0 if it has none.
    fn size(self, piece: Piece) -> usize {
        match self.facts.piece(piece).map(|facts| facts.number) {
            Some(Number::Size(_)) => piece.number.into(),
            _ => 0,
        }
    }
}
