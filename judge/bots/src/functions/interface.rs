//! Whether a bot has the functions of its game, in words for its author: a
//! component's or core module's bytes in, the first that is missing or mistyped out.

use judge_play::contract;
use judge_play::wit::Function;
use judge_play::wit::preview1::{self, Preview1};
use wasmparser::{ExternalKind, FuncType, Import, ValType};

use crate::functions::core_module::CoreModule;
use crate::functions::file_kind::FileKind;
use crate::functions::short_names;
use crate::functions::{core_type, names, spell_core};
use judge_sandbox::{HOST, Invalid, LINES, SOURCE, is_available, is_run};

/// The most names that are listed.
const NAMES_MAX: usize = 3;
/// The message for a bot that is a component with functions, and what to do.
const BY_FUNCTIONS: &str =
    "it is a component that does not export wasi:cli/run, as a program that reads lines does";
const REMEDY: &str = "the judge calls the functions of core modules only: hand in the module without wasm-tools component new, or build a program that reads lines, as judge new makes one; see docs/lines.md";

/// Checks that a component imports only what is on offer, and is a program that reads lines.
pub(crate) fn check_component(component: &[u8]) -> Result<(), Invalid> {
    let [imports, exports] = names(component);
    let foreign: Vec<String> =
        imports.into_iter().filter(|name| !is_available(name)).take(NAMES_MAX).collect();
    if !foreign.is_empty() {
        return Err(Invalid::Imports(foreign));
    }
    let interfaces: Vec<&str> =
        exports.iter().map(String::as_str).filter(|name| name.contains(':')).collect();
    if interfaces.iter().any(|name| is_run(name)) {
        return Ok(());
    }
    Err(format!("{BY_FUNCTIONS}; {}; {REMEDY}", has(&interfaces)).into())
}

/// A core module of a file of this kind as it is called: its functions have their long names, and no notes are left.
///
/// # Errors
/// If it imports what is not on offer, or lacks a function or has it with another type: the first that is found.
pub(crate) fn checked_core_module(bytes: &[u8], kind: &FileKind) -> Result<Vec<u8>, Invalid> {
    let lengthened = short_names::lengthened(bytes, kind)?;
    let module =
        CoreModule::read(&lengthened).ok_or_else(|| "one of its sections cannot be read".to_owned())?;
    check_imports(&module, kind)?;
    if let Some(main) = module.main_without_wasi(kind) {
        return Err(format!(
            "it is a program, with the function {main:?}, and none of the functions of {}; a program that reads lines is built for wasm32-wasip1, in Rust with cargo build --release --target wasm32-wasip1, and not for wasm32-unknown-unknown; see docs/lines.md",
            kind.words()
        ).into());
    }
    let main = module.main(kind);
    let see = if main.is_some() {
        "see docs/lines.md".to_owned()
    } else if kind.contract.is_some() || kind.is_game() {
        kind.see.clone()
    } else {
        format!("see judge wit {} --core", kind.name())
    };
    let mut takes_lists = false;
    if main.is_none() {
        let (own, others): (Vec<&str>, Vec<&str>) =
            module.interfaces().into_iter().partition(|name| *name == kind.interface().name);
        if own.is_empty() && !others.is_empty() {
            let (name, words, has) = (&kind.interface().name, kind.words(), has(&others));
            return Err(
                format!("it does not export the interface {name} as {words} must; {has}; {see}").into()
            );
        }
        for function in &kind.interface().functions {
            takes_lists |= function.needs_room();
            check_function(&module, kind, function, &see)?;
        }
    }
    for (export, right) in BY_NAME {
        match module.exported_function(export) {
            Some(found) if export != "_start" || main.is_some() => check_type(export, found, right, &see)?,
            _ => {}
        }
    }
    let answers = [(HOST, "get-option"), (SOURCE, "read"), (LINES, "read")];
    takes_lists |= answers.iter().any(|(from, name)| module.calls(from, name));
    let room =
        [("memory", ExternalKind::Memory, "its memory"), ("cabi_realloc", ExternalKind::Func, "a function")];
    for (export, kind, what) in room.into_iter().take(if takes_lists { 2 } else { 1 }) {
        if !module.has(export, kind) {
            return Err(format!(
                "it does not export {what} as {export:?}, which questions and answers need; {see}"
            )
            .into());
        }
    }
    Ok(lengthened)
}

