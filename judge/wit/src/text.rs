//! A contract as text into the same as data, and back: the part of WIT that contracts use.
//!
//! A stranger may have written the text, so depth and size are bounded. The component model's own parser is not safe
//! against strangers: it gets only text [written anew](wit) from the data. Every game carries this one: it is small.

use std::collections::BTreeMap;
use std::fmt;

use crate::description::{Case, Description, Field, Kind, Named, Outcomes, Signature, TypeName};
use crate::error::{NoInterface, no_interface};
use crate::keywords::{is_keyword, token};
use crate::types::too_many;

/// The most bytes of a contract.
pub const CONTRACT_BYTES_MAX: usize = 64 << 10;
/// The most levels of types inside one another, and the most parts of all types together.
const DEPTH_MAX: usize = 16;
const PARTS_MAX: usize = 10_000;
/// Types without parts.
const PLAIN: [&str; 10] = ["bool", "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "string"];
/// Types of others.
const MADE: [&str; 4] = ["list", "option", "tuple", "result"];
/// The most characters of a line with a mistake that are shown.
const SHOWN: usize = 80;
/// The interface that a text in WIT has, as data.
///
/// # Errors
/// The first thing that no contract may have, and the line that has it.
pub fn description(wit: &str) -> Result<Description, NoInterface> {
    if wit.len() > CONTRACT_BYTES_MAX {
        return no_interface(format!(
            "the contract has {} bytes; it may have {CONTRACT_BYTES_MAX}",
            wit.len()
        ));
    }
    let mut words = Words::new(wit);
    words.interface().map_err(|why| match words.line() {
        // As it is written.
        Some(line) => format!("{line:?}: {why}"),
        None => why,
    })
}

/// The part of a text in WIT that is its interface, with the comments before it.
#[must_use]
pub fn interface_of(wit: &str) -> &str {
    let mut words = Words::new(wit);
    let mut before = 0;
    while words.next().is_ok_and(|word| word != "interface") {
        before = words.at;
    }
    let mut depth = 0;
    while let Ok(word) = words.next() {
        depth += match word {
            "{" => 1,
            "}" if depth == 1 => return wit[before..words.at].trim(),
            "}" => -1,
            _ => 0,
        };
    }
    wit
}

/// The words and signs of a text.
struct Words<'a> {
    text: &'a str,
    at: usize,
    /// The depth of the type that is read.
    depth: usize,
    /// Parts of types so far.
    parts: usize,
    /// Other names of types.
    aliases: BTreeMap<String, TypeName>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0, parts: 0, aliases: BTreeMap::new() }
    }

    /// Takes an interface, past what stands before it.
    fn interface(&mut self) -> Result<Description, NoInterface> {
        while self.next()? != "interface" {}
        let name = self.name()?;
        self.must("{")?;
        let mut found =
            Description { interface: format!("judge:arena/{name}@1.0.0"), types: vec![], functions: vec![] };
        loop {
            let word = self.next()?;
            match word {
                "}" => {
                    told_apart(&found, &name)?;
                    found.types = in_order(&found)?;
                    return Ok(found);
                }
                "record" | "enum" | "variant" => {
                    let name = self.type_name()?;
                    self.must("{")?;
                    let kind = self.items(word)?;
                    found.types.push(Named { name, kind });
                }
                "type" => {
                    let name = self.type_name()?;
                    self.must("=")?;
                    let ty = self.ty()?;
                    self.must(";")?;
                    self.aliases.insert(name, ty);
                }
                "flags" | "resource" | "use" => {
                    return no_interface(format!(
                        "a contract has no {word}; it has records, enums, variants, types and functions"
                    ));
                }
                name => {
                    found.functions.push(self.function(own_name(name)?)?);
                }
            }
        }
    }

    /// The line of what was taken last, as it is written; nothing where the text has ended.
    fn line(&self) -> Option<String> {
        let (before, after) = self.text.split_at(self.at);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().filter(|_| !after.is_empty())?.trim();
        (!line.is_empty()).then(|| line.chars().take(SHOWN).collect())
    }

    /// Takes the next word or sign, past comments.
    fn next(&mut self) -> Result<&'a str, NoInterface> {
        let (start, end) = token(self.text, self.at);
        self.at = end;
        if start == end { no_interface("the contract ends too early") } else { Ok(&self.text[start..end]) }
    }

    fn name(&mut self) -> Result<String, NoInterface> {
        own_name(self.next()?)
    }

    /// The name of a new type.
    fn type_name(&mut self) -> Result<String, NoInterface> {
        let name = self.name()?;
        if PLAIN.contains(&name.as_str()) || MADE.contains(&name.as_str()) {
            return no_interface(format!(
                "every contract has the type {name} already; call this one something else"
            ));
        }
        Ok(name)
    }

    fn must(&mut self, sign: &str) -> Result<(), NoInterface> {
        let word = self.next()?;
        if word == sign {
            Ok(())
        } else {
            no_interface(format!("there should be {sign:?} in place of {word:?}"))
        }
    }

    /// Takes a sign, if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let before = self.at;
        let is_next = self.next() == Ok(sign);
        if !is_next {
            self.at = before;
        }
        is_next
    }

    /// Reads the items between braces, of which the first was taken.
    fn items(&mut self, kind: &str) -> Result<Kind, NoInterface> {
        Ok(match kind {
            "record" => Kind::Record(self.list("}", Self::field)?),
            "enum" => Kind::Enum(self.list("}", Self::name)?),
            _ => Kind::Variant(self.list("}", |words| {
                let name = words.name()?;
                let ty = if words.take("(") { Some(words.last_ty(")")?) } else { None };
                Ok(Case { name, ty })
            })?),
        })
    }

    /// Items with commas between them, and the sign that ends them.
    fn list<T>(
        &mut self,
        end: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, NoInterface>,
    ) -> Result<Vec<T>, NoInterface> {
        let mut items = vec![];
        while !self.take(end) {
            items.push(item(self)?);
            if !self.take(",") {
                self.must(end)?;
                break;
            }
        }
        Ok(items)
    }

    /// A field, or a parameter.
    fn field(&mut self) -> Result<Field, NoInterface> {
        let name = self.name()?;
        self.must(":")?;
        Ok(Field { name, ty: self.ty()? })
    }

    fn function(&mut self, name: String) -> Result<Signature, NoInterface> {
        for word in [":", "func", "("] {
            self.must(word).or_else(|wrong| no_interface(format!("{name}: {wrong}")))?;
        }
        let params = self.list(")", Self::field)?;
        let result = if self.take("->") { Some(self.ty()?) } else { None };
        self.must(";")?;
        Ok(Signature { name, params, result })
    }

    /// A type, and the sign after it.
    fn last_ty(&mut self, sign: &str) -> Result<TypeName, NoInterface> {
        let ty = self.ty()?;
        self.must(sign)?;
        Ok(ty)
    }

    fn ty(&mut self) -> Result<TypeName, NoInterface> {
        self.depth += 1;
        let ty = if self.depth > DEPTH_MAX {
            no_interface("types lie too deep in one another")
        } else {
            self.shallow_ty()
        };
        self.depth -= 1;
        ty
    }

    fn shallow_ty(&mut self) -> Result<TypeName, NoInterface> {
        let word = self.next()?;
        let name = plain_name(word)?;
        let is_made_of = self.take("<");
        Ok(match word {
            "list" => TypeName::List { list: Box::new(self.last_ty(">")?) },
            "option" => TypeName::Option { option: Box::new(self.last_ty(">")?) },
            "tuple" => {
                let mut tuple = vec![self.ty()?];
                while self.take(",") {
                    tuple.push(self.ty()?);
                }
                self.must(">")?;
                TypeName::Tuple { tuple }
            }
            "result" => {
                let (mut ok, mut err) = (None, None);
                if is_made_of {
                    ok = if self.take("_") { None } else { Some(self.ty()?) };
                    err = if self.take(",") { Some(self.ty()?) } else { None };
                    self.must(">")?;
                }
                TypeName::Result { result: Box::new(Outcomes { ok, err }) }
            }
            _ if is_keyword(word.as_bytes()) && !PLAIN.contains(&word) => {
                return no_interface(format!(
                    "{word} is a word of WIT, and no type of contracts; they have {}, {} and their own",
                    PLAIN.join(", "),
                    MADE.join(", ")
                ));
            }
            _ => {
                let ty = self.aliases.get(&name);
                self.parts += ty.map_or(1, parts);
                if self.parts > PARTS_MAX {
                    return no_interface(format!("the types have more than {PARTS_MAX} parts"));
                }
                ty.cloned().unwrap_or(TypeName::Name(name))
            }
        })
    }
}

