//! Short names for the exports of a core module: `choose` for `judge:arena/othello@1.0.0#choose`, and `take_turn` for
//! `take-turn`. Some languages cannot write the long names.

use std::borrow::Cow;

use judge_sandbox::Invalid;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{ExportSection, RawSection, Section};
use wasmparser::{ExternalKind, Parser, Payload};

use crate::functions::file_kind::FileKind;

/// The number of custom sections.
const CUSTOM: u8 = 0;

/// The short names of a function of the contract.
pub(crate) fn of(function: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let plain = function.contains('-').then(|| Cow::Owned(function.replace('-', "_")));
    std::iter::once(Cow::Borrowed(function)).chain(plain)
}

/// Whether names of exported functions are those of a file of this kind, long or short.
#[must_use]
pub fn are_of(kind: &FileKind, exported: &[String]) -> bool {
    let has = |name: &str| exported.iter().any(|exported| exported == name);
    kind.interface().functions.iter().all(|function| {
        has(&format!("{}#{}", kind.interface().name, function.name))
            || of(&function.name).any(|short| has(&short))
    })
}

/// Whether this is a name, long or short, of a function of a file of this kind.
#[must_use]
pub fn is_one_of(kind: &FileKind, exported: &str) -> bool {
    let is_long = exported.split_once('#').is_some_and(|(interface, _)| interface == kind.interface().name);
    is_long
        || kind.interface().functions.iter().any(|function| of(&function.name).any(|short| short == exported))
}

/// A core module in which functions of the interface have their long names, without custom sections: nobody reads them, and
/// tools put notes there. A function that is exported under its long name keeps it, whatever else there is.
///
/// # Errors
/// If the module cannot be read.
pub(crate) fn lengthened(module: &[u8], kind: &FileKind) -> Result<Vec<u8>, Invalid> {
    let functions: Vec<&str> =
        kind.interface().functions.iter().map(|function| function.name.as_str()).collect();
    let mut long = module.get(..8).unwrap_or_default().to_vec();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if let Payload::ExportSection(section) = &payload {
            let exports = section.clone().into_iter().collect::<Result<Vec<_>, _>>()?;
            renamed(&exports, kind, &functions).append_to(&mut long);
        } else if let Some((id, range)) = payload.as_section().filter(|(id, _)| *id != CUSTOM) {
            RawSection { id, data: &module[range] }.append_to(&mut long);
        }
    }
    Ok(long)
}

fn renamed(exports: &[wasmparser::Export<'_>], kind: &FileKind, functions: &[&str]) -> ExportSection {
    let mut section = ExportSection::new();
    let mut taken: Vec<String> = exports.iter().map(|export| export.name.to_owned()).collect();
    for export in exports {
        let is_function = export.kind == ExternalKind::Func;
        let function =
            functions.iter().find(|function| is_function && of(function).any(|short| short == export.name));
        let name = function.map(|function| format!("{}#{function}", kind.interface().name));
        let name = name.filter(|name| !taken.contains(name)).unwrap_or_else(|| export.name.to_owned());
        let kind = RoundtripReencoder.export_kind(export.kind).expect("every kind has an encoding");
        section.export(&name, kind, export.index);
        taken.push(name);
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exports(text: &str) -> Vec<String> {
        let module = wat::parse_str(text).expect("it is a module");
        let long = lengthened(&module, &FileKind::bot("stones")).expect("it can be read");
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(&long) {
            if let Payload::ExportSection(section) = payload.expect("it is a module still") {
                names.extend(section.into_iter().map(|export| export.expect("it is one").name.to_owned()));
            }
        }
        names
    }

    #[test]
    fn a_short_name_stands_for_the_long_one() {
        let text = r#"(module (memory (export "memory") 1) (func $f (export "next_move")) (export "new-game" (func $f)) (export "other" (func $f)))"#;
        let [next, new] = ["next-move", "new-game"].map(|name| format!("judge:arena/stones@1.0.0#{name}"));
        assert_eq!(exports(text), ["memory", &next, &new, "other"]);
    }

    #[test]
    fn a_long_name_goes_before_a_short_one_and_only_functions_have_any() {
        let long = "judge:arena/stones@1.0.0#update";
        let text = format!(
            r#"(module (func $f (export "update")) (export "{long}" (func $f)) (memory (export "name") 1)
                (export "next-move" (func $f)) (export "next_move" (func $f)))"#
        );
        let next = "judge:arena/stones@1.0.0#next-move";
        assert_eq!(exports(&text), ["update", long, "name", next, "next_move"]);
    }
}
