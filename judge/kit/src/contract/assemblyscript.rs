//! A bot in `AssemblyScript`, with the contract's records as classes whose fields lie in memory as the contract wants
//! them: a record in a record is its fields.

use judge_wit::{Core, Kind, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, is_number, quoted};
use crate::reserved::ASSEMBLY_SCRIPT;
use crate::words::{camel, pascal, snake};

/// Records are their fields; the outermost one is made of them.
struct Fields;

impl Literals for Fields {
    fn list(&self, _: &TypeName, _: &[String]) -> String {
        String::new()
    }

    fn option(&self, _: &TypeName, _: Option<String>) -> String {
        String::new()
    }

    fn tuple(&self, items: &[String]) -> String {
        items.join(", ")
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        fields.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("<u8>{}.{}", class(name), pascal(case))
    }

    fn case_of_variant(&self, _: &str, _: &str, _: Option<String>) -> String {
        String::new()
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let mut types = String::new();
    for named in contract.types_in_memory() {
        match &named.kind {
            Kind::Enum(cases) => {
                let cases: Vec<String> = cases.iter().map(|case| pascal(case)).collect();
                types += &format!("\nenum {} {{ {} }}\n", class(&named.name), cases.join(", "));
            }
            Kind::Record(_) => {
                if let Some(fields) = fields(contract, &named.name) {
                    let fields: Vec<String> = fields
                        .iter()
                        .map(|(name, ty)| format!("public {}: {ty}", identifier(name)))
                        .collect();
                    types += &format!(
                        "\n@unmanaged\nclass {} {{\n  constructor({}) {{}}\n}}\n",
                        class(&named.name),
                        fields.join(", ")
                    );
                }
            }
            Kind::Variant(_) => {}
        }
    }
    let mut functions = String::new();
    for function in &contract.interface.functions {
        functions += &method(contract, function)?;
    }
    let has_lists = functions.contains("taken(");
    let source = format!(
        "// A bot for {}.\n\nimport {{ List, Random{} }} from \"judge\";\n\nexport {{ cabi_realloc }} from \"judge\";\n{types}\n// One instance plays one game, so this is the game's.\nlet random = new Random(0);\n\n// Answers are read after the function has returned, so they are kept here.\nconst nameAnswer = List.ofText({});\n{functions}",
        contract.game,
        if has_lists { ", taken" } else { "" },
        quoted(name),
    );
    Ok(Begun { source, files: Vec::new() })
}

/// The numbers that a record is made of, if they lie in memory one after the other as fields of a class do.
fn fields(contract: &GameForAuthors<'_>, name: &str) -> Option<Vec<(String, String)>> {
    let Kind::Record(of) = &contract.named(name)?.kind else { return None };
    let mut found = Vec::new();
    let mut has_inner = false;
    for field in of {
        let TypeName::Name(ty) = &field.ty else { return None };
        match contract.named(ty).map(|named| &named.kind) {
            Some(Kind::Record(_)) => {
                has_inner = true;
                let inner = fields(contract, ty)?;
                found.extend(inner.into_iter().map(|(name, ty)| (format!("{}-{name}", field.name), ty)));
            }
            Some(Kind::Variant(_)) => return None,
            Some(Kind::Enum(_)) => found.push((field.name.clone(), "u8".to_owned())),
            None if ty == "string" => return None,
            None => found.push((field.name.clone(), number(ty))),
        }
    }
    // An inner record may begin further on than its first field would.
    let is_even = found.iter().all(|(_, ty)| *ty == found[0].1);
    (!has_inner || is_even).then_some(found)
}

fn number(name: &str) -> String {
    match name {
        "bool" => name.to_owned(),
        name if is_number(name) => name.replace('s', "i"),
        _ => "u8".to_owned(),
    }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature) -> Result<String, String> {
    let Exported { params, is_in_memory } = contract.exported(function)?;
    let refused = || {
        format!(
            "an answer of {} has more than numbers and records in it, for which there is nothing to begin with in AssemblyScript; choose another language",
            function.name
        )
    };
    // What is passed as one number is that number, however deep it is in records.
    let number_of = |of: &TypeName| match contract.leaf(of).1 {
        TypeName::Name(leaf) => Ok(number(leaf)),
        _ => Err(refused()),
    };
    let answer = format!("{}Answer", camel(&function.name));
    let mut kept = String::new();
    let mut result = "void".to_owned();
    let (mut value, mut think) = (String::new(), String::new());
    let mut begins = String::new();
    match contract.role(function) {
        Role::Name => {
            result = "List".into();
            value.clone_from(&answer);
        }
        Role::Begins(Some(seed)) => {
            let seed = seed.written("-", str::to_owned, str::to_owned);
            begins = format!("  random = new Random({});\n", identifier(&seed));
        }
        Role::Begins(None) | Role::Hears => {}
        Role::Answers(Answer::OneOf(param)) => {
            let of = function.result.as_ref().ok_or("it answers")?;
            let TypeName::Name(named) = of else { return Err(refused()) };
            let (items, length) = (identifier(param), identifier(&format!("{param}-length")));
            think = format!("  // THINK HERE: {ONE_OF}\n");
            let place = format!("random.below({length})");
            if is_in_memory {
                fields(contract, named).ok_or_else(refused)?;
                result = class(named);
                value = format!("changetype<{result}>({items} + {place} * offsetof<{result}>())");
            } else {
                result = number_of(of)?;
                value = format!("load<{result}>({items} + {place} * sizeof<{result}>())");
            }
        }
        Role::Answers(Answer::Any(of, values)) => {
            let items = contract.literals(&Fields, of, &values);
            let TypeName::Name(named) = of else { return Err(refused()) };
            think = format!("  // THINK HERE: {LEGAL}\n");
            if is(of, "string") {
                result = "List".into();
                kept = format!(
                    "\nconst {answer}s = [{}];\n",
                    items.iter().map(|item| format!("List.ofText({item})")).collect::<Vec<_>>().join(", ")
                );
            } else if is_in_memory && fields(contract, named).is_some() {
                result = class(named);
                kept = format!(
                    "\nconst {answer}s = [{}];\n",
                    items.iter().map(|item| format!("new {result}({item})")).collect::<Vec<_>>().join(", ")
                );
            } else if is_in_memory || !contract.is_plain(of) {
                return Err(refused());
            } else {
                result = number_of(of)?;
                kept = format!("\nconst {answer}s: {result}[] = [{}];\n", items.join(", "));
            }
            value = format!("{answer}s[random.below({answer}s.length)]");
        }
    }
    let params: Vec<String> = params
        .iter()
        .map(|Taken { name, kind }| format!("{}: {}", identifier(name), passed(contract, kind)))
        .collect();
    let returned = if value.is_empty() { String::new() } else { format!("  return {value};\n") };
    let exported = snake(&function.name);
    let called = ASSEMBLY_SCRIPT.free(exported.clone());
    let also =
        if called == exported { String::new() } else { format!("\nexport {{ {called} as {exported} }};\n") };
    let keyword = if also.is_empty() { "export function" } else { "function" };
    Ok(format!(
        "{kept}\n{keyword} {called}({}): {result} {{\n{begins}{think}{returned}}}\n{also}",
        params.join(", ")
    ))
}

fn passed(contract: &GameForAuthors<'_>, kind: &Passed) -> String {
    match kind {
        Passed::Plain(name) if contract.named(name).is_some() => "u8".into(),
        Passed::Plain(name) => number(name),
        Passed::Items(_) | Passed::Text | Passed::Arguments => "usize".into(),
        Passed::Length | Passed::Case | Passed::Shared(Core::I32) => "i32".into(),
        Passed::Shared(Core::I64) => "i64".into(),
    }
}

fn identifier(name: &str) -> String {
    ASSEMBLY_SCRIPT.free(camel(name))
}

fn class(name: &str) -> String {
    ASSEMBLY_SCRIPT.free(pascal(name))
}
