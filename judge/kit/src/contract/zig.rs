//! A bot in Zig, with the contract's types as structs that lie in memory as the contract wants them.

use std::cell::RefCell;

use judge_wit::{Core, Field, Kind, Signature, TypeName};

use super::core::{Exported, Passed, Taken};
use super::syntax::{Forms, Place, SCRIPT, Syntax, Writer};
use super::{
    Answer, Begun, FOUND, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, is_number, item_of, quoted,
};
use crate::reserved::ZIG;
use crate::words::{commas, pascal, snake};

#[derive(Default)]
struct Zig {
    /// Names that no parameter may have.
    hidden: Vec<String>,
    /// The numbers that a function's program has named.
    used: RefCell<Vec<String>>,
}

impl Zig {
    fn local(&self, name: &str) -> String {
        ZIG.free_here(snake(name), &self.hidden)
    }

    /// The slice of a list that a call brings.
    fn slice(&self, list: &str) -> String {
        let length = format!("{list}-length");
        let slice = format!("{}[0..{}]", self.local(list), self.local(&length));
        self.used.borrow_mut().extend([list.to_owned(), length]);
        slice
    }
}

impl Literals for Zig {
    fn cast(&self, _: &str, value: String) -> String {
        format!("@intCast({value})")
    }

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
        let item = |(place, item): (usize, &String)| format!(".f{place} = {item}");
        format!(".{{ {} }}", commas(items.iter().enumerate().map(item)))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| format!(".{} = {value}", escaped(&snake(name)));
        format!(".{{ {} }}", commas(fields.iter().map(field)))
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

const FORMS: Forms = Forms {
    name: str::to_owned,
    variable: "var NAME: i32 = VALUE;",
    kept: "var NAME: i32 = 0;",
    kept_list: "var NAME: []const TYPE = &.{};",
    item: "LIST[@intCast(PLACE)]",
    length: "@as(i32, @intCast(LIST.len))",
    bit: "(SET >> @intCast(PLACE)) & 1 != 0",
    shift: "@intCastBY",
    none: "found.items.len == 0",
    add: "found.append(judge.allocator, ANSWER) catch @panic(\"out of memory\");",
    head_of_for: "var NAME: i32 = FROM;\nwhile (NAME < TO) : (NAME += 1) {",
    head_of_helper: "fn NAME(PARAMS) ANSWERS {",
    param: "NAME: i32",
    number: "i32",
    truth: "bool",
    ..SCRIPT
};

impl Syntax for Zig {
    fn forms(&self) -> &'static Forms {
        &FORMS
    }

    fn ty(&self, of: &TypeName) -> String {
        ty(of)
    }

    fn read(&self, place: &Place<'_>) -> String {
        self.used.borrow_mut().push(place.flat());
        self.local(&place.flat())
    }

    fn has(&self, param: &str) -> String {
        let has = format!("has-{param}");
        let name = self.local(&has);
        self.used.borrow_mut().push(has);
        format!("{name} != 0")
    }

    fn operator(&self, operator: &str, _: bool) -> String {
        match operator {
            "&&" => " and ".into(),
            "||" => " or ".into(),
            _ => format!(" {operator} "),
        }
    }

    fn keep(&self, list: &str, place: &Place<'_>) -> String {
        format!(
            "judge.allocator.free({list}); // what a call brings is the bot's to free\n{list} = {};",
            self.slice(&place.flat())
        )
    }
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str) -> Result<Begun, String> {
    let mut types = String::new();
    for named in contract.types_in_memory() {
        types += &format!("const {} = {};\n", pascal(&named.name), declared(&named.kind));
    }
    // No parameter may have the name of a function, or of what the body keeps.
    let mut hidden: Vec<String> =
        contract.interface.functions.iter().map(|function| snake(&function.name)).collect();
    hidden.push("found".into());
    let syntax = Zig { hidden, ..Zig::default() };
    let program = contract.program();
    let writer = Writer { contract, program: &program, syntax: &syntax, indent: "    " };
    let mut functions = writer.helpers();
    for function in &contract.interface.functions {
        functions += &method(contract, function, &writer, &syntax, name)?;
    }
    let kept = writer.kept();
    let source = format!(
        "//! A bot for {}.\n\nconst std = @import(\"std\");\nconst judge = @import(\"judge\");\n\npub const panic = judge.panic;\n\n{types}\n/// One instance plays one game, so this is the game's.\nvar ownRandom: std.Random.DefaultPrng = .init(0);\n{kept}\n/// A number below `end`, each as likely as another.\nfn ownBelow(end: usize) usize {{\n    return ownRandom.random().uintLessThan(usize, end);\n}}\n{functions}",
        contract.game
    );
    Ok(Begun { source, files: Vec::new() })
}

