//! A bot in Zig, with the contract's types as structs that lie in memory as the contract wants them.

use judge_wit::{Core, Kind, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, is_number, quoted};
use crate::reserved::ZIG;
use crate::words::{pascal, snake};

struct Zig;

impl Literals for Zig {
    fn text(&self, text: &str) -> String {
        format!("judge.List(u8).of({})", quoted(text))
    }

    fn list(&self, of: &TypeName, items: &[String]) -> String {
        let of = ty(of);
        format!("judge.List({of}).of(&[_]{of}{{ {} }})", items.join(", "))
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.map_or_else(|| ".{}".to_owned(), |inner| format!(".{{ .is_some = 1, .value = {inner} }}"))
    }

    fn tuple(&self, items: &[String]) -> String {
        let items: Vec<String> =
            items.iter().enumerate().map(|(place, item)| format!(".f{place} = {item}")).collect();
        format!(".{{ {} }}", items.join(", "))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!(".{} = {value}", escaped(&snake(name)))).collect();
        format!(".{{ {} }}", fields.join(", "))
    }

    fn case_of_enum(&self, _: &str, case: &str) -> String {
        format!(".{}", escaped(&snake(case)))
    }

    fn case_of_variant(&self, _: &str, case: &str, inner: Option<String>) -> String {
        let case = escaped(&snake(case));
        match inner {
            Some(inner) => format!(".{{ .what = .{case}, .with = .{{ .{case} = {inner} }} }}"),
            None => format!(".{{ .what = .{case} }}"),
        }
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let mut types = String::new();
    for named in contract.types_in_memory() {
        types += &format!("const {} = {};\n", pascal(&named.name), declared(&named.kind));
    }
    let mut functions = String::new();
    for function in &contract.interface.functions {
        functions += &method(contract, function, name)?;
    }
    let source = format!(
        "//! A bot for {}.\n\nconst std = @import(\"std\");\nconst judge = @import(\"judge\");\n\npub const panic = judge.panic;\n\n{types}\n/// One instance plays one game, so this is the game's.\nvar ownRandom: std.Random.DefaultPrng = .init(0);\n\n/// A number below `end`, each as likely as another.\nfn ownBelow(end: usize) usize {{\n    return ownRandom.random().uintLessThan(usize, end);\n}}\n{functions}",
        contract.game
    );
    Ok(Begun { source, files: Vec::new() })
}

fn declared(kind: &Kind) -> String {
    match kind {
        Kind::Record(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| format!("{}: {}", escaped(&snake(&field.name)), ty(&field.ty)))
                .collect();
            format!("extern struct {{ {} }}", fields.join(", "))
        }
        Kind::Enum(cases) => enumeration(cases.iter().map(String::as_str)),
        Kind::Variant(cases) => {
            either(&cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref())).collect::<Vec<_>>())
        }
    }
}

fn enumeration<'a>(cases: impl Iterator<Item = &'a str>) -> String {
    let cases: Vec<String> = cases.map(|case| escaped(&snake(case))).collect();
    format!("enum(u8) {{ {} }}", cases.join(", "))
}

fn either(cases: &[(&str, Option<&TypeName>)]) -> String {
    let held: Vec<String> = cases
        .iter()
        .filter_map(|(name, of)| of.map(|of| format!("{}: {}", escaped(&snake(name)), ty(of))))
        .collect();
    let with = if held.is_empty() {
        String::new()
    } else {
        format!(", with: extern union {{ {} }} = undefined", held.join(", "))
    };
    format!("extern struct {{ what: {}{with} }}", enumeration(cases.iter().map(|(name, _)| *name)))
}

fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { list } => format!("judge.List({})", ty(list)),
        TypeName::Option { option } => format!("judge.Option({})", ty(option)),
        TypeName::Tuple { tuple } => {
            let fields: Vec<String> =
                tuple.iter().enumerate().map(|(place, of)| format!("f{place}: {}", ty(of))).collect();
            format!("extern struct {{ {} }}", fields.join(", "))
        }
        TypeName::Result { result } => either(&[("ok", result.ok.as_ref()), ("err", result.err.as_ref())]),
        TypeName::Name(name) => match name.as_str() {
            "string" => "judge.List(u8)".into(),
            "bool" => name.clone(),
            _ if is_number(name) => name.replace('s', "i"),
            _ => pascal(name),
        },
    }
}

