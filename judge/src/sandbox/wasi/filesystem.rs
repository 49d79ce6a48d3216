//! `wasi:filesystem`: a bot starts with no folder, so there is nothing to open files from.

use wasmtime::Result;
use wasmtime::component::{Linker, Resource};

use super::Interface;
use crate::sandbox::Tenant;

/// A file or folder; there is none.
struct Descriptor;
struct DirectoryEntryStream;

/// All functions of `wasi:filesystem/types`; each needs a file, a folder or an error to be called with.
const FUNCTIONS: [&str; 29] = [
    "[method]descriptor.read-via-stream",
    "[method]descriptor.write-via-stream",
    "[method]descriptor.append-via-stream",
    "[method]descriptor.advise",
    "[method]descriptor.sync-data",
    "[method]descriptor.get-flags",
    "[method]descriptor.get-type",
    "[method]descriptor.set-size",
    "[method]descriptor.set-times",
    "[method]descriptor.read",
    "[method]descriptor.write",
    "[method]descriptor.read-directory",
    "[method]descriptor.sync",
    "[method]descriptor.create-directory-at",
    "[method]descriptor.stat",
    "[method]descriptor.stat-at",
    "[method]descriptor.set-times-at",
    "[method]descriptor.link-at",
    "[method]descriptor.open-at",
    "[method]descriptor.readlink-at",
    "[method]descriptor.remove-directory-at",
    "[method]descriptor.rename-at",
    "[method]descriptor.symlink-at",
    "[method]descriptor.unlink-file-at",
    "[method]descriptor.is-same-object",
    "[method]descriptor.metadata-hash",
    "[method]descriptor.metadata-hash-at",
    "[method]directory-entry-stream.read-directory-entry",
    "filesystem-error-code",
];

pub(super) fn link(linker: &mut Linker<Tenant>) -> Result<()> {
    let mut types = Interface::new(linker, "filesystem/types")?;
    types.resource::<Descriptor>("descriptor")?;
    types.resource::<DirectoryEntryStream>("directory-entry-stream")?;
    types.unreachable(&FUNCTIONS)?;
    let mut preopens = Interface::new(linker, "filesystem/preopens")?;
    preopens.function("get-directories", |_, (): ()| Ok((Vec::<(Resource<Descriptor>, String)>::new(),)))
}
