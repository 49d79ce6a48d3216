//! Answers of a game's file, in the types of its exports.

use judge_games as games;
use judge_games::{Seat, Square};
use judge_scenes as scenes;

/// The exports, as generated from their WIT.
#[doc(hidden)]
#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "judge:game/game",
        pub_export_macro: true,
        runtime_path: "::judge_game::wit_bindgen::rt",
    });
}

use bindings::exports::judge::game::rules as wire;

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A place in a list, which is short.
fn index(place: usize) -> u8 {
    u8::try_from(place).expect("there are fewer than 256")
}

fn number(seat: Option<Seat>) -> Option<u8> {
    seat.map(|seat| seat.0)
}

pub(crate) fn viewpoint(seat: Option<u8>) -> scenes::Viewpoint {
    seat.map_or(scenes::Viewpoint::Everything, |seat| scenes::Viewpoint::Seat(Seat(seat)))
}

pub(crate) fn key(key: &games::Key) -> wire::Key {
    let kind = match key.kind {
        games::Kind::Number { least, most } => wire::Kind::Number((least, most)),
        games::Kind::OneNumberOf(numbers) => wire::Kind::OneNumberOf(numbers.to_owned()),
        games::Kind::Numbers { least, most } => wire::Kind::Numbers((least, most)),
        games::Kind::Flag => wire::Kind::Flag,
        games::Kind::OneWordOf(words) => wire::Kind::OneWordOf(owned(words)),
        games::Kind::Text => wire::Kind::Text,
    };
    wire::Key { name: key.name.into(), kind, default: key.default.into(), meaning: key.meaning.into() }
}

pub(crate) fn facts(facts: &scenes::Facts) -> wire::Facts {
    wire::Facts {
        seats: owned(facts.seats),
        unit: facts.unit.map(|unit| (unit.one.into(), unit.many.into())),
        example: facts.example.into(),
        notation: facts.notation.into(),
        misread: facts.misread.map(Into::into),
        hidden: match facts.hidden {
            scenes::Hidden::Nothing => wire::Hidden::Nothing,
            scenes::Hidden::Covered => wire::Hidden::Covered,
            scenes::Hidden::Secrets(what) => wire::Hidden::Secrets(what.into()),
        },
        pieces: facts.pieces.iter().map(piece_facts).collect(),
        stacks: match facts.stacks {
            scenes::Stacks::Top => wire::Stacks::Top,
            scenes::Stacks::Whole => wire::Stacks::Whole,
        },
        emblem: facts.emblem,
        ground: facts.ground.into(),
        own_board: facts.own_board.into(),
        beside: facts.beside.map(Into::into),
        previews: facts.previews,
        numbered: facts.numbered,
        first_turn: facts.first_turn.map(Into::into),
        placing: facts.placing.map(|placing| wire::PlacingFacts {
            one: placing.one.into(),
            many: placing.many.into(),
            all: placing.all.into(),
            notation: placing.notation.into(),
        }),
        trials: owned(facts.trials),
    }
}

fn piece_facts(piece: &scenes::PieceFacts) -> wire::PieceFacts {
    wire::PieceFacts {
        name: piece.name.into(),
        shape: piece.shape.into(),
        letters: owned(piece.letters),
        symbols: owned(piece.symbols),
        number: match piece.number {
            scenes::Number::None => wire::Number::None,
            scenes::Number::Length => wire::Number::Length,
            scenes::Number::Size(words) => wire::Number::Size(owned(words)),
        },
        is_blow: piece.tone == scenes::Tone::Blow,
    }
}

pub(crate) fn outcome(outcome: games::Outcome) -> wire::Outcome {
    let ending = match outcome.ending {
        games::Ending::Rules => wire::Ending::Rules,
        games::Ending::Repetition => wire::Ending::Repetition,
        games::Ending::Cap => wire::Ending::Cap,
    };
    wire::Outcome { ranks: outcome.ranks, scores: outcome.scores, ending }
}

