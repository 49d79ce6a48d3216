//! A contract with all kinds of types.

mod words;

use std::collections::BTreeMap;

use judge_wit::{Description, Value, text};

use super::GameForAuthors;

const TEXT: &str = "interface all-sorts {
    record square { x: u8, y: u8 }
    record step { %from: square, to: square, weight: u32 }
    record one { x: u8 }
    enum %type { north-east, pass }
    variant deed { put(square), turn(%type), rest }
    variant what { nothing, step(step), many(list<square>), words(string) }
    name: func() -> string;
    new-game: func(seat: u8, setup: setup);
    record setup { size: u8, seed: u64 }
    hear: func(what: what, cells: list<option<square>>, %in: tuple<u8, s32>);
    choose: func(legal: list<square>) -> square;
    %import: func(%new: %type) -> %type;
    spell: func() -> string;
    single: func() -> one;
    act: func() -> deed;
}";

/// The same with answers of other kinds.
const MORE: &str =
    "    maybe: func() -> option<square>;\n    variety: func() -> what;\n    go: func() -> step;\n}";

fn begun(text: &str) -> Result<String, String> {
    begun_for("all-sorts", text)
}

fn begun_for(game: &str, text: &str) -> Result<String, String> {
    let interface: Description = text::description(text).expect("it is a contract");
    let mut turns = Vec::new();
    for case in [1, 0] {
        let mut value = Value::default();
        value.case(case);
        turns.push(value);
    }
    let mut word = Value::default();
    word.text("a \"b\"");
    let answers = BTreeMap::from([("import".to_owned(), turns), ("spell".to_owned(), vec![word])]);
    let wit = format!(
        "package judge:arena@1.0.0;\ninterface host {{ log: func(line: string); }}\n{text}\nworld {game}-bot {{ import host; export {game}; }}\n"
    );
    let contract = GameForAuthors { game, file: b"", wit: &wit, interface: &interface, answers: &answers };
    contract.begin("me")
}

#[test]
fn every_function_is_there_and_answers_what_was_legal() {
    let more = TEXT.strip_suffix('}').expect("it ends").to_owned() + MORE;
    let source = begun(&more).expect("there is a bot");
    for line in [
        "use exports::judge::arena::all_sorts::{Guest, ",
        "fn new_game(seat: u8, setup: Setup) {",
        "RANDOM.set(Random::new(setup.seed));",
        "fn hear(what: What, cells: Vec<Option<Square>>, in_: (u8, i32,)) {",
        "fn choose(legal: Vec<Square>) -> Square {\n        // THINK HERE: choose one of these.\n        any(&legal)",
        "fn import(new: Type) -> Type {",
        "Type::Pass,\n            Type::NorthEast,",
        "\"a \\\"b\\\"\".to_string(),",
        "One { x: 0 },",
        "any(&[\n            None,",
        "What::Nothing,",
    ] {
        assert!(source.contains(line), "{line}\n\n{source}");
    }
}
