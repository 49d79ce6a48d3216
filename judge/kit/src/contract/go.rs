//! A bot in Go, with the contract's types as structs that lie in memory as the contract wants them.

use std::cell::RefCell;

use judge_wit::{Core, Kind, Named, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::syntax::{Forms, Place, SCRIPT, Syntax, Writer};
use super::{
    Answer, Begun, FOUND, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is_number, item_of, quoted,
};
use crate::reserved::GO;
use crate::words::{camel, commas, pascal, snake};

/// Values in Go.
struct Go<'a> {
    contract: &'a GameForAuthors<'a>,
    bytes: Bytes,
    /// Names that no parameter of the function may have.
    hidden: RefCell<Vec<String>>,
}

/// Literals of a variant's payload, as its bytes.
struct Bytes;

impl Literals for Bytes {
    fn cast(&self, _: &str, value: String) -> String {
        format!("uint8({value})")
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("uint8({})", case_name(name, case))
    }

    fn case_of_variant(&self, _: &str, _: &str, _: Option<String>) -> String {
        String::new()
    }
}

impl Literals for Go<'_> {
    fn held(&self) -> Option<&dyn Literals> {
        Some(&self.bytes)
    }

    fn cast(&self, ty: &str, value: String) -> String {
        format!("{}({value})", number(ty, &ty[1..]))
    }

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
        let field = |(name, value): &(&str, String)| format!("{}: {value}", identifier(name));
        format!("{}{{{}}}", identifier(name), commas(fields.iter().map(field)))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        case_name(name, case)
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        let held = match self.contract.named(name).map(|named| &named.kind) {
            Some(Kind::Variant(cases)) => self.contract.bytes_held(cases).unwrap_or(0),
            _ => 0,
        };
        let with = inner.map(|inner| format!(", with: [{held}]uint8{{{inner}}}")).unwrap_or_default();
        format!("{}{{what: {}{with}}}", identifier(name), case_name(name, case))
    }
}

/// A case of an enum or a variant.
fn case_name(name: &str, case: &str) -> String {
    format!("{}{}", camel(name), pascal(case))
}

const FORMS: Forms = Forms {
    constant: "NAME := VALUE",
    variable: "NAME := VALUE",
    // Their names stand before them, one below the other.
    kept: "int",
    kept_list: "[]TYPE",
    item: "int(LIST[PLACE])",
    length: "len(LIST)",
    bit: "SET>>(PLACE)&1 != 0",
    none: "len(found) == 0",
    add: "found = append(found, ANSWER)",
    end: "",
    head_of_if: "if CONDITION {",
    head_of_for: "for NAME := FROM; NAME < TO; NAME++ {",
    head_of_helper: "func NAME(PARAMS int) ANSWERS {",
    param: "NAME",
    number: "int",
    truth: "bool",
    ..SCRIPT
};

impl Syntax for Go<'_> {
    fn forms(&self) -> &'static Forms {
        &FORMS
    }

    fn ty(&self, of: &TypeName) -> String {
        ty(of)
    }

    fn read(&self, place: &Place<'_>) -> String {
        let name = self.local(&place.flat());
        match place.ty {
            TypeName::Name(ty) if is_number(ty) && !ty.ends_with("64") => format!("int({name})"),
            _ => name,
        }
    }

    fn has(&self, param: &str) -> String {
        format!("{} != 0", self.local(&format!("has-{param}")))
    }

    fn operator(&self, operator: &str, is_loose: bool) -> String {
        if is_loose { format!(" {operator} ") } else { operator.to_owned() }
    }

    fn keep(&self, list: &str, place: &Place<'_>) -> String {
        let flat = place.flat();
        format!("{list} = judge.Taken({}, {})", self.local(&flat), self.local(&format!("{flat}-length")))
    }
}

impl Go<'_> {
    fn local(&self, name: &str) -> String {
        GO.free_here(camel(name), &self.hidden.borrow())
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let syntax = Go { contract, bytes: Bytes, hidden: RefCell::default() };
    let program = contract.program();
    let writer = Writer { contract, program: &program, syntax: &syntax, indent: "\t" };
    let mut functions = String::new();
    for function in &contract.interface.functions {
        functions += &method(contract, function, &writer, &syntax)?;
    }
    functions += &writer.helpers();
    let types = types(contract, &functions);
    let structs = if types.contains("structs.HostLayout") { "\t\"structs\"\n" } else { "" };
    let source = format!(
        "// A bot for {}.\npackage main\n\nimport (\n\t\"math/rand\"\n{structs}\n\t\"judge\"\n)\n{types}\n// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function\n// has returned.\nvar (\n{})\n\n// Go wants it; the judge does not call it.\nfunc main() {{}}\n{functions}",
        contract.game,
        variables(contract, &writer, name),
    );
    Ok(Begun { source, files: Vec::new() })
}

/// The types that functions name, and those that lie in these.
fn types(contract: &GameForAuthors<'_>, functions: &str) -> String {
    let mut types = Vec::new();
    let mut text = functions.to_owned();
    for named in contract.types_in_memory().into_iter().rev() {
        let name = identifier(&named.name);
        let is_named = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        let is_enum = matches!(named.kind, Kind::Enum(_));
        if let Some(declared) = declared(contract, named).filter(|_| is_named || is_enum) {
            text += &declared;
            types.push(declared);
        }
    }
    types.into_iter().rev().collect()
}

