//! Facts about a core module that wrapping it depends on: bytes in, a few facts out.

use judge_sandbox::{SOURCE, is_run};
use wasi_preview1_component_adapter_provider::WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME as PREVIEW1;
use wasmparser::{ExternalKind, KnownCustom, Payload};

use crate::functions::malformed;

/// The signature of Go's own compiler in its modules.
const GO: &str = "Go cmd/compile";

/// The facts about a core module that wrapping it depends on.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
pub(crate) struct ModuleInfo {
    /// A binding generator left a description of the module's interface in it.
    pub(crate) interface: bool,
    /// It imports functions of the first WASI.
    pub(crate) preview1: bool,
    /// It reads the program of an interpreter.
    pub(crate) source: bool,
    /// Go's own compiler made it, whose runtime takes all memory behind its own to be its own.
    pub(crate) go: bool,
    /// It is a program of the first WASI, with a `main`.
    pub(crate) main: bool,
    /// It is an interpreter of such a program, and has no WASI.
    pub(crate) run: bool,
    /// The names of all that it exports.
    pub(crate) exports: Vec<String>,
}

/// Whether a custom section of this name describes the module's interface.
pub(crate) fn is_interface(section: &str) -> bool {
    section.starts_with("component-type")
}

impl ModuleInfo {
    pub(crate) fn of(module: &[u8]) -> Result<Self, String> {
        let mut info = Self::default();
        for payload in wasmparser::Parser::new(0).parse_all(module) {
            payload.and_then(|payload| info.add(payload)).map_err(|error| malformed(&error))?;
        }
        Ok(info)
    }

    fn add(&mut self, payload: Payload<'_>) -> wasmparser::Result<()> {
        match payload {
            Payload::CustomSection(section) => {
                self.interface |= is_interface(section.name());
                if let KnownCustom::Producers(producers) = section.as_known() {
                    // Notes may be broken; then they say nothing.
                    let mut fields = producers.into_iter().flatten();
                    self.go |=
                        fields.any(|field| field.values.into_iter().flatten().any(|value| value.name == GO));
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let module = import?.module;
                    self.preview1 |= module == PREVIEW1;
                    self.source |= module == SOURCE;
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    self.main |= export.name == "_start" && export.kind == ExternalKind::Func;
                    self.run |= is_run(export.name);
                    self.exports.push(export.name.to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }
}
