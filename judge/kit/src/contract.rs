//! A bot by a game's contract: the contract and a language in, a bot to begin with out.
//!
//! For a game that is a file a bot answers what was legal somewhere. Rust, Python and JavaScript get their types from their
//! usual generators when a bot is built, and TypeScript from here.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "so the code reads as the file that it writes"
)]

mod python;
mod rust;
mod script;
mod typescript;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use judge_wit::{Description, Field, Kind, Named, Reader, Signature, TypeName, Value};

use super::{Example, Language, reserved};
pub(super) use typescript::files as types;

/// The parts of a game that a bot's author gets.
#[derive(Clone, Copy, Debug)]
pub struct GameForAuthors<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The file that is the game.
    pub file: &'a [u8],
    /// The exports of bots, as the file has them.
    pub text: &'a str,
    /// The same with all that it depends on, as `judge wit` prints it.
    pub wit: &'a str,
    /// The same as data.
    pub interface: &'a Description,
    /// The players by the usual settings.
    pub seats: usize,
    /// Answers that were legal somewhere, by function.
    pub answers: &'a BTreeMap<String, Vec<Value>>,
    /// The lines of a game, for a bot that reads them.
    pub examples: &'a [Example],
}

/// A bot to begin with.
pub(super) struct Begun {
    /// The text of its source.
    pub(super) source: String,
    /// Other files, by their paths from the new folder.
    pub(super) files: Vec<(String, Vec<u8>)>,
}

/// The purpose of a function of the contract.
enum Role<'a> {
    Name,
    /// The bot hears something, such as that a game begins.
    Hears,
    /// The bot answers.
    Answers(Answer<'a>),
}

/// The place of the seed for a bot's random numbers.
enum Seed<'a> {
    Parameter(&'a str),
    Field(&'a str, &'a str),
}

impl Seed<'_> {
    /// The seed as a language writes it: the names of a parameter and a field.
    fn written(&self, param: impl Fn(&str) -> String, field: impl Fn(&str) -> String) -> String {
        match self {
            Self::Parameter(seed) => param(seed),
            Self::Field(of, seed) => format!("{}.{}", param(of), field(seed)),
        }
    }
}

/// The texts after THINK HERE: where the question brings the legal answers, and where it does not.
const ONE_OF: &str = "choose one of these.";
const LEGAL: &str = "these were legal somewhere.";

