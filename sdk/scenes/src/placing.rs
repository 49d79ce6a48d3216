//! Pieces that a seat must place, all of them in one action, where there are too many ways to list them.

use std::borrow::Cow;

use judge_games::Square;
use serde::Serialize;

use crate::{Piece, written};

/// The pieces that the seat to move must place. An action names all of them, with a space between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placing {
    /// The board, as an index into [`crate::Scene::boards`].
    pub board: usize,
    /// The pieces.
    pub pieces: Vec<ToPlace>,
    /// Whether they may not touch one another.
    pub apart: bool,
}

/// A piece to be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToPlace {
    /// The piece itself.
    pub piece: Piece,
    /// The ways in which it can be turned, the usual one first.
    pub ways: Vec<Orientation>,
}

/// A way in which a piece can be turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orientation {
    /// The way's name: `across`.
    pub name: Cow<'static, str>,
    /// The squares that it covers when it lies on 0,0; that one is the first of them.
    #[serde(serialize_with = "written::pairs")]
    pub squares: Vec<Square>,
    /// Its notation, before the column and the row of the first square with a comma between them: `5a@`.
    pub text: String,
}

impl Orientation {
    /// The squares that it covers when it lies on `first`.
    pub fn at(&self, first: Square) -> impl Iterator<Item = Square> + '_ {
        let moved = move |square: &Square| {
            Square::new(first.x.saturating_add(square.x), first.y.saturating_add(square.y))
        };
        self.squares.iter().map(moved)
    }

    /// The notation of the piece when it lies on `first`.
    #[must_use]
    pub fn written(&self, first: Square) -> String {
        format!("{}{first}", self.text)
    }
}
