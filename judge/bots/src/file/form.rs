//! The form of a bot's file: its bytes decide, never the file's name.

use crate::NotLoaded;
use crate::functions::core_module::CoreModule;
use crate::functions::file_kind::FileKind;
use crate::functions::names;
use judge_sandbox::{Invalid, is_run};

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
pub fn is_webassembly(bytes: &[u8]) -> Result<(), Invalid> {
    match bytes.first_chunk() {
        Some(&COMPONENT | &CORE_MODULE) => Ok(()),
        // Wasmtime's own files are ELF, too.
        Some([0x7f, b'E', b'L', b'F', _, _, _, 200]) => {
            let why =
                "it was compiled from WebAssembly already; hand in the .wasm file that your compiler made";
            Err(why.to_owned().into())
        }
        _ if bytes.trim_ascii_start().starts_with(b"(") => {
            let why = "it is WebAssembly text; make a binary of it with wat2wasm or wasm-tools parse";
            Err(why.to_owned().into())
        }
        begins => {
            if let Some(format) = begins.and_then(|begins| native_format(begins)) {
                // It was built for the machine that builds, and not for the judge.
                return Err(format!(
                    "it is native code ({format}), a library or a program of one system; build for WebAssembly, in C with clang --target=wasm32-wasi, in Rust with cargo build --release --target wasm32-unknown-unknown, and hand in the .wasm file"
                ).into());
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
            Err(format!("it is {what}; {remedy}").into())
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

/// Whether a bot's file is a program that reads and writes lines, in place of functions that are called.
#[must_use]
pub fn reads_lines(bytes: &[u8], kind: &FileKind) -> bool {
    if is_core_module(bytes) {
        return CoreModule::read(bytes).is_some_and(|module| module.main(kind).is_some());
    }
    exports(bytes).iter().any(|name| is_run(name))
}

/// The names of what a module or a component exports, without those of its parts, as far as it can be read.
#[must_use]
pub fn exports(bytes: &[u8]) -> Vec<String> {
    let [_, exports] = names(bytes);
    exports
}

/// The message for a valid file whose exports are not those of its kind.
pub(crate) fn wrong_exports(kind: &FileKind, problem: &Invalid) -> NotLoaded {
    let interface = &kind.interface().name;
    let (words, see) = (kind.words(), &kind.see);
    NotLoaded::Invalid(format!("it does not export {interface} as {words} must: {problem}; {see}"))
}
