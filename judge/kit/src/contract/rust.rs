//! A bot in Rust, by the macro of `wit-bindgen`.

use judge_wit::{Field, Kind, Named, Reader, Signature, TypeName, Value};

use super::names::{exported_type, identifier, local, type_name};
use super::{GameForAuthors, Role, byte_of};
use crate::words::{commas, pascal};

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> String {
    let game = contract.game;
    let imported = |named: &Named| match (exported_type(&named.name), type_name(&named.name)) {
        (name, here) if name == here => name,
        (name, here) => format!("{name} as {here}"),
    };
    let types: Vec<String> = contract.interface.types.iter().map(imported).collect();
    let uses = if types.is_empty() { "Guest".to_owned() } else { format!("{{Guest, {}}}", types.join(", ")) };
    let functions: Vec<String> =
        contract.interface.functions.iter().map(|function| method(contract, function, name)).collect();
    format!(
        "//! A bot for {game}.
#![allow(unused, reason = \"a bot need not use all that it is given\")]

use std::cell::RefCell;

use exports::judge::arena::{module}::{uses};
use judge_sdk::Random;

judge_sdk::contract!(\"wit\", \"judge:arena/{game}-bot\");

struct Bot;

thread_local! {{
    // One instance plays one game, so this is the game's.
    static RANDOM: RefCell<Random> = RefCell::new(Random::new(0));
}}

/// One of these, each as likely as another.
fn any<T: Clone>(of: &[T]) -> T {{
    RANDOM.with_borrow_mut(|random| random.choose(of).clone())
}}

impl Guest for Bot {{
{}}}

export!(Bot);
",
        functions.join("\n"),
        module = identifier(game),
    )
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> String {
    let param = |param: &Field| format!("{}: {}", local(&param.name), ty(&param.ty));
    let params = commas(function.params.iter().map(param));
    let result = function.result.as_ref().map(|result| format!(" -> {}", ty(result))).unwrap_or_default();
    let begins = |seed| format!("        RANDOM.set(Random::new({seed}));\n");
    let begins = contract.seed(function).map(begins).unwrap_or_default();
    let body = match contract.role(function) {
        Role::Name => format!("        {name:?}.into()\n"),
        Role::Hears => String::new(),
        Role::AnswersOneOf(param) => {
            format!("        // THINK HERE: choose one of these.\n        any(&{})\n", local(param))
        }
        Role::AnswersAny(of, values) => {
            let item =
                |value: &Value| format!("            {},\n", literal(contract, of, &mut value.reader()));
            let items: String = values.iter().map(item).collect();
            format!("        // THINK HERE: these were legal somewhere.\n        any(&[\n{items}        ])\n")
        }
    };
    format!("    fn {}({params}){result} {{\n{begins}{body}    }}\n", identifier(&function.name))
}

/// A value as Rust writes it.
fn literal(contract: &GameForAuthors<'_>, ty: &TypeName, reader: &mut Reader<'_>) -> String {
    let inner = |ty: &TypeName, reader: &mut Reader<'_>| literal(contract, ty, reader);
    match ty {
        TypeName::List { list } => {
            let items = match byte_of(ty) {
                Some("s8") => commas(reader.bytes().iter().map(|byte| byte.cast_signed().to_string())),
                Some(_) => commas(reader.bytes().iter().map(u8::to_string)),
                None => commas((0..reader.list()).map(|_| inner(list, reader))),
            };
            format!("vec![{items}]")
        }
        TypeName::Option { option } => {
            if reader.case() == 1 {
                format!("Some({})", inner(option, reader))
            } else {
                "None".into()
            }
        }
        TypeName::Tuple { tuple } => format!("({},)", commas(tuple.iter().map(|ty| inner(ty, reader)))),
        TypeName::Result { result } => {
            let (case, ty) = if reader.case() == 0 { ("Ok", &result.ok) } else { ("Err", &result.err) };
            format!("{case}({})", ty.as_ref().map_or_else(|| "()".into(), |ty| inner(ty, reader)))
        }
        TypeName::Name(name) => match contract.interface.kind(ty) {
            Some(Kind::Record(fields)) => {
                let field = |of: &Field| format!("{}: {}", identifier(&of.name), inner(&of.ty, reader));
                format!("{} {{ {} }}", type_name(name), commas(fields.iter().map(field)))
            }
            Some(Kind::Enum(cases)) => {
                format!("{}::{}", type_name(name), pascal(&cases[reader.case() as usize]))
            }
            Some(Kind::Variant(cases)) => {
                let case = &cases[reader.case() as usize];
                let inner = case.ty.as_ref().map(|ty| format!("({})", inner(ty, reader)));
                format!("{}::{}{}", type_name(name), pascal(&case.name), inner.unwrap_or_default())
            }
            None if name == "string" => format!("{:?}.to_string()", reader.text()),
            None if name == "bool" => (reader.number() != 0).to_string(),
            None if name.starts_with('s') => reader.signed().to_string(),
            None => reader.number().to_string(),
        },
    }
}

fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { list } => format!("Vec<{}>", ty(list)),
        TypeName::Option { option } => format!("Option<{}>", ty(option)),
        TypeName::Tuple { tuple } => format!("({},)", commas(tuple.iter().map(ty))),
        TypeName::Result { result } => {
            let side = |side: &Option<TypeName>| side.as_ref().map_or_else(|| "()".to_owned(), ty);
            format!("Result<{}, {}>", side(&result.ok), side(&result.err))
        }
        TypeName::Name(name) => match name.as_str() {
            "string" => "String".to_owned(),
            "bool" => name.clone(),
            "u8" | "s8" | "u16" | "s16" | "u32" | "s32" | "u64" | "s64" => name.replace('s', "i"),
            _ => type_name(name),
        },
    }
}
