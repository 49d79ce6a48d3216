//! Whether a bot has the functions of its game, in words for its author: a
//! component's or core module's bytes in, the first that is missing or mistyped out.

use wasmparser::{CompositeInnerType, ExternalKind, FuncType, Parser, Payload, TypeRef};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::decoding::{DecodedWasm, decode};
use wit_parser::{Resolve, WorldId, WorldItem};

use crate::functions::file_kind::{FileKind, GET_OPTION, HOST_FUNCTIONS_OF_GAMES};
use crate::functions::short_names;
use crate::functions::{core_type, interfaces, signature, spell_core};
use judge_sandbox::{HOST, Invalid, SOURCE, is_available, is_run};

/// The most names that are listed.
const NAMES_MAX: usize = 3;

/// Whether a component with these exports is a program that reads and writes lines, and has none of its game's functions.
pub(crate) fn is_program<'a>(kind: &FileKind, mut exports: impl Iterator<Item = &'a str> + Clone) -> bool {
    !kind.is_game() && exports.clone().any(is_run) && exports.all(|export| export != kind.interface())
}

/// Checks that a component imports only what is on offer, and exports the functions of its kind with the right types.
pub(crate) fn check_component(component: &[u8], kind: &FileKind) -> Result<(), String> {
    let (name, see) = (kind.interface(), kind.see());
    let none =
        |has: &str| format!("it does not export the interface {name} as {} must; {has}; {see}", kind.words());
    let (resolve, world) = match decode(component) {
        Ok(DecodedWasm::Component(resolve, world)) => (resolve, world),
        Ok(DecodedWasm::WitPackage(..)) => return Err(none("it is an interface only, without code")),
        Err(_) => return Err(none("its own interface cannot be made out")),
    };
    let imports = resolve.worlds[world].imports.keys().map(|key| resolve.name_world_key(key));
    let foreign: Vec<String> = imports.filter(|name| !is_available(name)).take(NAMES_MAX).collect();
    if !foreign.is_empty() {
        return Err(Invalid::Imports(foreign).to_string());
    }
    if kind.is_game() {
        check_imports_of_game(&resolve, world)?;
    }
    let exports = interfaces(&resolve, world);
    if is_program(kind, exports.iter().map(|(export, _)| export.as_str())) {
        return Ok(());
    }
    let Some((_, found)) = exports.iter().find(|(export, _)| export == name) else {
        let names: Vec<&str> = exports.iter().map(|(name, _)| name.as_str()).take(NAMES_MAX).collect();
        let has = match names.as_slice() {
            [] => "it exports no interface".into(),
            names => format!("it exports {}", names.join(", ")),
        };
        return Err(none(&has));
    };
    kind.functions().try_for_each(|function| {
        let right = signature(kind.resolve(), function);
        let Some(other) = resolve.interfaces[*found].functions.get(&function.name) else {
            return Err(format!("its interface {name} lacks the function {right}; {see}"));
        };
        let wrong = signature(&resolve, other);
        if wrong == right { Ok(()) } else { Err(format!("it exports {wrong}, and should {right}; {see}")) }
    })
}

/// Checks that a game imports no function of the judge's that is for bots.
fn check_imports_of_game(resolve: &Resolve, world: WorldId) -> Result<(), String> {
    let interfaces = resolve.worlds[world].imports.iter().filter_map(|(key, item)| match item {
        WorldItem::Interface { id, .. } if resolve.name_world_key(key) == HOST => Some(*id),
        _ => None,
    });
    let mut imported = interfaces.flat_map(|id| resolve.interfaces[id].functions.keys());
    let foreign = imported.find(|name| !HOST_FUNCTIONS_OF_GAMES.contains(&name.as_str()));
    foreign.map_or(Ok(()), |name| Err(foreign_to_games(HOST, name)))
}

fn foreign_to_games(interface: &str, name: &str) -> String {
    let log = HOST_FUNCTIONS_OF_GAMES.join(", ");
    format!("it imports {name} of {interface}, and a game may import {log} only; remove the call")
}

