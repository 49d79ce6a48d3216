//! What a bot answered: a number and its memory in, values out, with the checks and the words of wasmtime's components.

use wasmtime::Error;

/// What a bot answered: where in its memory the value lies.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    memory: &'a [u8],
    at: u32,
    /// Bytes that an answer's list or string may have.
    bytes_max: usize,
}

impl<'a> Answer<'a> {
    pub(super) fn new(memory: &'a [u8], at: u32, bytes_max: usize) -> Self {
        Self { memory, at, bytes_max }
    }

    /// A value of `N` bytes that may lie anywhere.
    ///
    /// # Errors
    /// If a part of it lies outside the memory.
    pub fn bytes<const N: usize>(self) -> wasmtime::Result<&'a [u8; N]> {
        let bytes = self.memory.get(self.at as usize..).and_then(<[u8]>::first_chunk);
        bytes.ok_or_else(|| Error::msg("pointer out of bounds of memory"))
    }

    /// A list of items of `N` bytes each, which may lie anywhere.
    ///
    /// # Errors
    /// If a part of it lies outside the memory, or it is too long.
    pub fn list<const N: usize>(self) -> wasmtime::Result<&'a [[u8; N]]> {
        let (at, length) = self.pair()?;
        let bytes = length.checked_mul(N).and_then(|bytes| within(self.memory, at, bytes));
        let bytes = bytes.ok_or_else(|| Error::msg("list pointer/length out of bounds of memory"))?;
        Ok(short(bytes, self.bytes_max)?.as_chunks().0)
    }

    /// A text.
    ///
    /// # Errors
    /// If a part of it lies outside the memory, it is too long, or no UTF-8.
    pub fn text(self) -> wasmtime::Result<String> {
        let (at, length) = self.pair()?;
        Ok(text(self.memory, at, length, self.bytes_max)?.to_owned())
    }

    /// An address and a length, each of four bytes.
    fn pair(self) -> wasmtime::Result<(usize, usize)> {
        if !self.at.is_multiple_of(4) {
            return Err(Error::msg("return pointer not aligned"));
        }
        let (words, _) = self.bytes::<8>()?.as_chunks();
        Ok((u32::from_le_bytes(words[0]) as usize, u32::from_le_bytes(words[1]) as usize))
    }
}

/// A text in a bot's memory.
pub(super) fn text(memory: &[u8], at: usize, length: usize, bytes_max: usize) -> wasmtime::Result<&str> {
    let bytes = within(memory, at, length);
    let bytes = bytes.ok_or_else(|| Error::msg("string pointer/length out of bounds of memory"))?;
    Ok(std::str::from_utf8(short(bytes, bytes_max)?)?)
}

/// So many bytes of a memory.
fn within(memory: &[u8], at: usize, length: usize) -> Option<&[u8]> {
    memory.get(at..at.checked_add(length)?)
}

/// Bounds what a bot hands to the judge.
fn short(bytes: &[u8], bytes_max: usize) -> wasmtime::Result<&[u8]> {
    if bytes.len() > bytes_max {
        return Err(Error::msg(
            "too much data is being copied between the host and the guest: fuel allocated for hostcalls has been \
             exhausted",
        ));
    }
    Ok(bytes)
}

/// What is wrong with an answer whose case does not exist.
#[must_use]
pub fn unexpected(case: u8) -> Error {
    Error::msg(format!("unexpected discriminant: {case}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES_MAX: usize = 8;

    fn answer(memory: &[u8], at: u32) -> Answer<'_> {
        Answer::new(memory, at, BYTES_MAX)
    }

    /// A memory whose first two words are these.
    fn pair(at: u32, length: u32) -> Vec<u8> {
        [at.to_le_bytes(), length.to_le_bytes(), *b"abcd", *b"efg\xff"].concat()
    }

    fn words<T: std::fmt::Debug>(read: wasmtime::Result<T>) -> String {
        read.expect_err("it is malformed").to_string()
    }

    #[test]
    fn a_value_lies_within_the_memory() {
        let memory = pair(0, 0);
        assert_eq!(answer(&memory, 8).bytes::<8>().expect("it does"), b"abcdefg\xff");
        assert_eq!(words(answer(&memory, 9).bytes::<8>()), "pointer out of bounds of memory");
        assert_eq!(words(answer(&memory, u32::MAX).bytes::<1>()), "pointer out of bounds of memory");
    }

    #[test]
    fn a_text_is_utf8_of_bounded_length() {
        assert_eq!(answer(&pair(8, 7), 0).text().expect("it is"), "abcdefg");
        assert_eq!(words(answer(&pair(8, 8), 0).text()), "invalid utf-8 sequence of 1 bytes from index 7");
        assert!(words(answer(&pair(7, 9), 0).text()).ends_with("hostcalls has been exhausted"));
        let outside = "string pointer/length out of bounds of memory";
        assert_eq!(words(answer(&pair(8, 9), 0).text()), outside);
        assert_eq!(words(answer(&pair(u32::MAX, u32::MAX), 0).text()), outside);
        assert_eq!(words(answer(&pair(8, 7), 2).text()), "return pointer not aligned");
    }

    #[test]
    fn a_list_has_whole_items_within_the_memory() {
        assert_eq!(answer(&pair(8, 2), 0).list::<4>().expect("it has"), [*b"abcd", *b"efg\xff"]);
        assert!(answer(&pair(16, 0), 0).list::<4>().expect("it is empty").is_empty());
        let outside = "list pointer/length out of bounds of memory";
        assert_eq!(words(answer(&pair(8, 3), 0).list::<4>()), outside);
        assert_eq!(words(answer(&pair(8, u32::MAX), 0).list::<4>()), outside);
        assert!(words(answer(&pair(0, 3), 0).list::<4>()).ends_with("hostcalls has been exhausted"));
        assert_eq!(words(answer(&pair(8, 2), 12).list::<4>()), "pointer out of bounds of memory");
    }
}
