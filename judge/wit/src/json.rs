//! Values as JSON, for those who have no better: a page's JavaScript.
//!
//! As `judge/page/web/engine/abi.js` has them, but that numbers of 64 bits are strings of digits: an object for a record,
//! and for a tuple, whose fields are called 0, 1 and so on; an array for a list, null for an option without a value, the
//! name for a case of an enum, and `{ "tag", "value" }` for a case of a variant.

use serde_json::Value as Json;

use crate::types::Type;
use crate::value::{Reader, Value};

/// Takes a value of this type, as JSON.
///
/// # Panics
/// If it was made for another type.
pub fn to_json(ty: &Type, from: &mut Reader<'_>) -> Json {
    let mut text = String::new();
    write_json(ty, from, &mut text);
    serde_json::from_str(&text).expect("it was written as JSON")
}

/// Takes a value of this type, and appends it as JSON: on one line, its fields in the order of the type.
pub fn write_json(ty: &Type, from: &mut Reader<'_>, to: &mut String) {
    match ty {
        Type::Bool => to.push_str(if from.number() == 0 { "false" } else { "true" }),
        Type::U8 | Type::U16 | Type::U32 => push(to, from.number()),
        Type::S8 | Type::S16 | Type::S32 => push(to, from.signed()),
        Type::U64 => {
            to.push('"');
            push(to, from.number());
            to.push('"');
        }
        Type::S64 => {
            to.push('"');
            push(to, from.signed());
            to.push('"');
        }
        Type::String => quote(from.text(), to),
        Type::List(item) => {
            to.push('[');
            match **item {
                // Boards are mostly of small numbers.
                Type::U8 => join(from.bytes(), to, |byte, to| match byte {
                    0..10 => to.push(char::from(b'0' + byte)),
                    _ => push(to, *byte),
                }),
                Type::S8 => join(from.bytes(), to, |byte, to| push(to, byte.cast_signed())),
                _ => join(0..from.list(), to, |_, to| write_json(item, from, to)),
            }
            to.push(']');
        }
        Type::Option(ty) => match from.case() {
            0 => to.push_str("null"),
            _ => write_json(ty, from, to),
        },
        Type::Record(record) | Type::Tuple(record) => {
            to.push('{');
            join(&record.fields, to, |(name, ty), to| write_field(name, ty, from, to));
            to.push('}');
        }
        Type::Enum(cases) => quote(&cases[from.case() as usize], to),
        Type::Variant(variant) | Type::Result(variant) => {
            let (name, ty) = &variant.cases[from.case() as usize];
            to.push_str("{\"tag\":\"");
            to.push_str(name);
            to.push_str("\",\"value\":");
            match ty {
                Some(ty) => write_json(ty, from, to),
                None => to.push_str("null"),
            }
            to.push('}');
        }
    }
}

/// Takes the value of a field or an argument, and appends it with its name.
pub fn write_field(name: &str, ty: &Type, from: &mut Reader<'_>, to: &mut String) {
    to.push('"');
    to.push_str(name);
    to.push_str("\":");
    write_json(ty, from, to);
}

fn push(to: &mut String, number: impl itoa::Integer) {
    to.push_str(itoa::Buffer::new().format(number));
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

fn join<T>(items: impl IntoIterator<Item = T>, to: &mut String, mut write: impl FnMut(T, &mut String)) {
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            to.push(',');
        }
        write(item, to);
    }
}

/// Appends a value of this type.
///
/// # Errors
/// If it is another value, or none of this type.
pub fn from_json(ty: &Type, json: &Json, to: &mut Value) -> Result<(), String> {
    let wrong = || format!("{json} is no value of its type");
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
        Type::U64 => to.number(json.as_str().and_then(|text| text.parse::<u64>().ok()).ok_or_else(wrong)?),
        Type::S64 => to.signed(json.as_str().and_then(|text| text.parse::<i64>().ok()).ok_or_else(wrong)?),
        Type::String => to.text(json.as_str().ok_or_else(wrong)?),
        Type::List(item) => {
            let items = json.as_array().ok_or_else(wrong)?;
            if item.is_byte() {
                let byte = |json: &Json| match **item {
                    Type::U8 => u8::try_from(json.as_u64()?).ok(),
                    _ => i8::try_from(json.as_i64()?).ok().map(i8::cast_unsigned),
                };
                let bytes: Option<Vec<u8>> = items.iter().map(byte).collect();
                to.bytes(&bytes.ok_or_else(wrong)?);
            } else {
                to.list(items.len());
                items.iter().try_for_each(|json| from_json(item, json, to))?;
            }
        }
        Type::Option(ty) => {
            to.case((!json.is_null()).into());
            if !json.is_null() {
                from_json(ty, json, to)?;
            }
        }
        Type::Record(record) | Type::Tuple(record) => {
            for (name, ty) in &record.fields {
                from_json(ty, json.get(name).ok_or_else(wrong)?, to)?;
            }
        }
        Type::Enum(cases) => to.case(place(cases.iter(), json).ok_or_else(wrong)?),
        Type::Variant(variant) | Type::Result(variant) => {
            let names = variant.cases.iter().map(|(name, _)| name);
            let case = json.get("tag").and_then(|tag| place(names, tag)).ok_or_else(wrong)?;
            to.case(case);
            if let Some(ty) = &variant.cases[case as usize].1 {
                from_json(ty, json.get("value").ok_or_else(wrong)?, to)?;
            }
        }
    }
    Ok(())
}

/// Whether a number has no more bits than its type.
fn fits(number: u64, ty: &Type) -> bool {
    number >> (8 * ty.layout().size) == 0
}

fn place<'a>(mut names: impl Iterator<Item = &'a String>, json: &Json) -> Option<u32> {
    let name = json.as_str()?;
    u32::try_from(names.position(|known| known == name)?).ok()
}
