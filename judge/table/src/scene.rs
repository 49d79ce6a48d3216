//! Scenes as JSON.

use judge_play::games::{BoardScene, CellScene, Choice, FirstRow, Piece, PieceKind, Place, Scene, Seat};
use serde_json::{Value, json};

/// A position as a page draws it.
pub(crate) fn json(scene: &Scene) -> Value {
    json!({
        "boards": scene.boards.iter().map(board).collect::<Vec<_>>(),
        "toMove": scene.to_move.map(|seat| seat.0),
        "scores": scene.scores,
        "choices": scene.choices.iter().map(choice).collect::<Vec<_>>(),
    })
}

fn board(board: &BoardScene) -> Value {
    json!({
        "owner": board.owner.map(|seat| seat.0),
        "columns": board.columns,
        "rows": board.rows,
        "upwards": board.first_row == FirstRow::Bottom,
        "columnLabels": board.column_labels,
        "rowLabels": board.row_labels,
        "cells": board.cells.iter().map(cell).collect::<Vec<_>>(),
        "beside": board.beside.iter().map(|stack| pieces(stack)).collect::<Vec<_>>(),
    })
}

fn cell(cell: &CellScene) -> Value {
    json!({ "pieces": pieces(&cell.pieces), "changed": cell.changed })
}

fn pieces(pieces: &[Piece]) -> Vec<Value> {
    pieces.iter().map(|&each| piece(each)).collect()
}

fn piece(piece: Piece) -> Value {
    let owner = piece.owner.map(|Seat(seat)| seat);
    match piece.kind {
        PieceKind::Ship { length } => json!({ "kind": "ship", "owner": owner, "length": length }),
        PieceKind::Cup { size } => json!({ "kind": "cup", "owner": owner, "size": size }),
        kind => json!({ "kind": word(kind), "owner": owner }),
    }
}

fn word(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Ship { .. } => "ship",
        PieceKind::Hit => "hit",
        PieceKind::Miss => "miss",
        PieceKind::Stone => "stone",
        PieceKind::LiveStone => "live-stone",
        PieceKind::Cup { .. } => "cup",
        PieceKind::Disc => "disc",
        PieceKind::Pebble => "pebble",
    }
}

fn choice(choice: &Choice) -> Value {
    json!({
        "action": choice.action,
        "from": choice.from.as_ref().map(place),
        "to": choice.to.as_ref().map(place),
    })
}

fn place(place: &Place) -> Value {
    match *place {
        Place::Cell { board, square } => json!({ "board": board, "x": square.x, "y": square.y }),
        Place::Beside { board, stack } => json!({ "board": board, "stack": stack }),
    }
}
