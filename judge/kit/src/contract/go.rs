//! A bot in Go, with the contract's types as structs that lie in memory as the contract wants them.

use judge_wit::{Core, Kind, Named, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is_number, quoted};
use crate::reserved::GO;
use crate::words::{camel, pascal, snake};

struct Go;

impl Literals for Go {
    fn text(&self, text: &str) -> String {
        format!("judge.Text({})", quoted(text))
    }

    fn list(&self, of: &TypeName, items: &[String]) -> String {
        format!("judge.ListOf([]{}{{{}}})", ty(of), items.join(", "))
    }

    fn option(&self, of: &TypeName, inner: Option<String>) -> String {
        let of = ty(of);
        inner.map_or_else(
            || format!("judge.Option[{of}]{{}}"),
            |inner| format!("judge.Option[{of}]{{IsSome: true, Value: {inner}}}"),
        )
    }

    fn tuple(&self, _: &[String]) -> String {
        String::new()
    }

    fn record(&self, name: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}: {value}", identifier(name))).collect();
        format!("{}{{{}}}", identifier(name), fields.join(", "))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("{}{}", camel(name), pascal(case))
    }

    fn case_of_variant(&self, _: &str, _: &str, _: Option<String>) -> String {
        String::new()
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let types: String =
        contract.types_in_memory().into_iter().filter_map(|named| declared(contract, named)).collect();
    let mut functions = String::new();
    for function in &contract.interface.functions {
        functions += &method(contract, function)?;
    }
    let structs = if types.contains("structs.HostLayout") { "\t\"structs\"\n" } else { "" };
    let source = format!(
        "// A bot for {}.\npackage main\n\nimport (\n\t\"math/rand\"\n{structs}\n\t\"judge\"\n)\n{types}\n// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function\n// has returned.\nvar (\n{})\n\n// Go wants it; the judge does not call it.\nfunc main() {{}}\n{functions}",
        contract.game,
        answers(contract, name),
    );
    Ok(Begun { source, files: Vec::new() })
}

/// The variables in which answers are kept.
fn answers(contract: &GameForAuthors<'_>, name: &str) -> String {
    let one = |function: &Signature| {
        let of = function.result.as_ref()?;
        let variable = format!("{}Answer", camel(&function.name));
        if function.name == "name" {
            return Some((variable, format!("= judge.Text({})", quoted(name))));
        }
        contract.exported(function).ok()?.is_in_memory.then(|| (variable, ty(of)))
    };
    let random = ("random".to_owned(), "= rand.New(rand.NewSource(0))".to_owned());
    aligned(std::iter::once(random).chain(contract.interface.functions.iter().filter_map(one)))
}

/// Lines of a name and what follows it, one below the other as gofmt has them.
fn aligned(lines: impl Iterator<Item = (String, String)>) -> String {
    let lines: Vec<(String, String)> = lines.collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.iter().map(|(name, rest)| format!("\t{name:width$} {rest}\n")).collect()
}

/// A type of the contract; nothing for a variant, which Go cannot lay out.
fn declared(contract: &GameForAuthors<'_>, named: &Named) -> Option<String> {
    let name = identifier(&named.name);
    match &named.kind {
        Kind::Record(fields) => {
            if !fields.iter().all(|field| can_lie(contract, &field.ty)) {
                return None;
            }
            let fields = fields.iter().map(|field| (identifier(&field.name), ty(&field.ty)));
            let first = ("_".to_owned(), "structs.HostLayout".to_owned());
            Some(format!("\ntype {name} struct {{\n{}}}\n", aligned(std::iter::once(first).chain(fields))))
        }
        Kind::Enum(cases) => {
            let mut out = format!("\ntype {name} uint8\n\nconst (\n");
            for (place, case) in cases.iter().enumerate() {
                let value = if place == 0 { format!(" {name} = iota") } else { String::new() };
                out += &format!("\t{}{value}\n", Go.case_of_enum(&named.name, case));
            }
            Some(out + ")\n")
        }
        Kind::Variant(_) => None,
    }
}

/// Whether a type has a form in Go that lies in memory as the contract wants it.
fn can_lie(contract: &GameForAuthors<'_>, of: &TypeName) -> bool {
    match of {
        TypeName::List { list } => can_lie(contract, list),
        TypeName::Option { option } => can_lie(contract, option),
        TypeName::Tuple { .. } | TypeName::Result { .. } => false,
        TypeName::Name(name) => match contract.named(name).map(|named| &named.kind) {
            Some(Kind::Record(fields)) => fields.iter().all(|field| can_lie(contract, &field.ty)),
            Some(Kind::Variant(_)) => false,
            Some(Kind::Enum(_)) | None => true,
        },
    }
}

fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { .. } => "judge.List".into(),
        TypeName::Option { option } => format!("judge.Option[{}]", ty(option)),
        TypeName::Tuple { .. } | TypeName::Result { .. } => "byte".into(),
        TypeName::Name(name) => match name.as_str() {
            "string" => "judge.List".into(),
            "bool" => name.clone(),
            _ if is_number(name) => number(name, &name[1..]),
            _ => identifier(name),
        },
    }
}

fn number(name: &str, bits: &str) -> String {
    if name.starts_with('s') { format!("int{bits}") } else { format!("uint{bits}") }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature) -> Result<String, String> {
    let Exported { params, is_in_memory } = contract.exported(function)?;
    let called = snake(&function.name);
    let answer = format!("{}Answer", camel(&function.name));
    let refused = |what: &str| {
        format!(
            "{what} of {} has a variant or a tuple in it, which Go cannot lay out; choose another language",
            function.name
        )
    };
    // No parameter may hide what the function's body names.
    let mut hidden = vec![answer.clone()];
    if let Role::Answers(Answer::Any(..)) = contract.role(function) {
        hidden.extend(contract.interface.types.iter().map(|named| identifier(&named.name)));
        hidden.push("legal".into());
    }
    let local = |name: &str| GO.free_here(camel(name), &hidden);
    // What is passed as one number is that number, however deep it is in records.
    let leaf = function.result.as_ref().map(|of| contract.leaf(of));
    let give = |value: String| match &leaf {
        Some((path, of)) if !is_in_memory => {
            let path: String = path.iter().map(|field| format!(".{}", identifier(field))).collect();
            format!("\treturn {}({value}{path})\n", returned(of))
        }
        _ => format!("\t{answer} = {value}\n\treturn &{answer}\n"),
    };
    let body = match contract.role(function) {
        Role::Name => format!("\treturn &{answer}\n"),
        Role::Begins(Some(seed)) => {
            let seed = seed.written("-", str::to_owned, str::to_owned);
            format!("\trandom = rand.New(rand.NewSource(int64({})))\n", local(&seed))
        }
        Role::Begins(None) | Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            let (items, length) = (local(param), local(&format!("{param}-length")));
            let one = format!("judge.Taken({items}, {length})[random.Intn(int({length}))]");
            format!("\t// THINK HERE: {ONE_OF}\n{}", give(one))
        }
        Role::Answers(Answer::Any(of, values)) => {
            if !can_lie(contract, of) {
                return Err(refused("the answer"));
            }
            let items = contract.literals(&Go, of, &values);
            format!(
                "\t// THINK HERE: {LEGAL}\n\tlegal := []{}{{{}}}\n{}",
                ty(of),
                items.join(", "),
                give("legal[random.Intn(len(legal))]".into())
            )
        }
    };
    let mut taken = Vec::new();
    for Taken { name, kind } in &params {
        let kind = match kind {
            Passed::Items(of) if !can_lie(contract, of) => "*byte".to_owned(),
            kind => passed(contract, kind),
        };
        taken.push(format!("{} {kind}", local(name)));
    }
    let result = match (&function.result, &leaf) {
        (Some(of), _) if is_in_memory => format!(" *{}", ty(of)),
        (_, Some((_, of))) => format!(" {}", returned(of)),
        _ => String::new(),
    };
    Ok(format!(
        "\n//go:wasmexport {called}\nfunc {}({}){result} {{\n{body}}}\n",
        identifier(&function.name),
        taken.join(", ")
    ))
}

/// As what Go returns a number.
fn returned(of: &TypeName) -> String {
    match of {
        TypeName::Name(name) if name == "bool" || name == "u64" || name == "s64" => ty(of),
        TypeName::Name(name) if is_number(name) && name.starts_with('s') => "int32".into(),
        _ => "uint32".into(),
    }
}

fn passed(contract: &GameForAuthors<'_>, kind: &Passed) -> String {
    match kind {
        Passed::Plain(name) if name == "bool" => "bool".into(),
        Passed::Plain(name) if name.ends_with("64") => number(name, &name[1..]),
        Passed::Plain(name) if name.starts_with('s') && contract.named(name).is_none() => "int32".into(),
        Passed::Plain(_) | Passed::Length | Passed::Case | Passed::Shared(Core::I32) => "uint32".into(),
        Passed::Shared(Core::I64) => "uint64".into(),
        Passed::Items(of) => format!("*{}", ty(of)),
        Passed::Text | Passed::Arguments => "*byte".into(),
    }
}

fn identifier(name: &str) -> String {
    GO.free(camel(name))
}
