//! Values as JSON, for those who have no better: a page's JavaScript.
//!
//! As `judge/page/web/engine/abi.js` has them, but that numbers of 64 bits are strings of digits: an object for a record,
//! and for a tuple, whose fields are called 0, 1 and so on; an array for a list, null for an option without a value, the
//! name for a case of an enum, and `{ "tag", "value" }` for a case of a variant.

use serde_json::{Map, Value as Json, json};

use crate::types::Type;
use crate::value::{Reader, Value};

/// Takes a value of this type, as JSON.
pub fn to_json(ty: &Type, from: &mut Reader<'_>) -> Json {
    match ty {
        Type::Bool => (from.number() != 0).into(),
        Type::U8 | Type::U16 | Type::U32 => from.number().into(),
        Type::S8 | Type::S16 | Type::S32 => from.signed().into(),
        Type::U64 => from.number().to_string().into(),
        Type::S64 => from.signed().to_string().into(),
        Type::String => from.text().into(),
        Type::List(item) => match **item {
            Type::U8 => from.bytes().into(),
            Type::S8 => from.bytes().iter().map(|byte| byte.cast_signed()).collect(),
            _ => (0..from.list()).map(|_| to_json(item, from)).collect(),
        },
        Type::Option(ty) => {
            if from.case() == 0 {
                return Json::Null;
            }
            to_json(ty, from)
        }
        Type::Record(record) | Type::Tuple(record) => {
            let fields = record.fields.iter().map(|(name, ty)| (name.clone(), to_json(ty, from)));
            Json::Object(fields.collect::<Map<_, _>>())
        }
        Type::Enum(cases) => cases[from.case() as usize].as_str().into(),
        Type::Variant(variant) | Type::Result(variant) => {
            let (name, ty) = &variant.cases[from.case() as usize];
            json!({ "tag": name, "value": ty.as_ref().map(|ty| to_json(ty, from)) })
        }
    }
}

/// Appends a value of this type.
///
/// # Errors
/// That it is another value, or none of this type.
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
