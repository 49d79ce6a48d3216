//! A bot in JavaScript or TypeScript.

use judge_wit::{Signature, TypeName};

use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, typescript};
use crate::reserved::SCRIPT;
use crate::words::{camel, commas, pascal};

/// The language that is written.
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
        let items = items.join(", ");
        match of {
            of if is(of, "u8") => format!("Uint8Array.of({items})"),
            of if is(of, "s8") => format!("Int8Array.of({items})"),
            _ => format!("[{items}]"),
        }
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.unwrap_or_else(|| "undefined".into())
    }

    fn tuple(&self, items: &[String]) -> String {
        format!("[{}]", items.join(", "))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| match camel(name) {
            name if name == *value => name,
            name => format!("{name}: {value}"),
        };
        format!("{{ {} }}", commas(fields.iter().map(field)))
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
    let method = |function| method(contract, function, name);
    let functions: Vec<String> = contract.interface.functions.iter().map(method).collect();
    // What a bot exports has the game's name, also where nothing in the file can have it.
    let (exported, bot) = (camel(game), identifier(game));
    let (class, of_class) = (pascal(game), SCRIPT.free_here(pascal(game)));
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
    let files = if is_typed { typescript::files(game, contract.interface, None) } else { Vec::new() };
    Begun { source, files }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> String {
    let params: Vec<String> = function.params.iter().map(|param| identifier(&param.name)).collect();
    let begins = contract
        .begins(function, |seed| format!("    random = new Random({});\n", seed.written(identifier, camel)));
    let answer = match contract.role(function) {
        Role::Name => format!("    return {};\n", quoted(name)),
        Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            let list = identifier(param);
            format!("    // THINK HERE: {ONE_OF}\n    return any([...{list}]);\n")
        }
        Role::Answers(Answer::Any(of, values)) => format!(
            "    // THINK HERE: {LEGAL}\n    return any([{}]);\n",
            contract.literals(&Script, of, &values).join(", ")
        ),
    };
    let name = camel(&function.name);
    format!("  {name}({}) {{\n{begins}{answer}  }},\n", params.join(", "))
}

pub(super) fn identifier(name: &str) -> String {
    SCRIPT.free_here(camel(name))
}

/// A text in the quotes that our JavaScript has.
fn quoted(text: &str) -> String {
    let inner = super::quoted(text);
    let inner = inner[1..inner.len() - 1].replace("\\\"", "\"").replace('\'', "\\'");
    format!("'{inner}'")
}
