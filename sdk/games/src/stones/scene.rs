//! The scene: the board and its stones.

use super::{Step, Stones};
use crate::scene::{BoardScene, FirstRow, Piece, PieceKind, Place};
use crate::{Scene, Seat, Square, Viewpoint};

/// The game as everybody sees it; only the choices depend on `viewpoint`.
pub(super) fn scene(game: &Stones, viewpoint: Viewpoint) -> Scene {
    let pebble = |owner: Seat| Piece::of(owner, PieceKind::Pebble);
    let pieces = |square: Square| game.board.owner(square).map(pebble).into_iter().collect();
    let board = BoardScene::new((game.board.columns(), game.board.rows()), FirstRow::Top, pieces);
    let scores = (0..game.rules.players()).map(|id| game.stones(Seat(id)).into()).collect();
    let places = |step: &Step| (Some(Place::cell(step.from)), Some(Place::cell(step.to)));
    Scene::new(game, viewpoint, vec![board], scores, places)
}