/// The answers of a new bot.
enum Answer<'a> {
    /// One of the elements of this parameter.
    OneOf(&'a str),
    /// One of these values.
    Any(&'a TypeName, Vec<Value>),
}

/// A value as a language writes it.
trait Literals {
    fn number(&self, _ty: &str, number: i128) -> String {
        number.to_string()
    }
    fn boolean(&self, is_true: bool) -> String {
        is_true.to_string()
    }
    /// A text, in quotes and with backslashes as JSON has them.
    fn text(&self, text: &str) -> String {
        quoted(text)
    }
    fn list(&self, of: &TypeName, items: &[String]) -> String;
    fn option(&self, of: &TypeName, inner: Option<String>) -> String;
    fn tuple(&self, items: &[String]) -> String;
    fn record(&self, name: &str, fields: &[(&str, String)]) -> String;
    fn case_of_enum(&self, name: &str, case: &str) -> String;
    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String;
}

impl GameForAuthors<'_> {
    /// The bot in a language.
    ///
    /// # Errors
    /// The reason why there is none in that language.
    pub(super) fn begin(&self, language: Language, name: &str) -> Result<Begun, String> {
        let reserved = reserved::of(language);
        if let Some(name) = self.names().find(|name| reserved.is_unwritten(name)) {
            return Err(format!(
                "the contract has the name {name}, which its generator for {language} cannot write; choose another language"
            ));
        }
        match language {
            Language::Rust => Ok(rust::begin(self, name)),
            Language::Python => Ok(python::begin(self, name)),
            Language::JavaScript => Ok(script::begin(self, name, script::Dialect::JavaScript)),
            Language::TypeScript => Ok(script::begin(self, name, script::Dialect::TypeScript)),
            _ => {
                Err(format!("a bot in {language} plays the judge's own games only; choose another language"))
            }
        }
    }

    /// All names of the contract.
    fn names(&self) -> impl Iterator<Item = &str> {
        let functions = self.interface.functions.iter().flat_map(|Signature { name, params, .. }| {
            std::iter::once(name.as_str()).chain(params.iter().map(|param| param.name.as_str()))
        });
        let types = self.interface.types.iter().flat_map(|Named { name, kind }| {
            let inner: Vec<&str> = match kind {
                Kind::Record(fields) => fields.iter().map(|field| field.name.as_str()).collect(),
                Kind::Enum(cases) => cases.iter().map(String::as_str).collect(),
                Kind::Variant(cases) => cases.iter().map(|case| case.name.as_str()).collect(),
            };
            std::iter::once(name.as_str()).chain(inner)
        });
        std::iter::once(self.game).chain(functions).chain(types)
    }

    fn named(&self, name: &str) -> Option<&Named> {
        self.interface.types.iter().find(|named| named.name == name)
    }

    fn role<'a>(&'a self, function: &'a Signature) -> Role<'a> {
        match (function.name.as_str(), &function.result) {
            ("name", _) => Role::Name,
            (_, None) => Role::Hears,
            (_, Some(result)) => Role::Answers(self.answer(function, result)),
        }
    }

    /// A language's text for the beginning of a game: it makes random numbers from the seed.
    fn begins(&self, function: &Signature, start: impl FnOnce(Seed<'_>) -> String) -> String {
        self.seed(function).map(start).unwrap_or_default()
    }

    /// The place of the seed for a bot's random numbers, if a game begins with this function and brings one.
    fn seed<'a>(&'a self, function: &'a Signature) -> Option<Seed<'a>> {
        let is_seed = |field: &Field| field.name == "seed" && is(&field.ty, "u64");
        if function.name != "new-game" {
            return None;
        }
        function.params.iter().find_map(|param| {
            if is_seed(param) {
                return Some(Seed::Parameter(&param.name));
            }
            let TypeName::Name(name) = &param.ty else { return None };
            let Kind::Record(fields) = &self.named(name)?.kind else { return None };
            fields.iter().any(is_seed).then_some(Seed::Field(&param.name, "seed"))
        })
    }

    /// Whether each question brings a list of what may be answered.
    pub(super) fn lists_all_answers(&self) -> bool {
        let mut roles = self.interface.functions.iter().map(|function| self.role(function));
        roles.all(|role| !matches!(role, Role::Answers(Answer::Any(..))))
    }

    fn answer<'a>(&self, function: &'a Signature, result: &'a TypeName) -> Answer<'a> {
        let lists_answers =
            |param: &&Field| matches!(&param.ty, TypeName::List { list } if **list == *result);
        if let Some(param) = function.params.iter().find(lists_answers) {
            return Answer::OneOf(&param.name);
        }
        let known = self.answers.get(&function.name).filter(|known| !known.is_empty());
        Answer::Any(result, known.cloned().unwrap_or_else(|| vec![self.plain(result)]))
    }

    /// A value of a type: zeros, first cases, and nothing.
    fn plain(&self, ty: &TypeName) -> Value {
        let mut value = Value::default();
        self.put_plain(ty, &mut value);
        value
    }

    fn put_plain(&self, ty: &TypeName, value: &mut Value) {
        match ty {
            TypeName::List { .. } if byte_of(ty).is_some() => value.bytes(&[]),
            TypeName::List { .. } => value.list(0),
            TypeName::Option { .. } => value.case(0),
            TypeName::Tuple { tuple } => tuple.iter().for_each(|ty| self.put_plain(ty, value)),
            TypeName::Result { result } => {
                value.case(0);
                result.ok.iter().for_each(|ty| self.put_plain(ty, value));
            }
            TypeName::Name(name) => match self.named(name).map(|named| &named.kind) {
                Some(Kind::Record(fields)) => {
                    for field in fields {
                        self.put_plain(&field.ty, value);
                    }
                }
                Some(Kind::Variant(cases)) => {
                    value.case(0);
                    cases[0].ty.iter().for_each(|ty| self.put_plain(ty, value));
                }
                None if name == "string" => value.text(""),
                Some(Kind::Enum(_)) | None => value.number(0_u64),
            },
        }
    }

    /// Values as a language writes them.
    fn literals(&self, style: &dyn Literals, ty: &TypeName, values: &[Value]) -> Vec<String> {
        values.iter().map(|value| self.literal(style, ty, &mut value.reader())).collect()
    }

    fn literal(&self, style: &dyn Literals, ty: &TypeName, reader: &mut Reader<'_>) -> String {
        match ty {
            TypeName::List { list } if let Some(of) = byte_of(ty) => {
                let number = |byte: &u8| {
                    let number = if of == "s8" { byte.cast_signed().into() } else { (*byte).into() };
                    style.number(of, number)
                };
                style.list(list, &reader.bytes().iter().map(number).collect::<Vec<_>>())
            }
            TypeName::List { list } => {
                let items: Vec<String> =
                    (0..reader.list()).map(|_| self.literal(style, list, reader)).collect();
                style.list(list, &items)
            }
            TypeName::Option { option } => {
                let inner = (reader.case() == 1).then(|| self.literal(style, option, reader));
                style.option(option, inner)
            }
            TypeName::Tuple { tuple } => {
                let items: Vec<String> = tuple.iter().map(|ty| self.literal(style, ty, reader)).collect();
                style.tuple(&items)
            }
            TypeName::Result { result } => {
                let (case, ty) = if reader.case() == 0 { ("ok", &result.ok) } else { ("err", &result.err) };
                let inner = ty.as_ref().map(|ty| self.literal(style, ty, reader));
                style.case_of_variant("result", case, inner)
            }
            TypeName::Name(name) => match self.named(name).map(|named| &named.kind) {
                Some(Kind::Record(fields)) => {
                    let fields: Vec<(&str, String)> = fields
                        .iter()
                        .map(|field| (field.name.as_str(), self.literal(style, &field.ty, reader)))
                        .collect();
                    style.record(name, &fields)
                }
                Some(Kind::Enum(cases)) => style.case_of_enum(name, &cases[reader.case() as usize]),
                Some(Kind::Variant(cases)) => {
                    let case = &cases[reader.case() as usize];
                    let inner = case.ty.as_ref().map(|ty| self.literal(style, ty, reader));
                    style.case_of_variant(name, &case.name, inner)
                }
                None if name == "string" => style.text(reader.text()),
                None if name == "bool" => style.boolean(reader.number() != 0),
                None if name.starts_with('s') => style.number(name, reader.signed().into()),
                None => style.number(name, reader.number().into()),
            },
        }
    }
}

/// Whether a type is this one.
fn is(ty: &TypeName, name: &str) -> bool {
    matches!(ty, TypeName::Name(known) if known == name)
}

/// The numbers in a list of numbers of one byte.
fn byte_of(ty: &TypeName) -> Option<&str> {
    let TypeName::List { list } = ty else { return None };
    ["u8", "s8"].into_iter().find(|name| is(list, name))
}

/// Whether this is WIT's name of a kind of whole numbers.
fn is_number(name: &str) -> bool {
    matches!(name, "u8" | "s8" | "u16" | "s16" | "u32" | "s32" | "u64" | "s64")
}

/// A text as JSON writes it, which all of our languages read. A character that cannot be seen is left out: a game may have
/// any, and no author would find it in the source.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if judge_limits::text::sanitize(c.encode_utf8(&mut [0; 4])) == c.to_string() => out.push(c),
            _ => {}
        }
    }
    out + "\""
}
