//! All the forms a bot's file may have, made into one: a component.
//!
//! The bytes decide which form it is, never the file's name.

use std::path::Path;

use wasi_preview1_component_adapter_provider::{
    WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME as PREVIEW1, WASI_SNAPSHOT_PREVIEW1_COMMAND_ADAPTER as COMMAND,
    WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER as REACTOR,
};
use wasm_encoder::{RawSection, Section};
use wasmparser::Payload;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, SourceMap, WorldId};

use crate::file::module_info::{ModuleInfo, is_interface};
use crate::file::small_wasi;
use crate::functions::file_kind::FileKind;
use crate::functions::interface;
use crate::functions::malformed;
use crate::functions::short_names;
use judge_play::contract;
use judge_play::text::one_line;

/// The first eight bytes of a core module, and of a component.
const CORE_MODULE: [u8; 8] = *b"\0asm\x01\0\0\0";
const COMPONENT: [u8; 8] = *b"\0asm\x0d\0\x01\0";

/// Whether bytes begin as a core module does.
#[must_use]
pub fn is_core_module(bytes: &[u8]) -> bool {
    bytes.starts_with(&CORE_MODULE)
}

/// Checks that bytes begin as WebAssembly does.
///
/// # Errors
/// If they do not, with what they are instead.
pub fn is_webassembly(bytes: &[u8]) -> Result<(), String> {
    match bytes.first_chunk() {
        Some(&COMPONENT | &CORE_MODULE) => Ok(()),
        // Wasmtime's own files are ELF, too.
        Some([0x7f, b'E', b'L', b'F', _, _, _, 200]) => {
            Err("it was compiled from WebAssembly already; hand in the .wasm file that your compiler made"
                .into())
        }
        _ if bytes.trim_ascii_start().starts_with(b"(") => {
            Err("it is WebAssembly text; make a binary of it with wat2wasm or wasm-tools parse".into())
        }
        begins => {
            if let Some(format) = begins.and_then(|begins| native_format(begins)) {
                return Err(native(format));
            }
            let found = BY_ACCIDENT.iter().find(|(begins, ..)| {
                let text = bytes.trim_ascii_start();
                bytes.starts_with(begins)
                    || text.get(..begins.len()).is_some_and(|text| text.eq_ignore_ascii_case(begins))
            });
            let (what, remedy) = match found {
                Some((_, what, remedy)) => (*what, *remedy),
                None if bytes.is_empty() => ("empty", HAND_IN),
                None if bytes.contains(&b'\n') && str::from_utf8(bytes).is_ok() => ("not WebAssembly", BUILD),
                None => ("not WebAssembly", HAND_IN),
            };
            Err(format!("it is {what}; {remedy}"))
        }
    }
}

const HAND_IN: &str = "hand in the .wasm file that your compiler made";
const BUILD: &str = "hand in the .wasm file that is built of it; judge play, check and compare also take the command that runs a program, as in \"python3 bot.py\"";
const UNPACK: &str = "unpack it, and hand in the .wasm file in it";
const DOWNLOAD: &str = "it was saved in place of the file; download the .wasm file itself";
/// Files that are handed in by accident: their first bytes, what they are, what to do.
const BY_ACCIDENT: [(&[u8], &str, &str); 17] = [
    (b"version https://git-lfs", "a pointer of Git LFS and not the file", "get the file with git lfs pull"),
    (b"\x1f\x8b", "packed with gzip", UNPACK),
    (b"PK\x03\x04", "a ZIP archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"\xfd7zXZ\0", "packed with xz", UNPACK),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", UNPACK),
    (b"BZh", "packed with bzip2", UNPACK),
    (b"<!doctype html", "a page of the web (HTML)", DOWNLOAD),
    (b"<html", "a page of the web (HTML)", DOWNLOAD),
    (b"<?xml", "an XML file", DOWNLOAD),
    (b"%PDF", "a PDF", HAND_IN),
    (b"\x89PNG", "a picture (PNG)", HAND_IN),
    (b"!<arch>", "a library for a linker", "link it: hand in the .wasm file that your linker made"),
    (b"BC\xc0\xde", "bitcode of LLVM", "link it: hand in the .wasm file that your linker made"),
    (b"\xff\xfe", "text in UTF-16", HAND_IN),
    (b"\0asm", "WebAssembly of another version, or damaged", "copy it as bytes, not as text"),
];

