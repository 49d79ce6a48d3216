//! Games made for a test: a sound one of two turns as WebAssembly text, whose functions can be given other answers.
//!
//! The answers of functions are written as JSON, in which words may stand without quotes, and laid out in the module's memory.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write;

use judge_bots::FileKind;
use judge_play::wit::abi::{self, Target};
use judge_play::wit::{Description, Field, Interface, Signature, TypeName, Value, from_json_text};

/// The place of the answers in memory. Before them is room for a test's own.
const ANSWERS_AT: u32 = 4096;

/// Each of two seats says a number, and the first one wins.
const CONTRACT: &str =
    "interface duel { name: func() -> string; new-game: func(seed: u64); take: func() -> u8; }";

pub(crate) const INFO: &str = r#"{name: "duel", seats-max: 2, keys: [], help: "Take one.", facts: {seats: [], example: "a number",
    notation: "Write 1.", hidden: nothing, pieces: [], stacks: top, ground: "plain", own-board: "Board", previews: false,
    numbered: false, trials: []}}"#;

/// A position after so many actions.
const POSITIONS: [&str; 3] = [
    "{state: [], to-move: 0, notices: []}",
    "{state: [1], to-move: 1, notices: []}",
    "{state: [1, 1], outcome: {ranks: [1, 2], scores: [1, 0], ending: rules}, notices: []}",
];

/// A game that can be changed.
pub(crate) struct Made {
    /// By function, and a dot and a word for another answer of the same function: what it answers, as JSON.
    answers: BTreeMap<&'static str, String>,
    /// By function: what it does, as WebAssembly text. `global.get $NAME` is where its usual answer lies.
    bodies: BTreeMap<&'static str, String>,
    more: String,
}

