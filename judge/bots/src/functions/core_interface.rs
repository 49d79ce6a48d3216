//! The exports and imports of a core module that is a bot: a game's interface in, names, types and layouts as text out.
//!
//! For authors whose compiler has no binding generator. Everything is worked out from the contract, nothing is
//! written by hand.

mod layout;

use wit_parser::abi::AbiVariant;
use wit_parser::{Function, Resolve, Type, TypeDefKind};

use self::layout::Layouts;
use crate::functions::file_kind::FileKind;
use crate::functions::short_names;
use crate::functions::{core_type, spelled};
use judge_play::contract;

/// The names and types of the functions of a bot, and the layout of what they point to.
///
#[must_use]
pub fn core_interface(kind: &FileKind) -> String {
    let mut text = format!(
        "A bot for {game} as a core module. All numbers in memory are little-endian.\n\n\
         It exports its memory as \"memory\", and these functions. Short names stand for the long ones.\n",
        game = kind.name()
    );
    let mut layouts = Layouts::default();
    let resolve = kind.resolve();
    for function in kind.functions() {
        text.push_str(&exported(kind, resolve, function));
        if let Some(result) = &function.result {
            layouts.add(resolve, result);
        }
        for param in &function.params {
            layouts.add_elements(resolve, &param.ty);
        }
    }
    text + ROOM + &layouts.text() + &imports()
}

const ROOM: &str = r#"
"cabi_realloc"
  (i32, i32, i32, i32) -> (i32)
  param 0  0, the address of nothing
  param 1  0, its bytes
  param 2  alignment
  param 3  bytes
  returns  the address of so much new memory; it is called for each list and string that a call brings
  optional if no call brings one

"_initialize"
  () -> ()
  optional; it is called once, before all else
"#;

/// One function that a bot exports.
fn exported(kind: &FileKind, resolve: &Resolve, function: &Function) -> String {
    let name = format!("{}#{}", kind.interface(), function.name);
    let short: Vec<String> = short_names::of(&function.name).map(|name| format!("{name:?}")).collect();
    let mut text = format!("\n{name:?}, short {}\n  {}\n", short.join(" or "), core_type(resolve, function));
    let labels = function.params.iter().flat_map(|param| flat(resolve, &param.ty, &param.name));
    let labels: Vec<String> = if resolve.wasm_signature(AbiVariant::GuestExport, function).indirect_params {
        vec!["an address of all parameters, which lie there like the fields of a record".to_owned()]
    } else {
        labels.collect()
    };
    for (i, label) in labels.iter().enumerate() {
        text.extend(["  param ", &i.to_string(), "  ", label, "\n"]);
    }
    if let Some(result) = &function.result {
        let returned = flat(resolve, result, "").len();
        let what = spelled(resolve, result);
        // More values than one are returned in memory.
        let what = if returned > 1 { format!("an address, of: {what}") } else { what };
        text.extend(["  returns  ", &what, "\n"]);
    }
    text
}

/// The meaning of each number that a value of this type is passed as.
fn flat(resolve: &Resolve, ty: &Type, path: &str) -> Vec<String> {
    let kind = match ty {
        Type::Id(id) => &resolve.types[*id].kind,
        Type::String => {
            return vec![
                format!("{path}: address of its bytes, in UTF-8"),
                format!("{path}: number of bytes"),
            ];
        }
        _ => return vec![format!("{path}: {}", spelled(resolve, ty))],
    };
    match kind {
        TypeDefKind::Type(ty) => flat(resolve, ty, path),
        TypeDefKind::List(ty) => {
            let of = spelled(resolve, ty);
            vec![format!("{path}: address of its elements, each {of}"), format!("{path}: number of elements")]
        }
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter();
            fields.flat_map(|field| flat(resolve, &field.ty, &format!("{path}.{}", field.name))).collect()
        }
        TypeDefKind::Option(ty) => {
            let some = flat(resolve, ty, path).into_iter().map(|label| format!("{label}, if there is one"));
            std::iter::once(format!("{path}: 0 none, 1 some")).chain(some).collect()
        }
        TypeDefKind::Enum(ty) => {
            vec![format!("{path}: {}", numbered(ty.cases.iter().map(|case| &case.name)))]
        }
        TypeDefKind::Variant(ty) => {
            let cases: Vec<_> = ty.cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref())).collect();
            flat_cases(resolve, &cases, path)
        }
        TypeDefKind::Result(result) => {
            flat_cases(resolve, &[("ok", result.ok.as_ref()), ("err", result.err.as_ref())], path)
        }
        TypeDefKind::Tuple(tuple) => {
            let items = tuple.types.iter().enumerate();
            items.flat_map(|(place, ty)| flat(resolve, ty, &format!("{path}.{place}"))).collect()
        }
        other => unreachable!("the contract has no {}", other.as_str()),
    }
}