/// The variables that outlive a call, those in which answers are kept among them.
fn variables(contract: &GameForAuthors<'_>, writer: &Writer<'_>, name: &str) -> String {
    let one = |function: &Signature| {
        let of = function.result.as_ref()?;
        let variable = format!("{}Answer", camel(&function.name));
        if function.name == "name" {
            return Some((variable, format!("= judge.Text({})", quoted(name))));
        }
        contract.exported(function).ok()?.is_in_memory.then(|| (variable, ty(of)))
    };
    let random = ("random".to_owned(), "= rand.New(rand.NewSource(0))".to_owned());
    let kept = writer.variables().map(|(name, list)| (writer.name(name), writer.kept_one(name, list)));
    aligned(std::iter::once(random).chain(kept).chain(contract.interface.functions.iter().filter_map(one)))
}

/// Lines of a name and what follows it, one below the other as gofmt has them.
fn aligned(lines: impl Iterator<Item = (String, String)>) -> String {
    let lines: Vec<(String, String)> = lines.collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.iter().map(|(name, rest)| format!("\t{name:width$} {rest}\n")).collect()
}

/// A type of the contract; nothing for a variant that Go cannot lay out.
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
        Kind::Enum(cases) => Some(format!(
            "\ntype {name} uint8\n{}",
            constants(&named.name, &format!(" {name} "), cases.iter())
        )),
        Kind::Variant(cases) => {
            let held = contract.bytes_held(cases)?;
            let fields = [
                ("_", "structs.HostLayout".to_owned()),
                ("what", "uint8".to_owned()),
                ("with", format!("[{held}]uint8")),
            ];
            let fields = aligned(fields.into_iter().map(|(name, of)| (name.to_owned(), of)));
            let cases = constants(&named.name, " ", cases.iter().map(|case| &case.name));
            Some(format!(
                "\n// Which of its cases it is, and the bytes of what that holds.\ntype {name} struct {{\n{fields}}}\n{cases}"
            ))
        }
    }
}

/// The cases of a type as numbers of a type that stands between blanks.
fn constants<'a>(of: &str, ty: &str, cases: impl Iterator<Item = &'a String>) -> String {
    let line = |(place, case): (usize, &String)| {
        let value = if place == 0 { format!("{ty}= iota") } else { String::new() };
        format!("\t{}{value}\n", case_name(of, case))
    };
    format!("\nconst (\n{})\n", cases.enumerate().map(line).collect::<String>())
}

/// Whether a type has a form in Go that lies in memory as the contract wants it.
fn can_lie(contract: &GameForAuthors<'_>, of: &TypeName) -> bool {
    match of {
        TypeName::Tuple { .. } | TypeName::Result { .. } => false,
        TypeName::Name(name)
            if let Some(Kind::Variant(cases)) = contract.named(name).map(|named| &named.kind) =>
        {
            contract.bytes_held(cases).is_some()
        }
        of => contract.parts(of).into_iter().all(|of| can_lie(contract, of)),
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

fn method(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    writer: &Writer<'_>,
    syntax: &Go<'_>,
) -> Result<String, String> {
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
        hidden.push(if contract.program.is_some() { "found" } else { "legal" }.into());
    }
    syntax.hidden.replace(hidden);
    let local = |name: &str| syntax.local(name);
    // What is passed as one number is that number, however deep it is in records.
    let leaf = function.result.as_ref().map(|of| contract.leaf(of));
    let give = |value: String| match &leaf {
        Some((path, of)) if !is_in_memory => {
            let path: String = path.iter().map(|field| format!(".{}", identifier(field))).collect();
            format!("\treturn {}({value}{path})\n", returned(of))
        }
        _ => format!("\t{answer} = {value}\n\treturn &{answer}\n"),
    };
    let begins = contract.begins(function, |seed| {
        let seed = seed.written("-", str::to_owned, str::to_owned);
        format!("\trandom = rand.New(rand.NewSource(int64({})))\n", local(&seed))
    });
    let finds = match contract.found(function) {
        None => String::new(),
        Some(of) => format!("\tvar found []{}\n", ty(item_of(of))),
    };
    let steps = writer.turn(function, 1);
    let body = match (contract.found(function), contract.role(function)) {
        (Some(TypeName::List { .. }), _) => give("judge.ListOf(found)".into()),
        (Some(_), _) => {
            format!("\t// THINK HERE: {FOUND}\n{}", give("found[random.Intn(len(found))]".into()))
        }
        (_, Role::Name) => format!("\treturn &{answer}\n"),
        (_, Role::Hears) => String::new(),
        (_, Role::Answers(Answer::OneOf(param))) => {
            let (items, length) = (local(param), local(&format!("{param}-length")));
            let one = format!("judge.Taken({items}, {length})[random.Intn(int({length}))]");
            format!("\t// THINK HERE: {ONE_OF}\n{}", give(one))
        }
        (_, Role::Answers(Answer::Any(of, values))) => {
            if !can_lie(contract, of) {
                return Err(refused("the answer"));
            }
            let items = contract.literals(syntax, of, &values);
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
        "\n//go:wasmexport {called}\nfunc {}({}){result} {{\n{begins}{finds}{steps}{body}}}\n",
        identifier(&function.name),
        taken.join(", ")
    ))
}

/// The type in which Go returns a number.
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
