//! Values as WAVE, WebAssembly's own text for values: games in files give questions and news to the judge in it.
//!
//! What is written is as the crate `wasm-wave` writes it, but that a string escapes only quotes, backslashes and control
//! characters: which others can be printed differs from one version of Unicode to the next. What is read is all of WAVE,
//! as far as contracts have the types. A record with a field that its type does not have is refused.

use std::borrow::Cow;
use std::fmt::Write;

use crate::types::{RecordType, Type, VariantType};
use crate::value::{Mark, Reader, Value};

/// The most numbers and lengths of a value that is read: some types say much in a short text.
const WORDS_MAX: usize = 1 << 22;
/// The words that stand for themselves; a case that is called so is written with a `%`.
const KEYWORDS: [&str; 8] = ["true", "false", "some", "none", "ok", "err", "inf", "nan"];

/// Takes a value of this type, and appends it as WAVE.
///
/// # Errors
/// If the value was written for another type, as far as that shows. Something may have been appended then.
pub fn to_wave(ty: &Type, from: &mut Reader<'_>, to: &mut String) -> Result<(), String> {
    match ty {
        Type::Bool => to.push_str(if from.try_number()? == 0 { "false" } else { "true" }),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => write_number(from.try_number()?, to),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => write_number(from.try_number()?.cast_signed(), to),
        Type::String => {
            let text = std::str::from_utf8(from.try_bytes()?);
            write_string(text.map_err(|_| "a string is no UTF-8")?, to);
        }
        Type::List(item) => write_list(item, from, to)?,
        Type::Option(ty) => {
            let ty = (try_case(from, 2)? != 0).then_some(&**ty);
            write_case(if ty.is_some() { "some" } else { "none" }, ty, from, to)?;
        }
        Type::Record(record) => write_record(record, from, to)?,
        Type::Tuple(tuple) => {
            let mut before = "(";
            for (_, ty) in &tuple.fields {
                to.push_str(std::mem::replace(&mut before, ", "));
                to_wave(ty, from, to)?;
            }
            to.push(')');
        }
        Type::Enum(cases) => write_case(&label(&cases[try_case(from, cases.len())?]), None, from, to)?,
        Type::Variant(variant) => {
            let (name, ty) = &variant.cases[try_case(from, variant.cases.len())?];
            write_case(&label(name), ty.as_ref(), from, to)?;
        }
        Type::Result(result) => {
            let (name, ty) = &result.cases[try_case(from, result.cases.len())?];
            write_case(name, ty.as_ref(), from, to)?;
        }
    }
    Ok(())
}

/// Takes the number of a case, of so many.
fn try_case(from: &mut Reader<'_>, cases: usize) -> Result<usize, String> {
    let number = from.try_number()?;
    let case = usize::try_from(number).ok().filter(|case| *case < cases);
    case.ok_or_else(|| format!("case {number} of a type that has {cases} cases, from 0"))
}

fn write_number(number: impl std::fmt::Display, to: &mut String) {
    write!(to, "{number}").expect("a text takes what is written");
}

fn write_string(text: &str, to: &mut String) {
    to.push('"');
    for char in text.chars() {
        match char {
            '"' | '\'' | '\\' | '\t' | '\n' | '\r' => to.extend(char.escape_default()),
            _ if char.is_control() => to.extend(char.escape_unicode()),
            _ => to.push(char),
        }
    }
    to.push('"');
}

fn write_list(item: &Type, from: &mut Reader<'_>, to: &mut String) -> Result<(), String> {
    let mut separator = "";
    let mut separate = |to: &mut String| to.push_str(std::mem::replace(&mut separator, ", "));
    to.push('[');
    match item {
        Type::U8 => from.try_bytes()?.iter().for_each(|byte| {
            separate(to);
            write_number(byte, to);
        }),
        Type::S8 => from.try_bytes()?.iter().for_each(|byte| {
            separate(to);
            write_number(byte.cast_signed(), to);
        }),
        _ => {
            for _ in 0..from.try_number()? {
                separate(to);
                to_wave(item, from, to)?;
            }
        }
    }
    to.push(']');
    Ok(())
}

fn write_case(label: &str, ty: Option<&Type>, from: &mut Reader<'_>, to: &mut String) -> Result<(), String> {
    to.push_str(label);
    if let Some(ty) = ty {
        to.push('(');
        to_wave(ty, from, to)?;
        to.push(')');
    }
    Ok(())
}

