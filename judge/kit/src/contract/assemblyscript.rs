//! A bot in `AssemblyScript`, with the contract's records as classes whose fields lie in memory as the contract wants
//! them: a record in a record is its fields.

use std::cell::RefCell;

use judge_wit::{Core, Kind, Named, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::syntax::{Forms, Place, SCRIPT, Syntax, Writer};
use super::{
    Answer, Begun, FOUND, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, is_number, item_of, quoted,
};
use crate::reserved::ASSEMBLY_SCRIPT;
use crate::words::{camel, commas, pascal, snake};

/// Records are their fields; the outermost one is made of them.
#[derive(Default)]
struct Fields {
    /// The lists that a function's program has kept.
    kept: RefCell<Vec<String>>,
}

impl Literals for Fields {
    fn cast(&self, ty: &str, value: String) -> String {
        let is_name = value.chars().all(char::is_alphanumeric);
        let value = if is_name { value } else { format!("({value})") };
        format!("<{}>{value}", number(ty))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("<u8>{}.{}", class(name), pascal(case))
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        let inner = inner.map(|inner| format!(", {inner}")).unwrap_or_default();
        format!("<u8>{}Case.{}{inner}", class(name), pascal(case))
    }
}

const FORMS: Forms = Forms {
    kept: "let NAME: i32 = 0;",
    // All lists are kept as bytes.
    kept_list: "let NAME = new StaticArray<u8>(0);",
    bit: "(SET >> <u64>(PLACE)) & 1",
    none: "found.length == 0",
    add: "found.push(new TYPE(ANSWER));",
    param: "NAME: i32",
    number: "i32",
    truth: "bool",
    ..SCRIPT
};

impl Syntax for Fields {
    fn forms(&self) -> &'static Forms {
        &FORMS
    }

    fn ty(&self, of: &TypeName) -> String {
        match of {
            TypeName::Name(name) => class(name),
            _ => panic!("an answer has a name"),
        }
    }

    fn read(&self, place: &Place<'_>) -> String {
        identifier(&place.flat())
    }

    fn has(&self, param: &str) -> String {
        format!("{} != 0", identifier(&format!("has-{param}")))
    }

    fn item(&self, list: &str, of: &TypeName, place: &str) -> String {
        let sign = if is(of, "s8") { "<i8>" } else { "" };
        format!("<i32>{sign}{list}[{place}]")
    }

    fn keep(&self, list: &str, place: &Place<'_>) -> String {
        let flat = place.flat();
        self.kept.borrow_mut().push(flat.clone());
        format!("{list} = {};", taken(&flat))
    }
}

/// The bytes of a list that a call brings.
fn taken(list: &str) -> String {
    format!("taken({}, {})", identifier(list), identifier(&format!("{list}-length")))
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let syntax = Fields::default();
    let program = contract.program();
    let writer = Writer { contract, program: &program, syntax: &syntax, indent: "  " };
    let mut functions = String::new();
    for function in &contract.interface.functions {
        functions += &method(contract, function, &writer, &syntax)?;
    }
    functions += &writer.helpers();
    let types: String = contract
        .types_in_memory()
        .into_iter()
        .filter_map(|named| declared(contract, named, &functions))
        .collect();
    let has_lists = functions.contains("taken(");
    let source = format!(
        "// A bot for {}.\n\nimport {{ List, Random{} }} from \"judge\";\n\nexport {{ cabi_realloc }} from \"judge\";\n{types}\n// One instance plays one game, so this is the game's.\nlet random = new Random(0);\n{}\n// Answers are read after the function has returned, so they are kept here.\nconst nameAnswer = List.ofText({});\n{functions}",
        contract.game,
        if has_lists { ", taken" } else { "" },
        writer.kept(),
        quoted(name),
    );
    Ok(Begun { source, files: Vec::new() })
}

/// A type that functions name.
fn declared(contract: &GameForAuthors<'_>, named: &Named, functions: &str) -> Option<String> {
    let name = class(&named.name);
    // What is in a list that a call brought is not this program's, and what was found is.
    let unmanaged = if contract.program.is_some() { "" } else { "@unmanaged\n" };
    let is_named = functions.contains(&format!("new {name}("));
    let cases = match &named.kind {
        Kind::Enum(cases) => return Some(enumeration(&name, cases.iter())),
        Kind::Variant(cases) if is_named => {
            enumeration(&format!("{name}Case"), cases.iter().map(|case| &case.name))
        }
        _ => String::new(),
    };
    let fields = fields(contract, &named.name).filter(|_| is_named || contract.program.is_none())?;
    let is_variant = !cases.is_empty();
    let field = |(place, (name, ty)): (usize, &(String, String))| {
        let nothing = if is_variant && place > 0 { " = 0" } else { "" };
        format!("public {}: {ty}{nothing}", identifier(name))
    };
    let fields: Vec<String> = fields.iter().enumerate().map(field).collect();
    Some(format!("{cases}\n{unmanaged}class {name} {{\n  constructor({}) {{}}\n}}\n", fields.join(", ")))
}