/// The format of native code, if a file begins so.
pub(crate) fn native_format(begins: &[u8]) -> Option<&'static str> {
    match begins {
        [0x7f, b'E', b'L', b'F', ..] => Some("ELF"),
        [0xcf, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..] => Some("Mach-O"),
        [b'M', b'Z', ..] => Some("PE"),
        _ => None,
    }
}

/// The message for a file that was built for the machine that builds, and not for the judge.
fn native(format: &str) -> String {
    format!(
        "it is native code ({format}), a library or a program of one system; build for WebAssembly: in Rust with cargo build --release --target wasm32-unknown-unknown, and hand in the .wasm file below target/wasm32-unknown-unknown/release"
    )
}

/// Makes a component of a bot's file.
///
/// A component is taken as it is. A core module is wrapped: its interface is the
/// one that a binding generator left in it, or else the game's own, of which it may export the functions under short
/// names. If it imports the
/// first WASI, as C and Rust for `wasm32-wasip1` do, an adapter to the second is wrapped in. A program with a `main` and
/// none of the game's functions becomes one that reads and writes lines.
///
/// # Errors
/// If the file is invalid, with the reason in words for its author.
pub fn from_bytes(bytes: &[u8], kind: &FileKind) -> Result<Vec<u8>, String> {
    if bytes.first_chunk() == Some(&COMPONENT) {
        return Ok(bytes.to_vec());
    }
    from_core_module(bytes, kind, Names::Dropped)
}

/// The same component, in which the functions still have their names, if the tools can read them.
pub(crate) fn with_names(bytes: &[u8], kind: &FileKind) -> Result<Vec<u8>, String> {
    if bytes.first_chunk() == Some(&COMPONENT) {
        return Ok(bytes.to_vec());
    }
    from_core_module(bytes, kind, Names::Kept).or_else(|_| from_core_module(bytes, kind, Names::Dropped))
}

/// The treatment of the names of a core module's functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Kept,
    Dropped,
}

/// Whether a core module is a program that reads and writes lines: it has a `main`, or what an interpreter has in place
/// of that, and no function of its game.
fn speaks_lines(info: &ModuleInfo, kind: &FileKind) -> bool {
    let is_program = (info.main && info.preview1 || info.run) && !info.interface && !kind.is_game();
    is_program && !info.exports.iter().any(|export| short_names::is_one_of(kind, export))
}

/// Whether a bot's file is a program that reads and writes lines, in place of functions that are called.
#[must_use]
pub fn reads_lines(bytes: &[u8], kind: &FileKind) -> bool {
    if is_core_module(bytes) {
        return ModuleInfo::of(bytes).is_ok_and(|info| speaks_lines(&info, kind));
    }
    let exports = exports(bytes).unwrap_or_default();
    interface::is_program(kind, exports.iter().map(String::as_str))
}

/// The names of what a module or a component exports, without those of its parts; nothing if it cannot be read.
#[must_use]
pub fn exports(bytes: &[u8]) -> Option<Vec<String>> {
    let (mut names, mut depth) = (Vec::new(), 0_u32);
    for payload in wasmparser::Parser::new(0).parse_all(bytes) {
        match payload.ok()? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ExportSection(section) if depth == 0 => {
                for export in section {
                    names.push(export.ok()?.name.to_owned());
                }
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                for export in section {
                    names.push(export.ok()?.name.name.to_owned());
                }
            }
            _ => {}
        }
    }
    Some(names)
}

/// A component of a program that reads and writes lines.
fn from_program(bytes: &[u8], is_interpreter: bool, names: Names) -> Result<Vec<u8>, String> {
    let wrap = |mut module: Vec<u8>| {
        if is_interpreter {
            let (resolve, world) = interpreter_of_lines();
            embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)?;
        }
        let encoder = ComponentEncoder::default().module(&module)?;
        let encoder = if is_interpreter { encoder } else { encoder.adapter(PREVIEW1, COMMAND)? };
        encoder.validate(true).encode()
    };
    wrap(without_notes(bytes, names)?).map_err(|error| {
        let problem = one_line(error.chain());
        format!("it cannot be made a program that reads lines: {problem}; see docs/lines.md")
    })
}

