//! What a core module imports and exports: bytes in, names and types out.

use std::collections::BTreeSet;

use judge_meter::ModuleFacts;
use judge_play::wit::preview1;
use judge_sandbox::is_run;
use wasmparser::{Export, ExternalKind, FuncType, Import, TypeRef};

use crate::functions::file_kind::FileKind;
use crate::functions::short_names;

/// The imports and exports of a core module.
pub(crate) struct CoreModule<'a>(ModuleFacts<'a>);

impl<'a> CoreModule<'a> {
    /// Reads a module; nothing if one of its sections cannot be read.
    pub(crate) fn read(module: &'a [u8]) -> Option<Self> {
        ModuleFacts::of(module).ok().map(Self)
    }

    pub(crate) fn imports(&self) -> &[Import<'a>] {
        &self.0.imports
    }

    /// Whether it imports a function of this name.
    pub(crate) fn calls(&self, module: &str, name: &str) -> bool {
        self.imports().iter().any(|import| import.module == module && import.name == name)
    }

    /// The interfaces of which it exports functions by their long names.
    pub(crate) fn interfaces(&self) -> BTreeSet<&'a str> {
        let named = self.0.exports.iter().filter_map(|export| export.name.split_once('#'));
        // What frees an answer has the name of its function.
        named.map(|(interface, _)| interface).filter(|name| !name.starts_with("cabi_post_")).collect()
    }

    /// Whether it exports something of this name and kind.
    pub(crate) fn has(&self, name: &str, kind: ExternalKind) -> bool {
        self.0.exports.iter().any(|export| export.name == name && export.kind == kind)
    }

    /// The names of the functions that it exports.
    fn functions(&self) -> impl Iterator<Item = &'a str> {
        let functions = self.0.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        functions.map(|export| export.name)
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
        let has_wasi = self.0.imports.iter().any(|import| import.module == preview1::MODULE);
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
        let is_it = |export: &&Export<'_>| export.name == name && export.kind == ExternalKind::Func;
        self.0.function_type(self.0.exports.iter().find(is_it)?.index).ok()
    }

    /// The type of an import, if it is a function.
    pub(crate) fn imported_function(&self, import: &Import<'_>) -> Option<&FuncType> {
        let TypeRef::Func(ty) = import.ty else { return None };
        self.0.type_at(ty)
    }
}