fn enumeration<'a>(name: &str, cases: impl Iterator<Item = &'a String>) -> String {
    format!("\nenum {name} {{ {} }}\n", commas(cases.map(|case| pascal(case))))
}

/// The numbers that a record is made of, or a variant, if they lie in memory one after the other as fields of a class do.
fn fields(contract: &GameForAuthors<'_>, name: &str) -> Option<Vec<(String, String)>> {
    let of = match &contract.named(name)?.kind {
        Kind::Record(of) => of,
        Kind::Variant(cases) => {
            let held = (1..=contract.bytes_held(cases)?).map(|place| format!("with-{place}"));
            let all = std::iter::once("what".to_owned()).chain(held);
            return Some(all.map(|name| (name, "u8".to_owned())).collect());
        }
        Kind::Enum(_) => return None,
    };
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

fn method(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    writer: &Writer<'_>,
    syntax: &Fields,
) -> Result<String, String> {
    let Exported { params, is_in_memory } = contract.exported(function)?;
    let begins = contract.begins(function, |seed| {
        let seed = seed.written("-", str::to_owned, str::to_owned);
        format!("  random = new Random({});\n", identifier(&seed))
    });
    let Answered { kept, result, value, think } = answered(contract, function, syntax, is_in_memory)?;
    let mut work = writer.turn(function, 1);
    if let Some(TypeName::Name(item)) = contract.found(function).map(item_of) {
        work = format!("  const found: {}[] = [];\n{work}", class(item));
    }
    let kept_lists = syntax.kept.take();
    let is_left = |taken: &&Taken| {
        matches!(&taken.kind, Passed::Items(of) if is(of, "u8") || is(of, "s8"))
            && !kept_lists.contains(&taken.name)
    };
    for list in params.iter().filter(is_left).filter(|_| contract.program.is_some()) {
        work = format!("  {}; // what a call brings is the bot's to free\n{work}", taken(&list.name));
    }
    let param = |Taken { name, kind }: &Taken| format!("{}: {}", identifier(name), passed(contract, kind));
    let returned = if value.is_empty() { String::new() } else { format!("  return {value};\n") };
    let exported = snake(&function.name);
    let called = ASSEMBLY_SCRIPT.free(exported.clone());
    let also =
        if called == exported { String::new() } else { format!("\nexport {{ {called} as {exported} }};\n") };
    let keyword = if also.is_empty() { "export function" } else { "function" };
    Ok(format!(
        "{kept}\n{keyword} {called}({}): {result} {{\n{begins}{work}{think}{returned}}}\n{also}",
        commas(params.iter().map(param))
    ))
}

/// The answer of a function, as text.
struct Answered {
    /// The variables that keep answers, since they are read after the function has returned.
    kept: String,
    /// Its type, and the value.
    result: String,
    value: String,
    /// The statements before it.
    think: String,
}

fn answered(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    syntax: &Fields,
    is_in_memory: bool,
) -> Result<Answered, String> {
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
    let (mut kept, mut think, mut value) = (String::new(), String::new(), String::new());
    let mut result = "void".to_owned();
    match (contract.found(function), contract.role(function)) {
        (Some(of), _) => {
            let TypeName::Name(item) = item_of(of) else { return Err(refused()) };
            let item = class(item);
            let (first, one);
            if matches!(of, TypeName::List { .. }) {
                result = "List".into();
                (first, one) = (format!("List.of<{item}>([])"), format!("List.of<{item}>(found)"));
            } else {
                let plain = contract.literals(syntax, of, &[contract.plain(of)]).concat();
                (first, one) =
                    (format!("new {item}({plain})"), "found[random.below(found.length)]".to_owned());
                think = format!("  // THINK HERE: {FOUND}\n");
                result = item;
            }
            think += &format!("  {answer} = {one};\n");
            kept = format!("\nlet {answer} = {first};\n");
            value.clone_from(&answer);
        }
        (_, Role::Name) => {
            result = "List".into();
            value.clone_from(&answer);
        }
        (_, Role::Hears) => {}
        (_, Role::Answers(Answer::OneOf(param))) => {
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
        (_, Role::Answers(Answer::Any(of, values))) => {
            let items = contract.literals(syntax, of, &values);
            let TypeName::Name(named) = of else { return Err(refused()) };
            think = format!("  // THINK HERE: {LEGAL}\n");
            if is(of, "string") {
                result = "List".into();
                let texts = items.iter().map(|item| format!("List.ofText({item})"));
                kept = format!("\nconst {answer}s = [{}];\n", commas(texts));
            } else if is_in_memory && fields(contract, named).is_some() {
                result = class(named);
                let records = items.iter().map(|item| format!("new {result}({item})"));
                kept = format!("\nconst {answer}s = [{}];\n", commas(records));
            } else if is_in_memory || !contract.is_plain(of) {
                return Err(refused());
            } else {
                result = number_of(of)?;
                kept = format!("\nconst {answer}s: {result}[] = [{}];\n", items.join(", "));
            }
            value = format!("{answer}s[random.below({answer}s.length)]");
        }
    }
    Ok(Answered { kept, result, value, think })
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
