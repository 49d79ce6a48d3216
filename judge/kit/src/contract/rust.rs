//! A bot in Rust, by the macro of `wit-bindgen`.

use judge_wit::{Named, Signature, TypeName};

use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is_number};
use crate::reserved::RUST;
use crate::words::{commas, pascal, snake};

struct Rust;

impl Literals for Rust {
    fn text(&self, text: &str) -> String {
        format!("{text:?}.to_string()")
    }

    fn list(&self, _: &TypeName, items: &[String]) -> String {
        format!("vec![{}]", items.join(", "))
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.map_or_else(|| "None".to_owned(), |inner| format!("Some({inner})"))
    }

    fn tuple(&self, items: &[String]) -> String {
        format!("({},)", items.join(", "))
    }

    fn record(&self, name: &str, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| format!("{}: {value}", identifier(name));
        format!("{} {{ {} }}", type_name(name), commas(fields.iter().map(field)))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("{}::{}", type_name(name), pascal(case))
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        match (name, inner) {
            ("result", inner) => format!("{}({})", pascal(case), inner.unwrap_or_else(|| "()".into())),
            (_, Some(inner)) => format!("{}::{}({inner})", type_name(name), pascal(case)),
            (_, None) => format!("{}::{}", type_name(name), pascal(case)),
        }
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Begun {
    let game = contract.game;
    let imported = |named: &Named| match (exported_type(&named.name), type_name(&named.name)) {
        (name, here) if name == here => name,
        (name, here) => format!("{name} as {here}"),
    };
    let types: Vec<String> = contract.interface.types.iter().map(imported).collect();
    let uses = if types.is_empty() { "Guest".to_owned() } else { format!("{{Guest, {}}}", types.join(", ")) };
    let functions: Vec<String> =
        contract.interface.functions.iter().map(|function| method(contract, function, name)).collect();
    let source = format!(
        "//! A bot for {game}.
#![allow(unused, reason = \"a bot need not use all that it is given\")]

use std::cell::RefCell;

use exports::judge::arena::{module}::{uses};
use judge_sdk::Random;

judge_sdk::wit_bindgen::generate!({{
    path: \"wit\",
    world: \"judge:arena/{game}-bot\",
    with: {{ \"judge:arena/host@1.0.0\": judge_sdk::host::bindings::judge::arena::host }},
    runtime_path: \"::judge_sdk::wit_bindgen::rt\",
}});

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
    );
    Begun { source, files: vec![("wit/bot.wit".into(), contract.wit.as_bytes().to_vec())] }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> String {
    let params: Vec<String> =
        function.params.iter().map(|param| format!("{}: {}", local(&param.name), ty(&param.ty))).collect();
    let result = function.result.as_ref().map(|result| format!(" -> {}", ty(result))).unwrap_or_default();
    let begins = contract.begins(function, |seed| {
        format!("        RANDOM.set(Random::new({}));\n", seed.written(local, identifier))
    });
    let body = match contract.role(function) {
        Role::Name => format!("        {name:?}.into()\n"),
        Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            format!("        // THINK HERE: {ONE_OF}\n        any(&{})\n", local(param))
        }
        Role::Answers(Answer::Any(of, values)) => {
            let items: Vec<String> = contract
                .literals(&Rust, of, &values)
                .iter()
                .map(|item| format!("            {item},\n"))
                .collect();
            format!("        // THINK HERE: {LEGAL}\n        any(&[\n{}        ])\n", items.concat())
        }
    };
    format!("    fn {}({}){result} {{\n{begins}{body}    }}\n", identifier(&function.name), params.join(", "))
}

fn identifier(name: &str) -> String {
    RUST.free(snake(name))
}

/// A parameter, which has its name in the bot's file only.
fn local(name: &str) -> String {
    RUST.free_here(snake(name))
}

/// A type as `wit-bindgen` calls it, which has a trait of the name `Guest`.
fn exported_type(name: &str) -> String {
    if name == "guest" { "Guest_".into() } else { pascal(name) }
}

/// A type as the bot's file calls it.
fn type_name(name: &str) -> String {
    RUST.free_here(exported_type(name))
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
            _ if is_number(name) => name.replace('s', "i"),
            _ => type_name(name),
        },
    }
}
