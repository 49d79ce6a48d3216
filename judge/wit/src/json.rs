//! Values as JSON, as programs that read lines, games that are files and a page's JavaScript have them.
//!
//! An object for a record, and for a tuple, whose fields are called 0, 1 and so on; an array for a list, null for an option
//! without a value, the name for a case of an enum, and `{ "tag", "value" }` for a case of a variant. Numbers of 64 bits are
//! strings of digits: many readers' numbers end at 2^53.

use serde_json::Value as Json;

use crate::error::Misfit;
use crate::types::{Function, RecordType, Type};
use crate::value::{Reader, Value};

/// The most numbers and lengths of a value that is read: some types say much in a short text.
const WORDS_MAX: usize = 1 << 22;
/// The most characters of a wrong value that are shown.
const SHOWN_MAX: usize = 80;

/// Takes a value of this type, as JSON.
///
/// # Panics
/// If it was made for another type.
pub fn to_json(ty: &Type, from: &mut Reader<'_>) -> Json {
    let mut text = String::new();
    write_json(ty, from, &mut text).expect("it was made for this type");
    serde_json::from_str(&text).expect("it was written as JSON")
}

/// Takes a value of this type, and appends it as JSON: on one line, its fields in the order of the type.
///
/// # Errors
/// If the value was written for another type, as far as that shows. Something may have been appended then.
pub fn write_json(ty: &Type, from: &mut Reader<'_>, to: &mut String) -> Result<(), Misfit> {
    match ty {
        Type::Bool => to.push_str(if from.try_number()? == 0 { "false" } else { "true" }),
        Type::U8 | Type::U16 | Type::U32 => push(to, from.try_number()?),
        Type::S8 | Type::S16 | Type::S32 => push(to, from.try_number()?.cast_signed()),
        Type::U64 => push_digits(to, from.try_number()?),
        Type::S64 => push_digits(to, from.try_number()?.cast_signed()),
        Type::String => {
            let text = std::str::from_utf8(from.try_bytes()?);
            quote(text.map_err(|_| "a string is no UTF-8")?, to);
        }
        Type::List(item) => {
            to.push('[');
            match **item {
                // Boards are mostly of small numbers.
                Type::U8 => join(from.try_bytes()?, to, |byte, to| {
                    match byte {
                        0..10 => to.push(char::from(b'0' + byte)),
                        _ => push(to, *byte),
                    }
                    Ok(())
                })?,
                Type::S8 => join(from.try_bytes()?, to, |byte, to| {
                    push(to, byte.cast_signed());
                    Ok(())
                })?,
                _ => join(0..from.try_number()?, to, |_, to| write_json(item, from, to))?,
            }
            to.push(']');
        }
        Type::Option(ty) => match try_case(from, 2)? {
            0 => to.push_str("null"),
            _ => write_json(ty, from, to)?,
        },
        Type::Record(record) | Type::Tuple(record) => {
            to.push('{');
            join(&record.fields, to, |(name, ty), to| write_field(name, ty, from, to))?;
            to.push('}');
        }
        Type::Enum(cases) => quote(&cases[try_case(from, cases.len())?], to),
        Type::Variant(variant) | Type::Result(variant) => {
            let (name, ty) = &variant.cases[try_case(from, variant.cases.len())?];
            to.push_str("{\"tag\":\"");
            to.push_str(name);
            to.push_str("\",\"value\":");
            match ty {
                Some(ty) => write_json(ty, from, to)?,
                None => to.push_str("null"),
            }
            to.push('}');
        }
    }
    Ok(())
}

/// Takes the number of a case, of so many.
fn try_case(from: &mut Reader<'_>, cases: usize) -> Result<usize, Misfit> {
    let number = from.try_number()?;
    let case = usize::try_from(number).ok().filter(|case| *case < cases);
    case.ok_or_else(|| format!("case {number} of a type that has {cases} cases, from 0"))
}

/// Takes the value of a field or an argument, and appends it with its name.
///
/// # Errors
/// As of [`write_json`], with the name.
pub fn write_field(name: &str, ty: &Type, from: &mut Reader<'_>, to: &mut String) -> Result<(), Misfit> {
    to.push('"');
    to.push_str(name);
    to.push_str("\":");
    write_json(ty, from, to).map_err(|why| format!("{name}: {why}"))
}

fn push(to: &mut String, number: impl itoa::Integer) {
    to.push_str(itoa::Buffer::new().format(number));
}

