//! The scene: both waters, each with what the viewer may know of it.

use super::{Action, Battleship, Cell, Ship, Waters};
use crate::scene::{BoardScene, FirstRow, Piece, PieceKind, Place};
use crate::{Scene, Seat, Square, Viewpoint};

/// The game as `viewpoint` sees it: the waters of seat 0, then those of seat 1.
pub(super) fn scene(game: &Battleship, viewpoint: Viewpoint) -> Scene {
    let boards = [Seat(0), Seat(1)].map(|owner| board(game, owner, viewpoint)).to_vec();
    let hits = |seat: Seat| game.waters.get(seat.other().index()).map_or(0, |waters| waters.hits);
    let scores = [Seat(0), Seat(1)].map(|seat| i32::try_from(hits(seat)).expect("at most one hit a square"));
    let target = game.to_move.other().index();
    Scene::new(game, viewpoint, boards, scores.to_vec(), |action| match action {
        Action::Shoot(square) => (None, Some(Place::Cell { board: target, square: *square })),
        Action::PlaceFleet(_) => (None, None),
    })
}

fn board(game: &Battleship, owner: Seat, viewpoint: Viewpoint) -> BoardScene {
    let size = game.params.size;
    let waters = game.waters.get(owner.index());
    let pieces = |square: Square| {
        let ship = waters.filter(|_| viewpoint.sees(owner)).and_then(|waters| ship_at(waters, square));
        let ship = ship.map(|ship| whole(owner, ship.length));
        ship.into_iter().chain(waters.and_then(|waters| mark(waters, square, size))).collect()
    };
    // A seat knows the other's lengths before it has placed: they are parameters.
    let afloat = waters.map_or_else(|| game.params.fleet.clone(), |waters| waters.ships_remaining(size));
    BoardScene {
        owner: Some(owner),
        beside: afloat.into_iter().map(|length| vec![whole(owner, length)]).collect(),
        ..BoardScene::new((size, size), FirstRow::Top, pieces)
    }
}

fn whole(owner: Seat, length: u8) -> Piece {
    Piece::of(owner, PieceKind::Ship { length })
}

fn ship_at(waters: &Waters, square: Square) -> Option<&Ship> {
    waters.fleet.ships().iter().find(|ship| ship.squares().any(|covered| covered == square))
}

/// What a shot at `square` left there, if there was one.
fn mark(waters: &Waters, square: Square, size: u8) -> Option<Piece> {
    let state = waters.state[square.index(size)];
    let kinds = [(Cell::Hit, PieceKind::Hit), (Cell::Miss, PieceKind::Miss)];
    let kind = kinds.into_iter().find(|(cell, _)| *cell as u8 == state)?.1;
    Some(Piece { owner: None, kind })
}
