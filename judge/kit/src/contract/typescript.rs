//! Declarations of a contract for the compiler of TypeScript: its types, and the functions of the judge and of a bot.

use std::collections::BTreeMap;

use judge_wit::{Case, Description, Field, Kind, Signature, TypeName, text};
use wit_parser::{Docs, Resolve, TypeDefKind};

use super::script::identifier;
use super::{is, is_number};
use crate::words::{camel, commas, pascal};
use crate::{PACKAGE, SDK, text_of};

/// The types of the judge's functions and of a game's. A contract of ours brings its comments along.
pub(crate) fn files(game: &str, interface: &Description, ours: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let wit = text_of(SDK, "wit/host.wit").expect("it is there");
    let host = text::description(text::interface_of(wit)).expect("the judge's own interface is one");
    let host = module("host", &host, &comments(wit, "host"));
    // The author of a game that is a file may end a comment where it should not end.
    let (head, comments) = match ours {
        Some(of_game) => {
            (String::new(), comments(&format!("{wit}\n{}", of_game.trim_start_matches(PACKAGE)), game))
        }
        None => (format!(": sdk/wit/{game}.wit has its comments"), Comments::new()),
    };
    let of_game = module(game, interface, &comments);
    let head = format!("// Made from {game}'s contract{head}.\n\n");
    let bot = |name: &str| format!("sdk/typescript/types/{name}.d.ts");
    vec![(bot("host"), host.into_bytes()), (bot(game), (head + &of_game).into_bytes())]
}

/// Comments by what they are on: a type, a field or case after its type and a dot, a function before brackets, and the
/// interface itself by no name.
type Comments = BTreeMap<String, String>;

fn comments(wit: &str, interface: &str) -> Comments {
    let mut resolve = Resolve::default();
    resolve.push_str("bot.wit", wit).expect("our own contracts can be read");
    let mut found = Comments::new();
    let mut add = |name: String, docs: &Docs| found.extend(docs.contents.clone().map(|text| (name, text)));
    let is_it = |other: &&wit_parser::Interface| other.name.as_deref() == Some(interface);
    let (_, interface) = resolve.interfaces.iter().find(|(_, other)| is_it(other)).expect("it is there");
    add(String::new(), &interface.docs);
    for (name, id) in &interface.types {
        let ty = &resolve.types[*id];
        add(name.clone(), &ty.docs);
        let inside: Vec<(&String, &Docs)> = match &ty.kind {
            TypeDefKind::Record(of) => of.fields.iter().map(|field| (&field.name, &field.docs)).collect(),
            TypeDefKind::Enum(of) => of.cases.iter().map(|case| (&case.name, &case.docs)).collect(),
            TypeDefKind::Variant(of) => of.cases.iter().map(|case| (&case.name, &case.docs)).collect(),
            _ => Vec::new(),
        };
        for (inner, docs) in inside {
            add(format!("{name}.{inner}"), docs);
        }
    }
    interface.functions.iter().for_each(|(name, function)| add(format!("{name}()"), &function.docs));
    found
}

/// A comment, so far to the right; nothing if there is none.
fn comment(comments: &Comments, name: &str, indent: &str) -> String {
    let lines: Vec<&str> = comments.get(name).map(|text| text.trim().lines().collect()).unwrap_or_default();
    match lines.as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let line = |line: &&str| format!("{indent} * {line}").trim_end().to_owned() + "\n";
            format!("{indent}/**\n{}{indent} */\n", lines.iter().map(line).collect::<String>())
        }
    }
}

/// An interface as a module: the judge's functions can be called, those of a bot are what an object of it has.
fn module(name: &str, interface: &Description, comments: &Comments) -> String {
    let mut out = comment(comments, "", "") + &format!("declare module 'judge:arena/{name}@1.0.0' {{\n");
    for named in &interface.types {
        let of = &named.name;
        let inside = |inner: &str, line: String| comment(comments, &format!("{of}.{inner}"), "    ") + &line;
        let (head, lines): (_, Vec<String>) = match &named.kind {
            Kind::Record(fields) => (
                format!("export interface {} {{", pascal(of)),
                fields.iter().map(|one| inside(&one.name, format!("    {};\n", field(one)))).collect(),
            ),
            Kind::Enum(cases) => (
                format!("export type {} =", pascal(of)),
                cases.iter().map(|case| inside(case, format!("    | '{case}'\n"))).collect(),
            ),
            Kind::Variant(cases) => (
                format!("export type {} =", pascal(of)),
                cases.iter().map(|case| inside(&case.name, format!("    | {}\n", variant(case)))).collect(),
            ),
        };
        let lines = lines.concat();
        let lines = if head.ends_with('{') { lines + "  }\n" } else { lines.trim_end().to_owned() + ";\n" };
        out += &format!("{}  {head}\n{lines}\n", comment(comments, of, "  "));
    }
    let function = |function: &Signature| {
        let param = |param: &Field| format!("{}: {}", identifier(&param.name), ty(&param.ty));
        let params: Vec<String> = function.params.iter().map(param).collect();
        let result = function.result.as_ref().map_or_else(|| "void".to_owned(), ty);
        let (name, params) = (camel(&function.name), params.join(", "));
        let key = format!("{}()", function.name);
        (key, name, params, result)
    };
    let functions = interface.functions.iter().map(function);
    if name == "host" {
        let line = |(key, name, params, result): (String, String, String, String)| {
            comment(comments, &key, "  ") + &format!("  export function {name}({params}): {result};\n")
        };
        return out + &functions.map(line).collect::<String>() + "}\n";
    }
    let line = |(key, name, params, result): (String, String, String, String)| {
        comment(comments, &key, "    ") + &format!("    {name}: ({params}) => {result};\n")
    };
    out += &format!(
        "  /** A bot: `export const {}: {} = {{ … }}`. */\n  export interface {1} {{\n",
        camel(name),
        pascal(name)
    );
    out + &functions.map(line).collect::<String>() + "  }\n}\n"
}

fn variant(case: &Case) -> String {
    match &case.ty {
        Some(of) => format!("{{ tag: '{}'; val: {} }}", case.name, ty(of)),
        None => format!("{{ tag: '{}' }}", case.name),
    }
}

fn field(of: &Field) -> String {
    format!("{}: {}", camel(&of.name), ty(&of.ty))
}

pub(super) fn ty(of: &TypeName) -> String {
    match of {
        TypeName::List { list } if is(list, "u8") => "Uint8Array".into(),
        TypeName::List { list } if is(list, "s8") => "Int8Array".into(),
        TypeName::List { list } => format!("({})[]", ty(list)),
        TypeName::Option { option } => format!("{} | undefined", ty(option)),
        TypeName::Tuple { tuple } => format!("[{}]", commas(tuple.iter().map(ty))),
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