/// Appends a number of 64 bits as a text, since JavaScript's numbers have fewer.
fn push_digits(to: &mut String, number: impl itoa::Integer) {
    to.push('"');
    push(to, number);
    to.push('"');
}

/// Appends a text in quotes: as JSON, it has no line ends.
fn quote(text: &str, to: &mut String) {
    to.push('"');
    let begin = to.len();
    to.push_str(text);
    end_quoted(begin, to);
}

/// Ends a text in quotes that begins there.
pub fn end_quoted(begin: usize, to: &mut String) {
    // Nearly no text has anything to escape.
    if to.as_bytes()[begin..].iter().any(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\')) {
        let text = serde_json::to_string(&to[begin..]).expect("a text is JSON");
        to.truncate(begin);
        to.push_str(&text[1..]);
    } else {
        to.push('"');
    }
}

fn join<T>(
    items: impl IntoIterator<Item = T>,
    to: &mut String,
    mut write: impl FnMut(T, &mut String) -> Result<(), Misfit>,
) -> Result<(), Misfit> {
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            to.push(',');
        }
        write(item, to)?;
    }
    Ok(())
}

/// Appends a value of this type; the error tells where in it something is wrong, and what should be there.
pub(crate) fn from_json(ty: &Type, json: &Json, to: &mut Value) -> Result<(), Misfit> {
    let wrong = || format!("{} should be {}", excerpt(json), words(ty));
    match ty {
        Type::Bool => to.number(json.as_bool().ok_or_else(wrong)?),
        Type::U8 | Type::U16 | Type::U32 => {
            to.number(json.as_u64().filter(|number| fits(*number, ty)).ok_or_else(wrong)?);
        }
        Type::S8 | Type::S16 | Type::S32 => {
            let is_in =
                |number: &i64| fits(if *number < 0 { !number } else { *number }.cast_unsigned() << 1, ty);
            to.signed(json.as_i64().filter(is_in).ok_or_else(wrong)?);
        }
        Type::U64 => to.number(digits(json, Json::as_u64).ok_or_else(wrong)?),
        Type::S64 => to.signed(digits(json, Json::as_i64).ok_or_else(wrong)?),
        Type::String => to.text(json.as_str().ok_or_else(wrong)?),
        Type::List(item) if item.is_byte() && json.is_string() => to.text(json.as_str().ok_or_else(wrong)?),
        Type::List(item) => {
            let (items, mut bytes) = (json.as_array().ok_or_else(wrong)?, Value::default());
            to.list(items.len());
            for (place, json) in items.iter().enumerate() {
                let read = from_json(item, json, if item.is_byte() { &mut bytes } else { &mut *to });
                read.map_err(|why| format!("item {place}: {why}"))?;
            }
            to.bytes_of_list(&bytes);
        }
        Type::Option(ty) => {
            to.case((!json.is_null()).into());
            if !json.is_null() {
                from_json(ty, json, to)?;
            }
        }
        Type::Record(record) => record_from_json(record, json, to)?,
        Type::Tuple(tuple) => {
            let item = |place: usize| json.get(place).or_else(|| json.get(place.to_string()));
            for (place, (_, ty)) in tuple.fields.iter().enumerate() {
                from_json(ty, item(place).ok_or_else(wrong)?, to)?;
            }
        }
        Type::Enum(cases) => to.case(place(cases.iter(), json).ok_or_else(wrong)?),
        Type::Variant(variant) | Type::Result(variant) => {
            let names = variant.cases.iter().map(|(name, _)| name);
            let case = place(names, json.get("tag").unwrap_or(json)).ok_or_else(wrong)?;
            to.case(case);
            if let (name, Some(ty)) = &variant.cases[case as usize] {
                let held = json.get("value").ok_or_else(wrong)?;
                from_json(ty, held, to).map_err(|why| format!("{name}: {why}"))?;
            }
        }
    }
    Ok(())
}