/// The meaning of the numbers that a case and its content are passed as: the cases share their numbers.
fn flat_cases(resolve: &Resolve, cases: &[(&str, Option<&Type>)], path: &str) -> Vec<String> {
    let mut labels = vec![format!("{path}: {}", numbered(cases.iter().map(|(name, _)| *name)))];
    for (name, ty) in cases.iter().filter_map(|(name, ty)| Some((name, (*ty)?))) {
        for (i, label) in flat(resolve, ty, &format!("{path}.{name}")).into_iter().enumerate() {
            match labels.get_mut(i + 1) {
                Some(shared) => shared.extend([", or ", &label]),
                None => labels.push(label),
            }
        }
    }
    labels
}

/// Names with their numbers: `0 across, 1 down`.
fn numbered<'a>(names: impl Iterator<Item = &'a (impl std::fmt::Display + ?Sized + 'a)>) -> String {
    names.enumerate().map(|(i, name)| format!("{i} {name}")).collect::<Vec<_>>().join(", ")
}

fn imports() -> String {
    format!(
        "\nIt may import these functions from {host:?}:\n\n\
         \"log\"\n  (i32, i32) -> ()\n  param 0  address of the line, in UTF-8\n  param 1  number of bytes\n\n\
         \"fuel-left\"\n  () -> (i64)\n\n\"bank-left\"\n  () -> (i64)\n\n\
         \"get-option\"\n  (i32, i32, i32) -> ()\n  param 0  address of the option's name, in UTF-8\n  param 1  number of bytes\n  \
         param 2  address of 12 bytes for the answer, at a multiple of 4: u8, 0 none, 1 some; at 4 address of its text; at 8 number of bytes\n",
        host = contract::interface("host")
    )
}

#[cfg(test)]
mod tests {
    use judge_play::GAMES;
    use wit_parser::abi::AbiVariant;

    use super::*;

    #[test]
    fn every_number_of_every_function_has_a_label() {
        for game in GAMES {
            let kind = FileKind::bot(game.name);
            for function in kind.functions() {
                let of = |param: &wit_parser::Param| flat(kind.resolve(), &param.ty, &param.name);
                let labels = function.params.iter().flat_map(of);
                let params = kind.resolve().wasm_signature(AbiVariant::GuestExport, function).params;
                assert_eq!(labels.count(), params.len(), "{} of {}", function.name, game.name);
            }
        }
    }

    #[test]
    fn lists_and_what_they_hold_are_laid_out() {
        let text = core_interface(&FileKind::bot("battleship"));
        for line in [
            "\"judge:arena/battleship@1.0.0#take-turn\", short \"take-turn\" or \"take_turn\"\n  (i32, i32, i32, i32) -> (i32)\n",
            "  param 4  setup.fleet: address of its elements, each u8\n  param 5  setup.fleet: number of elements\n",
            "  returns  an address, of: list<ship>\n",
            "list<ship>: 8 bytes, at a multiple of 4\n  at 0  i32, address of its elements, each ship\n  at 4  i32, number of elements\n",
            "ship: 4 bytes, at a multiple of 1\n  at 0  x: u8\n  at 1  y: u8\n  at 2  length: u8\n  at 3  orientation\n",
            "orientation: 1 byte\n  0 across, 1 down\n",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }

    #[test]
    fn cases_share_their_place() {
        let (stones, gobblet) =
            (core_interface(&FileKind::bot("stones")), core_interface(&FileKind::bot("gobblet")));
        let shared = "  param 1  message.turn-to: u8, or message.move.player: u8, or ";
        assert!(stones.contains(shared), "{stones}");
        let action = "action: 5 bytes, at a multiple of 1\n  at 0  u8: 0 enter, 1 move\n  at 1  enter, if it is that\n  at 1  move, if it is that\n";
        assert!(gobblet.contains(action), "{gobblet}");
    }
}
