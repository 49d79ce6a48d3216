//! The imports that a bot may have.

use crate::{HOST, LINES, SOURCE};

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
