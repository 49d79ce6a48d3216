//! Hashes and secrets of 32 bytes, as people type them.

/// The 32 bytes that 64 hexadecimal digits stand for; `None` for any other text.
#[must_use]
pub fn to_32_bytes(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    // The decoder takes `0x` before them, too.
    let is_all_digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_all_digits && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::to_32_bytes;

    #[test]
    fn only_64_digits_are_32_bytes() {
        let digits = "0A".repeat(32);
        assert_eq!(to_32_bytes(&digits), Some([10; 32]));
        for wrong in [format!("0x{digits}"), format!(" {digits}"), digits[1..].to_owned(), "0g".repeat(32)] {
            assert_eq!(to_32_bytes(&wrong), None, "{wrong}");
        }
    }
}
