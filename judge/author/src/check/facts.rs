//! Facts about a file, without running it: bytes in, its kind, its exports and imports out.

use std::collections::BTreeSet;

use judge_play::text::{cut, sanitize};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wasmparser::{Encoding, KnownCustom, Name, NameSectionReader, Parser, Payload};

/// The module in which Rust's `println!`, `eprintln!` and `dbg!` end.
const STANDARD_OUTPUT: &str = "std::io::stdio::";

/// Functions of C's library that do not do in a bot what they do elsewhere.
const OF_C: [&str; 4] = ["fgets", "fopen", "srand", "time"];

/// The most names that are kept of a list, and characters of a name.
const NAMES_MAX: usize = 40;
const CHARACTERS_MAX: usize = 120;

/// Facts about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileFacts {
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of it, in hexadecimal digits.
    pub sha256: String,
    /// The kind of file.
    pub kind: FileFormat,
    /// Its exports, sorted; made safe to be shown.
    pub exports: Vec<String>,
    /// Its imports, sorted; made safe to be shown.
    pub imports: Vec<String>,
    /// Whether it has `println!` of Rust's library, or the like, and nobody whom that would reach.
    pub prints_in_vain: bool,
    /// Those of its functions, by name, that an author may be told of.
    #[serde(skip)]
    pub functions: BTreeSet<&'static str>,
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileFormat {
    /// A core module.
    CoreModule,
    /// A component.
    Component,
    /// Something else, or broken.
    NotWebAssembly,
}

impl FileFormat {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::CoreModule => "core module",
            Self::Component => "component",
            Self::NotWebAssembly => "not WebAssembly",
        }
    }
}

impl FileFacts {
    /// Reads what can be read of a file.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut names = Names::default();
        let kind = names.read(bytes);
        Self {
            bytes: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
            kind: kind.unwrap_or(FileFormat::NotWebAssembly),
            exports: shown(&names.exports),
            imports: shown(&names.imports),
            prints_in_vain: names.prints && !names.imports.iter().any(|import| import.starts_with("wasi")),
            functions: names.functions,
        }
    }

    /// Whether it is a core module with a `main`, as compilers make it of a program that reads lines.
    #[must_use]
    pub fn has_main(&self) -> bool {
        self.kind == FileFormat::CoreModule && self.exports.iter().any(|export| export == "_start")
    }
}

fn shown(names: &BTreeSet<String>) -> Vec<String> {
    names.iter().take(NAMES_MAX).map(|name| cut(&sanitize(name), CHARACTERS_MAX)).collect()
}

/// The exports and imports of the file itself, not of its parts.
#[derive(Default)]
struct Names {
    exports: BTreeSet<String>,
    imports: BTreeSet<String>,
    /// Whether a function of it writes to standard output or standard error.
    prints: bool,
    functions: BTreeSet<&'static str>,
}

impl Names {
    /// Goes through a file as far as it can be read; nothing if it does not even begin.
    fn read(&mut self, bytes: &[u8]) -> Option<FileFormat> {
        let (mut kind, mut depth) = (None, 0_u32);
        for payload in Parser::new(0).parse_all(bytes) {
            let Ok(payload) = payload else { break };
            match payload {
                Payload::Version { encoding, .. } if kind.is_none() => {
                    kind = Some(match encoding {
                        Encoding::Module => FileFormat::CoreModule,
                        Encoding::Component => FileFormat::Component,
                    });
                }
                Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
                Payload::End(_) => depth = depth.saturating_sub(1),
                payload if depth == 0 => self.section(payload),
                _ => {}
            }
        }
        kind
    }

    /// Looks for functions that authors are told of.
    fn named(&mut self, names: NameSectionReader<'_>) {
        let functions = names.into_iter().flatten().filter_map(|names| match names {
            Name::Function(functions) => Some(functions),
            _ => None,
        });
        for function in functions.flat_map(|functions| functions.into_iter().flatten()) {
            self.functions.extend(OF_C.iter().filter(|name| **name == function.name));
            let name = format!("{:#}", rustc_demangle::demangle(function.name));
            self.prints |= name.contains(STANDARD_OUTPUT);
        }
    }

    fn section(&mut self, payload: Payload<'_>) {
        match payload {
            Payload::ExportSection(section) => {
                self.exports.extend(section.into_iter().flatten().map(|export| export.name.to_owned()));
            }
            Payload::ComponentExportSection(section) => {
                self.exports.extend(section.into_iter().flatten().map(|export| export.name.name.to_owned()));
            }
            Payload::ImportSection(section) => {
                let names = section.into_imports().flatten();
                self.imports.extend(names.map(|import| format!("{}#{}", import.module, import.name)));
            }
            Payload::ComponentImportSection(section) => {
                self.imports.extend(section.into_iter().flatten().map(|import| import.name.name.to_owned()));
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    self.named(names);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a module with a function of this name, and perhaps an import, prints in vain.
    fn prints_in_vain(function: &str, import: &str) -> bool {
        let text = format!("(module {import} (func ${function}))");
        FileFacts::new(&wat::parse_str(text).expect("it is a module")).prints_in_vain
    }

    #[test]
    fn who_prints_in_vain_is_known_by_the_names_of_functions() {
        let print = "_RNvNtNtCsebHcaeoSrxy_3std2io5stdio7__eprint";
        assert!(prints_in_vain(print, ""));
        assert!(!prints_in_vain("_RNvNtCsebHcaeoSrxy_3std2io5lines", ""));
        let wasi =
            r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))"#;
        assert!(!prints_in_vain(print, wasi));
    }
}
