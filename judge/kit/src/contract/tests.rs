//! A contract with all kinds of types, in every language.

mod words;

use std::collections::BTreeMap;

use judge_wit::{Description, Value, text};

use super::{Begun, GameForAuthors};
use crate::Language;

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

fn begun(text: &str, language: Language) -> Result<Begun, String> {
    begun_for("all-sorts", text, language)
}

fn begun_for(game: &str, text: &str, language: Language) -> Result<Begun, String> {
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
    let contract = GameForAuthors {
        game,
        file: b"",
        text,
        wit: &wit,
        interface: &interface,
        seats: 2,
        answers: &answers,
        examples: &[],
    };
    contract.begin(language, "me")
}

fn source(language: Language) -> String {
    begun(TEXT, language).expect("there is a bot").source
}

#[test]
fn every_function_is_there_and_answers_what_was_legal() {
    for (language, lines) in [
        (
            Language::Rust,
            vec![
                "use exports::judge::arena::all_sorts::{Guest, ",
                "fn new_game(seat: u8, setup: Setup) {",
                "RANDOM.set(Random::new(setup.seed));",
                "fn hear(what: What, cells: Vec<Option<Square>>, in_: (u8, i32,)) {",
                "fn choose(legal: Vec<Square>) -> Square {\n        // THINK HERE: choose one of these.\n        any(&legal)",
                "fn import(new: Type) -> Type {",
                "Type::Pass,\n            Type::NorthEast,",
                "\"a \\\"b\\\"\".to_string(),",
                "One { x: 0 },",
            ],
        ),
        (
            Language::Python,
            vec![
                "class AllSorts(exports.AllSorts):",
                "from wit_world.exports.all_sorts import ",
                "def hear(self, what: What, cells: list[Square | None], in_: tuple[int, int]) -> None:",
                "return self.random.choice(legal)",
                "def import_(self, new: Type) -> Type:",
                "[Type.PASS, Type.NORTH_EAST]",
                "[\"a \\\"b\\\"\"]",
                "[One(0)]",
            ],
        ),
        (
            Language::JavaScript,
            vec![
                "export const allSorts = {",
                "newGame(seat, setup) {\n    random = new Random(setup.seed);",
                "return any([...legal]);",
                "import(new_) {",
                "return any(['pass', 'north-east']);",
                "return any(['a \"b\"']);",
                "return any([{ x: 0 }]);",
            ],
        ),
        (Language::TypeScript, vec!["import type { AllSorts } from 'judge:arena/all-sorts@1.0.0';"]),
    ] {
        let source = source(language);
        for line in lines {
            assert!(source.contains(line), "{language}: {line}\n\n{source}");
        }
    }
}

#[test]
fn an_answer_can_be_anything() {
    let more = TEXT.strip_suffix('}').expect("it ends").to_owned() + MORE;
    for (language, lines) in [
        (Language::Rust, ["any(&[\n            None,", "What::Nothing,"].as_slice()),
        (Language::TypeScript, &["any([undefined])", "{ tag: 'nothing' }"]),
    ] {
        let source = begun(&more, language).expect("there is a bot").source;
        for line in lines {
            assert!(source.contains(line), "{language}: {line}\n\n{source}");
        }
    }
    let told = begun(&more, Language::Ruby).err().expect("Ruby has none");
    assert!(told.starts_with("a bot in Ruby plays the judge's own games only"), "{told}");
}

#[test]
fn a_text_of_a_game_ends_where_it_is_written() {
    assert_eq!(super::quoted("a\r\u{1b}\u{202e}\u{2028}b"), "\"ab\"");
}