/// The first interfaces that a file exports, in words.
fn has(names: &[&str]) -> String {
    let few = names[..names.len().min(NAMES_MAX)].join(", ");
    format!("it exports {}", if few.is_empty() { "no interface" } else { &few })
}

/// The types of functions that are called if they are there.
const BY_NAME: [(&str, &str); 3] =
    [("cabi_realloc", "(i32, i32, i32, i32) -> (i32)"), ("_initialize", "() -> ()"), ("_start", "() -> ()")];

/// Checks that a core module exports a function of its kind, with the right type.
fn check_function(
    module: &CoreModule<'_>,
    kind: &FileKind,
    function: &Function,
    see: &str,
) -> Result<(), Invalid> {
    let export = format!("{}#{}", kind.interface().name, function.name);
    let right = core_type(function);
    if let Some(found) = module.exported_function(&export) {
        return check_type(&export, found, &right, see);
    }
    let short: Vec<String> = short_names::of(&function.name).map(|name| format!("{name:?}")).collect();
    let short = short.join(" or ");
    Err(format!("it does not export the function {export:?}, or {short} for short, of type {right}; {see}")
        .into())
}

fn check_type(export: &str, found: &FuncType, right: &str, see: &str) -> Result<(), Invalid> {
    let found = spell_core(found.params(), found.results());
    if found == right {
        return Ok(());
    }
    Err(format!("its function {export:?} is of type {found}, and should be of {right}; {see}").into())
}

/// Checks that a core module imports only what is on offer for its kind.
fn check_imports(module: &CoreModule<'_>, kind: &FileKind) -> Result<(), Invalid> {
    let is_foreign = |import: &&Import<'_>| {
        let is_unknown = import.module == preview1::MODULE && Preview1::named(import.name).is_none();
        is_unknown || !is_available(import.module)
    };
    let foreign = module.imports().iter().filter(is_foreign);
    let foreign: Vec<String> =
        foreign.map(|import| format!("{}.{}", import.module, import.name)).take(NAMES_MAX).collect();
    if !foreign.is_empty() {
        return Err(Invalid::Imports(foreign));
    }
    // Of the judge's functions a bot may import all.
    let host: &[&str] = if kind.is_game() { &["log"] } else { contract::HOST_FUNCTIONS };
    let of_program = if module.main(kind).is_some() { LINES } else { SOURCE };
    for Import { module: from, name, .. } in module.imports() {
        if !from.starts_with("judge:") || [SOURCE, of_program].contains(from) || host.contains(name) {
            continue;
        }
        return Err(if kind.is_game() {
            let all = host.join(", ");
            format!("it imports {name} of {from}, and a game may import {all} only; remove the call")
        } else {
            let (last, others) = host.split_last().expect("the judge offers something");
            let others = others.join(", ");
            format!("it imports {name} of {from}, which has {others} and {last} only; see sdk/wit/host.wit")
        }
        .into());
    }
    module.imports().iter().filter(|import| import.module == preview1::MODULE).try_for_each(|import| {
        let known = Preview1::named(import.name).expect("it is no foreign one");
        let of = |letter| if letter == 'i' { ValType::I32 } else { ValType::I64 };
        let params: Vec<ValType> = known.params.chars().map(of).collect();
        let right = spell_core(&params, if known.returns() { &[ValType::I32] } else { &[] });
        let found = module.imported_function(import).map(|ty| spell_core(ty.params(), ty.results()));
        if found.as_ref() == Some(&right) {
            return Ok(());
        }
        let found = found.map_or("no function".to_owned(), |found| format!("a function of type {found}"));
        Err(format!(
            "it imports {} of {} as {found}, and it is one of {right}; build it with a newer toolchain, for wasm32-wasip1",
            import.name, import.module
        ).into())
    })
}
