//! Facts about a file, without running it: bytes in, its kind, its exports and imports out.

use std::collections::BTreeSet;

use judge_play::text::{cut, sanitize};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wasmparser::{Encoding, FunctionBody, KnownCustom, Name, NameSectionReader, Operator, Parser, Payload};

/// The module in which Rust's `println!`, `eprintln!` and `dbg!` end.
const STANDARD_OUTPUT: &str = "std::io::stdio::";

/// Functions of C's library that do not do in a bot what they do elsewhere.
const OF_C: [&str; 3] = ["fopen", "srand", "time"];

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
    /// The least bytes of a buffer that `fgets` reads into, where the code says them as a number.
    #[serde(skip)]
    pub room_of_fgets: Option<usize>,
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
    fn of(bytes: &[u8]) -> Self {
        match bytes {
            component if Parser::is_component(component) => Self::Component,
            module if Parser::is_core_wasm(module) => Self::CoreModule,
            _ => Self::NotWebAssembly,
        }
    }

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
        let [imports, exports] = judge_bots::names(bytes);
        let code = CodeFacts::of(bytes);
        Self {
            bytes: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
            kind: FileFormat::of(bytes),
            prints_in_vain: code.prints && !imports.iter().any(|import| import.starts_with("wasi")),
            exports: listed(exports),
            imports: listed(imports),
            room_of_fgets: code.room_of_fgets(),
            functions: code.functions,
        }
    }

    /// Whether it is a core module with a `main`, as compilers make it of a program that reads lines.
    pub(super) fn has_main(&self) -> bool {
        self.kind == FileFormat::CoreModule && self.exports.iter().any(|export| export == "_start")
    }
}

fn listed(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    names.iter().take(NAMES_MAX).map(|name| cut(&sanitize(name), CHARACTERS_MAX)).collect()
}

/// The code of a core module, and what the names of its functions tell.
#[derive(Default)]
struct CodeFacts<'a> {
    /// Whether a function of it writes to standard output or standard error.
    prints: bool,
    functions: BTreeSet<&'static str>,
    /// The number of `fgets`.
    fgets: Option<u32>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> CodeFacts<'a> {
    /// Goes through a core module as far as it can be read.
    fn of(bytes: &'a [u8]) -> Self {
        let mut facts = Self::default();
        for payload in Parser::new(0).parse_all(bytes).map_while(Result::ok) {
            match payload {
                Payload::Version { encoding: Encoding::Component, .. } => break,
                Payload::CodeSectionEntry(body) => facts.bodies.push(body),
                Payload::CustomSection(section) if let KnownCustom::Name(names) = section.as_known() => {
                    facts.named(names);
                }
                _ => {}
            }
        }
        facts
    }

    /// Looks for functions that authors are told of.
    fn named(&mut self, names: NameSectionReader<'_>) {
        let functions = names.into_iter().flatten().filter_map(|names| match names {
            Name::Function(functions) => Some(functions),
            _ => None,
        });
        for function in functions.flat_map(|functions| functions.into_iter().flatten()) {
            if function.name == "fgets" {
                self.fgets = Some(function.index);
            }
            self.functions.extend(OF_C.iter().filter(|name| **name == function.name));
            let name = format!("{:#}", rustc_demangle::demangle(function.name));
            self.prints |= name.contains(STANDARD_OUTPUT);
        }
    }

    /// The least number that calls of `fgets` have for the bytes of their buffer, before the stream.
    fn room_of_fgets(&self) -> Option<usize> {
        use Operator::{Call, I32Const, I32Load, LocalGet, LocalTee};
        let fgets = self.fgets?;
        let room = |operators: &[Operator<'_>]| match operators {
            [_, I32Const { value }, LocalGet { .. }, Call { function_index }]
            | [I32Const { value }, I32Const { .. }, I32Load { .. }, Call { function_index }]
                if *function_index == fgets =>
            {
                usize::try_from(*value).ok()
            }
            _ => None,
        };
        // Body by body: all operators of a large program are many times its bytes.
        let least = |body: &FunctionBody<'_>| {
            let operators = body.get_operators_reader().into_iter().flatten().flatten();
            let operators: Vec<_> = operators.filter(|one| !matches!(one, LocalTee { .. })).collect();
            operators.windows(4).filter_map(room).min()
        };
        self.bodies.iter().filter_map(least).min()
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