impl Made {
    /// The sound one.
    pub(crate) fn new() -> Self {
        let answers = [
            ("info", INFO.to_owned()),
            ("contract", text(CONTRACT)),
            ("set-up", ok("{seats: 2, turns-max: 2, settings: []}")),
            ("start", POSITIONS[0].into()),
            ("play", ok(POSITIONS[1])),
            ("legal", "[\"1\"]".into()),
            ("remove", "null".into()),
            ("begin", text("{\"seed\":7}")),
            ("question", "{function: take, arguments: \"{}\", text: \"which?\"}".into()),
            ("answer", ok("\"1\"")),
            ("scene", "{boards: [], scores: [0, 0], choices: [{action: \"1\"}], text: \"a duel\"}".into()),
            ("marks", "[]".into()),
            ("secret", "null".into()),
            ("draft", "{tag: err, value: \"there is nothing to place\"}".into()),
            ("hulls", "[]".into()),
            ("trials", "null".into()),
            // The answer of `play` that ends the game.
            ("play.end", ok(POSITIONS[2])),
            ("play.illegal", "{tag: err, value: {tag: illegal, value: \"it is no number\"}}".into()),
            ("legal.over", "[]".into()),
            ("scene.over", "{boards: [], scores: [1, 0], choices: [], text: \"a duel\"}".into()),
        ];
        // The action "1" is the only one.
        let play = "(if (result i32) (i32.and (i32.eq (local.get 3) (i32.const 1)) (i32.eq (i32.load8_u (local.get 2)) (i32.const 49)))
            (then (select (global.get $play) (global.get $play.end) (i32.eqz (local.get 1)))) (else (global.get $play.illegal)))";
        let until_over = |function: &str| {
            format!(
                "(select (global.get ${function}.over) (global.get ${function}) (i32.eq (local.get 1) (i32.const 2)))"
            )
        };
        let bodies =
            [("play", play.to_owned()), ("legal", until_over("legal")), ("scene", until_over("scene"))];
        Self { answers: answers.into(), bodies: bodies.into(), more: String::new() }
    }

    /// With a function that always answers so.
    pub(crate) fn answers(mut self, function: &'static str, json: impl Into<String>) -> Self {
        self.answers.insert(function, json.into());
        self.bodies.remove(function);
        self
    }

    /// All answers of a function, as JSON: the usual one comes first.
    pub(crate) fn answers_of<'a>(&'a self, function: &'a str) -> impl Iterator<Item = String> {
        let is_of = move |name: &str| name.split('.').next() == Some(function);
        self.answers.iter().filter(move |(name, _)| is_of(name)).map(|(_, json)| quoted(json))
    }

    /// With a function that does so, and returns the address of an answer.
    pub(crate) fn does(mut self, function: &'static str, body: impl Into<String>) -> Self {
        self.bodies.insert(function, body.into());
        self
    }

    /// With this contract.
    pub(crate) fn asks(self, contract: &str) -> Self {
        self.answers("contract", text(contract))
    }

    /// With a third seat, which is never asked.
    pub(crate) fn for_three(mut self) -> Self {
        let seats = [
            ("seats-max: 2", "seats-max: 3"),
            ("seats: 2", "seats: 3"),
            ("ranks: [1, 2]", "ranks: [1, 2, 2]"),
        ];
        let scores = [("scores: [0, 0]", "scores: [0, 0, 0]"), ("scores: [1, 0]", "scores: [1, 0, 0]")];
        for answer in self.answers.values_mut() {
            for (two, three) in seats.into_iter().chain(scores) {
                *answer = answer.replace(two, three);
            }
        }
        self
    }

    /// With random actions at the beginning, as many as that.
    pub(crate) fn with_opening(self, plies: u32) -> Self {
        self.answers("info", INFO.replace("keys: []", &format!("opening-plies: {plies}, keys: []")))
    }

    /// With secrets.
    pub(crate) fn with_secrets(self) -> Self {
        let body = self.bodies.get("secret").cloned();
        let secrets = INFO.replace("hidden: nothing", "hidden: {tag: secrets, value: \"its number\"}");
        let this = self.answers("info", secrets);
        match body {
            Some(body) => this.does("secret", body),
            None => this,
        }
    }

    /// With more in the module: what comes first.
    pub(crate) fn with(mut self, more: &str) -> Self {
        self.more.push_str(more);
        self
    }

    /// As a file.
    pub(crate) fn wasm(&self) -> Vec<u8> {
        let kind = FileKind::game();
        let (description, interface) = (kind.as_data(), kind.interface());
        let mut image = Image::default();
        let mut globals = String::new();
        for (name, json) in &self.answers {
            let of = name.split('.').next().expect("a text has a first part");
            let at = image.add(description, of, json);
            writeln!(globals, "(global ${name} i32 (i32.const {at}))").expect("a text takes it");
        }
        let mut functions = String::new();
        for function in &interface.functions {
            let core = |core| format!("{core:?}").to_lowercase();
            let params: Vec<String> = function.core_params().iter().map(core).collect();
            let name = &function.name;
            let usual = format!("(global.get ${name})");
            let body = self.bodies.get(name.as_str()).unwrap_or(&usual);
            write!(
                functions,
                "(func (export \"judge:game/rules@1.0.0#{name}\") (param {}) (result i32)
                    (global.set $room (global.get $first)) {body})",
                params.join(" ")
            )
            .expect("a text takes it");
        }
        let first =
            (ANSWERS_AT + u32::try_from(image.bytes.len()).expect("it is small")).next_multiple_of(16);
        let pages = first / 65_536 + 2;
        let data: Vec<String> = image.bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
        let data = data.concat();
        let text = format!(
            "(module {} (memory (export \"memory\") {pages}) {globals}
                (global $first i32 (i32.const {first})) (global $room (mut i32) (i32.const {first}))
                (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (local $at i32)
                    (local.set $at (i32.and (i32.add (global.get $room) (i32.const 15)) (i32.const -16)))
                    (global.set $room (i32.add (local.get $at) (local.get 3)))
                    (local.get $at))
                (data (i32.const {ANSWERS_AT}) \"{data}\") {functions})",
            self.more
        );
        wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The beginnings of the questions to the sound game as one that reads lines, and its answers with their line ends; a state is the number of
/// turns. What is said of one state only comes first.
pub(crate) fn answers_by_lines() -> Vec<(String, String)> {
    let question = |name: &str| match name.split_once('.') {
        None if name == "play" => r#"{"ask":"play","state":"0","action":"1"}"#.to_owned(),
        Some(("play", "end")) => r#"{"ask":"play","state":"1","action":"1"}"#.to_owned(),
        Some(("play", _)) => r#"{"ask":"play""#.to_owned(),
        Some((function, _)) => format!(r#"{{"ask":"{function}","state":"2""#),
        None => format!(r#"{{"ask":"{name}""#),
    };
    let states =
        [("state: [1, 1]", "state: \"2\""), ("state: [1]", "state: \"1\""), ("state: []", "state: \"0\"")];
    let answer = |json: &str| {
        let json =
            states.iter().fold(json.replace('\n', " "), |json, (bytes, text)| json.replace(bytes, text));
        quoted(&json) + "\n"
    };
    let sound = Made::new();
    let mut answers: Vec<(String, String)> =
        sound.answers.iter().map(|(name, json)| (question(name), answer(json))).collect();
    answers.sort_by_key(|(question, _)| std::cmp::Reverse(question.len()));
    answers
}

/// The same game as a program for WASI.
pub(crate) fn by_lines() -> Vec<u8> {
    let (mut data, mut cases) = (String::new(), String::new());
    for (question, answer) in answers_by_lines() {
        let (at, end) = (ANSWERS_AT as usize + data.len() / 3, question.len() + answer.len());
        data.extend((question.clone() + &answer).bytes().map(|byte| format!("\\{byte:02x}")));
        write!(
            cases,
            "(if (call $begins (i32.const {at}) (i32.const {})) (then (call $print (i32.const {}) (i32.const {})) (br $on)))",
            question.len(),
            at + question.len(),
            end - question.len()
        )
        .expect("a text takes it");
    }
    let text = format!(
        "(module
            (import \"wasi_snapshot_preview1\" \"fd_read\" (func $read (param i32 i32 i32 i32) (result i32)))
            (import \"wasi_snapshot_preview1\" \"fd_write\" (func $write (param i32 i32 i32 i32) (result i32)))
            (memory (export \"memory\") 2) (data (i32.const {ANSWERS_AT}) \"{data}\")
            (func $begins (param $at i32) (param $left i32) (result i32)
                (loop $on
                    (if (i32.eqz (local.get $left)) (then (return (i32.const 1))))
                    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
                    (br_if $on (i32.eq (i32.load8_u (i32.add (local.get $at) (local.get $left)))
                        (i32.load8_u (i32.add (i32.const 65536) (local.get $left))))))
                (i32.const 0))
            (func $print (param i32 i32)
                (i32.store (i32.const 8) (local.get 0)) (i32.store (i32.const 12) (local.get 1))
                (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 16))))
            (func (export \"_start\")
                (i32.store (i32.const 0) (i32.const 65536)) (i32.store (i32.const 4) (i32.const 65536))
                (loop $on
                    (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
                    {cases} unreachable)))"
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// A text as JSON.
pub(crate) fn text(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// An answer of a function that could fail.
pub(crate) fn ok(value: &str) -> String {
    format!("{{tag: ok, value: {value}}}")
}

/// The same JSON with all words in quotes.
fn quoted(json: &str) -> String {
    let (mut quoted, mut rest) = (String::new(), json);
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '"' => text_length(rest),
            'a'..='z' => rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len()),
            _ => next.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        let is_word = next.is_ascii_lowercase() && !["true", "false", "null"].contains(&part);
        quoted += &if is_word { text(part) } else { part.to_owned() };
        rest = after;
    }
    quoted
}

/// The bytes of the text in quotes at the beginning.
fn text_length(json: &str) -> usize {
    let mut stream = serde_json::Deserializer::from_str(json).into_iter::<String>();
    stream.next().expect("it begins with a quote").expect("it ends");
    stream.byte_offset()
}

/// A bot for the duel, which takes one, or for a game of this name that asks by other functions.
pub(crate) fn bot(game: &str, functions: &[(&str, &str)]) -> Vec<u8> {
    let function =
        |(name, rest): &(&str, &str)| format!("(func (export \"judge:arena/{game}@1.0.0#{name}\") {rest})");
    let functions: String = functions.iter().map(function).collect();
    let text = format!(
        "(module (memory (export \"memory\") 1)
            (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
            (data (i32.const 16) \"\\18\\00\\00\\00\\03\\00\\00\\00Bot\") {functions})"
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The functions of a bot for the duel.
pub(crate) const NAME: (&str, &str) = ("name", "(result i32) (i32.const 16)");
pub(crate) const NEW_GAME: (&str, &str) = ("new-game", "(param i64)");
pub(crate) const TAKE: (&str, &str) = ("take", "(result i32) (i32.const 1)");

/// A module's memory with answers in it.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    /// The place of the last answer.
    pushed: u32,
}

impl Image {
    /// Lays out the answer of a function.
    fn add(&mut self, description: &Description, function: &str, json: &str) -> u32 {
        let signature = description.functions.iter().find(|known| known.name == function);
        let ty = signature.and_then(|known| known.result.clone()).expect("it answers something");
        // Arguments that are too many for core values lie in memory, one after the other.
        let padding = (0..20).map(|n| Field { name: format!("p{n}"), ty: TypeName::Name("u8".into()) });
        let params = [Field { name: "answer".into(), ty }].into_iter().chain(padding).collect();
        let laid_out = Signature { name: "laid-out".into(), params, result: None };
        let description = Description { functions: vec![laid_out], ..description.clone() };
        let interface = Interface::new(&description).expect("its types are those of games");
        let function = &interface.functions[0];
        let (_, ty) = function.params.fields().next().expect("there is the answer");
        let mut value = Value::default();
        from_json_text(ty, &quoted(json), &mut value).unwrap_or_else(|why| panic!("{json}: {why}"));
        value.numbers([0_u8; 20]);
        match abi::lower(function, &value, self) {
            Ok(()) => self.pushed,
            Err(never) => match never {},
        }
    }
}

impl Target for Image {
    type Error = Infallible;

    fn push(&mut self, word: u64) {
        self.pushed = u32::try_from(word).expect("it is an address");
    }

    fn make_room(&mut self, size: usize, align: u32) -> Result<u32, Infallible> {
        let at = self.bytes.len().next_multiple_of(align as usize);
        self.bytes.resize(at + size, 0);
        Ok(ANSWERS_AT + u32::try_from(at).expect("it is small"))
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        let at = (at - ANSWERS_AT) as usize;
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }
}