/// A case's name, with a `%` where it is a keyword.
fn label(name: &str) -> Cow<'_, str> {
    if KEYWORDS.contains(&name) { format!("%{name}").into() } else { name.into() }
}

/// Options without a value are left out.
fn write_record(record: &RecordType, from: &mut Reader<'_>, to: &mut String) -> Result<(), String> {
    let mut separator = "";
    to.push('{');
    for (name, ty) in &record.fields {
        let mut ahead = *from;
        if matches!(ty, Type::Option(_)) && ahead.try_number()? == 0 {
            *from = ahead;
            continue;
        }
        for part in [separator, name, ": "] {
            to.push_str(part);
        }
        to_wave(ty, from, to)?;
        separator = ", ";
    }
    to.push_str(if separator.is_empty() { ":}" } else { "}" });
    Ok(())
}

/// Appends the value of this type that `text` says.
///
/// # Errors
/// If it is another value, or none of this type, with the byte that shows it. Something may have been appended then.
pub fn from_wave(ty: &Type, text: &str, to: &mut Value) -> Result<(), String> {
    let mut text = Text { whole: text, at: 0, fields: Vec::new() };
    text.value(ty, to)?;
    text.skip();
    if text.rest().is_empty() { Ok(()) } else { Err(text.expected("the end")) }
}

/// A text, and how much of it was read.
struct Text<'a> {
    whole: &'a str,
    at: usize,
    /// The fields of all records that have begun: the place of each in its type, and where its value begins.
    fields: Vec<(usize, Mark)>,
}

