//! Sections named `judge:source`: a file in, its code and the program that the code reads out.
//!
//! An interpreter brings its program along as data. What is compiled is the file without
//! it, so all bots with the same interpreter share their compiled code. So do files that differ in other sections which
//! nobody reads, such as a student's number.

use std::sync::Arc;

use wasmparser::BinaryReader;

/// The name of the sections that hold a program.
const NAME: &str = "judge:source";
/// The beginnings of names of other custom sections that something reads: the names of functions and where they are in the
/// source, for messages; descriptions of the interface; what the engine and its tools know.
const READ: &str = "judge: name component wit-component .debug external_debug sourceMappingURL metadata. producers \
    target_features dylink core";
/// The id of a custom section.
const CUSTOM: u8 = 0;
/// Bytes of a file before its first section.
const HEADER_BYTES: usize = 8;

/// A file's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The file without its sections of source, and without those that nobody reads: the part that is compiled.
    pub(crate) code: Vec<u8>,
    /// The program that the code may read; empty for most bots.
    pub(crate) source: Arc<[u8]>,
}

/// Takes a file apart. Only sections of the file itself count, not those of modules inside it.
pub(crate) fn split(bytes: &[u8]) -> Parts {
    let (mut code, mut source) = (Vec::with_capacity(bytes.len()), Vec::new());
    let mut rest = bytes;
    let header = rest.split_off(..HEADER_BYTES).unwrap_or_default();
    code.extend(header);
    while let Some((section, program)) = section(rest) {
        match program {
            Some(program) => source.extend(program),
            None => code.extend(&rest[..section]),
        }
        rest = &rest[section..];
    }
    // Nothing, or what is no section: that is found when it is compiled.
    code.extend(rest);
    Parts { code, source: source.into() }
}

/// The length in bytes of the first section, and the part of a program in it if it is one of ours; an empty part if it is
/// one that nobody reads.
fn section(bytes: &[u8]) -> Option<(usize, Option<&[u8]>)> {
    let mut reader = BinaryReader::new(bytes, 0);
    let id = reader.read_u8().ok()?;
    let mut content = reader.read_reader().ok()?;
    let program = match content.read_string() {
        Ok(NAME) if id == CUSTOM => content.read_bytes(content.bytes_remaining()).ok(),
        Ok(name) if id == CUSTOM && !READ.split(' ').any(|read| name.starts_with(read)) => Some(&[][..]),
        _ => None,
    };
    Some((reader.original_position(), program))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A section of fewer than 128 bytes.
    fn section(id: u8, content: &[u8]) -> Vec<u8> {
        let len = u8::try_from(content.len()).expect("it is short");
        [&[id, len], content].concat()
    }

    fn custom(name: &str, data: &str) -> Vec<u8> {
        let len = u8::try_from(name.len()).expect("it is short");
        section(0, &[&[len], name.as_bytes(), data.as_bytes()].concat())
    }

    fn module(sections: &[Vec<u8>]) -> Vec<u8> {
        [b"\0asm\x01\0\0\0".as_slice(), &sections.concat()].concat()
    }

    #[test]
    fn a_program_is_taken_out_wherever_it_stands() {
        let [one, two] = ["x = ", "1"].map(|part| custom(NAME, part));
        let [types, names] = [section(1, &[0]), custom("name", NAME)];
        let parts = split(&module(&[one, types.clone(), two, names.clone()]));
        assert_eq!(parts, Parts { code: module(&[types, names]), source: b"x = 1".as_slice().into() });
    }

    #[test]
    fn what_lies_in_a_module_inside_is_its_code() {
        let inner = section(1, &module(&[custom(NAME, "x")]));
        let parts = split(&module(std::slice::from_ref(&inner)));
        assert_eq!(parts, Parts { code: module(&[inner]), source: [].into() });
    }

    #[test]
    fn files_that_differ_in_what_nobody_reads_are_compiled_once() {
        let of = |sections: &[Vec<u8>]| split(&module(&[&[section(1, &[0])], sections].concat()));
        let plain = of(&[]);
        assert_eq!(
            [of(&[custom("number", "1")]), of(&[custom("number", "2"), custom("", "x")])],
            [plain.clone(), plain.clone()]
        );
        for read in ["name", "component-type:bot", ".debug_info", "metadata.code.branch_hint", "producers"] {
            assert_ne!(of(&[custom(read, "1")]), plain, "{read}");
        }
    }

    #[test]
    fn what_is_no_webassembly_is_all_code() {
        for bytes in [b"".as_slice(), b"\0asm", b"\0asm\x01\0\0\0\0\xff\xff", &module(&[vec![0, 9, 1]])] {
            assert_eq!(split(bytes), Parts { code: bytes.to_vec(), source: [].into() });
        }
    }
}
