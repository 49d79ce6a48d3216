//! Windows, and whatever else is not Unix.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::process::ExitStatus;

/// There are no signals.
pub(crate) fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// There are no such limits; that of the wall clock has to do.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(crate) fn limit_this_process(_: u64, _: u64, _: u64) -> io::Result<()> {
    Ok(())
}

/// There is no limit of address space.
pub(crate) fn address_space() -> Option<u64> {
    None
}

/// A person's own folder is private by default.
///
/// # Errors
/// If it cannot be made; not if it is there.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// As of [`make_private`].
pub(crate) fn is_private(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// A file that is open cannot be replaced.
pub(crate) fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Files are for everybody who may use their folder.
pub(crate) fn for_everybody(_: &mut tempfile::Builder<'_, '_>) {}

/// What this machine is called.
pub(crate) fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Nobody can be asked, so a lock is believed.
pub(crate) fn is_alive(_: u32) -> bool {
    true
}
