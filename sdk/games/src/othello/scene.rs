//! The scene: the board, with letters for columns and rows that count from 1.

use super::{Action, Chip, Othello};
use crate::scene::{BoardScene, FirstRow, Piece, PieceKind, Place};
use crate::{Scene, Square, Viewpoint};

/// The game as everybody sees it; only the choices depend on `viewpoint`.
pub(super) fn scene(game: &Othello, viewpoint: Viewpoint) -> Scene {
    let size = game.params().size();
    let disc = |chip: Chip| Piece::of(chip.seat(), PieceKind::Disc);
    let pieces = |square: Square| game.at(square.x, square.y).map(disc).into_iter().collect();
    let board = BoardScene {
        column_labels: ('a'..).take(size.into()).map(String::from).collect(),
        row_labels: (1..=size).map(|row| row.to_string()).collect(),
        ..BoardScene::new((size, size), FirstRow::Top, pieces)
    };
    let chips = |chip: Chip| game.chips(chip).count_ones().cast_signed();
    let scores = vec![chips(Chip::Black), chips(Chip::White)];
    Scene::new(game, viewpoint, vec![board], scores, |action| match *action {
        Action::Place(square) => (None, Some(Place::cell(square))),
        Action::Pass => (None, None),
    })
}
