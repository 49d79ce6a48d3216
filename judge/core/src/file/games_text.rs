//! A file of games or openings as others hand it on: its bytes, which may be packed, into text.

use std::io;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use judge_play::page_game::ggf::GgfText;

use crate::file::{self, Links};

/// The most bytes of the file, packed or not.
const BYTES_MAX: u64 = 64 << 20;

const GZIP: &[u8] = b"\x1f\x8b";
/// Other packed files: their first bytes, what packed them, what unpacks them.
const PACKED: [(&[u8], &str, &str); 4] = [
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ\0", "xz", "unxz"),
    (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
    (b"PK\x03\x04", "zip", "unzip"),
];

/// The text of a file. What a server wrote in Latin-1 is read, too.
///
/// # Errors
/// If it cannot be read or unpacked, has more than 64 MiB, or is no text.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    text(file::read(path, Links::Follow, BYTES_MAX)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    if let Some((_, with, tool)) = PACKED.iter().find(|(begin, ..)| bytes.starts_with(begin)) {
        return Err(wrong(format!(
            "it is packed with {with}; unpack it with {tool}, and name the file that comes out"
        )));
    }
    let bytes = if bytes.starts_with(GZIP) {
        file::read_up_to(MultiGzDecoder::new(&*bytes), BYTES_MAX).map_err(|error| {
            wrong(match error.kind() {
                io::ErrorKind::FileTooLarge => format!("unpacked {error}; split it"),
                _ => format!("it is packed with gzip, and damaged: {error}"),
            })
        })?
    } else {
        bytes
    };
    String::from_utf8(bytes).or_else(|error| {
        let latin: String = error.as_bytes().iter().copied().map(char::from).collect();
        let is_ggf = GgfText::is_ggf(&latin);
        is_ggf.then_some(latin).ok_or_else(|| wrong("it is not UTF-8 text; save it as such".into()))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(mut from: impl Read) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        io::copy(&mut from, &mut encoder).expect("there is room");
        encoder.flush().expect("there is room");
        encoder.finish().expect("there is room")
    }

    #[test]
    fn archives_of_servers_are_read() {
        let ggf = b"(;GM[Othello]PB[Jos\xe9]PW[b];)";
        let told = "(;GM[Othello]PB[Jos\u{e9}]PW[b];)";
        let twice = [packed(&ggf[..10]), packed(&ggf[10..])].concat();
        for bytes in [ggf.to_vec(), told.as_bytes().to_vec(), packed(&ggf[..]), twice] {
            assert_eq!(text(bytes).ok().as_deref(), Some(told));
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_to_do() {
        let told = |bytes: Vec<u8>| text(bytes).expect_err("it cannot be read").to_string();
        assert!(told(b"f5 d6 # Jos\xe9".to_vec()).contains("not UTF-8"), "it is no GGF");
        assert!(told(b"BZh91AY".to_vec()).starts_with("it is packed with bzip2; unpack it with bunzip2"));
        assert!(told(packed(&b"f5"[..])[..12].to_vec()).contains("damaged"));
        let bomb = packed(io::repeat(b' ').take(BYTES_MAX + 1));
        assert!(bomb.len() < 1 << 20);
        assert_eq!(told(bomb), "unpacked it has more than 67108864 bytes; split it");
    }
}
