//! Scenes as JSON.

use crate::games::Seat;
use crate::scenes::{
    BoardScene, CellScene, Changes, Choice, FirstRow, Hull, Line, Mark, Orientation, Piece, Place, Placing,
    Scene, ToPlace, Weight,
};
use serde_json::{Value, json};

/// A position as a page draws it.
#[must_use]
pub fn json(scene: &Scene) -> Value {
    json!({
        "boards": scene.boards.iter().map(board).collect::<Vec<_>>(),
        "toMove": scene.to_move.map(|seat| seat.0),
        "scores": scene.scores,
        "choices": scene.choices.iter().map(choice).collect::<Vec<_>>(),
        "placing": scene.placing.as_ref().map(placing),
        "text": scene.words,
        "picture": scene.picture,
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
        "hulls": board.hulls.iter().map(hull).collect::<Vec<_>>(),
        "lines": lines(&board.lines),
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
    json!({ "kind": piece.kind, "owner": owner, "number": piece.number })
}

fn hull(hull: &Hull) -> Value {
    let squares: Vec<[u8; 2]> = hull.squares.iter().map(|square| [square.x, square.y]).collect();
    json!({ "piece": piece(hull.piece), "squares": squares })
}

fn line(line: Line) -> Value {
    let owner = line.owner.map(|Seat(seat)| seat);
    json!({ "owner": owner, "from": [line.from.x, line.from.y], "to": [line.to.x, line.to.y] })
}

fn lines(lines: &[Line]) -> Vec<Value> {
    lines.iter().copied().map(line).collect()
}

fn placing(placing: &Placing) -> Value {
    let way = |way: &Orientation| {
        let squares: Vec<[u8; 2]> = way.squares.iter().map(|square| [square.x, square.y]).collect();
        json!({ "name": way.name, "squares": squares, "text": way.text })
    };
    let to_place = |to_place: &ToPlace| json!({ "piece": piece(to_place.piece), "ways": to_place.ways.iter().map(way).collect::<Vec<_>>() });
    json!({
        "board": placing.board,
        "pieces": placing.pieces.iter().map(to_place).collect::<Vec<_>>(),
        "apart": placing.apart,
    })
}

fn changes(changes: &Changes) -> Value {
    json!({
        "squares": changes.squares.iter().map(place).collect::<Vec<_>>(),
        "made": lines(&changes.made),
        "broken": lines(&changes.broken),
        "text": changes.text,
    })
}

/// The marks of an action that belong on a time line.
pub(crate) fn events(marks: &[Mark]) -> Vec<&str> {
    fn event(mark: &Mark) -> Option<&str> {
        match &mark.weight {
            Weight::Event(words) => Some(words),
            Weight::Usual | Weight::Rare => None,
        }
    }
    marks.iter().filter_map(event).collect()
}

fn choice(choice: &Choice) -> Value {
    json!({
        "action": choice.action,
        "from": choice.from.as_ref().map(place),
        "to": choice.to.as_ref().map(place),
        "changes": choice.changes.as_ref().map(changes),
    })
}

fn place(place: &Place) -> Value {
    match *place {
        Place::Cell { board, square } => json!({ "board": board, "x": square.x, "y": square.y }),
        Place::Beside { board, stack } => json!({ "board": board, "stack": stack }),
    }
}
