//! Bytes as letters that stand in a JSON string of a page as they are: 13 bits in two of them, where base64 has 12.
//!
//! The packed engine and bots are most of a report, so this makes it 7 % smaller. `web/engine/unpack.js` reads it.

use std::io::{Read, Write};

use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};

/// Bits that two letters hold: 2^13 is less than 91^2.
const BITS: u32 = 13;

/// Bits that one letter holds. It has the rest if there is no more, so that the length says how many bytes there are.
const BITS_OF_REST: u32 = 6;

/// All printable letters of ASCII but those that JSON or HTML would read: `"`, `\` and `<`.
const LETTERS: [u8; 91] = {
    let (mut letters, mut at, mut letter) = ([0; 91], 0, b'!');
    while letter <= b'~' {
        if !matches!(letter, b'"' | b'\\' | b'<') {
            letters[at] = letter;
            at += 1;
        }
        letter += 1;
    }
    letters
};

/// Bytes as letters, lowest bits first.
pub(crate) fn written(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len() * 16 / 13 + 4);
    let (mut held, mut bits) = (0_usize, 0);
    for &byte in bytes {
        held |= usize::from(byte) << bits;
        bits += 8;
        if bits >= BITS {
            let value = held % (1 << BITS);
            text.push(LETTERS[value % LETTERS.len()]);
            text.push(LETTERS[value / LETTERS.len()]);
            held >>= BITS;
            bits -= BITS;
        }
    }
    if bits > 0 {
        text.push(LETTERS[held % LETTERS.len()]);
    }
    if bits > BITS_OF_REST {
        text.push(LETTERS[held / LETTERS.len()]);
    }
    String::from_utf8(text).expect("it is ASCII")
}

/// Letters as the bytes that they were, as a page reads them; nothing if others are among them.
fn read(text: &str) -> Option<Vec<u8>> {
    let mut places = [None; 256];
    for (place, letter) in LETTERS.iter().enumerate() {
        places[usize::from(*letter)] = Some(place);
    }
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_usize, 0);
    for pair in text.as_bytes().chunks(2) {
        let place = |at: usize| pair.get(at).map_or(Some(0), |&letter| places[usize::from(letter)]);
        held |= (place(0)? + place(1)? * LETTERS.len()) << bits;
        bits += if pair.len() == 1 { BITS_OF_REST } else { BITS };
        while bits >= 8 {
            bytes.push((held % 256).try_into().expect("it is a byte"));
            held >>= 8;
            bits -= 8;
        }
    }
    Some(bytes)
}

/// The bytes of [`compressed`] letters, up to `bytes_max`; nothing if they are none.
pub(crate) fn decompressed(text: &str, bytes_max: u64) -> Option<Vec<u8>> {
    let (packed, mut bytes) = (read(text)?, Vec::new());
    GzDecoder::new(&packed[..]).take(bytes_max).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Bytes as gzip in letters, as a page holds them.
#[must_use]
pub fn compressed(bytes: &[u8]) -> String {
    // Without a time, so that the same bytes come out the same.
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written(&packed.expect("memory takes all bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whatever_their_number() {
        for length in 0..200_u8 {
            let bytes: Vec<u8> = (0..length).map(|i| i.wrapping_mul(167) ^ (length << 3)).collect();
            assert_eq!(read(&written(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn nothing_in_it_means_anything_to_json_or_html() {
        let text = written(&(0..=255).collect::<Vec<u8>>().repeat(64));
        assert_eq!(serde_json::Value::from(text.clone()).to_string(), format!("\"{text}\""));
        assert!(!text.contains('<') && LETTERS.is_sorted_by(|one, other| one < other));
        assert!(text.len() < 256 * 64 * 100 / 80);
    }
}
