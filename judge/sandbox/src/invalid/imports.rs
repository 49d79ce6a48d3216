//! The imports that a bot may have.

use wasmtime::component::Component;

use crate::{HOST, Invalid, LINES, SOURCE, one_line};

/// Interfaces, and modules of a core module's imports, that are available besides the judge's own,
/// by how their names begin.
const WASI: &[&str] =
    &["wasi:io/", "wasi:cli/", "wasi:clocks/", "wasi:random/", "wasi:filesystem/", "wasi_snapshot_preview1"];

/// Whether a bot may import from an interface or module of this name.
#[must_use]
pub fn is_available(name: &str) -> bool {
    name.starts_with(HOST)
        || [SOURCE, LINES].contains(&name)
        || WASI.iter().any(|offer| name.starts_with(offer))
}

/// The error for a component's imports that cannot be linked.
pub(crate) fn foreign_import(component: &Component, error: &wasmtime::Error) -> Invalid {
    const NAMES_MAX: usize = 3;
    let ty = component.component_type();
    let foreign: Vec<String> = ty
        .imports(component.engine())
        .map(|(name, _)| name.chars().take(100).collect::<String>())
        .filter(|name| !is_available(name))
        .take(NAMES_MAX)
        .collect();
    if foreign.is_empty() { Invalid::ImportType(one_line(error)) } else { Invalid::Imports(foreign) }
}
