//! Windows, and whatever else is not Unix.

use std::fs::Metadata;

/// There is no limit of address space.
pub(crate) fn address_space() -> Option<u64> {
    None
}

/// A file that is open cannot be replaced.
pub(crate) fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// What this machine is called.
pub(crate) fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
