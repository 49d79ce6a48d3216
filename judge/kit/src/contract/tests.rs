//! A contract with all kinds of types, in every language.

mod words;

use std::collections::BTreeMap;

use judge_wit::{Description, Value, text};

use super::{Begun, GameForAuthors, Program};
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

/// The same with answers that not every language can lay out.
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
        file: Some(b""),
        text,
        wit: &wit,
        interface: &interface,
        seats: 2,
        answers: &answers,
        program: None,
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
            Language::C,
            vec![
                "void exports_all_sorts_new_game(uint8_t seat, exports_all_sorts_setup_t *setup) {\n    state = setup->seed;",
                "*ret = legal->ptr[random_below(&state, legal->len)];",
                "{ EXPORTS_ALL_SORTS_TYPE_PASS, EXPORTS_ALL_SORTS_TYPE_NORTH_EAST };\n    return answers",
                "bot_string_dup(ret, answers[random_below(&state, 1)]);",
                "answers[] = { { .x = 0 } };",
            ],
        ),
        (
            Language::Cpp,
            vec!["dice = judge::Random(setup->seed);", "*ret = legal->ptr[dice.below(legal->len)];"],
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
        (
            Language::Zig,
            vec![
                "const Type = enum(u8) { north_east, pass };",
                "export fn new_game(\n    _: u8, // seat\n    _: u8, // setup-size\n    setup_seed: u64,\n) void {\n    ownRandom = .init(setup_seed);",
                "export fn choose(\n    legal: [*]const Square,\n    legal_length: usize,\n) *const Square {",
                "export fn import(\n    _: Type, // new\n) Type {",
                "[_]Type{ .pass, .north_east }",
                "export fn single() One {",
            ],
        ),
        (
            Language::Go,
            vec![
                "func newGame(seat uint32, setupSize uint32, setupSeed uint64) {",
                "chooseAnswer = judge.Taken(legal, legalLength)[random.Intn(int(legalLength))]\n\treturn &chooseAnswer",
                "//go:wasmexport import\nfunc import_(new uint32) uint32 {",
                "legal := []type_{typePass, typeNorthEast}",
                "return uint32(legal[random.Intn(len(legal))].x)",
                "type deed struct {\n\t_    structs.HostLayout\n\twhat uint8\n\twith [2]uint8\n}",
                "legal := []deed{deed{what: deedPut, with: [2]uint8{0, 0}}}",
                "func hear(what uint32, what1 uint32",
            ],
        ),
        (
            Language::AssemblyScript,
            vec![
                "enum Type { NorthEast, Pass }",
                "random = new Random(setupSeed);",
                "export function choose(legal: usize, legalLength: i32): Square {",
                "enum DeedCase { Put, Turn, Rest }",
                "class Deed {\n  constructor(public what: u8, public with1: u8 = 0, public with2: u8 = 0) {}",
                "[new Deed(<u8>DeedCase.Put, 0, 0)]",
                "const importAnswers: u8[] = [<u8>Type.Pass, <u8>Type.NorthEast];",
                "export { import_ as import };",
                "List.ofText(\"a \\\"b\\\"\")",
            ],
        ),
    ] {
        let source = source(language);
        for line in lines {
            assert!(source.contains(line), "{language}: {line}\n\n{source}");
        }
    }
}

/// A slip in a name would leave out what the function does.
#[test]
fn each_of_our_programs_says_what_functions_of_its_contract_do() {
    let programs = crate::TEMPLATES.iter().filter_map(|(path, bytes)| {
        let game = path.strip_prefix("all/")?.strip_suffix(".txt")?;
        Some((game, std::str::from_utf8(bytes).expect("it is text")))
    });
    let mut count = 0;
    for (game, text) in programs {
        let wit = crate::text_of(crate::SDK, &format!("wit/{game}.wit")).expect("the game has a contract");
        let contract =
            judge_wit::text::description(judge_wit::text::interface_of(wit)).expect("it can be read");
        let functions: Vec<&str> = contract.functions.iter().map(|function| function.name.as_str()).collect();
        for (function, steps) in &Program::read(text).turns {
            assert!(functions.contains(function) && !steps.is_empty(), "{game}: {function}");
            count += 1;
        }
    }
    assert_eq!(count, 10);
}

#[test]
fn what_a_language_cannot_lay_out_is_refused_with_its_function() {
    let more = TEXT.strip_suffix('}').expect("it ends").to_owned() + MORE;
    for (language, lines) in [
        (Language::Rust, ["any(&[\n            None,", "What::Nothing,"].as_slice()),
        (Language::C, &["{ .is_some = false }", "{ .tag = EXPORTS_ALL_SORTS_WHAT_NOTHING }"]),
        (Language::Zig, &["judge.Option(Square)", "what: enum(u8) { nothing, step, many, words }"]),
        (Language::TypeScript, &["any([undefined])", "{ tag: 'nothing' }"]),
    ] {
        let source = begun(&more, language).expect("there is a bot").source;
        for line in lines {
            assert!(source.contains(line), "{language}: {line}\n\n{source}");
        }
    }
    for (language, why) in [
        (Language::Go, "the answer of variety has a variant or a tuple in it, which Go cannot lay out"),
        (Language::AssemblyScript, "an answer of maybe has more than numbers and records in it"),
        (Language::Ruby, "a bot in Ruby plays the judge's own games only"),
    ] {
        let Err(told) = begun(&more, language) else { panic!("{language} has no such answer") };
        assert!(told.starts_with(why), "{told}");
    }
}

#[test]
fn a_text_of_a_game_ends_where_it_is_written() {
    assert_eq!(super::c::text("??/\"\\\n"), r#""\?\?/\"\\\n""#);
    assert_eq!(super::quoted("a\r\u{1b}\u{202e}\u{2028}b"), "\"ab\"");
}
