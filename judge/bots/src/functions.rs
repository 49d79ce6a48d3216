//! The functions of a file, and those it must have. Here: those of an interface as the component tools read it, as data
//! and spelled out for people.
//!
//! - `file_kind`: the kind of a file, and the interface that it must export;
//! - `core_module`: what a core module imports and exports;
//! - `interface`: the first of its functions that is missing or wrong;
//! - `short_names`, `core_interface`: a core module's names for them, and all its exports and imports.

pub(crate) mod core_interface;
pub(crate) mod core_module;
pub(crate) mod file_kind;
pub(crate) mod interface;
pub(crate) mod short_names;

use wasmparser::ValType;
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::{Function, InterfaceId, Resolve, Type, TypeDefKind, WorldId, WorldItem};

use judge_play::wit::{Case, Description, Field, Kind, Named, Outcomes, Signature, TypeName};

/// The most characters of a type that are spelled out; a hostile one may have no end.
const SPELLED_MAX: usize = 400;

/// The message for the author of bytes that break WebAssembly's rules.
pub(crate) fn malformed(error: &wasmparser::Error) -> String {
    format!("it is not valid WebAssembly: {}", error.message())
}

/// The interfaces that a world exports, by name.
pub(crate) fn interfaces(resolve: &Resolve, world: WorldId) -> Vec<(String, InterfaceId)> {
    let exports = resolve.worlds[world].exports.iter();
    exports
        .filter_map(|(key, item)| match item {
            WorldItem::Interface { id, .. } => Some((resolve.name_world_key(key), *id)),
            _ => None,
        })
        .collect()
}

/// The functions of all of them.
pub(crate) fn functions(resolve: &Resolve, world: WorldId) -> impl Iterator<Item = &Function> {
    let exports = interfaces(resolve, world).into_iter();
    exports.flat_map(|(_, id)| resolve.interfaces[id].functions.values())
}

/// An interface as data.
///
/// # Panics
/// If it has a type that contracts have no use for.
pub(crate) fn description(interface: &str, resolve: &Resolve, world: WorldId) -> Description {
    let mut description =
        Description { interface: interface.to_owned(), types: Vec::new(), functions: Vec::new() };
    for function in functions(resolve, world) {
        let types = &mut description.types;
        let params = function.params.iter().map(|param| field(&param.name, resolve, &param.ty, types));
        let (name, params) = (function.name.clone(), params.collect());
        let result = function.result.as_ref().map(|ty| type_name(resolve, ty, types));
        description.functions.push(Signature { name, params, result });
    }
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
pub(crate) fn signature(resolve: &Resolve, function: &Function) -> String {
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
pub(crate) fn spelled(resolve: &Resolve, ty: &Type) -> String {
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

/// The type that a function of the contract has in a core module.
pub(crate) fn core_type(resolve: &Resolve, function: &Function) -> String {
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

pub(crate) fn spell_core(params: &[ValType], results: &[ValType]) -> String {
    let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("({}) -> ({})", list(params), list(results))
}
