//! What a core module imports and exports: bytes in, names and types out.

use std::collections::BTreeSet;

use judge_play::wit::preview1;
use judge_sandbox::is_run;
use wasmparser::{CompositeInnerType, ExternalKind, FuncType, Parser, Payload, TypeRef};

use crate::functions::file_kind::FileKind;
use crate::functions::short_names;

/// The imports and exports of a core module.
#[derive(Default)]
pub(crate) struct CoreModule<'a> {
    types: Vec<Option<FuncType>>,
    pub(crate) imports: Vec<Import<'a>>,
    /// The type of each function, the imported ones first.
    functions: Vec<u32>,
    exports: Vec<(&'a str, ExternalKind, u32)>,
}

/// An import of a core module.
pub(crate) struct Import<'a> {
    pub(crate) module: &'a str,
    pub(crate) name: &'a str,
    ty: TypeRef,
}

impl<'a> CoreModule<'a> {
    /// Reads a module, unless it is invalid.
    pub(crate) fn read(module: &'a [u8]) -> Option<Self> {
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
                        if let TypeRef::Func(ty) = import.ty {
                            read.functions.push(ty);
                        }
                        read.imports.push(Import { module: import.module, name: import.name, ty: import.ty });
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

    /// Whether it imports a function of this name.
    pub(crate) fn calls(&self, module: &str, name: &str) -> bool {
        self.imports.iter().any(|import| import.module == module && import.name == name)
    }

    /// The interfaces of which it exports functions by their long names.
    pub(crate) fn interfaces(&self) -> BTreeSet<&'a str> {
        let named = self.exports.iter().filter_map(|(name, ..)| name.split_once('#'));
        // What frees an answer has the name of its function.
        named.map(|(interface, _)| interface).filter(|name| !name.starts_with("cabi_post_")).collect()
    }

    /// Whether it exports something of this name and kind.
    pub(crate) fn has(&self, name: &str, kind: ExternalKind) -> bool {
        self.exports.iter().any(|export| export.0 == name && export.1 == kind)
    }

    /// The names of the functions that it exports.
    fn functions(&self) -> impl Iterator<Item = &'a str> {
        self.exports.iter().filter(|(_, kind, _)| *kind == ExternalKind::Func).map(|(name, ..)| *name)
    }

    fn has_functions_of(&self, kind: &FileKind) -> bool {
        if kind.is_game() {
            self.interfaces().contains(kind.interface().name.as_str())
        } else {
            self.functions().any(|name| short_names::is_one_of(kind, name))
        }
    }

    /// The function by which it is run, if it is a program that reads and writes lines: it has a `main`, or what an
    /// interpreter has in place of that, and no function of its game.
    pub(crate) fn main(&self, kind: &FileKind) -> Option<&'a str> {
        let has_wasi = self.imports.iter().any(|import| import.module == preview1::MODULE);
        let is_called = self.has_functions_of(kind);
        self.functions().find(|name| !is_called && (*name == "_start" && has_wasi || is_run(name)))
    }

    /// The function by which a program for no system begins, if it is no bot by another of its functions.
    pub(crate) fn main_without_wasi(&self, kind: &FileKind) -> Option<&'a str> {
        let is_other = self.has_functions_of(kind) || self.main(kind).is_some();
        self.functions().find(|name| !is_other && ["main", "__main_argc_argv", "_start"].contains(name))
    }

    /// The type of an exported function.
    pub(crate) fn exported_function(&self, name: &str) -> Option<&FuncType> {
        let is_it = |export: &&(&str, ExternalKind, u32)| export.0 == name && export.1 == ExternalKind::Func;
        let (_, _, index) = self.exports.iter().find(is_it)?;
        self.types.get(*self.functions.get(*index as usize)? as usize)?.as_ref()
    }

    /// The type of an import, if it is a function.
    pub(crate) fn imported_function(&self, import: &Import<'_>) -> Option<&FuncType> {
        let TypeRef::Func(ty) = import.ty else { return None };
        self.types.get(ty as usize)?.as_ref()
    }
}
