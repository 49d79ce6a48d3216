//! Values: the leaves of a value in the order of its type.

use crate::error::Misfit;

/// The arguments of a call, or its answer.
///
/// It holds numbers and bytes, in the order in which the type has them; only the type says what they mean. A number, a
/// `bool` and the number of a case are a word each. An option is case 0 without, or case 1 with what it holds. Strings and
/// lists of bytes are a length and so many bytes; other lists are a length and their items. A record is its fields, and
/// arguments are one after the other. So a value that is [cleared](Value::clear) and written again allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Numbers, cases and lengths.
    pub(crate) words: Vec<u64>,
    bytes: Vec<u8>,
}

/// Takes a value apart, in the order in which it was written.
///
/// # Panics
/// All methods panic if there is nothing more: the value was made by another type than it is read by.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    words: &'a [u64],
    bytes: &'a [u8],
}

impl Value {
    /// Forgets everything, and keeps the room for it.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.bytes.clear();
    }

    /// Appends a number without a sign, or a `bool`.
    #[inline]
    pub fn number(&mut self, number: impl Into<u64>) {
        self.words.push(number.into());
    }

    /// Appends numbers without a sign, one after the other.
    #[inline]
    pub fn numbers<const N: usize>(&mut self, numbers: [impl Into<u64>; N]) {
        for number in numbers {
            self.number(number);
        }
    }

    /// Appends a number with a sign.
    #[inline]
    pub fn signed(&mut self, number: impl Into<i64>) {
        self.words.push(number.into().cast_unsigned());
    }

    /// Appends the number of a case, of an enum, a variant or an option; what belongs to the case comes next.
    #[inline]
    pub fn case(&mut self, case: u32) {
        self.words.push(case.into());
    }

    /// Appends the length of a list; its items come next. Not for [bytes](Value::bytes).
    #[inline]
    pub fn list(&mut self, length: usize) {
        self.words.push(length as u64);
    }

    /// Appends a list of numbers of one byte.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.words.push(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a list of numbers of one byte, one after the other.
    #[inline]
    pub fn each_byte(&mut self, bytes: impl Iterator<Item = u8>) {
        let before = self.bytes.len();
        self.bytes.extend(bytes);
        self.words.push((self.bytes.len() - before) as u64);
    }

    /// Appends a list of numbers of one byte that have a sign.
    #[inline]
    pub fn signed_bytes(&mut self, bytes: &[i8]) {
        self.each_byte(bytes.iter().map(|byte| byte.cast_unsigned()));
    }

    /// Appends a string.
    #[inline]
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Appends the bytes of a list whose length is there already, from numbers of a byte each.
    pub(crate) fn bytes_of_list(&mut self, numbers: &Self) {
        self.bytes.extend(numbers.words.iter().map(|number| number.to_le_bytes()[0]));
    }

    /// Takes the value apart.
    #[inline]
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        Reader { words: &self.words, bytes: &self.bytes }
    }
}

impl<'a> Reader<'a> {
    /// Takes a number without a sign, or a `bool`.
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.try_number().expect("a value is read by the type that it has")
    }

    /// Takes a number, if there is one.
    #[inline]
    pub(crate) fn try_number(&mut self) -> Result<u64, Misfit> {
        let first = self.words.split_first();
        let (word, rest) = first.ok_or_else(|| "there are too few values".to_owned())?;
        self.words = rest;
        Ok(*word)
    }

    /// Takes a number of one byte.
    #[inline]
    pub fn byte(&mut self) -> u8 {
        u8::try_from(self.number()).expect("a number fits its type")
    }

    /// Takes a number with a sign.
    #[inline]
    pub fn signed(&mut self) -> i64 {
        self.number().cast_signed()
    }

    /// Takes the number of a case; what belongs to the case comes next.
    #[inline]
    pub fn case(&mut self) -> u32 {
        u32::try_from(self.number()).expect("a type has fewer cases")
    }

    /// Takes the length of a list; its items come next. Not for [bytes](Reader::bytes).
    #[inline]
    pub fn list(&mut self) -> usize {
        usize::try_from(self.number()).expect("a list fits into memory")
    }

    /// Takes a list of numbers of one byte, with or without a sign.
    #[inline]
    pub fn bytes(&mut self) -> &'a [u8] {
        self.try_bytes().expect("a value has all bytes of its lists")
    }

    /// Takes a list of numbers of one byte, if there is one.
    #[inline]
    pub(crate) fn try_bytes(&mut self) -> Result<&'a [u8], Misfit> {
        let length = self.try_number()?;
        let split = usize::try_from(length).ok().and_then(|length| self.bytes.split_at_checked(length));
        let (bytes, rest) =
            split.ok_or("it is no string or list of bytes; these are written with `text` and `bytes`")?;
        self.bytes = rest;
        Ok(bytes)
    }

    /// Takes a string.
    #[inline]
    pub fn text(&mut self) -> &'a str {
        std::str::from_utf8(self.bytes()).expect("a string is UTF-8")
    }

    /// Whether everything was taken.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.words.is_empty() && self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_in_order() {
        let mut value = Value::default();
        value.number(7_u8);
        value.bytes(b"ab");
        value.signed(-1_i8);
        value.text("cd");
        let mut reader = value.reader();
        assert_eq!((reader.byte(), reader.bytes(), reader.signed()), (7, b"ab".as_slice(), -1));
        assert!(!reader.is_at_end());
        assert_eq!(reader.text(), "cd");
        assert!(reader.is_at_end());
        value.clear();
        assert!(value.reader().is_at_end());
    }

    #[test]
    #[should_panic(expected = "a value is read by the type that it has")]
    fn nothing_is_read_beyond_the_end() {
        Value::default().reader().number();
    }
}
