//! Linux and macOS.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use rlimit::Resource;

/// The limit of this process's address space, if there is one.
pub(crate) fn address_space() -> Option<u64> {
    Resource::AS.get_soft().ok().filter(|bytes| *bytes != rlimit::INFINITY)
}

/// Whether two descriptions are of one file.
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// What this machine is called.
pub(crate) fn host() -> String {
    nix::unistd::gethostname().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
