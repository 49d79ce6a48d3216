//! The functions of a file, and those it must have.
//!
//! - `file_kind`: the kind of a file, and the interface that it must export;
//! - `core_module`: what a core module imports and exports;
//! - `interface`: the first of its functions that is missing or wrong;
//! - `short_names`, `core_interface`: a core module's names for them, and all its exports and imports.

pub(crate) mod core_interface;
pub(crate) mod core_module;
pub(crate) mod file_kind;
pub(crate) mod interface;
pub(crate) mod short_names;

use wasmparser::{Payload, ValType};

use judge_play::wit::{Core, Function};

/// The names of a file's imports and of its exports, without those of its parts, as far as it can be read.
#[must_use]
pub fn names(bytes: &[u8]) -> [Vec<String>; 2] {
    let (mut imports, mut exports, mut depth) = (Vec::new(), Vec::new(), 0_u32);
    for payload in wasmparser::Parser::new(0).parse_all(bytes).map_while(Result::ok) {
        match payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ImportSection(section) if depth == 0 => {
                let names = section.into_imports().flatten();
                imports.extend(names.map(|import| format!("{}#{}", import.module, import.name)));
            }
            Payload::ExportSection(section) if depth == 0 => {
                exports.extend(section.into_iter().flatten().map(|export| export.name.to_owned()));
            }
            Payload::ComponentImportSection(section) if depth == 0 => {
                imports.extend(section.into_iter().flatten().map(|import| import.name.name.to_owned()));
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                exports.extend(section.into_iter().flatten().map(|export| export.name.name.to_owned()));
            }
            _ => {}
        }
    }
    [imports, exports]
}

/// The type that a function of the contract has in a core module.
pub(crate) fn core_type(function: &Function) -> String {
    let value = |core: &Core| if *core == Core::I32 { ValType::I32 } else { ValType::I64 };
    let values = |cores: &[Core]| cores.iter().map(value).collect::<Vec<_>>();
    spell_core(&values(function.core_params()), &values(&function.core_results()))
}

pub(crate) fn spell_core(params: &[ValType], results: &[ValType]) -> String {
    let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("({}) -> ({})", list(params), list(results))
}
