//! The scene: the board, with live stones told from others.

use super::{Action, Colour, Freedom};
use crate::scene::{BoardScene, FirstRow, Piece, PieceKind, Place};
use crate::{Scene, Square, Viewpoint};

/// The game as everybody sees it; only the choices depend on `viewpoint`.
pub(super) fn scene(game: &Freedom, viewpoint: Viewpoint) -> Scene {
    let size = game.params.size();
    let stones =
        Colour::ALL.map(|colour| (colour.seat(), game.board.stones(colour), game.board.live_stones(colour)));
    let pieces = |square: Square| {
        let here = stones.iter().filter(|(_, stones, _)| stones.contains(square));
        let kind = |is_live| if is_live { PieceKind::LiveStone } else { PieceKind::Stone };
        here.map(|(seat, _, live)| Piece::of(*seat, kind(live.contains(square)))).collect()
    };
    let board = BoardScene::new((size, size), FirstRow::Bottom, pieces);
    let scores = Colour::ALL.map(|colour| game.score(colour)).to_vec();
    Scene::new(game, viewpoint, vec![board], scores, |action| match *action {
        Action::Place(square) => (None, Some(Place::cell(square))),
        Action::Auto(square) => (None, square.map(Place::cell)),
    })
}