fn declared(kind: &Kind) -> String {
    match kind {
        Kind::Record(fields) => {
            let field = |field: &Field| format!("{}: {}", escaped(&snake(&field.name)), ty(&field.ty));
            format!("extern struct {{ {} }}", commas(fields.iter().map(field)))
        }
        Kind::Enum(cases) => enumeration(cases.iter().map(String::as_str)),
        Kind::Variant(cases) => {
            either(&cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref())).collect::<Vec<_>>())
        }
    }
}

fn enumeration<'a>(cases: impl Iterator<Item = &'a str>) -> String {
    format!("enum(u8) {{ {} }}", commas(cases.map(|case| escaped(&snake(case)))))
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
            let field = |(place, of)| format!("f{place}: {}", ty(of));
            format!("extern struct {{ {} }}", commas(tuple.iter().enumerate().map(field)))
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

fn method(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    writer: &Writer<'_>,
    syntax: &Zig,
    name: &str,
) -> Result<String, String> {
    let Exported { params, is_in_memory } = contract.exported(function)?;
    let exported = snake(&function.name);
    let called = ZIG.free_here(exported.clone(), &["legal".to_owned()]);
    let role = contract.role(function);
    let mut hidden = syntax.hidden.clone();
    hidden.extend(
        matches!(role, Role::Answers(Answer::Any(..)) if contract.program.is_none())
            .then(|| "legal".to_owned()),
    );
    let local = |name: &str| ZIG.free_here(snake(name), &hidden);
    let result = function.result.as_ref().map_or_else(|| "void".to_owned(), ty);
    let steps = writer.turn(function, 1);
    let mut used = syntax.used.take();
    let begins = contract.begins(function, |seed| {
        let seed = seed.written("-", str::to_owned, str::to_owned);
        used.push(seed.clone());
        format!("    ownRandom = .init({});\n", local(&seed))
    });
    let mut before = String::new();
    let finds = contract.found(function).map(|of| {
        let ends = if matches!(of, TypeName::List { .. }) {
            ""
        } else {
            "    defer found.deinit(judge.allocator);\n"
        };
        format!("    var found: std.ArrayList({}) = .empty;\n{ends}", ty(item_of(of)))
    });
    let finds = finds.unwrap_or_default();
    let body = answered(contract, function, syntax, &local, is_in_memory);
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
    Ok(format!("\n{keyword} {called}{params} {convention}{result} {{{place}\n{before}{begins}{finds}{steps}{body}}}\n{also}")
        .replace("{\n\n", "{\n"))
}

/// The statements by which a function answers.
fn answered(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    syntax: &Zig,
    local: &dyn Fn(&str) -> String,
    is_in_memory: bool,
) -> String {
    let answer = |value: &str| {
        if is_in_memory {
            format!("    answer.value = {value};\n    return &answer.value;\n")
        } else {
            format!("    return {value};\n")
        }
    };
    let think = |words: &str| format!("    // THINK HERE: {words}\n");
    match (contract.found(function), contract.role(function)) {
        (Some(TypeName::List { .. }), _) => answer(".of(found.items)"),
        (Some(_), _) => think(FOUND) + &answer("found.items[ownBelow(found.items.len)]"),
        (_, Role::Name) => "    return &answer.value;\n".to_owned(),
        (_, Role::Hears) => String::new(),
        (_, Role::Answers(Answer::OneOf(param))) => {
            let (items, length) = (local(param), local(&format!("{param}-length")));
            think(ONE_OF) + &answer(&format!("{items}[ownBelow({length})]"))
        }
        (_, Role::Answers(Answer::Any(of, values))) => {
            let items = contract.literals(syntax, of, &values).join(", ");
            let legal = format!("    const legal = [_]{}{{ {items} }};\n", ty(of));
            think(LEGAL) + &legal + &answer("legal[ownBelow(legal.len)]")
        }
    }
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