/// Appends the fields of a record, or arguments, which are there by name.
fn record_from_json(record: &RecordType, json: &Json, to: &mut Value) -> Result<(), Misfit> {
    let wrong = || format!("{} should be an object with {}", excerpt(json), names(&record.fields));
    let object = json.as_object().ok_or_else(wrong)?;
    let is_known = |name: &String| record.fields.iter().any(|(known, _)| known == name);
    if let Some(name) = object.keys().find(|name| !is_known(name)) {
        let (name, known) = (excerpt(&name.as_str().into()), names(&record.fields));
        return Err(format!("there is no {name}; there is {known}"));
    }
    if to.words.len() > WORDS_MAX {
        return Err(format!("there are more than {WORDS_MAX} numbers"));
    }
    for (name, ty) in &record.fields {
        let is_optional = matches!(ty, Type::Option(_));
        let json = object.get(name).or_else(|| is_optional.then_some(&Json::Null));
        let json = json.ok_or_else(|| format!("{name} is missing"))?;
        from_json(ty, json, to).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

/// Appends the value of this type that a text says. Options may be missing in an object, numbers of 64 bits may be numbers, a
/// tuple may be an array, a list of bytes a text, and a case that holds nothing its name.
///
/// # Errors
/// If the text is no JSON, or none of this type: where in it, and what should be there.
pub fn from_json_text(ty: &Type, text: &str, to: &mut Value) -> Result<(), Misfit> {
    from_json(ty, &parse(text)?, to)
}

fn parse(text: &str) -> Result<Json, Misfit> {
    serde_json::from_str(text).map_err(|error| format!("{} is no JSON: {error}", excerpt(&text.into())))
}

impl Function {
    /// Arguments of this function as a text: an object of JSON, by name.
    ///
    /// # Errors
    /// If they are another function's, as far as that shows.
    pub fn arguments_to_json(&self, arguments: &Value) -> Result<String, Misfit> {
        let (mut text, mut from) = (String::from("{"), arguments.reader());
        join(&self.params.fields, &mut text, |(name, ty), to| write_field(name, ty, &mut from, to))?;
        if !from.is_at_end() {
            let why = "there are more values than parameters; a list of bytes is written with `bytes`, and a string with `text`";
            return Err(why.into());
        }
        text.push('}');
        Ok(text)
    }

    /// The arguments that such a text says.
    ///
    /// # Errors
    /// The first that is missing or wrong.
    pub fn arguments_from_json(&self, text: &str) -> Result<Value, Misfit> {
        let mut arguments = Value::default();
        record_from_json(&self.params, &parse(text)?, &mut arguments)?;
        Ok(arguments)
    }
}

/// A number of 64 bits, or its digits.
fn digits<N: std::str::FromStr>(json: &Json, number: impl Fn(&Json) -> Option<N>) -> Option<N> {
    number(json).or_else(|| json.as_str()?.parse().ok())
}

/// The values of a type, in words.
fn words(ty: &Type) -> String {
    match ty {
        Type::Bool => "true or false".to_owned(),
        Type::U8 => format!("a whole number from 0 to {}", u8::MAX),
        Type::U16 => format!("a whole number from 0 to {}", u16::MAX),
        Type::U32 => format!("a whole number from 0 to {}", u32::MAX),
        Type::S8 => format!("a whole number from {} to {}", i8::MIN, i8::MAX),
        Type::S16 => format!("a whole number from {} to {}", i16::MIN, i16::MAX),
        Type::S32 => format!("a whole number from {} to {}", i32::MIN, i32::MAX),
        Type::U64 | Type::S64 => "a whole number of 64 bits, or its digits as a text".to_owned(),
        Type::String => "a text".to_owned(),
        Type::List(_) => "a list".to_owned(),
        Type::Option(ty) => format!("{}, or null", words(ty)),
        Type::Record(record) => format!("an object with {}", names(&record.fields)),
        Type::Tuple(tuple) => format!("a list of {}", tuple.fields.len()),
        Type::Enum(cases) => format!("one of {}", cases.join(", ")),
        Type::Variant(variant) | Type::Result(variant) => {
            format!("an object with a tag, one of {}, and its value", names(&variant.cases))
        }
    }
}

fn names<T>(named: &[(String, T)]) -> String {
    named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// A value as it is, but not a long one.
fn excerpt(json: &Json) -> String {
    let text = json.to_string();
    match text.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// Whether a number has no more bits than its type.
fn fits(number: u64, ty: &Type) -> bool {
    number >> (8 * ty.layout().size) == 0
}

fn place<'a>(mut names: impl Iterator<Item = &'a String>, json: &Json) -> Option<u32> {
    let name = json.as_str()?;
    u32::try_from(names.position(|known| known == name)?).ok()
}

#[cfg(test)]
mod tests;