fn method(contract: &GameForAuthors<'_>, function: &Signature, name: &str) -> Result<String, String> {
    let Exported { params, is_in_memory } = contract.exported(function)?;
    let exported = snake(&function.name);
    let called = ZIG.free_here(exported.clone(), &["legal".to_owned()]);
    let role = contract.role(function);
    // No parameter may have the name of a function, or of what the body keeps.
    let functions = contract.interface.functions.iter().map(|function| snake(&function.name));
    let legal = matches!(role, Role::Answers(Answer::Any(..))).then(|| "legal".to_owned());
    let hidden: Vec<String> = functions.chain(legal).collect();
    let local = |name: &str| ZIG.free_here(snake(name), &hidden);
    let mut used = Vec::new();
    let mut before = String::new();
    let result = function.result.as_ref().map_or_else(|| "void".to_owned(), ty);
    let answer = |value: String| {
        if is_in_memory {
            format!("    answer.value = {value};\n    return &answer.value;\n")
        } else {
            format!("    return {value};\n")
        }
    };
    let body = match role {
        Role::Name => "    return &answer.value;\n".to_owned(),
        Role::Begins(Some(seed)) => {
            let seed = seed.written("-", str::to_owned, str::to_owned);
            used.push(seed.clone());
            format!("    ownRandom = .init({});\n", local(&seed))
        }
        Role::Begins(None) | Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            used.extend([param.to_owned(), format!("{param}-length")]);
            let (items, length) = (local(param), local(&format!("{param}-length")));
            before = format!("    defer judge.allocator.free({items}[0..{length}]);\n");
            format!("    // THINK HERE: {ONE_OF}\n{}", answer(format!("{items}[ownBelow({length})]")))
        }
        Role::Answers(Answer::Any(of, values)) => {
            let items = contract.literals(&Zig, of, &values);
            format!(
                "    // THINK HERE: {LEGAL}\n    const legal = [_]{}{{ {} }};\n{}",
                ty(of),
                items.join(", "),
                answer("legal[ownBelow(legal.len)]".into())
            )
        }
    };
    for taken in &params {
        if matches!(taken.kind, Passed::Items(_) | Passed::Text) && !used.contains(&taken.name) {
            let (items, length) = (local(&taken.name), local(&format!("{}-length", taken.name)));
            before += &format!("    defer judge.allocator.free({items}[0..{length}]);\n");
            used.extend([taken.name.clone(), format!("{}-length", taken.name)]);
        }
    }
    // What is taken and not used has no name in Zig.
    let param = |taken: &Taken| {
        let (name, kind) = (local(&taken.name), passed(&taken.kind));
        if used.contains(&taken.name) {
            format!("    {name}: {kind},\n")
        } else {
            format!("    _: {kind}, // {}\n", taken.name)
        }
    };
    let params: String = params.iter().map(param).collect();
    let params = if params.is_empty() { "()".to_owned() } else { format!("(\n{params})") };
    // Answers are read after the function has returned, so they lie outside of it.
    let place = match (&function.result, is_in_memory) {
        (Some(of), true) if is(of, "string") && matches!(contract.role(function), Role::Name) => {
            format!(
                "\n    // Answers are read after the function has returned, so they lie outside of it.\n    const answer = struct {{\n        var value = judge.List(u8).of({});\n    }};",
                quoted(name)
            )
        }
        (Some(_), true) => {
            format!("\n    const answer = struct {{\n        var value: {result} = undefined;\n    }};")
        }
        _ => String::new(),
    };
    let result = if is_in_memory { format!("*const {result}") } else { result };
    let (keyword, convention, also) = if called == exported {
        ("export fn", "", String::new())
    } else {
        let also = format!("\ncomptime {{\n    @export(&{called}, .{{ .name = \"{exported}\" }});\n}}\n");
        ("fn", "callconv(.c) ", also)
    };
    Ok(format!("\n{keyword} {called}{params} {convention}{result} {{{place}\n{before}{body}}}\n{also}")
        .replace("{\n\n", "{\n"))
}

fn passed(kind: &Passed) -> String {
    match kind {
        Passed::Plain(name) => ty(&TypeName::Name(name.clone())),
        Passed::Items(of) => format!("[*]const {}", ty(of)),
        Passed::Text => "[*]const u8".into(),
        Passed::Length => "usize".into(),
        Passed::Case | Passed::Shared(Core::I32) => "u32".into(),
        Passed::Shared(Core::I64) => "u64".into(),
        Passed::Arguments => "*const anyopaque".into(),
    }
}

/// A name of a field or a case, in its quotes where Zig might keep it for itself.
fn escaped(name: &str) -> String {
    if ZIG.free(name.to_owned()) == name { name.to_owned() } else { format!("@\"{name}\"") }
}