/// Checks that a core module can become a component of its kind; it passes where no reason against it is found.
pub(crate) fn check_core_module(module: &[u8], kind: &FileKind) -> Result<(), String> {
    let Some(module) = CoreModule::read(module) else {
        return Ok(());
    };
    let foreign: Vec<String> = module
        .imports
        .iter()
        .filter(|(from, _)| !is_available(from))
        .map(|(from, name)| format!("{from}.{name}"))
        .take(NAMES_MAX)
        .collect();
    if !foreign.is_empty() {
        return Err(Invalid::Imports(foreign).to_string());
    }
    let host = kind.host_functions();
    let (last, others) = host.split_last().expect("the judge offers something");
    if let Some((from, name)) = module
        .imports
        .iter()
        .find(|(from, name)| from.starts_with("judge:") && *from != SOURCE && !host.contains(name))
    {
        if kind.is_game() {
            return Err(foreign_to_games(from, name));
        }
        return Err(format!(
            "it imports {name} of {from}, which has {} and {last} only; see sdk/wit/host.wit",
            others.join(", ")
        ));
    }
    if let Some(main) = module.program_without_wasi(kind) {
        return Err(format!(
            "it is a program, with the function {main:?}, and none of the functions of {}; a program that reads lines is built for wasm32-wasip1, in Rust with cargo build --release --target wasm32-wasip1, and not for wasm32-unknown-unknown; see docs/lines.md",
            kind.words()
        ));
    }
    let see = if kind.contract().is_some() || kind.is_game() {
        kind.see().to_owned()
    } else {
        format!("see judge wit {} --core", kind.name())
    };
    let mut takes_lists = false;
    kind.functions().try_for_each(|function| {
        let resolve = kind.resolve();
        let params = resolve.wasm_signature(AbiVariant::GuestExport, function).params;
        takes_lists |= params.contains(&WasmType::Pointer);
        let export = format!("{}#{}", kind.interface(), function.name);
        let right = core_type(resolve, function);
        match module.exported_function(&export) {
            None => {
                let short: Vec<String> =
                    short_names::of(&function.name).map(|name| format!("{name:?}")).collect();
                let short = short.join(" or ");
                Err(format!(
                    "it does not export the function {export:?}, or {short} for short, of type {right}; {see}"
                ))
            }
            Some(wrong) if spell_core(wrong.params(), wrong.results()) != right => {
                let wrong = spell_core(wrong.params(), wrong.results());
                Err(format!("its function {export:?} is of type {wrong}, and should be of {right}; {see}"))
            }
            Some(_) => Ok(()),
        }
    })?;
    let room =
        [("memory", ExternalKind::Memory, "its memory"), ("cabi_realloc", ExternalKind::Func, "a function")];
    takes_lists |= module.imports.contains(&(HOST, GET_OPTION));
    for (export, kind, what) in room.into_iter().take(if takes_lists { 2 } else { 1 }) {
        if !module.exports.iter().any(|(name, found, _)| *name == export && *found == kind) {
            return Err(format!(
                "it does not export {what} as {export:?}, which questions and answers need; {see}"
            ));
        }
    }
    Ok(())
}

/// The imports and exports of a core module.
#[derive(Default)]
struct CoreModule<'a> {
    types: Vec<Option<FuncType>>,
    imports: Vec<(&'a str, &'a str)>,
    /// The type of each function, the imported ones first.
    functions: Vec<u32>,
    exports: Vec<(&'a str, ExternalKind, u32)>,
}

impl<'a> CoreModule<'a> {
    /// Reads a module, unless it is invalid.
    fn read(module: &'a [u8]) -> Option<Self> {
        let mut read = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload.ok()? {
                Payload::TypeSection(groups) => {
                    for group in groups {
                        read.types.extend(group.ok()?.types().map(|ty| match &ty.composite_type.inner {
                            CompositeInnerType::Func(ty) => Some(ty.clone()),
                            _ => None,
                        }));
                    }
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let import = import.ok()?;
                        read.imports.push((import.module, import.name));
                        if let TypeRef::Func(ty) = import.ty {
                            read.functions.push(ty);
                        }
                    }
                }
                Payload::FunctionSection(functions) => {
                    read.functions.extend(functions.into_iter().filter_map(Result::ok));
                }
                Payload::ExportSection(exports) => {
                    let exports = exports.into_iter().filter_map(Result::ok);
                    read.exports.extend(exports.map(|export| (export.name, export.kind, export.index)));
                }
                _ => {}
            }
        }
        Some(read)
    }

    /// The function by which a program for no system begins, if it is no bot by another of its functions.
    fn program_without_wasi(&self, kind: &FileKind) -> Option<&'a str> {
        let functions =
            || self.exports.iter().filter(|(_, kind, _)| *kind == ExternalKind::Func).map(|(name, ..)| *name);
        let is_bot = kind.is_game() || functions().any(|name| short_names::is_one_of(kind, name));
        functions().find(|name| !is_bot && ["main", "__main_argc_argv", "_start"].contains(name))
    }

    fn exported_function(&self, name: &str) -> Option<&FuncType> {
        let is_it = |export: &&(&str, ExternalKind, u32)| export.0 == name && export.1 == ExternalKind::Func;
        let (_, _, index) = self.exports.iter().find(is_it)?;
        let ty = self.functions.get(*index as usize)?;
        self.types.get(*ty as usize)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use judge_play::GAMES;
    use judge_play::wit::Core;
    use wasmparser::ValType;

    use super::*;

    /// Set to write the files anew.
    const UPDATE: &str = "JUDGE_UPDATE";

    #[test]
    fn the_contract_as_data_is_that_of_the_wit_files() {
        for game in GAMES {
            let right = FileKind::bot(game.name).as_data().json();
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/contract").join(game.name);
            let file = file.with_extension("json");
            if std::env::var_os(UPDATE).is_some() {
                std::fs::write(&file, &right).expect("the file can be written");
            }
            let written = std::fs::read_to_string(&file).expect("the file is there");
            assert!(
                written == right,
                "sdk/contract/{}.json is old; set {UPDATE}=1 to write it anew",
                game.name
            );
        }
    }

    #[test]
    fn a_function_takes_and_returns_the_core_values_that_the_tools_say() {
        for game in GAMES {
            let interface = judge_play::contract::described(game.name);
            let kind = FileKind::bot(game.name);
            for function in kind.functions() {
                let ours = interface.function(&function.name).expect("it is described");
                let core = |core: &Core| match core {
                    Core::I32 => ValType::I32,
                    Core::I64 => ValType::I64,
                };
                let cores = |cores: &[Core]| cores.iter().map(core).collect::<Vec<_>>();
                let spelled = spell_core(&cores(ours.core_params()), &cores(&ours.core_results()));
                assert_eq!(
                    spelled,
                    core_type(kind.resolve(), function),
                    "{} of {}",
                    function.name,
                    game.name
                );
            }
        }
    }
}