fn square(square: Square) -> wire::Square {
    wire::Square { x: square.x, y: square.y }
}

fn squares(list: &[Square]) -> Vec<wire::Square> {
    list.iter().copied().map(square).collect()
}

fn piece(piece: scenes::Piece) -> wire::Piece {
    wire::Piece { owner: number(piece.owner), kind: piece.kind, number: piece.number }
}

fn pieces(list: &[scenes::Piece]) -> Vec<wire::Piece> {
    list.iter().copied().map(piece).collect()
}

fn lines(list: &[scenes::Line]) -> Vec<wire::Line> {
    let line = |line: &scenes::Line| wire::Line {
        owner: number(line.owner),
        start: square(line.from),
        end: square(line.to),
    };
    list.iter().map(line).collect()
}

pub(crate) fn hulls(list: &[scenes::Hull]) -> Vec<wire::Hull> {
    let hull = |hull: &scenes::Hull| wire::Hull { piece: piece(hull.piece), squares: squares(&hull.squares) };
    list.iter().map(hull).collect()
}

fn board(board: &scenes::BoardScene) -> wire::Board {
    wire::Board {
        owner: number(board.owner),
        columns: board.columns,
        rows: board.rows,
        is_first_row_at_bottom: board.first_row == scenes::FirstRow::Bottom,
        column_labels: board.column_labels.clone(),
        row_labels: board.row_labels.clone(),
        cells: board.cells.iter().map(|cell| pieces(&cell.pieces)).collect(),
        beside: board.beside.iter().map(|stack| pieces(stack)).collect(),
        hulls: hulls(&board.hulls),
        lines: lines(&board.lines),
    }
}

fn place(place: scenes::Place) -> wire::Place {
    match place {
        scenes::Place::Cell { board, square: at } => wire::Place::Cell((index(board), square(at))),
        scenes::Place::Beside { board, stack } => wire::Place::Beside((index(board), index(stack))),
    }
}

fn choice(choice: scenes::Choice) -> wire::Choice {
    let changes = |changes: scenes::Changes| wire::Changes {
        squares: changes.squares.into_iter().map(place).collect(),
        made: lines(&changes.made),
        broken: lines(&changes.broken),
        text: changes.text,
    };
    wire::Choice {
        action: choice.action,
        origin: choice.from.map(place),
        target: choice.to.map(place),
        changes: choice.changes.map(changes),
    }
}

fn to_place(item: &scenes::ToPlace) -> wire::ToPlace {
    let way = |way: &scenes::Orientation| wire::Way {
        name: way.name.to_string(),
        squares: squares(&way.squares),
        text: way.text.clone(),
    };
    wire::ToPlace { piece: piece(item.piece), ways: item.ways.iter().map(way).collect() }
}

pub(crate) fn scene(scene: scenes::Scene) -> wire::View {
    wire::View {
        boards: scene.boards.iter().map(board).collect(),
        scores: scene.scores,
        choices: scene.choices.into_iter().map(choice).collect(),
        placing: scene.placing.map(|placing| wire::Placing {
            board: index(placing.board),
            pieces: placing.pieces.iter().map(to_place).collect(),
            apart: placing.apart,
        }),
        text: scene.words,
        svg: scene.picture,
    }
}

pub(crate) fn mark(mark: scenes::Mark) -> wire::Mark {
    wire::Mark {
        text: mark.text,
        weight: match mark.weight {
            scenes::Weight::Usual => wire::Weight::Usual,
            scenes::Weight::Rare => wire::Weight::Rare,
            scenes::Weight::Event(words) => wire::Weight::Event(words.into()),
        },
        kind: match mark.kind {
            scenes::MarkKind::Plain => wire::MarkKind::Plain,
            scenes::MarkKind::Blow => wire::MarkKind::Blow,
            scenes::MarkKind::Pass => wire::MarkKind::Pass,
            scenes::MarkKind::Score => wire::MarkKind::Score,
        },
    }
}
