//! A bot in Rust by the contract of a game that is a file: it answers what was legal somewhere. Its types come from the macro
//! of `wit-bindgen` when it is built.

mod names;
mod rust;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use judge_wit::{Description, Field, Kind, Signature, TypeName, Value};

/// The parts of a game that a bot's author gets.
#[derive(Clone, Copy, Debug)]
pub struct GameForAuthors<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The file that is the game.
    pub file: &'a [u8],
    /// The exports of bots with all that they depend on, as `judge wit` prints them.
    pub wit: &'a str,
    /// The same as data.
    pub interface: &'a Description,
    /// Answers that were legal somewhere, by function.
    pub answers: &'a BTreeMap<String, Vec<Value>>,
}

/// The purpose of a function of the contract.
enum Role<'a> {
    Name,
    /// The bot hears something, such as that a game begins.
    Hears,
    /// The bot answers with one of the elements of this parameter.
    AnswersOneOf(&'a str),
    /// It answers with one of these values.
    AnswersAny(&'a TypeName, Vec<Value>),
}

impl GameForAuthors<'_> {
    /// The source of the bot in Rust.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(super) fn begin(&self, name: &str) -> Result<String, String> {
        match self.names().find(|name| names::is_unwritten(name)) {
            None => Ok(rust::begin(self, name)),
            Some(name) => Err(format!(
                "the contract has the name {name}, which its generator for Rust cannot write; choose another language"
            )),
        }
    }

    /// All names of the contract.
    fn names(&self) -> impl Iterator<Item = &str> {
        let functions = self.interface.functions.iter().flat_map(|Signature { name, params, .. }| {
            std::iter::once(name.as_str()).chain(params.iter().map(|param| param.name.as_str()))
        });
        let types = self.interface.types.iter();
        let types = types.flat_map(|named| std::iter::once(named.name.as_str()).chain(named.kind.names()));
        std::iter::once(self.game).chain(functions).chain(types)
    }

    fn role<'a>(&'a self, function: &'a Signature) -> Role<'a> {
        let result = match (function.name.as_str(), &function.result) {
            ("name", _) => return Role::Name,
            (_, None) => return Role::Hears,
            (_, Some(result)) => result,
        };
        let lists_answers =
            |param: &&Field| matches!(&param.ty, TypeName::List { list } if **list == *result);
        if let Some(param) = function.params.iter().find(lists_answers) {
            return Role::AnswersOneOf(&param.name);
        }
        let known = self.answers.get(&function.name).filter(|known| !known.is_empty()).cloned();
        let known = known.unwrap_or_else(|| {
            let mut plain = Value::default();
            self.put_plain(result, &mut plain);
            vec![plain]
        });
        Role::AnswersAny(result, known)
    }

    /// Where the seed for a bot's random numbers is, if a game begins with this function and brings one: in a parameter, or in a
    /// field of it.
    fn seed(&self, function: &Signature) -> Option<String> {
        let is_seed = |field: &Field| field.name == "seed" && is(&field.ty, "u64");
        if function.name != "new-game" {
            return None;
        }
        function.params.iter().find_map(|param| {
            if is_seed(param) {
                return Some(param.name.clone());
            }
            let Kind::Record(fields) = self.interface.kind(&param.ty)? else { return None };
            fields.iter().any(is_seed).then(|| format!("{}.seed", names::local(&param.name)))
        })
    }

    /// Whether each question brings a list of what may be answered.
    pub(super) fn lists_all_answers(&self) -> bool {
        let mut roles = self.interface.functions.iter().map(|function| self.role(function));
        roles.all(|role| !matches!(role, Role::AnswersAny(..)))
    }

    /// Appends a value of a type: zeros, first cases, and nothing.
    fn put_plain(&self, ty: &TypeName, value: &mut Value) {
        match self.interface.kind(ty) {
            Some(Kind::Record(fields)) => fields.iter().for_each(|field| self.put_plain(&field.ty, value)),
            Some(Kind::Variant(cases)) => {
                value.case(0);
                cases[0].ty.iter().for_each(|ty| self.put_plain(ty, value));
            }
            None if byte_of(ty).is_some() || is(ty, "string") => value.bytes(&[]),
            // As of a list without items.
            Some(Kind::Enum(_)) | None => value.number(0_u64),
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