/// Checks that no two names of a kind are one where a language writes them without hyphens, or in small letters.
fn told_apart(contract: &Description, game: &str) -> Result<(), NoInterface> {
    let apart = |of: &str, names: &mut dyn Iterator<Item = &str>| {
        let mut known = BTreeMap::new();
        for name in names {
            if let Some(other) = known.insert(name.replace('-', "").to_lowercase(), name) {
                return no_interface(if other == name {
                    format!("{of} has the name {name} twice")
                } else {
                    format!("{of} has the names {other} and {name}, which some languages write alike")
                });
            }
        }
        Ok(())
    };
    // A bot is a class of the game's name in some languages, beside those of the types.
    apart("the contract", &mut contract.types.iter().map(|named| named.name.as_str()).chain([game]))?;
    let types = contract.types.iter().map(|named| named.name.as_str());
    apart(
        "the contract",
        &mut types.chain(contract.functions.iter().map(|function| function.name.as_str())),
    )?;
    for Signature { name, params, .. } in &contract.functions {
        apart(&format!("the function {name}"), &mut params.iter().map(|param| param.name.as_str()))?;
    }
    contract.types.iter().try_for_each(|Named { name, kind }| {
        apart(&format!("the {} {name}", kind.word()), &mut kind.names().into_iter())
    })
}