impl<'a> Text<'a> {
    fn rest(&self) -> &'a str {
        &self.whole[self.at..]
    }

    fn expected(&self, what: &str) -> String {
        format!("{what} expected at byte {}", self.at)
    }

    /// Leaves out spaces and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest().trim_start_matches([' ', '\t', '\n', '\r']);
            let comment =
                rest.strip_prefix("//").map(|comment| comment.find('\n').unwrap_or(comment.len()) + 2);
            self.at = self.whole.len() - rest.len() + comment.unwrap_or(0);
            if comment.is_none() {
                return;
            }
        }
    }

    /// Takes a sign, if it is next.
    fn take(&mut self, sign: char) -> bool {
        self.skip();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    fn must(&mut self, sign: char) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("{sign:?}"))) }
    }

    /// The characters of a kind that come next.
    fn next_run(&mut self, is_of: impl Fn(u8) -> bool) -> &'a str {
        self.skip();
        let rest = self.rest();
        &rest[..rest.bytes().position(|byte| !is_of(byte)).unwrap_or(rest.len())]
    }

    /// The word that comes next, with its `%`.
    fn next_word(&mut self) -> &'a str {
        self.next_run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'%'))
    }

    /// Takes a value.
    fn value(&mut self, ty: &Type, to: &mut Value) -> Result<(), String> {
        match ty {
            Type::Bool => {
                let word = self.next_word();
                to.number(word.parse::<bool>().map_err(|_| self.expected("true or false"))?);
                self.at += word.len();
            }
            Type::U8 => to.number(self.number::<u8>()?),
            Type::U16 => to.number(self.number::<u16>()?),
            Type::U32 => to.number(self.number::<u32>()?),
            Type::U64 => to.number(self.number::<u64>()?),
            Type::S8 => to.signed(self.number::<i8>()?),
            Type::S16 => to.signed(self.number::<i16>()?),
            Type::S32 => to.signed(self.number::<i32>()?),
            Type::S64 => to.signed(self.number::<i64>()?),
            Type::String => self.string(to)?,
            Type::List(item) => self.list(item, to)?,
            Type::Option(ty) => self.option(ty, to)?,
            Type::Record(record) => self.record(record, to)?,
            Type::Tuple(tuple) => self.tuple(tuple, to)?,
            Type::Enum(cases) => to.case(self.case(cases.iter())?),
            Type::Variant(variant) => self.variant(variant, to)?,
            Type::Result(result) => self.result(result, to)?,
        }
        Ok(())
    }

    /// A whole number without leading zeros, in digits.
    fn number<N: std::str::FromStr>(&mut self) -> Result<N, String> {
        let digits = self.next_run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
        let has_zeros = |digits: &str| digits.len() > 1 && digits.starts_with('0');
        let is_plain = !digits.starts_with('+') && !has_zeros(digits.trim_start_matches('-'));
        let number =
            digits.parse().ok().filter(|_| is_plain).ok_or_else(|| self.expected(number_name::<N>()))?;
        self.at += digits.len();
        Ok(number)
    }

    fn list(&mut self, item: &Type, to: &mut Value) -> Result<(), String> {
        self.must('[')?;
        let (place, mut length) = (to.open(), 0);
        while !self.take(']') {
            match item {
                Type::U8 => to.push_byte(self.number::<u8>()?),
                Type::S8 => to.push_byte(self.number::<i8>()?.cast_unsigned()),
                _ => self.value(item, to)?,
            }
            length += 1;
            if to.words() > WORDS_MAX {
                return Err(format!("more than {WORDS_MAX} numbers at byte {}", self.at));
            }
            if !self.take(',') {
                self.must(']')?;
                break;
            }
        }
        to.close(place, length);
        Ok(())
    }

    /// `some(…)` or `none`, or what it holds, unless that is an option again.
    fn option(&mut self, ty: &Type, to: &mut Value) -> Result<(), String> {
        let word = self.next_word();
        match word {
            "none" => {
                self.at += word.len();
                to.case(0);
                Ok(())
            }
            "some" => {
                self.at += word.len();
                to.case(1);
                self.payload(ty, to)
            }
            _ if is_wrapped(ty) => Err(self.expected("some or none")),
            _ => {
                to.case(1);
                self.value(ty, to)
            }
        }
    }

    /// `ok`, `err`, with what they hold, or what `ok` holds, unless that is an option or a result again.
    fn result(&mut self, result: &VariantType, to: &mut Value) -> Result<(), String> {
        let word = self.next_word();
        let case = result.cases.iter().position(|(name, _)| name == word);
        let ty = result.cases[case.unwrap_or(0)].1.as_ref();
        to.case(u32::from(case == Some(1)));
        match (case, ty) {
            (None, Some(ty)) if !is_wrapped(ty) => self.value(ty, to),
            (None, _) => Err(self.expected("ok or err")),
            (Some(_), ty) => {
                self.at += word.len();
                ty.map_or(Ok(()), |ty| self.payload(ty, to))
            }
        }
    }

    fn tuple(&mut self, tuple: &RecordType, to: &mut Value) -> Result<(), String> {
        self.must('(')?;
        for (place, (_, ty)) in tuple.fields.iter().enumerate() {
            if place > 0 {
                self.must(',')?;
            }
            self.value(ty, to)?;
        }
        self.take(',');
        self.must(')')
    }

    fn payload(&mut self, ty: &Type, to: &mut Value) -> Result<(), String> {
        self.must('(')?;
        self.value(ty, to)?;
        self.must(')')
    }

    fn variant(&mut self, variant: &VariantType, to: &mut Value) -> Result<(), String> {
        let case = self.case(variant.cases.iter().map(|(name, _)| name))?;
        to.case(case);
        variant.cases[case as usize].1.as_ref().map_or(Ok(()), |ty| self.payload(ty, to))
    }

    /// The number of the case whose name is next.
    fn case<'n>(&mut self, mut names: impl Iterator<Item = &'n String>) -> Result<u32, String> {
        let word = self.next_word();
        let name = word.strip_prefix('%').unwrap_or(word);
        let place = names.position(|known| known == name).filter(|_| !KEYWORDS.contains(&word));
        let place =
            place.and_then(|place| u32::try_from(place).ok()).ok_or_else(|| self.expected("a case"))?;
        self.at += word.len();
        Ok(place)
    }

    /// Fields in any order, of which options may be missing.
    fn record(&mut self, record: &RecordType, to: &mut Value) -> Result<(), String> {
        self.must('{')?;
        let (start, begun) = (to.mark(), self.fields.len());
        if self.take(':') {
            self.must('}')?;
            return self.put_in_order(record, begun, start, to);
        }
        loop {
            let word = self.next_word();
            let name = word.strip_prefix('%').unwrap_or(word);
            let place = record.fields.iter().position(|(known, _)| known == name);
            let place = place.ok_or_else(|| self.expected("a field"))?;
            if self.fields[begun..].iter().any(|(known, _)| *known == place) {
                return Err(format!("{name} is there twice at byte {}", self.at));
            }
            self.at += word.len();
            self.must(':')?;
            self.fields.push((place, to.mark()));
            self.value(&record.fields[place].1, to)?;
            if !self.take(',') {
                self.must('}')?;
                break;
            }
            if self.take('}') {
                break;
            }
        }
        self.put_in_order(record, begun, start, to)
    }

    /// Puts the fields from `begun` on, whose values begin at `start`, in the order of their type.
    fn put_in_order(
        &mut self,
        record: &RecordType,
        begun: usize,
        start: Mark,
        to: &mut Value,
    ) -> Result<(), String> {
        let read = &self.fields[begun..];
        if !read.iter().map(|(place, _)| *place).eq(0..record.fields.len()) {
            let values = to.split_off(start);
            for (place, (name, ty)) in record.fields.iter().enumerate() {
                match read.iter().position(|(known, _)| *known == place) {
                    Some(i) => to.append(&values, start, read[i].1, read.get(i + 1).map(|(_, mark)| *mark)),
                    None if matches!(ty, Type::Option(_)) => to.case(0),
                    None => return Err(self.expected(&format!("field {name} before the end that is"))),
                }
            }
        }
        self.fields.truncate(begun);
        Ok(())
    }

    fn string(&mut self, to: &mut Value) -> Result<(), String> {
        self.skip();
        let place = to.open();
        let before = to.mark();
        if let Some(rest) = self.rest().strip_prefix("\"\"\"") {
            let end = rest.find("\"\"\"").ok_or_else(|| self.expected("a string that ends"))?;
            self.lines(&rest[..end], to)?;
            self.at += end + 6;
        } else {
            self.must('"')?;
            let line = self.rest().split('\n').next().unwrap_or_default();
            let end = end_of_string(line).ok_or_else(|| self.expected("a string that ends"))?;
            self.characters(&line[..end], to)?;
            self.at += end + 1;
        }
        to.close(place, to.mark().bytes_since(before));
        Ok(())
    }

    /// Takes the lines of a string between three quotes, without the spaces that its last line has.
    fn lines(&self, inner: &str, to: &mut Value) -> Result<(), String> {
        let wrong = || self.expected("a string with its quotes on lines of their own");
        let (lines, indent) =
            inner.strip_prefix('\r').unwrap_or(inner).rsplit_once('\n').ok_or_else(wrong)?;
        let is_indent = indent.bytes().all(|byte| byte == b' ');
        let mut lines = lines.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        if !is_indent || lines.next() != Some("") {
            return Err(wrong());
        }
        for (i, line) in lines.enumerate() {
            if i > 0 {
                to.push_byte(b'\n');
            }
            self.characters(line.strip_prefix(indent).ok_or_else(wrong)?, to)?;
        }
        Ok(())
    }

    /// Takes characters and escapes.
    fn characters(&self, mut text: &str, to: &mut Value) -> Result<(), String> {
        while let Some((plain, escape)) = text.split_once('\\') {
            to.push_bytes(plain.as_bytes());
            let (char, length) =
                unescaped(escape).ok_or_else(|| self.expected("a string with valid escapes"))?;
            to.push_bytes(char.encode_utf8(&mut [0; 4]).as_bytes());
            text = &escape[length..];
        }
        to.push_bytes(text.as_bytes());
        Ok(())
    }
}

