//! Whether a bot has the functions of its game, in words for its author: a
//! component's or core module's bytes in, the first that is missing or mistyped out.

use wasmparser::{CompositeInnerType, ExternalKind, FuncType, Parser, Payload, TypeRef, ValType};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::decoding::{DecodedWasm, decode};
use wit_parser::{Function, InterfaceId, Resolve, Type, TypeDefKind, WorldId, WorldItem};

use crate::direct::{GET_OPTION, HOST};
use crate::file_kind::{FileKind, HOST_FUNCTIONS_OF_GAMES};
use crate::short_names;
use judge_play::wit::{Case, Description, Field, Kind, Named, Outcomes, Signature, TypeName};
use judge_sandbox::{Invalid, SOURCE, is_available};

/// The most characters of a type that are spelled out; a hostile one may have no end.
const SPELLED_MAX: usize = 400;
/// The most names that are listed.
const NAMES_MAX: usize = 3;

/// Checks that a component imports what is on offer, and exports the functions of its kind with the right types.
pub(super) fn check_component(component: &[u8], kind: &FileKind) -> Result<(), String> {
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
    let Some((_, found)) = exports.iter().find(|(export, _)| export == name) else {
        let names: Vec<&str> = exports.iter().map(|(name, _)| name.as_str()).take(NAMES_MAX).collect();
        let has = match names.as_slice() {
            [] => "it exports no interface".into(),
            names => format!("it exports {}", names.join(", ")),
        };
        return Err(none(&has));
    };
    for_each_function(kind, |(expected, function)| {
        let right = signature(expected, function);
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

/// The interfaces that a world exports, by name.
fn interfaces(resolve: &Resolve, world: WorldId) -> Vec<(String, InterfaceId)> {
    let exports = resolve.worlds[world].exports.iter();
    exports
        .filter_map(|(key, item)| match item {
            WorldItem::Interface { id, .. } => Some((resolve.name_world_key(key), *id)),
            _ => None,
        })
        .collect()
}

/// The names of the functions of the interface.
pub(super) fn function_names(kind: &FileKind) -> Vec<String> {
    let mut names = Vec::new();
    for_each_function(kind, |(_, function)| {
        names.push(function.name.clone());
        Ok(())
    })
    .expect("looking fails nowhere");
    names
}

/// Looks at each function of the interface.
pub(super) fn for_each_function(
    kind: &FileKind,
    look: impl FnMut((&Resolve, &Function)) -> Result<(), String>,
) -> Result<(), String> {
    let resolve = kind.resolve();
    let exports = interfaces(resolve, kind.world());
    let functions = exports.iter().flat_map(|(_, id)| resolve.interfaces[*id].functions.values());
    functions.map(|function| (resolve, function)).try_for_each(look)
}

/// The interface as data.
///
/// # Panics
/// If it has a type that contracts have no use for.
pub(super) fn description_of(kind: &FileKind) -> Description {
    let mut description =
        Description { interface: kind.interface().to_owned(), types: Vec::new(), functions: Vec::new() };
    let add = |(resolve, function): (&Resolve, &Function)| {
        let types = &mut description.types;
        let params = function.params.iter().map(|param| field(&param.name, resolve, &param.ty, types));
        let (name, params) = (function.name.clone(), params.collect());
        let result = function.result.as_ref().map(|ty| type_name(resolve, ty, types));
        description.functions.push(Signature { name, params, result });
        Ok(())
    };
    for_each_function(kind, add).expect("looking fails nowhere");
    description
}

fn field(name: &str, resolve: &Resolve, ty: &Type, types: &mut Vec<Named>) -> Field {
    Field { name: name.to_owned(), ty: type_name(resolve, ty, types) }
}

/// A type where it is used; if it has a name of its own and is new, it comes to `types`, after those it is made of.
fn type_name(resolve: &Resolve, ty: &Type, types: &mut Vec<Named>) -> TypeName {
    let Type::Id(id) = ty else { return TypeName::Name(spelled(resolve, ty)) };
    let kind = match &resolve.types[*id].kind {
        TypeDefKind::Type(ty) => return type_name(resolve, ty, types),
        TypeDefKind::List(ty) => return TypeName::List { list: type_name(resolve, ty, types).into() },
        TypeDefKind::Option(ty) => return TypeName::Option { option: type_name(resolve, ty, types).into() },
        TypeDefKind::Tuple(tuple) => {
            return TypeName::Tuple {
                tuple: tuple.types.iter().map(|ty| type_name(resolve, ty, types)).collect(),
            };
        }
        TypeDefKind::Result(result) => {
            let mut held = |ty: &Option<Type>| ty.as_ref().map(|ty| type_name(resolve, ty, types));
            let (ok, err) = (held(&result.ok), held(&result.err));
            return TypeName::Result { result: Outcomes { ok, err }.into() };
        }
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter();
            Kind::Record(fields.map(|part| field(&part.name, resolve, &part.ty, types)).collect())
        }
        TypeDefKind::Enum(ty) => Kind::Enum(ty.cases.iter().map(|case| case.name.clone()).collect()),
        TypeDefKind::Variant(ty) => {
            let cases = ty.cases.iter().map(|case| Case {
                name: case.name.clone(),
                ty: case.ty.as_ref().map(|ty| type_name(resolve, ty, types)),
            });
            Kind::Variant(cases.collect())
        }
        other => unreachable!("the contract has no {}", other.as_str()),
    };
    let name = spelled(resolve, ty);
    if !types.iter().any(|known| known.name == name) {
        types.push(Named { name: name.clone(), kind });
    }
    TypeName::Name(name)
}

/// A function as in WIT, with the types spelled out; equal for functions of equal types.
fn signature(resolve: &Resolve, function: &Function) -> String {
    let mut text = format!("{}: func(", function.name);
    fields(&mut text, resolve, function.params.iter().map(|param| (param.name.as_str(), &param.ty)));
    text.push(')');
    if let Some(result) = &function.result {
        text.push_str(" -> ");
        spell(&mut text, resolve, result);
    }
    text
}

fn fields<'a>(text: &mut String, resolve: &Resolve, fields: impl Iterator<Item = (&'a str, &'a Type)>) {
    for (i, (name, ty)) in fields.enumerate() {
        text.push_str(if i > 0 { ", " } else { "" });
        text.push_str(name);
        text.push_str(": ");
        spell(text, resolve, ty);
    }
}

fn spell(text: &mut String, resolve: &Resolve, ty: &Type) {
    let Type::Id(id) = ty else {
        text.push_str(&format!("{ty:?}").to_lowercase());
        return;
    };
    if text.len() > SPELLED_MAX {
        text.push('…');
        return;
    }
    match &resolve.types[*id].kind {
        TypeDefKind::Type(ty) => spell(text, resolve, ty),
        TypeDefKind::List(ty) => around(text, resolve, "list", ty),
        TypeDefKind::Option(ty) => around(text, resolve, "option", ty),
        TypeDefKind::Tuple(tuple) => {
            text.push('(');
            for (i, ty) in tuple.types.iter().enumerate() {
                text.push_str(if i > 0 { ", " } else { "" });
                spell(text, resolve, ty);
            }
            text.push(')');
        }
        TypeDefKind::Result(result) => {
            for (name, ty) in [("ok", &result.ok), ("/err", &result.err)] {
                text.push_str(name);
                if let Some(ty) = ty {
                    around(text, resolve, "", ty);
                }
            }
        }
        TypeDefKind::Record(record) => {
            text.push('{');
            fields(text, resolve, record.fields.iter().map(|field| (field.name.as_str(), &field.ty)));
            text.push('}');
        }
        TypeDefKind::Enum(ty) => {
            let cases: Vec<&str> = ty.cases.iter().map(|case| case.name.as_str()).take(20).collect();
            text.push_str(&cases.join("/"));
        }
        TypeDefKind::Variant(ty) => {
            for (i, case) in ty.cases.iter().enumerate() {
                text.push_str(if i > 0 { "/" } else { "" });
                text.push_str(&case.name);
                if let Some(ty) = &case.ty {
                    around(text, resolve, "", ty);
                }
            }
        }
        // The contract has none of these.
        other => text.push_str(other.as_str()),
    }
}

/// A type as in WIT, by its name if it has one.
pub(super) fn spelled(resolve: &Resolve, ty: &Type) -> String {
    let Type::Id(id) = ty else {
        return format!("{ty:?}").to_lowercase();
    };
    let found = &resolve.types[*id];
    match (&found.name, &found.kind) {
        (Some(name), _) => name.clone(),
        (None, TypeDefKind::Type(ty)) => spelled(resolve, ty),
        (None, TypeDefKind::List(ty)) => format!("list<{}>", spelled(resolve, ty)),
        (None, TypeDefKind::Option(ty)) => format!("option<{}>", spelled(resolve, ty)),
        (None, TypeDefKind::Tuple(tuple)) => {
            let types: Vec<String> = tuple.types.iter().map(|ty| spelled(resolve, ty)).collect();
            format!("tuple<{}>", types.join(", "))
        }
        (None, TypeDefKind::Result(result)) => {
            let held = |ty: &Option<Type>| ty.as_ref().map_or("_".into(), |ty| spelled(resolve, ty));
            format!("result<{}, {}>", held(&result.ok), held(&result.err))
        }
        (None, other) => unreachable!("the contract has no nameless {}", other.as_str()),
    }
}

fn around(text: &mut String, resolve: &Resolve, kind: &str, ty: &Type) {
    text.push_str(kind);
    text.push('<');
    spell(text, resolve, ty);
    text.push('>');
}

/// Why a core module cannot become a component of its kind, if the reason can be found.
pub(super) fn check_core_module(module: &[u8], kind: &FileKind) -> Result<(), String> {
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
    let see = if kind.contract().is_some() || kind.is_game() {
        kind.see().to_owned()
    } else {
        format!("see judge wit {} --core", kind.name())
    };
    let mut takes_lists = false;
    for_each_function(kind, |(resolve, function)| {
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

/// The type that a function of the contract has in a core module.
pub(super) fn core_type(resolve: &Resolve, function: &Function) -> String {
    let value = |ty: &WasmType| match ty {
        WasmType::I64 | WasmType::PointerOrI64 => ValType::I64,
        WasmType::F32 => ValType::F32,
        WasmType::F64 => ValType::F64,
        WasmType::I32 | WasmType::Pointer | WasmType::Length => ValType::I32,
    };
    let ty = resolve.wasm_signature(AbiVariant::GuestExport, function);
    let values = |types: &[WasmType]| types.iter().map(value).collect::<Vec<_>>();
    spell_core(&values(&ty.params), &values(&ty.results))
}

fn spell_core(params: &[ValType], results: &[ValType]) -> String {
    let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("({}) -> ({})", list(params), list(results))
}

/// What a core module imports and exports.
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
            for_each_function(&FileKind::bot(game.name), |(resolve, function)| {
                let ours = interface.function(&function.name).expect("it is described");
                let core = |core: &Core| match core {
                    Core::I32 => ValType::I32,
                    Core::I64 => ValType::I64,
                };
                let cores = |cores: &[Core]| cores.iter().map(core).collect::<Vec<_>>();
                let spelled = spell_core(&cores(ours.core_params()), &cores(&ours.core_results()));
                assert_eq!(spelled, core_type(resolve, function), "{} of {}", function.name, game.name);
                Ok(())
            })
            .expect("looking fails nowhere");
        }
    }
}
