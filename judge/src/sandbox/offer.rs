//! What a bot may import, and words for its author if it imports something else.

use wasmtime::Engine;
use wasmtime::component::Component;

use super::{Unfit, one_line};
use crate::printable::printable;

/// The judge's own interface.
const HOST: &str = "judge:arena/host@1.0.0";
/// Interfaces, and modules of a core module's imports, that are on offer besides, by how their names begin.
const WASI: &[&str] =
    &["wasi:io/", "wasi:cli/", "wasi:clocks/", "wasi:random/", "wasi:filesystem/", "wasi_snapshot_preview1"];
/// Interfaces that no bot gets, and that toolchains import even so.
const NETWORK: &[&str] = &["wasi:sockets/", "wasi:http/"];

/// Says of names that a bot imports what is on offer instead.
#[must_use]
pub fn not_on_offer(names: &[String]) -> String {
    let network = names.iter().any(|name| NETWORK.iter().any(|network| name.starts_with(network)));
    let names = printable(&names.join(", "));
    if network {
        return format!(
            "it imports {names}, but bots have no network; build it without, as componentize-py does with --stub-wasi"
        );
    }
    format!(
        "it imports {names}, which is not on offer; there are log and fuel-left of {HOST}, and WASI; a function that is declared and defined nowhere becomes an import, too: define it, or leave it out"
    )
}

/// Whether a bot may import from an interface or module of this name.
#[must_use]
pub fn is_on_offer(name: &str) -> bool {
    name.starts_with(HOST) || WASI.iter().any(|offer| name.starts_with(offer))
}

/// Says what of a component's imports cannot be linked.
pub(super) fn foreign_import(component: &Component, engine: &Engine, error: &wasmtime::Error) -> Unfit {
    const NAMES_MAX: usize = 3;
    let ty = component.component_type();
    let foreign: Vec<String> = ty
        .imports(engine)
        .map(|(name, _)| name.chars().take(100).collect::<String>())
        .filter(|name| !is_on_offer(name))
        .take(NAMES_MAX)
        .collect();
    if foreign.is_empty() {
        return Unfit(format!(
            "it imports something of {HOST} or of WASI that is not as it is on offer: {}; see sdk/wit/host.wit",
            one_line(error)
        ));
    }
    Unfit(not_on_offer(&foreign))
}
