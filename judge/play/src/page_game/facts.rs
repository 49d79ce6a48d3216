//! The facts that hold for every position of a game, as JSON: a page needs them to draw and to name things.

use crate::scenes::{Facts, Hidden, Number, PieceFacts, Stacks};
use serde_json::{Value, json};

/// Facts of a game as a page gets them.
#[must_use]
pub fn facts(facts: &Facts) -> Value {
    let (hidden, secret) = match facts.hidden {
        Hidden::Nothing => ("nothing", None),
        Hidden::Covered => ("covered", None),
        Hidden::Secrets(what) => ("secrets", Some(what)),
    };
    json!({
        "seats": facts.seats,
        "unit": facts.unit.map(|unit| unit.many),
        "hidden": hidden,
        "secret": secret,
        "pieces": facts.pieces.iter().map(piece).collect::<Vec<_>>(),
        "emblem": facts.emblem.map(|(kind, number)| json!({ "kind": kind, "number": number })),
        "ground": facts.ground,
        "ownBoard": facts.own_board,
        "whole": facts.stacks == Stacks::Whole,
        "hasBeside": facts.beside.is_some(),
        "previews": facts.previews,
        "numbered": facts.numbered,
        "otherForm": facts.other_form,
        "firstTurn": facts.first_turn,
        "example": facts.example,
        "notation": facts.notation,
        "placing": facts.placing.map(|words| json!({ "one": words.one, "many": words.many, "all": words.all })),
    })
}

fn piece(piece: &PieceFacts) -> Value {
    let sizes = match piece.number {
        Number::Size(words) => words,
        Number::None | Number::Length => &[],
    };
    json!({ "name": piece.name, "shape": piece.shape, "sizes": sizes })
}