/// The world of interpreters that read lines, and have no WASI.
fn interpreter_of_lines() -> (Resolve, WorldId) {
    const WORLD: &str = "package judge:arena@1.0.0;\nworld lines-interpreter { import host; import source; import lines; export wasi:cli/run@0.2.0; }\n\
        package wasi:cli@0.2.0 { interface run { run: func() -> result; } }\n";
    let mut sources = SourceMap::new();
    for (number, text) in contract::LINES_WIT.into_iter().chain([WORLD]).enumerate() {
        sources.push(Path::new(&format!("{number}.wit")), text);
    }
    let mut resolve = Resolve::default();
    let package = resolve.push_group(sources.parse().expect("it is valid WIT")).expect("it is whole");
    let world = resolve.select_world(&[package], Some("lines-interpreter")).expect("it has this world");
    (resolve, world)
}

fn from_core_module(bytes: &[u8], kind: &FileKind, names: Names) -> Result<Vec<u8>, String> {
    let info = ModuleInfo::of(bytes)?;
    if speaks_lines(&info, kind) {
        return from_program(bytes, info.run, names);
    }
    let mut module = plain_module(bytes, kind, &info, names)?;
    if !info.interface {
        let world = if info.source { kind.interpreter_world() } else { kind.world() };
        embed_component_metadata(&mut module, kind.resolve(), world, StringEncoding::UTF8)
            .expect("the contract's own interface can be embedded");
    }
    let wrap = |module: &[u8]| {
        let encoder = ComponentEncoder::default().module(module)?;
        let encoder = match (info.preview1, info.go) {
            (false, _) => encoder,
            (true, false) => encoder.adapter(PREVIEW1, REACTOR)?,
            (true, true) => encoder.adapter(PREVIEW1, &small_wasi::adapter())?,
        };
        encoder.validate(true).encode()
    };
    wrap(&module).map_err(|error| {
        let lengthened =
            if info.interface { Ok(bytes.to_vec()) } else { short_names::lengthened(bytes, kind) };
        lengthened.and_then(|module| interface::check_core_module(&module, kind)).err().unwrap_or_else(|| {
            let problem = one_line(error.chain());
            format!("it cannot be made the component of {}: {problem}; {}", kind.words(), kind.see())
        })
    })
}

/// A core module of a file of this kind, as it stands in the component that is made of it.
pub(crate) fn core_module(bytes: &[u8], kind: &FileKind) -> Result<Vec<u8>, String> {
    plain_module(bytes, kind, &ModuleInfo::of(bytes)?, Names::Dropped)
}

/// A core module without notes, whose functions have their long names.
fn plain_module(bytes: &[u8], kind: &FileKind, info: &ModuleInfo, names: Names) -> Result<Vec<u8>, String> {
    let module = without_notes(bytes, names)?;
    if info.interface { Ok(module) } else { short_names::lengthened(&module, kind) }
}

/// A core module without sections that say nothing of code or interface: names and other notes of compilers. The
/// tools refuse a module whose notes are broken, and only a profile needs the names.
fn without_notes(module: &[u8], names: Names) -> Result<Vec<u8>, String> {
    let is_kept = |section: &str| is_interface(section) || (names == Names::Kept && section == "name");
    let mut kept = CORE_MODULE.to_vec();
    for payload in wasmparser::Parser::new(0).parse_all(module) {
        let payload = payload.map_err(|error| malformed(&error))?;
        let is_note = matches!(&payload, Payload::CustomSection(section) if !is_kept(section.name()));
        if let Some((id, range)) = payload.as_section().filter(|_| !is_note) {
            RawSection { id, data: &module[range] }.append_to(&mut kept);
        }
    }
    Ok(kept)
}

/// The message for a valid component whose exports are not those of its kind.
pub(crate) fn wrong_exports(kind: &FileKind, error: &wasmtime::Error) -> String {
    let interface = kind.interface();
    let problem = one_line(error.chain());
    format!("it does not export {interface} as {} must: {problem}; {}", kind.words(), kind.see())
}
