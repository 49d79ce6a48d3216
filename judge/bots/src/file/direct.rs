//! Bots that are called directly: a bot's file and the component made of it in, the core module to be called out.
//!
//! The component has been checked: the module in it has the contract's functions, with the right types.

use wasmparser::{CanonicalFunction, CanonicalOption, ExternalKind, Parser, Payload, TypeRef};

use crate::file::component;
use crate::functions::file_kind::{FileKind, GET_OPTION};
use judge_play::contract;
use judge_sandbox::HOST;

/// Exports that mean something to the tools which make components, besides those that are called.
const MORE: &[&str] = &[
    "_initialize",
    "canonical_abi_realloc",
    "cabi_export_realloc",
    "cabi_import_realloc",
    "cabi_realloc_adapter",
    "__wasm_init_task",
    "__wasm_init_async_task",
];

/// The prefix of the other names that mean something to those tools.
const STANDARD_NAMES: &str = "cm32p2";

/// The core module that a bot's file is, if it does the same without the component that was made of it.
pub(crate) fn module(bytes: &[u8], component: &[u8], kind: &FileKind) -> Option<Vec<u8>> {
    let module = Parser::is_core_wasm(bytes).then(|| component::core_module(bytes, kind).ok()).flatten()?;
    (needs_only_calls(&module, kind)? && has_plain_options(component)?).then_some(module)
}

/// Whether a module exports the functions of its kind, and imports nothing but functions of the judge's, each once at most.
fn needs_only_calls(module: &[u8], kind: &FileKind) -> Option<bool> {
    let interface = kind.interface();
    let mut wanted: Vec<String> =
        kind.functions().map(|function| format!("{interface}#{}", function.name)).collect();
    // For the text of an option a bot makes room in the midst of its call, which is left to the component.
    let mut offered = contract::HOST_FUNCTIONS.to_vec();
    offered.retain(|name| *name != GET_OPTION);
    for payload in Parser::new(0).parse_all(module) {
        match payload.ok()? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.ok()?;
                    let place = offered.iter().position(|name| *name == import.name);
                    let (Some(place), HOST, TypeRef::Func(_)) = (place, import.module, import.ty) else {
                        return Some(false);
                    };
                    offered.swap_remove(place);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.ok()?;
                    if MORE.contains(&export.name) || export.name.starts_with(STANDARD_NAMES) {
                        return Some(false);
                    }
                    wanted.retain(|name| export.name != name || export.kind != ExternalKind::Func);
                }
            }
            _ => {}
        }
    }
    Some(wanted.is_empty())
}

/// Whether a component calls its module as plainly as can be, and passes text as UTF-8 only.
fn has_plain_options(component: &[u8]) -> Option<bool> {
    let is_plain = |option: &CanonicalOption| {
        use CanonicalOption::{Memory, PostReturn, Realloc, UTF8};
        matches!(option, UTF8 | Memory(_) | Realloc(_) | PostReturn(_))
    };
    for payload in Parser::new(0).parse_all(component) {
        let Payload::ComponentCanonicalSection(functions) = payload.ok()? else { continue };
        for function in functions {
            match function.ok()? {
                CanonicalFunction::Lift { options, .. } | CanonicalFunction::Lower { options, .. }
                    if options.iter().all(is_plain) => {}
                _ => return Some(false),
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"(import "judge:arena/host@1.0.0" "log" (func (param i32 i32)))"#;

    /// Whether an Othello bot is called directly, with these imports and exports besides.
    fn is_direct(imports: &str, exports: &str) -> bool {
        let module = format!(
            r#"(module {imports}
                (memory (export "memory") 1)
                (func (export "judge:arena/othello@1.0.0#name") (result i32) (i32.const 0))
                (func (export "judge:arena/othello@1.0.0#new-game") (param i64 i32 i32 i32))
                {exports})"#
        );
        let module = wat::parse_str(module).expect("it is a module");
        let component = component::from_bytes(&module, &FileKind::bot("othello")).expect("it is a bot");
        super::module(&module, &component, &FileKind::bot("othello")).is_some()
    }

    fn choose(name: &str) -> String {
        format!(r#"(func (export "{name}") (param i64 i64 i64) (result i32) (i32.const 0))"#)
    }

    #[test]
    fn a_core_module_with_the_contracts_names_is_called_directly() {
        let long = choose("judge:arena/othello@1.0.0#choose");
        assert!(is_direct("", &long));
        assert!(is_direct(LOG, &long));
        assert!(is_direct(LOG, &choose("choose")), "a short name stands for the long one");
        assert!(is_direct("", &(long + r#"(func (export "more"))"#)), "nobody calls it");
    }

    #[test]
    fn a_core_module_that_needs_more_is_not() {
        let long = choose("judge:arena/othello@1.0.0#choose");
        assert!(!is_direct(&(LOG.to_owned() + LOG), &long), "a component has two ways to one function");
        assert!(!is_direct("", &(long.clone() + r#"(func (export "_initialize"))"#)));
        let option = r#"(import "judge:arena/host@1.0.0" "get-option" (func (param i32 i32 i32)))"#;
        let room = r#"(func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 0))"#;
        assert!(!is_direct(option, &(long.clone() + room)), "a text comes back");
        let exit = r#"(import "wasi_snapshot_preview1" "proc_exit" (func (param i32)))"#;
        assert!(!is_direct(exit, &long));
        let component = r#"(component (core module (memory (export "memory") 1)))"#;
        let component = wat::parse_str(component).expect("it is a component");
        assert_eq!(super::module(&component, &component, &FileKind::bot("othello")), None);
    }
}
