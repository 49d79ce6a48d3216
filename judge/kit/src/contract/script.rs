//! A bot in JavaScript or TypeScript.

use judge_wit::{Field, Kind, Signature, TypeName};

use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, is_number};
use crate::reserved::SCRIPT;
use crate::words::{camel, pascal};

/// Which of both it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    JavaScript,
    TypeScript,
}

struct Script;

impl Literals for Script {
    fn text(&self, text: &str) -> String {
        quoted(text)
    }

    fn number(&self, ty: &str, number: i128) -> String {
        if ty.ends_with("64") { format!("{number}n") } else { number.to_string() }
    }

    fn list(&self, of: &TypeName, items: &[String]) -> String {
        let array = if is(of, "u8") {
            "Uint8Array.of"
        } else if is(of, "s8") {
            "Int8Array.of"
        } else {
            ""
        };
        if array.is_empty() {
            format!("[{}]", items.join(", "))
        } else {
            format!("{array}({})", items.join(", "))
        }
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.unwrap_or_else(|| "undefined".into())
    }

    fn tuple(&self, items: &[String]) -> String {
        format!("[{}]", items.join(", "))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}: {value}", camel(name))).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn case_of_enum(&self, _: &str, case: &str) -> String {
        quoted(case)
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        match (name, inner) {
            ("result", inner) => inner.unwrap_or_else(|| "undefined".into()),
            (_, Some(inner)) => format!("{{ tag: {}, val: {inner} }}", quoted(case)),
            (_, None) => format!("{{ tag: {} }}", quoted(case)),
        }
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str, dialect: Dialect) -> Begun {
    let game = contract.game;
    let is_typed = dialect == Dialect::TypeScript;
    let functions: Vec<String> =
        contract.interface.functions.iter().map(|function| method(contract, function, name)).collect();
    // What a bot exports has the game's name, also where nothing in the file can have it.
    let (exported, bot) = (camel(game), identifier(game));
    let (class, of_class) = (pascal(game), SCRIPT.free_here(pascal(game), &[]));
    let imported = if class == of_class { class } else { format!("{class} as {of_class}") };
    let (export, also) = if exported == bot {
        ("export ", String::new())
    } else {
        ("", format!("\nexport {{ {bot} as {exported} }};\n"))
    };
    let (imports, of_random, of_any, of_bot) = if is_typed {
        (
            format!(
                "import type {{ {imported} }} from 'judge:arena/{game}@1.0.0';\nimport {{ Random }} from './random';\n"
            ),
            ": Random".to_owned(),
            "<T>(of: readonly T[]): T".to_owned(),
            format!(": {of_class}"),
        )
    } else {
        (
            "import { Random } from './random.js';\n".to_owned(),
            String::new(),
            "(of)".to_owned(),
            String::new(),
        )
    };
    let source = format!(
        "// A bot for {game}.\n\n{imports}\n// One instance plays one game, so this is the game's.\nlet random{of_random} = new Random(0n);\n\n/** One of these, each as likely as another. */\nfunction any{of_any} {{\n  return random.choose(of);\n}}\n\n{export}const {bot}{of_bot} = {{\n{}}};\n{also}",
        functions.join("\n"),
    );
    let path = format!("sdk/typescript/types/{game}.d.ts");
    let files = if is_typed { vec![(path, types(contract).into_bytes())] } else { Vec::new() };
    Begun { source, files }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> String {
    let params: Vec<String> = function.params.iter().map(|param| identifier(&param.name)).collect();
    let body = match contract.role(function) {
        Role::Name => format!("    return {};\n", quoted(name)),
        Role::Begins(Some(seed)) => {
            format!("    random = new Random({});\n", seed.written(".", identifier, camel))
        }
        Role::Begins(None) | Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            let list = identifier(param);
            format!("    // THINK HERE: {ONE_OF}\n    return any([...{list}]);\n")
        }
        Role::Answers(Answer::Any(of, values)) => format!(
            "    // THINK HERE: {LEGAL}\n    return any([{}]);\n",
            contract.literals(&Script, of, &values).join(", ")
        ),
    };
    format!("  {}({}) {{\n{body}  }},\n", camel(&function.name), params.join(", "))
}

fn identifier(name: &str) -> String {
    SCRIPT.free_here(camel(name), &[])
}

/// What `sdk/typescript/types.mjs` makes for the judge's own games, without comments.
fn types(contract: &GameForAuthors<'_>) -> String {
    let game = contract.game;
    let mut out = format!(
        "// Made from {game}'s contract: sdk/wit/{game}.wit has its comments.\n\ndeclare module 'judge:arena/{game}@1.0.0' {{\n"
    );
    for named in &contract.interface.types {
        let name = pascal(&named.name);
        out += &match &named.kind {
            Kind::Record(fields) => {
                let fields: Vec<String> = fields.iter().map(|one| format!("    {};\n", field(one))).collect();
                format!("  export interface {name} {{\n{}  }}\n\n", fields.concat())
            }
            Kind::Enum(cases) => {
                let cases: Vec<String> = cases.iter().map(|case| format!("    | '{case}'")).collect();
                format!("  export type {name} =\n{};\n\n", cases.join("\n"))
            }
            Kind::Variant(cases) => {
                let one = |case: &judge_wit::Case| match &case.ty {
                    Some(of) => format!("    | {{ tag: '{}'; val: {} }}", case.name, ty(of)),
                    None => format!("    | {{ tag: '{}' }}", case.name),
                };
                format!(
                    "  export type {name} =\n{};\n\n",
                    cases.iter().map(one).collect::<Vec<_>>().join("\n")
                )
            }
        };
    }
    out += &format!(
        "  /** A bot: `export const {}: {} = {{ … }}`. */\n  export interface {1} {{\n",
        camel(game),
        pascal(game)
    );
    for function in &contract.interface.functions {
        let param = |param: &Field| format!("{}: {}", identifier(&param.name), ty(&param.ty));
        let params: Vec<String> = function.params.iter().map(param).collect();
        let result = function.result.as_ref().map_or_else(|| "void".to_owned(), ty);
        out += &format!("    {}: ({}) => {result};\n", camel(&function.name), params.join(", "));
    }
    out + "  }\n}\n"
}

fn field(of: &Field) -> String {
    format!("{}: {}", camel(&of.name), ty(&of.ty))
}

fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { list } if is(list, "u8") => "Uint8Array".into(),
        TypeName::List { list } if is(list, "s8") => "Int8Array".into(),
        TypeName::List { list } => format!("({})[]", ty(list)),
        TypeName::Option { option } => format!("{} | undefined", ty(option)),
        TypeName::Tuple { tuple } => format!("[{}]", tuple.iter().map(ty).collect::<Vec<_>>().join(", ")),
        TypeName::Result { result } => result.ok.as_ref().map_or_else(|| "void".to_owned(), ty),
        TypeName::Name(name) => match name.as_str() {
            "string" => name.clone(),
            "bool" => "boolean".into(),
            "u64" | "s64" => "bigint".into(),
            _ if is_number(name) => "number".into(),
            _ => pascal(name),
        },
    }
}

/// A text in the quotes that our JavaScript has.
fn quoted(text: &str) -> String {
    let inner = super::quoted(text);
    let inner = inner[1..inner.len() - 1].replace("\\\"", "\"").replace('\'', "\\'");
    format!("'{inner}'")
}
