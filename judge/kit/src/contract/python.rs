//! A bot in Python, by the classes of `componentize-py`.

use judge_wit::{Kind, Signature, TypeName};

use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, quoted};
use crate::reserved::PYTHON;
use crate::words::{commas, pascal, snake, upper};

struct Python;

impl Literals for Python {
    fn boolean(&self, is_true: bool) -> String {
        if is_true { "True".into() } else { "False".into() }
    }

    fn list(&self, _: &TypeName, items: &[String]) -> String {
        format!("[{}]", items.join(", "))
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.unwrap_or_else(|| "None".into())
    }

    fn tuple(&self, items: &[String]) -> String {
        format!("({},)", items.join(", "))
    }

    fn record(&self, name: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<&str> = fields.iter().map(|(_, value)| value.as_str()).collect();
        format!("{}({})", class(name), fields.join(", "))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("{}.{}", class(name), upper(case))
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        match (name, case) {
            ("result", "ok") => inner.unwrap_or_else(|| "None".into()),
            _ => format!("{}_{}({})", class(name), class(case), inner.unwrap_or_default()),
        }
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Begun {
    let game = contract.game;
    let mut types: Vec<String> = Vec::new();
    for named in &contract.interface.types {
        if let Kind::Variant(cases) = &named.kind {
            types.extend(cases.iter().map(|case| format!("{}_{}", class(&named.name), class(&case.name))));
        }
        types.push(class(&named.name));
    }
    let uses = match types.as_slice() {
        [] => String::new(),
        types => format!("from wit_world.exports.{} import {}\n", identifier(game), types.join(", ")),
    };
    let functions: Vec<String> =
        contract.interface.functions.iter().map(|function| method(contract, function, name)).collect();
    let source = format!(
        "\"\"\"A bot for {game}.\"\"\"\n\nimport random\n\nfrom wit_world import exports\n{uses}\n\nclass {class}(exports.{class}):\n    \"\"\"The bot. One object plays one game.\"\"\"\n\n    random = random.Random(0)\n{}",
        functions.concat(),
        class = class(game),
    );
    Begun { source, files: Vec::new() }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> String {
    let params: Vec<String> = std::iter::once("self".to_owned())
        .chain(function.params.iter().map(|param| format!("{}: {}", local(&param.name), ty(&param.ty))))
        .collect();
    let result = function.result.as_ref().map_or_else(|| "None".to_owned(), ty);
    let begins = contract.begins(function, |seed| {
        format!("        self.random = random.Random({})\n", seed.written(local, identifier))
    });
    let body = match contract.role(function) {
        Role::Name => format!("        return {}\n", quoted(name)),
        Role::Hears if begins.is_empty() => "        pass\n".into(),
        Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            format!("        # THINK HERE: {ONE_OF}\n        return self.random.choice({})\n", local(param))
        }
        Role::Answers(Answer::Any(of, values)) => format!(
            "        # THINK HERE: {LEGAL}\n        return self.random.choice([{}])\n",
            contract.literals(&Python, of, &values).join(", ")
        ),
    };
    format!("\n    def {}({}) -> {result}:\n{begins}{body}", identifier(&function.name), params.join(", "))
}

fn identifier(name: &str) -> String {
    PYTHON.free(snake(name))
}

/// A parameter, which has its name in the bot's file only.
fn local(name: &str) -> String {
    PYTHON.free_here(snake(name))
}

fn class(name: &str) -> String {
    PYTHON.free(pascal(name))
}

fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { list } if super::is(list, "u8") => "bytes".into(),
        TypeName::List { list } => format!("list[{}]", ty(list)),
        TypeName::Option { option } => format!("{} | None", ty(option)),
        TypeName::Tuple { tuple } => format!("tuple[{}]", commas(tuple.iter().map(ty))),
        TypeName::Result { result } => result.ok.as_ref().map_or_else(|| "None".to_owned(), ty),
        TypeName::Name(name) => match name.as_str() {
            "string" => "str".into(),
            "bool" => name.clone(),
            _ if super::is_number(name) => "int".into(),
            _ => class(name),
        },
    }
}