/// The types of a contract in the order of their use, each after those that it is made of, without those of no use.
fn in_order(Description { interface, types, functions }: &Description) -> Result<Vec<Named>, NoInterface> {
    too_many(interface, types.len())?;
    let mut order = Vec::new();
    for Signature { params, result, .. } in functions {
        let mut all = params.iter().map(|param| &param.ty).chain(result);
        all.try_for_each(|ty| add(ty, types, &mut Vec::new(), &mut order))?;
    }
    let used = order.len();
    let mut all = types.iter().map(|named| TypeName::Name(named.name.clone()));
    all.try_for_each(|ty| add(&ty, types, &mut Vec::new(), &mut order))?;
    order.truncate(used);
    Ok(order)
}

/// Appends a type to those in order; `within` are the types that it is a part of.
fn add(
    ty: &TypeName,
    types: &[Named],
    within: &mut Vec<String>,
    order: &mut Vec<Named>,
) -> Result<(), NoInterface> {
    let TypeName::Name(name) = ty else {
        return ty.held().iter().try_for_each(|ty| add(ty, types, within, order));
    };
    if PLAIN.contains(&name.as_str()) || order.iter().any(|known| known.name == *name) {
        return Ok(());
    }
    let Some(named) = types.iter().find(|named| named.name == *name) else {
        return no_interface(format!("there is no type {name}"));
    };
    if within.contains(name) {
        return no_interface(format!("the type {name} is made of itself"));
    }
    within.push(name.clone());
    named.kind.held().into_iter().try_for_each(|ty| add(ty, types, within, order))?;
    within.pop();
    order.push(named.clone());
    Ok(())
}

/// A name that the contract gives.
fn own_name(word: &str) -> Result<String, NoInterface> {
    if is_keyword(word.as_bytes()) {
        return no_interface(format!("{word} is a word of WIT; write %{word}, or another name"));
    }
    if word.contains(|c: char| c.is_ascii_uppercase()) {
        return no_interface(format!("write the name {word} in small letters, with hyphens between words"));
    }
    plain_name(word)
}

/// A name, or a type of WIT's own.
fn plain_name(word: &str) -> Result<String, NoInterface> {
    let name = word.strip_prefix('%').unwrap_or(word);
    let is_word = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_name =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && name.split('-').all(is_word);
    if is_name {
        Ok(name.to_owned())
    } else {
        no_interface(format!("there should be a name in place of {word:?}"))
    }
}

/// The number of parts of a type.
fn parts(ty: &TypeName) -> usize {
    1 + ty.held().iter().map(parts).sum::<usize>()
}

/// The interface as WIT, without its package: `interface NAME { … }`.
#[must_use]
pub fn wit(description: &Description, name: &str) -> String {
    let mut text = format!("interface {name} {{\n");
    for Named { name, kind } in &description.types {
        let case = |Case { name, ty }: &Case| match ty {
            Some(ty) => format!("%{name}({})", written(ty, "%")),
            None => format!("%{name}"),
        };
        let items: Vec<String> = match kind {
            Kind::Record(fields) => fields.iter().map(|of| field(of, "%")).collect(),
            Kind::Enum(names) => names.iter().map(|name| format!("%{name}")).collect(),
            Kind::Variant(cases) => cases.iter().map(case).collect(),
        };
        text.extend(["    ", kind.word(), " %", name, " { ", &items.join(", "), " }\n"]);
    }
    for signature in &description.functions {
        text.extend(["    ", &function(signature, "%"), ";\n"]);
    }
    text + "}\n"
}

fn field(Field { name, ty }: &Field, sign: &str) -> String {
    format!("{sign}{name}: {}", written(ty, sign))
}

fn function(Signature { name, params, result }: &Signature, sign: &str) -> String {
    let params: Vec<String> = params.iter().map(|param| field(param, sign)).collect();
    let result = result.as_ref().map(|ty| format!(" -> {}", written(ty, sign))).unwrap_or_default();
    format!("{sign}{name}: func({}){result}", params.join(", "))
}

/// A function as in WIT, without the signs before its names.
#[must_use]
pub fn signature(signature: &Signature) -> String {
    function(signature, "")
}

/// Without signs, for people.
impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self, ""))
    }
}

/// A type as in WIT, with a sign before its own names.
fn written(ty: &TypeName, sign: &str) -> String {
    let of = |ty: &TypeName| written(ty, sign);
    match ty {
        TypeName::Name(name) if PLAIN.contains(&name.as_str()) => name.clone(),
        TypeName::Name(name) => format!("{sign}{name}"),
        TypeName::List { list } => format!("list<{}>", of(list)),
        TypeName::Option { option } => format!("option<{}>", of(option)),
        TypeName::Tuple { tuple } => {
            format!("tuple<{}>", tuple.iter().map(of).collect::<Vec<_>>().join(", "))
        }
        TypeName::Result { result } => match (&result.ok, &result.err) {
            (None, None) => "result".into(),
            (Some(ok), None) => format!("result<{}>", of(ok)),
            (ok, Some(err)) => format!("result<{}, {}>", ok.as_ref().map_or("_".into(), of), of(err)),
        },
    }
}

#[cfg(test)]
mod tests;
