//! The scene: the board with the pieces on top, and the reserves beside it.

use super::{Action, Board, Colour, Gobblet, Piece, Position, Size};
use crate::scene::{self, BoardScene, FirstRow, PieceKind, Place};
use crate::{Scene, Square, Viewpoint};

/// The game as `viewpoint` sees it. As at a table, players see the piece on top of a
/// cell and must remember what it covers.
pub(super) fn scene(game: &Gobblet, viewpoint: Viewpoint) -> Scene {
    let position = game.position();
    let width = position.board().width();
    let pieces = |square: Square| match viewpoint {
        Viewpoint::Everything => position.stack(square).map(cup).collect(),
        Viewpoint::Seat(_) => position.top(square).map(cup).into_iter().collect(),
    };
    let beside: Vec<_> = Colour::ALL.iter().flat_map(|&colour| reserve(position, colour)).collect();
    let entering = |size: Size| {
        let top = Some(cup(Piece { colour: position.to_move(), size }));
        beside.iter().position(|stack| stack.last().copied() == top)
    };
    let places = |action: &Action| match *action {
        Action::Enter { size, to } => {
            (entering(size).map(|stack| Place::Beside { board: 0, stack }), Some(Place::cell(to)))
        }
        Action::Move { from, to } => (Some(Place::cell(from)), Some(Place::cell(to))),
    };
    let board =
        BoardScene { beside: beside.clone(), ..BoardScene::new((width, width), FirstRow::Top, pieces) };
    let scores = Colour::ALL.map(|colour| i32::from(position.winner() == Some(colour)));
    Scene::new(game, viewpoint, vec![board], scores.to_vec(), places)
}

fn cup(piece: Piece) -> scene::Piece {
    scene::Piece::of(piece.colour.seat(), PieceKind::Cup { size: piece.size.number() })
}

/// The stacks of a colour's reserve that are not empty, each from the bottom up.
fn reserve(position: &Position, colour: Colour) -> Vec<Vec<scene::Piece>> {
    let board = position.board();
    let left = |size: Size| position.reserve(colour, size);
    let piece = |&size: &Size| cup(Piece { colour, size });
    let sizes = || board.sizes().iter();
    match board {
        Board::Three => {
            let copies = |size: &Size| (0..left(*size)).map(|_| vec![piece(size)]).collect::<Vec<_>>();
            sizes().flat_map(copies).collect()
        }
        // Stacks are interchangeable and lose the largest piece first: so the first stack has
        // each size of which any piece is left, the second each of which two are, and so on.
        Board::Four => {
            let stack = |number| sizes().filter(|size| left(**size) > number).map(piece).collect();
            let stacks = (0..board.copies()).map(stack);
            stacks.filter(|stack: &Vec<_>| !stack.is_empty()).collect()
        }
    }
}
