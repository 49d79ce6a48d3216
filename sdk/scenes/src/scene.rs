//! Scenes: a position as plain data that any front end can draw, whatever the game.
//!
//! A scene says what lies where and what may be done. It knows no colours, letters
//! or pixels; a terminal, a web page and a server choose those by themselves.

use judge_games::{Seat, Square};
use serde::{Deserialize, Serialize};

use crate::{Placing, written};

/// The viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewpoint {
    /// The player in this seat: what the rules hide from it is left out.
    Seat(Seat),
    /// A spectator who sees everything.
    Everything,
}

impl Viewpoint {
    /// Whether this is `seat` itself, or sees everything.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        self == Self::Everything || self == Self::Seat(seat)
    }
}

/// A position, as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    /// The boards: one, or in Battleship one for each seat, by seat.
    pub boards: Vec<BoardScene>,
    /// The seat that must act now; `None` when the game is over.
    #[serde(with = "written::optional_seat")]
    pub to_move: Option<Seat>,
    /// One score for each seat, in the game's own unit: hits, points, wins, chips or stones.
    pub scores: Vec<i32>,
    /// The legal actions, in the game's order, if the viewer is the seat to move or
    /// sees everything. Empty while something must be placed.
    pub choices: Vec<Choice>,
    /// The pieces that the viewer must place now, if it must.
    pub placing: Option<Placing>,
    /// A description in lines of all that is beside the boards: of everything in games without boards.
    #[serde(rename = "text")]
    pub words: Option<String>,
    /// A picture of the whole, as SVG. A stranger may have made it: it is shown as an image only.
    pub picture: Option<String>,
}

impl Scene {
    /// Marks each cell whose pieces differ from those on the boards `before`, and no other cell.
    pub fn mark_changes(&mut self, before: &[BoardScene]) {
        for (index, board) in self.boards.iter_mut().enumerate() {
            let board_before = before.get(index);
            for (index, cell) in board.cells.iter_mut().enumerate() {
                let cell_before = board_before.and_then(|board| board.cells.get(index));
                cell.changed = cell_before.is_none_or(|before| before.pieces != cell.pieces);
            }
        }
    }
}

/// A board and the pieces on it and beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardScene {
    /// The seat whose board this is; `None` if all play on it.
    #[serde(with = "written::optional_seat")]
    pub owner: Option<Seat>,
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
    /// The position of row 0.
    #[serde(rename = "upwards")]
    pub first_row: FirstRow,
    /// The columns' names in the game's notation, from the left.
    pub column_labels: Vec<String>,
    /// The rows' names in the game's notation, from row 0.
    pub row_labels: Vec<String>,
    /// `columns` × `rows` cells, row by row from row 0, each row from the left: the
    /// cell of `square` has index `square.index(columns)`.
    pub cells: Vec<CellScene>,
    /// Stacks of pieces beside the board, each from the bottom to the top: in
    /// Gobblet the reserves, in Battleship one stack for each ship of the owner that
    /// is not sunk.
    pub beside: Vec<Vec<Piece>>,
    /// Pieces that cover several squares, where they may be seen. Each of these squares has the piece in its cell, too.
    pub hulls: Vec<Hull>,
    /// Lines through squares that belong together, as live sets in Freedom.
    pub lines: Vec<Line>,
}

impl BoardScene {
    /// A board for all seats, with numbers from 0 as labels and nothing beside it.
    #[must_use]
    pub fn new(
        (columns, rows): (u8, u8),
        first_row: FirstRow,
        pieces: impl Fn(Square) -> Vec<Piece>,
    ) -> Self {
        let numbers = |count: u8| (0..count).map(|number| number.to_string()).collect();
        let cell = |square| CellScene { pieces: pieces(square), changed: false };
        Self {
            owner: None,
            columns,
            rows,
            first_row,
            column_labels: numbers(columns),
            row_labels: numbers(rows),
            cells: Square::all(columns, rows).map(cell).collect(),
            beside: Vec::new(),
            hulls: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Lays a piece on all its squares, below what lies there.
    pub fn lay(&mut self, hull: Hull) {
        for square in &hull.squares {
            self.cells[square.index(self.columns)].pieces.insert(0, hull.piece);
        }
        self.hulls.push(hull);
    }
}

/// A piece that covers several squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hull {
    /// The piece itself.
    pub piece: Piece,
    /// The squares, from one end to the other.
    #[serde(serialize_with = "written::pairs", deserialize_with = "written::squares")]
    pub squares: Vec<Square>,
}

/// A straight line through squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Line {
    /// The owner's seat; `None` if it is nobody's.
    #[serde(with = "written::optional_seat")]
    pub owner: Option<Seat>,
    /// The square at one end.
    #[serde(serialize_with = "written::pair", deserialize_with = "written::square")]
    pub from: Square,
    /// The square at the other.
    #[serde(serialize_with = "written::pair", deserialize_with = "written::square")]
    pub to: Square,
}

/// The side of a board on which row 0 is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum FirstRow {
    /// At the top: `y` grows downwards.
    Top,
    /// At the bottom: `y` grows upwards.
    Bottom,
}

impl From<bool> for FirstRow {
    fn from(is_upwards: bool) -> Self {
        if is_upwards { Self::Bottom } else { Self::Top }
    }
}

impl From<FirstRow> for bool {
    fn from(row: FirstRow) -> Self {
        row == FirstRow::Bottom
    }
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellScene {
    /// The visible pieces on the cell, from the bottom to the top.
    pub pieces: Vec<Piece>,
    /// Whether [`Scene::mark_changes`] found other pieces here than before.
    pub changed: bool,
}

/// Something that lies on a cell or beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The owner's seat; `None` if it is nobody's, as a hit or a miss.
    #[serde(with = "written::optional_seat")]
    pub owner: Option<Seat>,
    /// Its kind: an index into [`crate::Facts::pieces`].
    pub kind: u8,
    /// A length or a size, as [`crate::PieceFacts::number`] says; otherwise 0.
    pub number: u8,
}

impl Piece {
    /// A seat's piece of a kind, without a number.
    #[must_use]
    pub const fn of(owner: Seat, kind: u8) -> Self {
        Self { owner: Some(owner), kind, number: 0 }
    }

    /// The same with a number.
    #[must_use]
    pub const fn numbered(self, number: u8) -> Self {
        Self { number, ..self }
    }
}

/// An action that is open to the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action in the game's notation.
    pub action: String,
    /// The piece's origin, if it is seen before it is placed.
    pub from: Option<Place>,
    /// Its destination; `None` for an action without a place, as a pass.
    pub to: Option<Place>,
    /// The changes that it would make, if the game gives them.
    pub changes: Option<Changes>,
}

/// The changes that an action would make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Squares that it touches besides its own: chips that it would flip, or where the next may go.
    pub squares: Vec<Place>,
    /// Lines that it would make.
    pub made: Vec<Line>,
    /// Lines that it would break.
    pub broken: Vec<Line>,
    /// The whole of it in words: `3 chips flip`. `{player}` stands for who has the seat to move.
    pub text: String,
}

/// A place in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// A cell.
    Cell {
        /// Index into [`Scene::boards`].
        board: usize,
        /// The cell's column and row.
        #[serde(flatten, with = "written::Coordinates")]
        square: Square,
    },
    /// The top of a stack beside the board.
    Beside {
        /// Index into [`Scene::boards`].
        board: usize,
        /// Index into [`BoardScene::beside`].
        stack: usize,
    },
}

impl Place {
    /// A cell of the first board.
    #[must_use]
    pub const fn cell(square: Square) -> Self {
        Self::Cell { board: 0, square }
    }
}
