//! `wasi:filesystem`: a bot starts with no folder, so there is nothing to open files from.

use wasmtime::Result;
use wasmtime::component::Linker;
use wasmtime_wasi::filesystem::WasiFilesystem;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::sync::filesystem::types;

use super::Interface;
use crate::StoreData;

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    // Each function of it needs a file, a folder or an error to be called with; there is none.
    types::add_to_linker::<_, WasiFilesystem>(linker, |data: &mut StoreData| data.wasi().filesystem())?;
    Interface::new(linker, "filesystem/preopens")?.function("get-directories", |store, (): ()| {
        Ok((store.data_mut().wasi().filesystem().get_directories()?,))
    })
}