/// The place of the closing quote in a string whose first quote was read.
fn end_of_string(line: &str) -> Option<usize> {
    let mut is_escaped = false;
    line.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}

/// The character that an escape stands for, without its backslash, and the escape's length.
fn unescaped(escape: &str) -> Option<(char, usize)> {
    if let Some(rest) = escape.strip_prefix("u{") {
        let digits = &rest[..rest.find('}')?];
        let are_digits =
            (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| are_digits)?;
        return Some((char::from_u32(number)?, digits.len() + 3));
    }
    let char = match escape.bytes().next()? {
        b't' => '\t',
        b'n' => '\n',
        b'r' => '\r',
        quoted @ (b'\\' | b'\'' | b'"') => char::from(quoted),
        _ => return None,
    };
    Some((char, 1))
}

/// Whether a value cannot be written without its case.
fn is_wrapped(ty: &Type) -> bool {
    matches!(ty, Type::Option(_) | Type::Result(_))
}

/// The description of the numbers of a type, for a message about one that does not fit.
fn number_name<N>() -> &'static str {
    match std::any::type_name::<N>() {
        "u8" => "a number from 0 to 255",
        "i8" => "a number from -128 to 127",
        "u16" => "a number of 16 bits",
        "i16" => "a number of 16 bits with a sign",
        "u32" => "a number of 32 bits",
        "i32" => "a number of 32 bits with a sign",
        "u64" => "a number of 64 bits",
        _ => "a number of 64 bits with a sign",
    }
}

#[cfg(test)]
mod tests;
